// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/StageModel.h"

#include <algorithm>

namespace headwater::whatif {

namespace {

class Builder {
public:
    explicit Builder(const StageCube& cube) : m_cube(cube)
    {
        m_out.stages = cube.stages();
        for (const int rank : cube.ranks())
            m_out.workers.push_back(std::to_string(rank));
        m_out.medianPool.assign(cube.stages().size(), 0);
    }

    Result<ReplayModel> run()
    {
        if (!fits())
            return fail(ErrorCode::TooLarge, "the durations add up to more than any training run takes");
        findMeetings();
        m_last.assign(m_cube.ranks().size(), kNoOp);
        for (std::size_t t = 0; t < m_cube.steps().size(); ++t)
            if (counts(t))
                addStep(t);
        if (m_out.steps.empty())
            return fail(ErrorCode::NothingUsable, "no step is whole on all ranks");
        m_out.plan = planReplay(m_graph).value();  // edges lead to later operations only
        m_out.source = m_coupled ? "stages with a meeting point each" : "ranks by themselves";
        return std::move(m_out);
    }

private:
    [[nodiscard]] Ns own(std::size_t stage, std::size_t rank, std::size_t step) const
    {
        const Ns span = m_cube.at(Quantity::Span, stage, rank, step);
        const Ns wait = m_cube.at(Quantity::Wait, stage, rank, step);
        return span == kMissing || span < 0 ? 0 : span - std::clamp<Ns>(wait, 0, span);
    }

    /// Whether everything can be added up in 64 bits.
    [[nodiscard]] bool fits() const
    {
        constexpr double kLimit = 4e18;
        double sum = 0;
        for (std::size_t k = 0; k < m_cube.stages().size(); ++k)
            for (std::size_t r = 0; r < m_cube.ranks().size(); ++r)
                for (std::size_t t = 0; t < m_cube.steps().size(); ++t)
                    sum += static_cast<double>(own(k, r, t));
        return sum < kLimit;
    }

    void findMeetings()
    {
        m_meets.assign(m_cube.stages().size(), false);
        for (std::size_t k = 0; k < m_cube.stages().size(); ++k)
            for (std::size_t r = 0; r < m_cube.ranks().size(); ++r)
                for (std::size_t t = 0; t < m_cube.steps().size(); ++t)
                    if (m_cube.at(Quantity::Wait, k, r, t) > 0)
                        m_meets[k] = m_coupled = true;
    }

    [[nodiscard]] bool counts(std::size_t step) const
    {
        bool any = false;
        for (std::size_t r = 0; r < m_cube.ranks().size(); ++r) {
            const StepStatus status = m_cube.status(r, step);
            if (status != StepStatus::Ok && status != StepStatus::Absent)
                return false;
            any |= status == StepStatus::Ok;
        }
        return any;
    }

    OpIndex add(std::size_t rank, Ns duration, std::uint32_t cell)
    {
        const OpIndex op = m_graph.add();
        m_out.duration.push_back(duration);
        m_out.cellOf.push_back(cell);
        if (m_last[rank] != kNoOp)
            m_graph.depend(op, m_last[rank]);
        m_last[rank] = op;
        return op;
    }

    void addStep(std::size_t t)
    {
        const auto step = static_cast<std::uint32_t>(m_out.steps.size());
        std::vector<StepLane>& lanes = m_out.steps.emplace_back();
        std::vector<std::size_t> present;
        Ns measured = 0;
        for (std::size_t r = 0; r < m_cube.ranks().size(); ++r)
            if (m_cube.status(r, t) == StepStatus::Ok) {
                present.push_back(r);
                lanes.push_back({m_last[r], kNoOp});
                measured += durationOf(r, t);
            }
        for (std::uint32_t k = 0; k < m_cube.stages().size(); ++k) {
            std::vector<OpIndex> meeting;
            for (const std::size_t r : present) {
                const Ns time = own(k, r, t);
                add(r, time, static_cast<std::uint32_t>(m_out.cells.size()));
                m_out.cells.push_back({step, k, static_cast<std::uint32_t>(r), kNoKey, 0, k, time, time});
                if (m_meets[k])
                    meeting.push_back(add(r, 0, kNoKey));
            }
            if (meeting.size() > 1)
                m_graph.groups.push_back(std::move(meeting));
        }
        for (std::size_t i = 0; i < present.size(); ++i)
            lanes[i].to = m_last[present[i]];
        m_out.stepNumbers.push_back(m_cube.steps()[t]);
        m_out.measured.push_back(measured / static_cast<Ns>(present.size()));
    }

    /// As recorded, else the sum of the spans.
    [[nodiscard]] Ns durationOf(std::size_t r, std::size_t t) const
    {
        if (const Ns recorded = m_cube.duration(r, t); recorded > 0)
            return recorded;
        Ns sum = 0;
        for (std::size_t k = 0; k < m_cube.stages().size(); ++k)
            sum += std::max<Ns>(0, m_cube.at(Quantity::Span, k, r, t));
        return sum;
    }

    const StageCube& m_cube;
    std::vector<bool> m_meets;
    bool m_coupled = false;
    std::vector<OpIndex> m_last;
    DependencyGraph m_graph;
    ReplayModel m_out;
};

}  // namespace

Result<ReplayModel> stageModel(const StageCube& cube)
{
    return Builder(cube).run();
}

}  // namespace headwater::whatif
