// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/RankWalk.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

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
        marks.push_back({meetings[i].start, true, i});
        marks.push_back({meetings[i].join, false, i});
    }
    // A collective without a length starts before it is joined.
    std::ranges::stable_sort(marks, [&](const Mark& a, const Mark& b) {
        if (a.time != b.time)
            return a.time < b.time;
        const auto order = [&](const Mark& mark) {
            const Meeting& meeting = meetings[mark.meeting];
            return mark.starts ? 1 : (meeting.start == meeting.join ? 2 : 0);
        };
        return order(a) < order(b);
    });
    return marks;
}

}  // namespace

std::vector<std::vector<Meeting>> meetingsOf(const RunTimeline& timeline,
                                             const std::vector<const ActivityTable*>& devices)
{
    std::vector<std::set<Row>> exposed(devices.size());  // the rank did nothing else when these ended
    for (std::size_t r = 0; r < devices.size(); ++r)
        for (const StagePiece& piece : timeline.ranks[r].work.pieces)
            if (piece.activity != kNoRow && piece.time.end == devices[r]->end[piece.activity])
                exposed[r].insert(piece.activity);
    std::vector<std::vector<Meeting>> meetings(devices.size());
    for (std::uint32_t c = 0; c < timeline.match.collectives.size(); ++c) {
        const std::vector<CollectiveMember>& members = timeline.match.collectives[c].members;
        const bool usable = std::ranges::all_of(members, [&](const CollectiveMember& member) {
            const RankTimeline& rank = timeline.ranks[member.rank];
            return rank.wait[member.row] != kMissing &&
                   stepAt(rank, devices[member.rank]->start[member.row]) < rank.steps.size();
        });
        if (!usable)
            continue;
        for (const CollectiveMember& member : members) {
            const RankTimeline& rank = timeline.ranks[member.rank];
            const Ns start = devices[member.rank]->start[member.row];
            const Ns end = devices[member.rank]->end[member.row];
            const Ns needed =
                exposed[member.rank].contains(member.row) ? end : nextStage(rank, end, rank.work.stageOf[member.row]);
            meetings[member.rank].push_back({c, member.row, start, end, std::max(start, insideAStep(rank, needed))});
        }
    }
    for (std::vector<Meeting>& ofRank : meetings)
        std::ranges::sort(ofRank, {}, [](const Meeting& meeting) { return std::pair(meeting.start, meeting.row); });
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
