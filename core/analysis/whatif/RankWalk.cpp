// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/RankWalk.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "core/analysis/whatif/LaunchOrder.h"

namespace headwater::whatif {

namespace {

/// The step whose window holds `time`, or the number of steps.
std::size_t stepAt(const RankTimeline& rank, Ns time)
{
    const auto after =
        std::ranges::upper_bound(rank.steps, time, {}, [](const StepWindow& step) { return step.window.start; });
    if (after == rank.steps.begin() || time >= (after - 1)->window.end)
        return rank.steps.size();
    return static_cast<std::size_t>(after - rank.steps.begin()) - 1;
}

/// `time` moved back into the last step that began before it.
Ns insideAStep(const RankTimeline& rank, Ns time)
{
    const auto after =
        std::ranges::lower_bound(rank.steps, time, {}, [](const StepWindow& step) { return step.window.start; });
    return after == rank.steps.begin() ? time : std::min(time, (after - 1)->window.end);
}

/// Start of the first own work after `end` that belongs to another stage than the collective, within the step.
Ns nextStage(const RankTimeline& rank, Ns end, StageIndex stage)
{
    const std::size_t step = stepAt(rank, end);
    const Ns last = step < rank.steps.size() ? rank.steps[step].window.end : insideAStep(rank, end);
    const auto& pieces = rank.work.pieces;
    auto piece =
        std::ranges::lower_bound(pieces, end, {}, [](const StagePiece& candidate) { return candidate.time.start; });
    while (piece != pieces.end() && piece->time.start < last && piece->stage == stage)
        ++piece;
    return piece == pieces.end() ? last : std::min(last, piece->time.start);
}

/// Where the activity of pieces[i] stops owning the time without a break.
Ns runEnd(const std::vector<StagePiece>& pieces, std::size_t i)
{
    std::size_t next = i + 1;
    while (next < pieces.size() && pieces[next].activity == pieces[i].activity &&
           pieces[next].time.start == pieces[next - 1].time.end)
        ++next;
    return pieces[next - 1].time.end;
}

struct Mark {
    Ns time = 0;
    bool starts = false;  ///< else joins; joins come first
    std::size_t meeting = 0;
};

std::vector<Mark> marksOf(const std::vector<Meeting>& meetings)
{
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < meetings.size(); ++i) {
        marks.push_back({meetings[i].ready, true, i});
        marks.push_back({meetings[i].join, false, i});
    }
    // A collective without a length starts before it is joined.
    std::ranges::stable_sort(marks, [&](const Mark& a, const Mark& b) {
        if (a.time != b.time)
            return a.time < b.time;
        const auto order = [&](const Mark& mark) {
            const Meeting& meeting = meetings[mark.meeting];
            return mark.starts ? 1 : (meeting.ready == meeting.join ? 2 : 0);
        };
        return order(a) < order(b);
    });
    return marks;
}

/// What a rank's collectives stood behind: their own stream, and the compute launched before them.
class Queue {
public:
    explicit Queue(const Trace& trace)
        : m_trace(trace)
        , m_order(trace)
        , m_before(trace.device.size(), kMissing)
        , m_launched(trace.host.size(), 0)
    {
        const ActivityTable& device = trace.device;
        std::map<TrackId, Ns> free;
        for (Row row = 0; row < device.size(); ++row) {
            const auto [known, isFirst] = free.try_emplace(device.track[row], device.end[row]);
            if (!isFirst) {
                m_before[row] = known->second;
                known->second = std::max(known->second, device.end[row]);
            }
            if (const Row launch = device.launch[row]; launch != kNoRow)
                m_launched[launch] = m_launched[launch] == 0 ? 1 : 2;
        }
    }

    /// Nothing where the kernel stood in its stream's queue and its launch does not say for how long.
    [[nodiscard]] std::optional<Ns> ready(Row row) const
    {
        constexpr Ns kGap = 10'000;  // between two kernels of a queue
        const Ns start = m_trace.device.start[row];
        if (m_before[row] == kMissing || start - m_before[row] > kGap)
            return start;
        const Row launch = m_trace.device.launch[row];
        if (launch == kNoRow || m_launched[launch] > 1)  // a graph launches many: what is before which is not known
            return std::nullopt;
        const Ns launched = m_trace.host.start[launch];
        return std::min(start, std::max(launched, m_order.endBefore(launched).value_or(launched)));
    }

private:
    const Trace& m_trace;
    LaunchOrder m_order;
    std::vector<Ns> m_before;              ///< per row: when its stream was free, kMissing for the first of a stream
    std::vector<std::uint8_t> m_launched;  ///< per row of the host: activities it launched, 2 for more
};

/// Sets `ready` of a rank's meetings and sorts by it; those of one stream keep their order.
void findReady(const RankTimeline& rank, const Trace& trace, std::vector<Meeting>& meetings, std::size_t& blind)
{
    const Queue queue(trace);
    std::map<TrackId, Ns> latest;
    std::ranges::sort(meetings, {}, [](const Meeting& meeting) { return std::pair(meeting.start, meeting.row); });
    for (Meeting& meeting : meetings) {
        const std::optional<Ns> ready = queue.ready(meeting.row);
        blind += ready ? 0 : 1;
        Ns& before = latest.try_emplace(trace.device.track[meeting.row], std::numeric_limits<Ns>::min()).first->second;
        // A step counts those that begin within it.
        const Ns earliest = rank.steps[stepAt(rank, meeting.start)].window.start;
        meeting.ready = before = std::max({before, ready.value_or(meeting.start), earliest});
    }
    std::ranges::sort(meetings, {},
                      [](const Meeting& meeting) { return std::tuple(meeting.ready, meeting.start, meeting.row); });
}

}  // namespace

RankMeetings meetingsOf(const RunTimeline& timeline, const std::vector<const Trace*>& traces)
{
    std::vector<std::set<Row>> exposed(traces.size());  // the rank did nothing else when these ended
    for (std::size_t r = 0; r < traces.size(); ++r)
        for (const StagePiece& piece : timeline.ranks[r].work.pieces)
            if (piece.activity != kNoRow && piece.time.end == traces[r]->device.end[piece.activity])
                exposed[r].insert(piece.activity);
    RankMeetings meetings{std::vector<std::vector<Meeting>>(traces.size()), 0};
    for (std::uint32_t c = 0; c < timeline.match.collectives.size(); ++c) {
        const std::vector<CollectiveMember>& members = timeline.match.collectives[c].members;
        const bool usable = std::ranges::all_of(members, [&](const CollectiveMember& member) {
            const RankTimeline& rank = timeline.ranks[member.rank];
            return rank.wait[member.row] != kMissing &&
                   stepAt(rank, traces[member.rank]->device.start[member.row]) < rank.steps.size();
        });
        if (!usable)
            continue;
        for (const CollectiveMember& member : members) {
            const RankTimeline& rank = timeline.ranks[member.rank];
            const Ns start = traces[member.rank]->device.start[member.row];
            const Ns end = traces[member.rank]->device.end[member.row];
            const Ns needed =
                exposed[member.rank].contains(member.row) ? end : nextStage(rank, end, rank.work.stageOf[member.row]);
            const Ns join = std::max(start, insideAStep(rank, needed));
            meetings.ofRank[member.rank].push_back({c, member.row, start, start, end, join});
        }
    }
    for (std::size_t r = 0; r < traces.size(); ++r)
        findReady(timeline.ranks[r], *traces[r], meetings.ofRank[r], meetings.queuedBlindly);
    return meetings;
}

void walkRank(const RankTimeline& rank, const std::vector<Meeting>& meetings, const RankVisitor& visitor)
{
    std::map<Row, Ns> ends;
    for (const Meeting& meeting : meetings)
        ends[meeting.row] = meeting.end;
    const std::vector<Mark> marks = marksOf(meetings);
    const auto& pieces = rank.work.pieces;
    std::size_t mark = 0;
    std::size_t piece = 0;
    const auto passMarks = [&](Ns until) {
        for (; mark < marks.size() && marks[mark].time <= until; ++mark)
            (marks[mark].starts ? visitor.meet : visitor.join)(meetings[marks[mark].meeting]);
    };
    for (std::size_t step = 0; step < rank.steps.size(); ++step) {
        const Interval window = rank.steps[step].window;
        visitor.beginStep(step);
        for (; piece < pieces.size() && pieces[piece].time.start < window.end; ++piece) {
            StagePiece rest = pieces[piece];
            passMarks(rest.time.start);
            const auto inside = rest.activity == kNoRow ? ends.end() : ends.find(rest.activity);
            if (inside != ends.end() && runEnd(pieces, piece) == inside->second) {
                visitor.exposed(rest);
                continue;
            }
            if (inside != ends.end())
                rest.part = Quantity::Idle;
            while (mark < marks.size() && marks[mark].time < rest.time.end) {
                StagePiece before = rest;
                before.time.end = marks[mark].time;
                rest.time.start = marks[mark].time;
                visitor.work(before);
                passMarks(marks[mark].time);
            }
            visitor.work(rest);
        }
        // What starts at the very end belongs to the next step; what is joined there still belongs to this one.
        for (; mark < marks.size() &&
               (marks[mark].time < window.end || (marks[mark].time == window.end && !marks[mark].starts));
             ++mark)
            (marks[mark].starts ? visitor.meet : visitor.join)(meetings[marks[mark].meeting]);
        visitor.endStep(step);
    }
    passMarks(std::numeric_limits<Ns>::max());
}

}  // namespace headwater::whatif
