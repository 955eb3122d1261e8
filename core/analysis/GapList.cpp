// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/GapList.h"

#include <algorithm>
#include <map>

#include "core/analysis/BubbleTimes.h"
#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/Partition.h"

namespace headwater {

namespace {

Ns overlap(Interval a, Interval b)
{
    return std::max<Ns>(0, std::min(a.end, b.end) - std::max(a.start, b.start));
}

/// Gaps of all steps by time: only where they are.
std::vector<Gap> findGaps(const StepSet& steps, const IntervalSet& compute)
{
    const Interval hull{steps.steps.front().window.start, steps.steps.back().window.end};
    const IntervalSet absent = subtract({hull}, compute);
    std::vector<Gap> gaps;
    std::size_t at = 0;
    for (const StepWindow& step : steps.steps) {
        while (at < absent.size() && absent[at].end <= step.window.start)
            ++at;
        // The last one may go on in the next step, so it is looked at again there.
        for (std::size_t i = at; i < absent.size() && absent[i].start < step.window.end; ++i) {
            Gap gap;
            gap.time = {std::max(absent[i].start, step.window.start), std::min(absent[i].end, step.window.end)};
            gap.whole = absent[i];
            gap.step = step.step;
            if (gap.time.length() > 0)
                gaps.push_back(std::move(gap));
        }
    }
    return gaps;
}

void keepLongest(std::vector<Gap>& gaps, std::size_t count)
{
    if (count == 0 || gaps.size() <= count)
        return;
    const auto longer = [](const Gap& a, const Gap& b) {
        return a.time.length() != b.time.length() ? a.time.length() > b.time.length() : a.time.start < b.time.start;
    };
    std::ranges::nth_element(gaps, gaps.begin() + static_cast<std::ptrdiff_t>(count), longer);
    gaps.resize(count);
    gaps.shrink_to_fit();
    std::ranges::sort(gaps, {}, [](const Gap& gap) { return gap.time.start; });
}

/// The compute activities on both sides of each gap, and the thread that launched the later one.
void findNeighbours(const BubbleInput& input, std::vector<Gap>& gaps)
{
    const ActivityTable& device = input.trace.device;
    const auto computes = [&](Row each) {
        return device.activity[each] == ActivityClass::Compute && isCounted(input.trace, each, input.linkedOnly);
    };
    Row last = kNoRow;  // ended last of those that were passed
    Row row = 0;
    for (Gap& gap : gaps) {
        for (; row < device.size() && device.start[row] < gap.whole.end; ++row)
            if (computes(row) && device.end[row] > device.start[row] &&
                (last == kNoRow || device.end[row] > device.end[last]))
                last = row;
        gap.before = last;
        for (Row next = row; next < device.size() && gap.after == kNoRow; ++next)
            if (computes(next))
                gap.after = next;
        const Row launch = gap.after == kNoRow ? kNoRow : device.launch[gap.after];
        gap.hasThread = launch != kNoRow || input.steps.hasThread;
        gap.thread = launch == kNoRow ? input.steps.thread : input.trace.host.track[launch];
    }
}

/// Keeps the rows that cover most of the gap, by start.
template <class Table>
std::vector<Row> mostOf(std::vector<Row> rows, const Table& table, Interval gap, std::size_t count)
{
    const auto covers = [&](Row row) { return overlap({table.start[row], table.end[row]}, gap); };
    std::erase_if(rows, [&](Row row) { return covers(row) == 0; });
    if (rows.size() > count) {
        std::ranges::nth_element(rows, rows.begin() + static_cast<std::ptrdiff_t>(count),
                                 [&](Row a, Row b) { return covers(a) != covers(b) ? covers(a) > covers(b) : a < b; });
        rows.resize(count);
    }
    std::ranges::sort(rows);
    return rows;
}

/// Goes through the gaps of one thread, or of the device, by time together with the rows of a table that `wanted`
/// takes, and keeps what is open.
template <class Table, class Wanted>
void findRows(const Table& table, const std::vector<Gap*>& gaps, std::size_t count, std::vector<Row> Gap::*rows,
              const Wanted& wanted)
{
    std::vector<Row> open;
    Row row = 0;
    for (Gap* gap : gaps) {
        for (; row < table.size() && table.start[row] < gap->time.end; ++row)
            if (table.end[row] > gap->time.start && wanted(row))
                open.push_back(row);
        std::erase_if(open, [&](Row each) { return table.end[each] <= gap->time.start; });
        gap->*rows = mostOf(open, table, gap->time, count);
    }
}

std::vector<GapPiece> piecesOf(const BubbleTimes& times, Interval gap)
{
    std::vector<GapPiece> pieces;
    for (std::size_t part = 0; part < kBubbleParts; ++part)
        for (const Interval& time : clip(times.parts[part], gap))
            pieces.push_back({time, causeOfPart(part)});
    std::ranges::sort(pieces, {}, [](const GapPiece& piece) { return piece.time.start; });
    return pieces;
}

void findStages(const PartitionInput& input, std::vector<Gap>& gaps)
{
    const std::vector<StagePiece> pieces = stagePieces(input).pieces;
    auto first = pieces.begin();
    for (Gap& gap : gaps) {
        first = std::lower_bound(first, pieces.end(), gap.time.start,
                                 [](const StagePiece& piece, Ns time) { return piece.time.end <= time; });
        std::vector<Ns> owned(input.stageCount + 1, 0);
        for (auto piece = first; piece != pieces.end() && piece->time.start < gap.time.end; ++piece)
            owned[std::min<std::size_t>(piece->stage, input.stageCount)] += overlap(piece->time, gap.time);
        gap.stage = static_cast<StageIndex>(std::ranges::max_element(owned) - owned.begin());
    }
}

Bubbles restOf(const StepSet& steps, const BubbleTimes& times, const std::vector<Gap>& listed)
{
    Bubbles rest;
    for (const StepWindow& step : steps.steps)
        rest += times.in(step.window);
    for (const Gap& gap : listed)
        rest -= gap.split;
    return rest;
}

}  // namespace

GapList listGaps(const BubbleInput& input, const StageRanges* ranges, std::size_t stageCount, const GapOptions& options)
{
    GapList list;
    const Trace& trace = input.trace;
    if (input.steps.steps.empty() || trace.device.size() == 0)
        return list;
    const BubbleTimes times = bubbleTimes(input);
    list.gaps = findGaps(input.steps, times.compute);
    const std::size_t all = list.gaps.size();
    keepLongest(list.gaps, options.longest);
    list.restCount = all - list.gaps.size();

    std::map<TrackId, std::vector<Gap*>> byThread;
    std::vector<Gap*> everyGap;
    findNeighbours(input, list.gaps);
    for (Gap& gap : list.gaps) {
        gap.split = times.in(gap.time);
        gap.pieces = piecesOf(times, gap.time);
        everyGap.push_back(&gap);
        if (gap.hasThread)
            byThread[gap.thread].push_back(&gap);
    }
    for (const auto& [thread, gaps] : byThread)
        findRows(trace.host, gaps, options.rows, &Gap::host,
                 [&, on = thread](Row row) { return trace.host.track[row] == on; });
    findRows(trace.device, everyGap, options.rows, &Gap::device, [&](Row row) {
        return trace.device.activity[row] != ActivityClass::Compute && isCounted(trace, row, input.linkedOnly);
    });
    if (ranges != nullptr)
        findStages({trace, input.steps, *ranges, stageCount, input.linkedOnly, input.waits}, list.gaps);
    list.rest = restOf(input.steps, times, list.gaps);
    return list;
}

Result<std::vector<GapList>> listGaps(const RunAnalysis& run, const GapOptions& options, const Job& job)
{
    std::vector<GapList> lists;
    if (!run.basis)
        return lists;
    const PartitionBasis& basis = *run.basis;
    for (std::size_t r = 0; r < run.run->ranks.size(); ++r) {
        if (job.stopped())
            return cancelled();
        job.report(static_cast<double>(r) / static_cast<double>(run.run->ranks.size()), "finding gaps");
        lists.push_back(listGaps({*run.run->ranks[r].trace, basis.steps[r], basis.linkedOnly, basis.waits[r]},
                                 &basis.ranges[r], run.cube.stages().size() - 1, options));
    }
    return lists;
}

}  // namespace headwater
