// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Partition.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include "core/analysis/DeviceBreakdown.h"

namespace headwater {

namespace {

using Piece = StagePiece;
using Pieces = std::vector<Piece>;  ///< sorted and disjoint

std::size_t at(Quantity quantity)
{
    return static_cast<std::size_t>(quantity);
}

/// Calls visit(interval) for each part of `time` that `covered` does not hold. `hint` walks forward over covered as
/// long as calls come in order of time.
template <class Visit>
void uncovered(Interval time, const IntervalSet& covered, std::size_t& hint, Visit visit)
{
    while (hint < covered.size() && covered[hint].end <= time.start)
        ++hint;
    for (std::size_t i = hint; i < covered.size() && covered[i].start < time.end; ++i) {
        if (covered[i].start > time.start)
            visit(Interval{time.start, covered[i].start});
        time.start = std::max(time.start, covered[i].end);
    }
    if (time.end > time.start)
        visit(time);
}

Pieces without(const Pieces& pieces, const IntervalSet& covered)
{
    Pieces rest;
    std::size_t hint = 0;
    for (const Piece& piece : pieces)
        uncovered(piece.time, covered, hint, [&](Interval time) {
            rest.push_back({time, piece.stage, piece.part, piece.activity});
        });
    return rest;
}

IntervalSet timesOf(const Pieces& pieces)
{
    std::vector<Interval> times;
    times.reserve(pieces.size());
    for (const Piece& piece : pieces)
        times.push_back(piece.time);
    return unionOf(std::move(times));
}

/// Numeric thread ids in numeric order, before all others.
std::pair<long long, std::string> threadOrder(const Track& track)
{
    long long number = std::numeric_limits<long long>::max();
    std::from_chars(track.thread.data(), track.thread.data() + track.thread.size(), number);
    return {number, track.thread};
}

const StageSegments& segmentsOn(const SegmentsByTrack& segments, TrackId track)
{
    static const StageSegments kNone;
    const auto found = segments.find(track);
    return found == segments.end() ? kNone : found->second;
}

class Partitioner {
public:
    /// `kept`: where to put the pieces, or null.
    explicit Partitioner(const PartitionInput& input, Pieces* kept = nullptr)
        : m_in(input)
        , m_out(input.steps.steps.size())
        , m_kept(kept)
        , m_segments(innermost(input.ranges))
        , m_stageOf(activityStages(input.trace, input.steps, m_segments))
    {
        for (StepPartition& step : m_out)
            step.stages.assign(m_in.stageCount + 1, StageCell{});
    }

    [[nodiscard]] const std::vector<StageIndex>& stageOf() const { return m_stageOf; }

    std::vector<StepPartition> run()
    {
        IntervalSet covered;
        for (const ActivityClass activity :
             {ActivityClass::Compute, ActivityClass::Comm, ActivityClass::Memcpy, ActivityClass::Memset}) {
            const Pieces owned = without(piecesOf(activity), covered);
            covered = unite(covered, timesOf(owned));
            account(owned);
        }
        findLaunchingThreads();
        for (std::size_t i = 0; i < m_out.size(); ++i)
            accountIdle(i, covered);
        accountHost();
        accountPureCompute();
        for (StepPartition& step : m_out)
            sumSpans(step);
        return std::move(m_out);
    }

private:
    [[nodiscard]] const StageSegments& segmentsOf(TrackId track) const { return segmentsOn(m_segments, track); }

    /// Activities of a class as disjoint pieces: while several run, the one that started first owns the time.
    Pieces piecesOf(ActivityClass activity) const
    {
        constexpr std::array<Quantity, 4> kPart = {Quantity::Compute, Quantity::Transfer, Quantity::Memcpy,
                                                   Quantity::Memset};
        const ActivityTable& device = m_in.trace.device;
        Pieces pieces;
        Ns owned = std::numeric_limits<Ns>::min();
        for (Row row = 0; row < device.size(); ++row) {
            if (device.activity[row] != activity || !isCounted(m_in.trace, row, m_in.linkedOnly) ||
                device.end[row] <= std::max(owned, device.start[row]))
                continue;
            Interval time{std::max(owned, device.start[row]), device.end[row]};
            owned = time.end;
            if (activity == ActivityClass::Comm && !m_in.waits.empty() && m_in.waits[row] > 0) {
                const Ns transferStart = std::clamp(device.start[row] + m_in.waits[row], time.start, time.end);
                if (transferStart > time.start)
                    pieces.push_back({{time.start, transferStart}, m_stageOf[row], Quantity::Wait, row});
                time.start = transferStart;
            }
            if (time.end > time.start)
                pieces.push_back({time, m_stageOf[row], kPart[static_cast<std::size_t>(activity)], row});
        }
        return pieces;
    }

    void give(std::size_t step, StageIndex stage, Quantity part, Ns time)
    {
        const std::size_t index = stage == kNoStage ? m_in.stageCount : stage;
        m_out[step].stages[index][at(part)] += time;
    }

    void keep(Interval time, const Piece& owner)
    {
        if (m_kept != nullptr && time.length() > 0)
            m_kept->push_back({time, owner.stage, owner.part, owner.activity});
    }

    void account(const Pieces& pieces)
    {
        std::size_t first = 0;
        for (std::size_t i = 0; i < m_out.size(); ++i) {
            const Interval window = m_in.steps.steps[i].window;
            while (first < pieces.size() && pieces[first].time.end <= window.start)
                ++first;
            for (std::size_t p = first; p < pieces.size() && pieces[p].time.start < window.end; ++p) {
                const Interval inside{std::max(pieces[p].time.start, window.start),
                                      std::min(pieces[p].time.end, window.end)};
                give(i, pieces[p].stage, pieces[p].part, inside.length());
                if (pieces[p].part != Quantity::Host)
                    keep(inside, pieces[p]);
            }
        }
    }

    [[nodiscard]] std::size_t stepAt(Ns time) const
    {
        const auto& steps = m_in.steps.steps;
        const auto after =
            std::ranges::upper_bound(steps, time, {}, [](const StepWindow& s) { return s.window.start; });
        if (after == steps.begin() || time >= (after - 1)->window.end)
            return m_out.size();
        return static_cast<std::size_t>(after - steps.begin()) - 1;
    }

    /// Per step the threads that launched device work; where the trace has no device, every thread with stages.
    void findLaunchingThreads()
    {
        const Trace& trace = m_in.trace;
        std::vector<std::set<TrackId>> threads(m_out.size());
        std::vector<bool> used(trace.host.size(), false);
        for (Row row = 0; row < trace.device.size(); ++row)
            if (const Row launch = trace.device.launch[row]; launch != kNoRow) {
                used[launch] = true;
                if (const std::size_t step = stepAt(trace.host.start[launch]); step < m_out.size())
                    threads[step].insert(trace.host.track[launch]);
            }
        if (trace.device.size() == 0)
            for (std::set<TrackId>& all : threads)
                for (const auto& [track, segments] : m_segments)
                    all.insert(track);
        for (const std::set<TrackId>& set : threads) {
            std::vector<TrackId> order(set.begin(), set.end());
            std::erase(order, m_in.steps.thread);
            std::ranges::sort(order, {}, [&](TrackId t) { return threadOrder(trace.tracks[static_cast<Row>(t)]); });
            order.insert(order.begin(), m_in.steps.thread);
            m_idleThreads.push_back(std::move(order));
        }
        countLaunches(used);
    }

    void countLaunches(const std::vector<bool>& used)
    {
        const Trace& trace = m_in.trace;
        std::vector<signed char> launching(trace.names.size(), -1);
        for (Row row = 0; row < trace.host.size(); ++row) {
            if (trace.host.kind[row] != HostKind::Runtime && trace.host.kind[row] != HostKind::Driver)
                continue;
            signed char& known = launching[static_cast<std::size_t>(trace.host.name[row])];
            if (known < 0) {
                const std::string_view name = trace.hostName(row);
                known = name.find("LaunchKernel") != std::string_view::npos ||
                        name.find("MemcpyAsync") != std::string_view::npos ||
                        name.find("MemsetAsync") != std::string_view::npos;
            }
            const std::size_t step = known > 0 ? stepAt(trace.host.start[row]) : m_out.size();
            if (step >= m_out.size())
                continue;
            StepPartition& out = m_out[step];
            const Ns start = trace.host.start[row];
            ++out.launches;
            out.launchesLost += !used[row];
            Ns& mark = used[row] ? out.lastKept : out.firstLost;
            if (mark == kMissing || (used[row] ? start > mark : start < mark))
                mark = start;
        }
    }

    void accountIdle(std::size_t step, const IntervalSet& covered)
    {
        IntervalSet idle = subtract({m_in.steps.steps[step].window}, clip(covered, m_in.steps.steps[step].window));
        for (const TrackId track : m_idleThreads[step]) {
            if (idle.empty())
                return;
            idle = giveIdle(step, idle, segmentsOf(track));
        }
        give(step, kNoStage, Quantity::Idle, totalLength(idle));
        for (const Interval& gap : idle)
            keep(gap, {});
    }

    /// Gives the idle time under the segments to their stages and returns the rest.
    IntervalSet giveIdle(std::size_t step, const IntervalSet& idle, const StageSegments& segments)
    {
        IntervalSet under;
        for (const Interval& gap : idle) {
            auto it = std::ranges::upper_bound(segments, gap.start, {}, [](const StageRange& s) { return s.time.end; });
            for (; it != segments.end() && it->time.start < gap.end; ++it) {
                const Interval part{std::max(gap.start, it->time.start), std::min(gap.end, it->time.end)};
                give(step, it->stage, Quantity::Idle, part.length());
                keep(part, {{}, it->stage, Quantity::Idle, kNoRow});
                under.push_back(part);
            }
        }
        return subtract(idle, unionOf(std::move(under)));
    }

    /// Host time of a stage: union of its ranges over all threads, within the step.
    void accountHost()
    {
        std::vector<std::vector<Interval>> times(m_in.stageCount);
        for (const auto& [track, ranges] : m_in.ranges)
            for (const StageRange& range : ranges)
                times[range.stage].push_back(range.time);
        for (StageIndex stage = 0; stage < times.size(); ++stage) {
            Pieces pieces;
            for (const Interval& time : unionOf(std::move(times[stage])))
                pieces.push_back({time, stage, Quantity::Host, kNoRow});
            account(pieces);
        }
    }

    void accountPureCompute()
    {
        for (StepPartition& step : m_out)
            for (const StageCell& cell : step.stages)
                step.pureCompute += cell[at(Quantity::Compute)];
    }

    static void sumSpans(StepPartition& step)
    {
        for (StageCell& cell : step.stages)
            for (const Quantity part : {Quantity::Compute, Quantity::Transfer, Quantity::Wait, Quantity::Memcpy,
                                        Quantity::Memset, Quantity::Idle})
                cell[at(Quantity::Span)] += cell[at(part)];
    }

    const PartitionInput& m_in;
    std::vector<StepPartition> m_out;
    Pieces* m_kept;
    SegmentsByTrack m_segments;
    std::vector<StageIndex> m_stageOf;
    std::vector<std::vector<TrackId>> m_idleThreads;
};

}  // namespace

std::vector<StageIndex> activityStages(const Trace& trace, const StepSet& steps, const SegmentsByTrack& segments)
{
    std::vector<StageIndex> stages(trace.device.size(), kNoStage);
    const StageSegments& stepThread = segmentsOn(segments, steps.thread);
    for (Row row = 0; row < trace.device.size(); ++row) {
        const Row launch = trace.device.launch[row];
        if (launch == kNoRow)
            continue;
        stages[row] = stageAt(segmentsOn(segments, trace.host.track[launch]), trace.host.start[launch]);
        if (stages[row] == kNoStage)
            stages[row] = stageAt(stepThread, trace.host.start[launch]);
    }
    return stages;
}

std::vector<StepPartition> partitionSteps(const PartitionInput& input)
{
    return Partitioner(input).run();
}

StagePieces stagePieces(const PartitionInput& input)
{
    StagePieces out;
    Partitioner partitioner(input, &out.pieces);
    partitioner.run();
    std::ranges::sort(out.pieces, {}, [](const StagePiece& piece) { return piece.time.start; });
    out.stageOf = partitioner.stageOf();
    return out;
}

}  // namespace headwater
