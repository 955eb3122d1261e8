// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineWalk.h"

#include <algorithm>

namespace headwater {

namespace {

struct Candidate {
    Ns start = 0;
    TimelinePick pick;
};

void keepNearer(std::optional<Candidate>& best, const Candidate& other, bool forward)
{
    if (!best || (forward ? other.start < best->start : other.start > best->start))
        best = other;
}

void fromLane(std::optional<Candidate>& best, const LaneIndex& lane, const std::vector<Ns>& starts, TimelinePick pick,
              Ns time, bool forward)
{
    std::size_t at = lane.positionAt(time);
    if (forward && at < lane.size() && starts[lane.rows()[at]] <= time)
        ++at;
    if (!forward) {
        if (at < lane.size() && starts[lane.rows()[at]] < time)
            ++at;
        if (at == 0)
            return;
        --at;
    }
    if (at >= lane.size())
        return;
    pick.row = lane.rows()[at];
    keepNearer(best, {starts[pick.row], pick}, forward);
}

void fromGaps(std::optional<Candidate>& best, const TimelineRank& rank, TimelinePick pick, Ns time, bool forward)
{
    const std::vector<Gap>& gaps = rank.gaps.gaps;
    const auto start = [](const Gap& gap) { return gap.time.start; };
    auto at =
        forward ? std::ranges::upper_bound(gaps, time, {}, start) : std::ranges::lower_bound(gaps, time, {}, start);
    if (forward ? at == gaps.end() : at == gaps.begin())
        return;
    if (!forward)
        --at;
    pick.kind = TimelinePick::Kind::Gap;
    pick.row = static_cast<Row>(at - gaps.begin());
    keepNearer(best, {at->time.start, pick}, forward);
}

}  // namespace

std::optional<TimelinePick> neighbour(const TimelineData& data, const TimelineState& state, const TimelineRow& row,
                                      Ns time, bool forward)
{
    if (row.kind == TimelineRow::Kind::Header)
        return std::nullopt;
    const TimelineRank& rank = data.run(row.side).ranks[row.rank];
    std::optional<Candidate> best;
    TimelinePick pick{row.side, row.rank, TimelinePick::Kind::Activity, kNoRow};
    if (row.kind == TimelineRow::Kind::Lane) {
        const TimelineTrack& track = rank.tracks[row.track];
        if (!track.device)
            pick.kind = TimelinePick::Kind::Host;
        fromLane(best, track.lanes[row.lane], track.device ? rank.trace->device.start : rank.trace->host.start, pick,
                 time, forward);
    } else {
        if (state.mode != TimelineMode::BubblesOnly)
            for (const LaneIndex& lane : rank.compute)
                fromLane(best, lane, rank.trace->device.start, pick, time, forward);
        fromGaps(best, rank, pick, time, forward);
    }
    return best ? std::optional(best->pick) : std::nullopt;
}

std::optional<TimelinePick> pickNear(const TimelineData& data, const TimelineState& state, const TimelineRow& row,
                                     Ns time)
{
    if (const auto before = neighbour(data, state, row, time + 1, false))
        if (const Interval at = timeOf(data, *before); at.end > time || at.start == time)
            return before;
    const auto behind = neighbour(data, state, row, time, true);
    return behind ? behind : neighbour(data, state, row, time, false);
}

}  // namespace headwater
