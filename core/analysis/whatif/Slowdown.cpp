// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/Slowdown.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/stats/Quantile.h"

namespace headwater::whatif {

namespace {

class Study {
public:
    Study(const ReplayModel& model, const Job& job) : m_model(model), m_job(job), m_ideal(idealTotals(model))
    {
        for (const WorkCell& cell : model.cells)
            m_measured.push_back(cell.total);
    }

    Result<Slowdown> run()
    {
        Slowdown out;
        out.ideal = stepTimes(m_model, withTotals(m_model, m_ideal));
        m_timeIdeal = stats::mean(out.ideal);
        m_time = stats::mean(stepTimes(m_model, m_model.duration));
        if (!(m_timeIdeal > 0))
            return fail(ErrorCode::NothingUsable, "the run has no time to replay");
        out.slowdown = m_time / m_timeIdeal;
        out.waste = 1 - 1 / out.slowdown;
        out.byStage = by(m_model.stages, &WorkCell::stage);
        out.byWorker = by(m_model.workers, &WorkCell::worker);
        out.byType = by(m_model.types, &WorkCell::type);
        fixSlowest(out);
        if (m_model.pipeline && m_model.stages.size() > 1) {
            const auto last = static_cast<std::uint32_t>(m_model.stages.size() - 1);
            out.lastStage = gain([last](const WorkCell& cell) { return cell.stage == last; });
        }
        if (m_job.stopped())
            return cancelled();
        return out;
    }

private:
    /// Mean step time with the measured totals where `pick`, else the ideal ones.
    template <class Pick>
    double timeWith(const Pick& pick) const
    {
        std::vector<Ns> totals = m_ideal;
        for (std::size_t c = 0; c < totals.size(); ++c)
            if (pick(m_model.cells[c]))
                totals[c] = m_measured[c];
        return stats::mean(stepTimes(m_model, withTotals(m_model, totals)));
    }

    std::vector<KeySlowdown> by(const std::vector<std::string>& names, std::uint32_t WorkCell::*key) const
    {
        std::vector<KeySlowdown> out;
        for (std::uint32_t k = 0; k < names.size() && !m_job.stopped(); ++k) {
            const double time = timeWith([&](const WorkCell& cell) { return cell.*key == k; });
            out.push_back({names[k], time / m_timeIdeal});
        }
        return out;
    }

    /// Share of the loss that goes when what `pick` names is ideal.
    template <class Pick>
    std::optional<double> gain(const Pick& pick) const
    {
        if (!(m_time > m_timeIdeal))
            return std::nullopt;
        const double fixed = timeWith([&](const WorkCell& cell) { return !pick(cell); });
        return (m_time - fixed) / (m_time - m_timeIdeal);
    }

    void fixSlowest(Slowdown& out) const
    {
        constexpr double kShare = 0.03;
        using Worker = std::pair<std::uint32_t, std::uint32_t>;  // data-parallel rank, and stage of a pipeline
        const auto workerOf = [&](const WorkCell& cell) {
            return Worker{cell.worker, m_model.pipeline ? cell.stage : 0};
        };
        std::map<Worker, double> score;
        for (const WorkCell& cell : m_model.cells) {
            double& value = score[workerOf(cell)];
            value = cell.worker < out.byWorker.size() ? out.byWorker[cell.worker].slowdown : 0;
            if (m_model.pipeline && cell.stage < out.byStage.size())
                value = std::min(value, out.byStage[cell.stage].slowdown);
        }
        if (score.size() < 2)
            return;
        std::vector<std::pair<double, Worker>> order;
        for (const auto& [worker, value] : score)
            order.emplace_back(-value, worker);
        std::ranges::sort(order);
        order.resize(std::max<std::size_t>(1, static_cast<std::size_t>(kShare * static_cast<double>(order.size()))));
        std::map<Worker, bool> fixed;
        for (const auto& [value, worker] : order) {
            fixed[worker] = true;
            const std::string& name = m_model.workers[worker.first];
            out.slowest.push_back(m_model.pipeline ? fmt::format("{} at stage {}", name, m_model.stages[worker.second])
                                                   : name);
        }
        out.slowestWorkers = gain([&](const WorkCell& cell) { return fixed.contains(workerOf(cell)); });
    }

    const ReplayModel& m_model;
    const Job& m_job;
    std::vector<Ns> m_ideal;     ///< per cell
    std::vector<Ns> m_measured;  ///< per cell
    double m_time = 0;
    double m_timeIdeal = 0;
};

}  // namespace

Result<Slowdown> slowdownOf(const ReplayModel& model, const Job& job)
{
    return Study(model, job).run();
}

}  // namespace headwater::whatif
