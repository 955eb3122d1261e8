// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/CollectiveModel.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/analysis/RunTimeline.h"
#include "core/analysis/whatif/RankWalk.h"

namespace headwater::whatif {

namespace {

using Type = std::uint32_t;  ///< index into kTypes
constexpr Type kCompute = 0;
constexpr Type kCommunication = 1;
constexpr Type kMemcpy = 2;
constexpr Type kMemset = 3;
constexpr Type kIdle = 4;
constexpr std::array<const char*, 5> kTypes{"compute", "communication", "memcpy", "memset", "idle"};

/// Place in the step (meetings before it), stage, type.
using Kind = std::tuple<std::uint32_t, std::uint32_t, Type>;

Type typeOf(Quantity part)
{
    switch (part) {
    case Quantity::Compute: return kCompute;
    case Quantity::Memcpy: return kMemcpy;
    case Quantity::Memset: return kMemset;
    case Quantity::Transfer:
    case Quantity::Wait: return kCommunication;
    default: return kIdle;
    }
}

class Builder {
public:
    Builder(const RunAnalysis& analysis, bool bySegment)
        : m_analysis(analysis)
        , m_timeline(*analysis.timeline)
        , m_bySegment(bySegment)
        , m_members(m_timeline.match.collectives.size())
    {
        for (const RankData& rank : analysis.run->ranks)
            m_traces.push_back(rank.trace.get());
        m_out.stages = analysis.cube.stages();
        for (const RankData& rank : analysis.run->ranks)
            m_out.workers.push_back(std::to_string(rank.rank));
        m_out.types.assign(kTypes.begin(), kTypes.end());
    }

    Result<ReplayModel> run()
    {
        countSteps();
        if (m_out.stepNumbers.empty())
            return fail(ErrorCode::NothingUsable, "no step is whole on all ranks", m_analysis.run->name, {},
                        "give traces that hold at least one whole step");
        m_meetings = meetingsOf(m_timeline, m_traces);
        m_out.queuedBlindly = m_meetings.queuedBlindly;
        findKinds();
        for (std::uint32_t r = 0; r < m_traces.size(); ++r)
            addRank(r);
        for (std::vector<OpIndex>& members : m_members)
            if (!members.empty())
                m_graph.groups.push_back(std::move(members));
        auto plan = planReplay(m_graph);
        if (!plan)
            return fail(ErrorCode::Malformed, "matched collectives wait for each other: " + describe(plan.error()),
                        m_analysis.run->name, {}, "check that all files are of one run");
        m_out.plan = std::move(*plan);
        m_out.source = !m_graph.groups.empty() ? "matched collectives" : "ranks by themselves";
        measure();
        return std::move(m_out);
    }

private:
    /// Steps that every rank that has them has in full.
    void countSteps()
    {
        std::map<std::int64_t, bool> whole;
        for (const RankAnalysis& rank : m_analysis.ranks)
            for (const StepAnalysis& step : rank.steps) {
                bool& ok = whole.try_emplace(step.step, true).first->second;
                ok = ok && step.status == StepStatus::Ok;
            }
        for (const auto& [step, ok] : whole)
            if (ok) {
                m_counted[step] = static_cast<std::uint32_t>(m_out.stepNumbers.size());
                m_out.stepNumbers.push_back(step);
            }
        m_out.steps.resize(m_out.stepNumbers.size());
    }

    OpIndex addOp(Ns duration, std::uint32_t cell)
    {
        m_out.duration.push_back(duration);
        m_out.cellOf.push_back(cell);
        return m_graph.add();
    }

    [[nodiscard]] std::uint32_t indexOf(StageIndex stage) const
    {
        return stage == kNoStage ? static_cast<std::uint32_t>(m_out.stages.size() - 1) : stage;
    }

    /// The cell of some work of a rank at the place it is at, with `time` added; none in a step that is not counted.
    std::uint32_t cell(std::uint32_t rank, const Kind& kind, std::optional<std::uint32_t> step, Ns time)
    {
        if (!step)
            return kNoKey;
        const auto [found, isNew] = m_cells.try_emplace({rank, *step, kind}, m_out.cells.size());
        if (isNew) {
            const auto [place, stage, type] = kind;
            const auto pool = m_pools.try_emplace(kind, static_cast<std::uint32_t>(m_pools.size()));
            if (pool.second)
                m_out.medianPool.push_back(type == kCommunication);
            m_out.cells.push_back({*step, stage, rank, type, place, pool.first->second, 0, 0});
        }
        m_out.cells[found->second].total += time;
        return static_cast<std::uint32_t>(found->second);
    }

    void expose(std::uint32_t cell, Ns time)
    {
        if (cell != kNoKey)
            m_out.cells[cell].exposed += time;
    }

    /// Where the walk along one rank is.
    struct Lane {
        OpIndex last = kNoOp;                 ///< own work
        std::map<TrackId, OpIndex> onStream;  ///< last collective
        std::map<std::uint32_t, OpIndex> met;
        std::map<std::pair<std::uint32_t, Type>, Ns> segment;  ///< own time since the last meeting
        std::map<Row, std::uint32_t> cellOf;                   ///< of the collectives it met
        std::optional<std::uint32_t> step;
        std::uint32_t place = 0;  ///< meetings so far in this step, where work is told apart by them
        OpIndex stepStart = kNoOp;
    };

    void flush(std::uint32_t rank, Lane& lane)
    {
        for (const auto& [key, time] : lane.segment) {
            const std::uint32_t work = cell(rank, {lane.place, key.first, key.second}, lane.step, time);
            expose(work, time);
            const OpIndex op = addOp(time, work);
            m_graph.depend(op, lane.last);
            lane.last = op;
        }
        lane.segment.clear();
    }

    void meet(std::uint32_t rank, Lane& lane, const Meeting& meeting)
    {
        flush(rank, lane);
        const ActivityTable& device = m_traces[rank]->device;
        const RankTimeline& timeline = m_timeline.ranks[rank];
        const Ns transfer = device.end[meeting.row] - device.start[meeting.row] - timeline.wait[meeting.row];
        const Kind kind{lane.place, indexOf(timeline.work.stageOf[meeting.row]), kCommunication};
        const std::uint32_t work = cell(rank, kind, lane.step, transfer);
        lane.cellOf[meeting.row] = work;
        const OpIndex op = addOp(transfer, work);
        m_graph.depend(op, lane.last);
        const auto [before, isFirst] = lane.onStream.try_emplace(device.track[meeting.row], op);
        if (!isFirst)
            m_graph.depend(op, before->second);
        before->second = op;
        lane.met[meeting.collective] = op;
        m_members[meeting.collective].push_back(op);
        if (m_bySegment) {
            addUnused(rank, lane);
            ++lane.place;
        }
    }

    OpIndex joint(OpIndex a, OpIndex b)
    {
        const OpIndex op = addOp(0, kNoKey);
        m_graph.depend(op, a);
        m_graph.depend(op, b);
        return op;
    }

    void addRank(std::uint32_t r)
    {
        const RankTimeline& timeline = m_timeline.ranks[r];
        Lane lane;
        lane.last = addOp(firstStart(r), kNoKey);
        RankVisitor visitor;
        visitor.beginStep = [&](std::size_t step) {
            const auto found = m_counted.find(timeline.steps[step].step);
            lane.step = found == m_counted.end() ? std::nullopt : std::optional(found->second);
            lane.stepStart = lane.last;
            lane.place = 0;
        };
        visitor.work = [&](const StagePiece& piece) {
            lane.segment[{indexOf(piece.stage), typeOf(piece.part)}] += piece.time.length();
        };
        visitor.exposed = [&](const StagePiece& piece) {
            if (piece.part == Quantity::Transfer && lane.cellOf.contains(piece.activity))
                expose(lane.cellOf.at(piece.activity), piece.time.length());
        };
        visitor.meet = [&](const Meeting& meeting) { meet(r, lane, meeting); };
        visitor.join = [&](const Meeting& meeting) {
            flush(r, lane);
            lane.last = joint(lane.last, lane.met.at(meeting.collective));
            lane.met.erase(meeting.collective);
        };
        visitor.endStep = [&](std::size_t) {
            flush(r, lane);
            if (!lane.step)
                return;
            addUnused(r, lane);
            m_out.steps[*lane.step].push_back({lane.stepStart, lane.last});
        };
        walkRank(timeline, m_meetings.ofRank[r], visitor);
    }

    /// How much later than the first rank this one begins, by aligned clocks; 0 where clocks are not known to agree.
    [[nodiscard]] Ns firstStart(std::uint32_t r) const
    {
        std::optional<Ns> earliest;
        for (std::uint32_t other = 0; other < m_traces.size(); ++other)
            if (const auto start = alignedStart(other); start && (!earliest || *start < *earliest))
                earliest = *start;
        const auto own = alignedStart(r);
        return own ? *own - *earliest : 0;
    }

    [[nodiscard]] std::optional<Ns> alignedStart(std::uint32_t r) const
    {
        const auto& steps = m_timeline.ranks[r].steps;
        for (const CollectiveSummary::Clock& clock : m_analysis.collectives.clocks)
            if (clock.rank == m_analysis.run->ranks[r].rank && !steps.empty())
                return steps.front().window.start - (clock.applied ? clock.offset : 0);
        return std::nullopt;
    }

    /// Which kinds of work the run has at all. A rank that lacks some gets a place for it, so that the ideal, an
    /// average over ranks and steps, is given out in full.
    void findKinds()
    {
        for (std::uint32_t r = 0; r < m_traces.size(); ++r) {
            const RankTimeline& timeline = m_timeline.ranks[r];
            std::uint32_t place = 0;
            RankVisitor visitor;
            visitor.beginStep = [&](std::size_t) { place = 0; };
            visitor.work = [&](const StagePiece& piece) {
                m_kinds.emplace(place, indexOf(piece.stage), typeOf(piece.part));
            };
            visitor.meet = [&](const Meeting& meeting) {
                m_kinds.emplace(place, indexOf(timeline.work.stageOf[meeting.row]), kCommunication);
                place += m_bySegment ? 1 : 0;
            };
            visitor.exposed = [](const StagePiece&) {};
            visitor.join = [](const Meeting&) {};
            visitor.endStep = [](std::size_t) {};
            walkRank(timeline, m_meetings.ofRank[r], visitor);
        }
    }

    void addUnused(std::uint32_t rank, Lane& lane)
    {
        if (!lane.step)
            return;
        for (auto kind = m_kinds.lower_bound({lane.place, 0, kCompute});
             kind != m_kinds.end() && std::get<0>(*kind) == lane.place; ++kind)
            if (!m_cells.contains({rank, *lane.step, *kind})) {
                const OpIndex op = addOp(0, cell(rank, *kind, lane.step, 0));
                m_graph.depend(op, lane.last);
                lane.last = op;
            }
    }

    void measure()
    {
        for (const std::int64_t number : m_out.stepNumbers) {
            Ns sum = 0;
            Ns n = 0;
            for (const RankTimeline& rank : m_timeline.ranks)
                for (const StepWindow& step : rank.steps)
                    if (step.step == number) {
                        sum += step.window.length();
                        ++n;
                    }
            m_out.measured.push_back(n > 0 ? sum / n : 0);
        }
    }

    /// "communication in backward of rank 1, step 4 → …", the first few.
    [[nodiscard]] std::string describe(const std::vector<OpIndex>& cycle) const
    {
        constexpr std::size_t kShown = 4;
        std::string out;
        std::size_t shown = 0;
        for (const OpIndex op : cycle) {
            if (m_out.cellOf[op] == kNoKey || shown == kShown)
                continue;
            const WorkCell& work = m_out.cells[m_out.cellOf[op]];
            out += fmt::format("{}{} in {} of rank {}, step {}", shown == 0 ? "" : " → ", m_out.types[work.type],
                               m_out.stages[work.stage], m_out.workers[work.worker], m_out.stepNumbers[work.step]);
            ++shown;
        }
        return out.empty() ? fmt::format("{} operations in a circle", cycle.size()) : out;
    }

    const RunAnalysis& m_analysis;
    const RunTimeline& m_timeline;
    const bool m_bySegment;
    std::vector<const Trace*> m_traces;
    RankMeetings m_meetings;
    std::map<std::int64_t, std::uint32_t> m_counted;
    std::map<std::tuple<std::uint32_t, std::uint32_t, Kind>, std::size_t> m_cells;  ///< by rank and step
    std::map<Kind, std::uint32_t> m_pools;
    std::set<Kind> m_kinds;
    std::vector<std::vector<OpIndex>> m_members;
    DependencyGraph m_graph;
    ReplayModel m_out;
};

}  // namespace

Result<ReplayModel> collectiveModel(const RunAnalysis& analysis, bool bySegment)
{
    return Builder(analysis, bySegment).run();
}

std::optional<std::size_t> meetingsPerStep(const RunAnalysis& analysis)
{
    std::vector<const Trace*> traces;
    for (const RankData& rank : analysis.run->ranks)
        traces.push_back(rank.trace.get());
    const std::vector<std::vector<Meeting>> meetings = meetingsOf(*analysis.timeline, traces).ofRank;
    std::optional<std::size_t> common;
    for (std::uint32_t r = 0; r < traces.size(); ++r) {
        const RankTimeline& rank = analysis.timeline->ranks[r];
        std::vector<std::size_t> count(rank.steps.size(), 0);
        for (const Meeting& meeting : meetings[r]) {
            const auto after = std::ranges::upper_bound(rank.steps, meeting.start, {},
                                                        [](const StepWindow& step) { return step.window.start; });
            ++count[static_cast<std::size_t>(after - rank.steps.begin()) - 1];
        }
        for (const std::size_t n : count) {
            if (common && *common != n)
                return std::nullopt;
            common = n;
        }
    }
    return common;
}

}  // namespace headwater::whatif
