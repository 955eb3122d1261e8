// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/TracePipeline.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/analysis/whatif/LaunchOrder.h"
#include "core/analysis/whatif/RankWalk.h"
#include "core/trace/Intervals.h"

namespace headwater::whatif {

namespace {

const char* wordFor(Quantity part)
{
    switch (part) {
    case Quantity::Compute: return "compute";
    case Quantity::Memcpy: return "memcpy";
    case Quantity::Memset: return "memset";
    case Quantity::Transfer:
    case Quantity::Wait: return "communication";
    default: return "idle";
    }
}

/// What happens on a rank at one moment; joins come before what starts.
struct Mark {
    Ns time = 0;
    bool starts = false;
    const Meeting* meeting = nullptr;
};

/// `time` without the intervals of `away`, which are many.
IntervalSet without(const Interval& time, const IntervalSet& away)
{
    const auto first = std::ranges::lower_bound(away, time.start, {}, &Interval::end);
    const auto last = std::ranges::lower_bound(away, time.end, {}, &Interval::start);
    return subtract({time}, first < last ? IntervalSet(first, last) : IntervalSet());
}

class Builder {
public:
    Builder(const RunAnalysis& analysis, const PipelineGrid& grid)
        : m_analysis(analysis)
        , m_timeline(*analysis.timeline)
        , m_grid(grid)
        , m_members(m_timeline.match.collectives.size())
    {
        for (std::size_t stage = 0; stage < grid.stages; ++stage)
            m_out.stages.push_back(std::to_string(stage));
        for (std::size_t replica = 0; replica < grid.replicas; ++replica)
            m_out.workers.push_back(std::to_string(replica));
        for (const PeerTransfer& transfer : grid.transfers)
            m_transfers[transfer.collective] = &transfer;
    }

    Result<ReplayModel> run()
    {
        countSteps();
        if (m_out.stepNumbers.empty())
            return fail(ErrorCode::NothingUsable, "no step is whole on all ranks", m_analysis.run->name, {},
                        "give traces that hold at least one whole step");
        std::vector<const Trace*> traces;
        for (const RankData& rank : m_analysis.run->ranks)
            traces.push_back(rank.trace.get());
        RankMeetings meetings = meetingsOf(m_timeline, traces);
        m_meetings = std::move(meetings.ofRank);
        m_out.queuedBlindly = meetings.queuedBlindly;
        for (std::uint32_t r = 0; r < traces.size(); ++r)
            addRank(r);
        for (std::vector<OpIndex>& members : m_members)
            if (!members.empty())
                m_graph.groups.push_back(std::move(members));
        auto plan = planReplay(m_graph);
        if (!plan)
            return fail(ErrorCode::Malformed,
                        fmt::format("{} operations of the pipeline wait for each other", plan.error().size()),
                        m_analysis.run->name, {}, "check that all files are of one run");
        m_out.plan = std::move(*plan);
        measure();
        dropFirst();
        m_out.pipeline = true;
        m_out.source = "sends and receives of a pipeline";
        return std::move(m_out);
    }

private:
    /// Where the walk along one rank is.
    struct Lane {
        std::uint32_t rank = 0;
        OpIndex last = kNoOp;                 ///< own work
        std::map<TrackId, OpIndex> onStream;  ///< last communication
        std::map<std::uint32_t, OpIndex> met;
        std::map<std::string, Ns> segment;               ///< own time by type since the last mark
        std::map<std::string, std::uint32_t> transfers;  ///< of a type in this step so far
        std::map<Row, Ns> exposed;                       ///< of communication, all steps
        std::optional<std::uint32_t> step;
    };

    /// Steps that every rank has in full.
    void countSteps()
    {
        std::map<std::int64_t, std::size_t> whole;
        for (const RankAnalysis& rank : m_analysis.ranks)
            for (const StepAnalysis& step : rank.steps)
                whole[step.step] += step.status == StepStatus::Ok;
        for (const auto& [step, count] : whole)
            if (count == m_analysis.ranks.size()) {
                m_counted[step] = static_cast<std::uint32_t>(m_out.stepNumbers.size());
                m_out.stepNumbers.push_back(step);
            }
        m_out.steps.resize(m_out.stepNumbers.size());
    }

    OpIndex addOp(Ns duration, std::uint32_t cell, OpIndex before)
    {
        m_out.duration.push_back(duration);
        m_out.cellOf.push_back(cell);
        const OpIndex op = m_graph.add();
        if (before != kNoOp)
            m_graph.depend(op, before);
        return op;
    }

    std::uint32_t typeOf(const std::string& name, bool median)
    {
        const auto [found, isNew] = m_types.try_emplace(name, static_cast<std::uint32_t>(m_out.types.size()));
        if (isNew) {
            m_out.types.push_back(name);
            m_out.medianPool.push_back(median);  // one pool a type
        }
        return found->second;
    }

    /// The cell of a type's work of this rank in this step, with `time` added; none in a step that is not counted.
    std::uint32_t cell(const Lane& lane, std::uint32_t type, std::uint32_t ordinal, Ns time, Ns exposed)
    {
        if (!lane.step)
            return kNoKey;
        const auto [found, isNew] =
            m_cells.try_emplace({lane.rank, *lane.step, type, ordinal}, static_cast<std::uint32_t>(m_out.cells.size()));
        if (isNew)
            m_out.cells.push_back(
                {*lane.step, m_grid.stageOf[lane.rank], m_grid.replicaOf[lane.rank], type, ordinal, type, 0, 0});
        WorkCell& cell = m_out.cells[found->second];
        cell.total += time;
        cell.exposed += exposed;
        return found->second;
    }

    void flush(Lane& lane)
    {
        for (const auto& [name, time] : lane.segment)
            lane.last = addOp(time, cell(lane, typeOf(name, false), 0, time, time), lane.last);
        lane.segment.clear();
    }

    [[nodiscard]] const std::string& stageName(StageIndex stage) const
    {
        const std::vector<std::string>& names = m_analysis.cube.stages();
        return stage == kNoStage ? names.back() : names[stage];
    }

    [[nodiscard]] std::string commType(std::uint32_t rank, const Meeting& meeting) const
    {
        if (const auto transfer = m_transfers.find(meeting.collective); transfer != m_transfers.end())
            return transfer->second->forward ? "forward-pp-comm" : "backward-pp-comm";
        const Trace& trace = *m_analysis.run->ranks[rank].trace;
        const Row details = trace.device.collective[meeting.row];
        return details == kNoRow ? "communication" : std::string(trace.names[trace.collectives[details].operation]);
    }

    void meet(Lane& lane, const Meeting& meeting)
    {
        flush(lane);
        const ActivityTable& device = m_analysis.run->ranks[lane.rank].trace->device;
        const Ns transfer = meeting.end - meeting.start - m_timeline.ranks[lane.rank].wait[meeting.row];
        const std::string name = commType(lane.rank, meeting);
        const std::uint32_t work = cell(lane, typeOf(name, true), lane.transfers[name]++, transfer,
                                        std::min(transfer, lane.exposed[meeting.row]));
        const OpIndex op = addOp(transfer, work, lane.last);
        const auto [before, isFirst] = lane.onStream.try_emplace(device.track[meeting.row], op);
        if (!isFirst)
            m_graph.depend(op, before->second);
        before->second = op;
        lane.met[meeting.collective] = op;
        m_members[meeting.collective].push_back(op);
    }

    void pass(Lane& lane, const std::vector<Mark>& marks, std::size_t& mark, Ns until)
    {
        for (; mark < marks.size() && marks[mark].time <= until; ++mark) {
            if (marks[mark].starts) {
                meet(lane, *marks[mark].meeting);
                continue;
            }
            const auto op = lane.met.find(marks[mark].meeting->collective);
            if (op == lane.met.end())
                continue;
            flush(lane);
            lane.last = addOp(0, kNoKey, lane.last);
            m_graph.depend(lane.last, op->second);
            lane.met.erase(op);
        }
    }

    /// After which of the rank's own work a kernel of communication comes. A send comes after the compute launched
    /// before it: what runs beside it already, and what that waited for, it does not need.
    [[nodiscard]] Ns startOf(const Trace& trace, const LaunchOrder& order, std::uint32_t r,
                             const Meeting& meeting) const
    {
        const auto transfer = m_transfers.find(meeting.collective);
        const Row launch = trace.device.launch[meeting.row];
        if (transfer == m_transfers.end() || transfer->second->sender != r || launch == kNoRow)
            return meeting.start;
        return std::min(meeting.start, order.endBefore(trace.host.start[launch]).value_or(meeting.start));
    }

    /// Starts of communication, and joins of what is not sent.
    [[nodiscard]] std::vector<Mark> marksOf(std::uint32_t r) const
    {
        const Trace& trace = *m_analysis.run->ranks[r].trace;
        const LaunchOrder order(trace);
        std::vector<Mark> marks;
        for (const Meeting& meeting : m_meetings[r]) {
            marks.push_back({startOf(trace, order, r, meeting), true, &meeting});
            const auto transfer = m_transfers.find(meeting.collective);
            if (transfer == m_transfers.end()) {
                marks.push_back({std::max(meeting.join, meeting.start + 1), false, &meeting});
                continue;
            }
            if (transfer->second->sender == r)
                continue;
            const Row launch = trace.device.launch[meeting.row];
            const auto needed =
                launch == kNoRow ? std::nullopt : order.firstAfter(trace.host.start[launch], meeting.end);
            marks.push_back({std::max(needed.value_or(meeting.join), meeting.start + 1), false, &meeting});
        }
        std::ranges::stable_sort(marks, [](const Mark& a, const Mark& b) {
            return a.time != b.time ? a.time < b.time : a.starts < b.starts;
        });
        return marks;
    }

    /// When the rank had something open that it may have waited for.
    [[nodiscard]] IntervalSet waitingOf(std::uint32_t r) const
    {
        std::vector<Interval> open;
        for (const Meeting& meeting : m_meetings[r]) {
            const auto transfer = m_transfers.find(meeting.collective);
            if (transfer == m_transfers.end() || transfer->second->receiver == r)
                open.push_back({meeting.start, meeting.end});
        }
        return unionOf(std::move(open));
    }

    void addRank(std::uint32_t r)
    {
        const RankTimeline& timeline = m_timeline.ranks[r];
        std::set<Row> known;
        for (const Meeting& meeting : m_meetings[r])
            known.insert(meeting.row);
        Lane lane;
        lane.rank = r;
        for (const StagePiece& piece : timeline.work.pieces)
            if (known.contains(piece.activity))
                lane.exposed[piece.activity] += piece.time.length();
        const IntervalSet waiting = waitingOf(r);
        const std::vector<Mark> marks = marksOf(r);
        lane.last = addOp(0, kNoKey, kNoOp);
        std::size_t mark = 0;
        auto piece = timeline.work.pieces.begin();
        for (const StepWindow& step : timeline.steps) {
            const auto counted = m_counted.find(step.step);
            lane.step = counted == m_counted.end() ? std::nullopt : std::optional(counted->second);
            lane.transfers.clear();
            const OpIndex start = lane.last;
            for (; piece != timeline.work.pieces.end() && piece->time.start < step.window.end; ++piece)
                own(lane, *piece, known.contains(piece->activity), waiting, marks, mark);
            pass(lane, marks, mark, step.window.end - 1);
            flush(lane);
            if (lane.step)
                m_out.steps[*lane.step].push_back({start, lane.last});
        }
        lane.step = std::nullopt;
        pass(lane, marks, mark, std::numeric_limits<Ns>::max());
    }

    /// A piece of the rank's time, without what it waited, cut at the marks.
    void own(Lane& lane, const StagePiece& piece, bool inComm, const IntervalSet& waiting,
             const std::vector<Mark>& marks, std::size_t& mark)
    {
        const IntervalSet time = inComm ? without(piece.time, waiting) : IntervalSet{piece.time};
        const std::string type =
            fmt::format("{} {}", stageName(piece.stage), wordFor(inComm ? Quantity::Idle : piece.part));
        for (Interval rest : time) {
            pass(lane, marks, mark, rest.start);
            while (mark < marks.size() && marks[mark].time < rest.end) {
                lane.segment[type] += marks[mark].time - rest.start;
                rest.start = marks[mark].time;
                pass(lane, marks, mark, rest.start);
            }
            lane.segment[type] += rest.length();
        }
    }

    void measure()
    {
        for (const std::int64_t number : m_out.stepNumbers) {
            Ns sum = 0;
            for (const RankTimeline& rank : m_timeline.ranks)
                for (const StepWindow& step : rank.steps)
                    sum += step.step == number ? step.window.length() : 0;
            m_out.measured.push_back(sum / static_cast<Ns>(m_timeline.ranks.size()));
        }
    }

    /// How far apart the ranks begin is not known without a common clock, so the first step only fills the pipeline.
    void dropFirst()
    {
        if (m_out.steps.size() < 2)
            return;
        m_out.steps.erase(m_out.steps.begin());
        m_out.stepNumbers.erase(m_out.stepNumbers.begin());
        m_out.measured.erase(m_out.measured.begin());
        for (std::uint32_t& cell : m_out.cellOf)
            cell = cell == kNoKey || m_out.cells[cell].step == 0 ? kNoKey : cell;
        std::vector<std::uint32_t> moved(m_out.cells.size(), kNoKey);
        std::vector<WorkCell> kept;
        for (std::size_t c = 0; c < m_out.cells.size(); ++c) {
            if (m_out.cells[c].step == 0)
                continue;
            moved[c] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(m_out.cells[c]);
            --kept.back().step;
        }
        for (std::uint32_t& cell : m_out.cellOf)
            cell = cell == kNoKey ? kNoKey : moved[cell];
        m_out.cells = std::move(kept);
    }

    const RunAnalysis& m_analysis;
    const RunTimeline& m_timeline;
    const PipelineGrid& m_grid;
    std::vector<std::vector<Meeting>> m_meetings;  ///< by rank
    std::map<std::uint32_t, const PeerTransfer*> m_transfers;
    std::map<std::int64_t, std::uint32_t> m_counted;
    std::map<std::string, std::uint32_t> m_types;
    std::map<std::array<std::uint32_t, 4>, std::uint32_t> m_cells;  ///< by rank, step, type, ordinal
    std::vector<std::vector<OpIndex>> m_members;
    DependencyGraph m_graph;
    ReplayModel m_out;
};

}  // namespace

Result<ReplayModel> tracePipelineModel(const RunAnalysis& analysis, const PipelineGrid& grid)
{
    return Builder(analysis, grid).run();
}

}  // namespace headwater::whatif
