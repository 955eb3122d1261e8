// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/StragglerSeries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/analysis/CubeRows.h"
#include "core/base/Text.h"
#include "core/run/CollectedRun.h"
#include "core/stats/Quantile.h"
#include "core/stats/RelativeScore.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Sync-to-sync time of a rank by step (index into the cube); kMissing where there is none.
std::vector<Ns> syncLocalOf(const RunAnalysis& run, int rank)
{
    const std::vector<std::int64_t>& steps = run.cube.steps();
    std::vector<Ns> times(steps.size(), kMissing);
    if (const RankAnalysis* found = rankOf(run, rank))
        for (const StepAnalysis& step : found->steps)
            if (const auto at = std::ranges::lower_bound(steps, step.step);
                at != steps.end() && *at == step.step && step.syncLocal != kMissing)
                times[static_cast<std::size_t>(at - steps.begin())] = step.syncLocal;
    return times;
}

/// A rank's kernels by name, from its trace or from what a summary kept of it.
std::vector<KernelWork> workOf(const Run& run, const RankData& data)
{
    if (run.collected)
        return keptOf(*run.collected, static_cast<std::size_t>(&data - run.ranks.data()), Kept::Work).work;
    return data.summary ? data.summary->work : kernelWork(*data.trace);
}

stats::WorkItems itemsOf(const std::vector<KernelWork>& work)
{
    stats::WorkItems items;
    for (const KernelWork& one : work)
        items[one.name] = {one.median, one.total};
    return items;
}

void addScores(const RunAnalysis& run, std::vector<RankSeries>& ranks)
{
    std::map<std::string, std::vector<std::size_t>> roles;
    for (std::size_t r = 0; r < ranks.size(); ++r)
        roles[ranks[r].role].push_back(r);
    for (const auto& [role, members] : roles) {
        std::vector<std::vector<KernelWork>> kept;  // the items refer to its names
        kept.reserve(members.size());
        std::vector<stats::WorkItems> work;
        for (const std::size_t r : members) {
            const auto data = std::ranges::lower_bound(run.run->ranks, ranks[r].rank, {}, &RankData::rank);
            if (data != run.run->ranks.end() && data->rank == ranks[r].rank && data->trace)
                work.push_back(itemsOf(kept.emplace_back(workOf(*run.run, *data))));
        }
        if (work.size() < 2 || work.size() != members.size())
            continue;
        const std::vector<double> scores = stats::relativeScores(work);
        for (std::size_t i = 0; i < members.size(); ++i)
            if (std::isfinite(scores[i]))
                ranks[members[i]].score = scores[i];
    }
}

RankSeries describe(const RunAnalysis& run, int rank)
{
    RankSeries series;
    series.rank = rank;
    const RankAnalysis* found = rankOf(run, rank);
    if (found == nullptr)
        return series;
    series.host = found->host;
    series.role = found->role;
    if (const auto rack = run.run->manifest.find("rack." + series.host); rack != run.run->manifest.end())
        series.rack = rack->second.value;
    return series;
}

/// Local and pure time by the stage partition; memory is kept from rank to rank.
class OwnParts {
public:
    explicit OwnParts(const StageCube& cube) : m_cube(cube) {}

    void fill(RankSeries& series, std::size_t rank, const std::vector<std::size_t>& steps)
    {
        addStages(m_cube, Quantity::Compute, rank, m_row, m_compute);
        addStages(m_cube, Quantity::Wait, rank, m_row, m_wait);
        addStages(m_cube, Quantity::Span, rank, m_row, m_span);
        series.local.reserve(steps.size());
        series.pure.reserve(steps.size());
        bool anyCompute = false;
        for (const std::size_t step : steps) {
            const bool whole = m_cube.status(rank, step) == StepStatus::Ok;
            const double compute = whole ? m_compute[step] : kNone;
            anyCompute |= compute > 0;
            series.local.push_back(whole ? withoutWaiting(rank, step) : kNone);
            series.pure.push_back(compute);
        }
        if (!anyCompute)
            series.pure.clear();
    }

private:
    [[nodiscard]] double withoutWaiting(std::size_t rank, std::size_t step) const
    {
        const Ns recorded = m_cube.duration(rank, step);
        const double duration = recorded != kMissing ? static_cast<double>(recorded) : m_span[step];
        return duration - (std::isnan(m_wait[step]) ? 0 : m_wait[step]);
    }

    const StageCube& m_cube;
    std::vector<double> m_row, m_compute, m_wait, m_span;  ///< by step
};

/// Time between collectives in each step; nothing where a whole step of the rank has none that is matched.
std::optional<std::vector<double>> syncLocalIn(const RunAnalysis& run, std::size_t rank,
                                               const std::vector<std::size_t>& steps)
{
    const StageCube& cube = run.cube;
    const std::vector<Ns> times = syncLocalOf(run, cube.ranks()[rank]);
    std::vector<double> values;
    for (const std::size_t step : steps) {
        const bool whole = cube.status(rank, step) == StepStatus::Ok;
        if (whole && times[step] == kMissing)
            return std::nullopt;
        values.push_back(whole ? static_cast<double>(times[step]) : kNone);
    }
    return values;
}

}  // namespace

std::vector<KernelWork> kernelWork(const Trace& trace)
{
    std::map<NameId, std::vector<double>> times;
    for (Row row = 0; row < trace.device.size(); ++row)
        if (trace.device.activity[row] == ActivityClass::Compute)
            times[trace.device.name[row]].push_back(
                static_cast<double>(trace.device.end[row] - trace.device.start[row]));
    std::vector<KernelWork> work;
    for (auto& [name, list] : times) {
        const double total = std::accumulate(list.begin(), list.end(), 0.0);
        work.push_back({std::string(trace.names[name]), stats::medianInPlace(list), total});
    }
    return work;
}

StragglerSeries stragglerSeries(const RunAnalysis& run, const std::vector<std::size_t>& steps)
{
    const StageCube& cube = run.cube;
    StragglerSeries out;
    bool synchronised = cube.ranks().size() > 1;
    std::vector<std::vector<double>> sync;
    OwnParts parts(cube);
    for (std::size_t r = 0; r < cube.ranks().size(); ++r) {
        RankSeries series = describe(run, cube.ranks()[r]);
        parts.fill(series, r, steps);
        const auto between = syncLocalIn(run, r, steps);
        // A pipeline's receives are posted ahead of the work and run beside it: what lies outside them is not its work.
        synchronised &= between.has_value() && !series.role.starts_with("pipeline stage");
        sync.push_back(between.value_or(std::vector<double>()));
        out.ranks.push_back(std::move(series));
    }
    out.metric = cube.has(Quantity::Wait) ? say("step without exposed waiting") : say("step time");
    if (synchronised) {
        out.metric = say("time between collectives");
        for (std::size_t r = 0; r < sync.size(); ++r)
            out.ranks[r].local = std::move(sync[r]);
    }
    addScores(run, out.ranks);
    return out;
}

std::vector<std::size_t> allSteps(const StageCube& cube)
{
    std::vector<std::size_t> steps(cube.steps().size());
    std::iota(steps.begin(), steps.end(), std::size_t(0));
    return steps;
}

}  // namespace headwater
