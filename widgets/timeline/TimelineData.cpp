// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineData.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/Partition.h"

namespace headwater {

namespace {

/// Lanes of each track of one table, in the order of their first slices' threads.
template <class Table>
void addTracks(TimelineRank& rank, const Table& table, bool device)
{
    std::map<TrackId, std::vector<Row>> rows;
    for (Row row = 0; row < table.size(); ++row)
        rows[table.track[row]].push_back(row);
    for (const auto& [id, list] : rows)
        rank.tracks.push_back({id, device, spreadOverLanes(table.start, table.end, list)});
}

void addCompute(TimelineRank& rank, bool linkedOnly)
{
    const ActivityTable& device = rank.trace->device;
    std::vector<Row> rows;
    for (Row row = 0; row < device.size(); ++row)
        if (device.activity[row] == ActivityClass::Compute && isCounted(*rank.trace, row, linkedOnly))
            rows.push_back(row);
    rank.compute = spreadOverLanes(device.start, device.end, rows);
}

void addBubbles(TimelineRank& rank)
{
    for (std::size_t i = 0; i < rank.gaps.gaps.size(); ++i)
        for (const GapPiece& piece : rank.gaps.gaps[i].pieces) {
            rank.pieces.start.push_back(piece.time.start);
            rank.pieces.end.push_back(piece.time.end);
            rank.pieces.cause.push_back(piece.cause);
            rank.pieces.gap.push_back(static_cast<std::uint32_t>(i));
        }
    std::vector<Row> rows(rank.pieces.start.size());
    std::iota(rows.begin(), rows.end(), Row(0));
    rank.bubbles = spreadOverLanes(rank.pieces.start, rank.pieces.end, rows);
}

/// Around everything that a stage owns in each step.
std::vector<Interval> hulls(const PartitionInput& input, StageIndex stage)
{
    std::vector<Interval> hulls(input.steps.steps.size());
    std::size_t step = 0;
    for (const StagePiece& piece : stagePieces(input).pieces) {
        while (step < hulls.size() && input.steps.steps[step].window.end <= piece.time.start)
            ++step;
        if (step == hulls.size())
            break;
        if (piece.stage != stage)
            continue;
        Interval& hull = hulls[step];
        hull = hull.length() == 0 ? piece.time : Interval{hull.start, piece.time.end};
    }
    return hulls;
}

std::size_t gapsPerRank(std::size_t ranks)
{
    constexpr std::size_t kGaps = 100'000;
    return std::clamp<std::size_t>(kGaps / std::max<std::size_t>(ranks, 1), 200, 20'000);
}

struct Share {
    double from = 0, to = 1;
};

/// The last name stands for what is outside all stages.
std::optional<StageIndex> stageOf(const std::vector<std::string>& stages, const std::string& name)
{
    const auto found = static_cast<std::size_t>(std::ranges::find(stages, name) - stages.begin());
    if (found == stages.size())
        return std::nullopt;
    return found + 1 == stages.size() ? kNoStage : static_cast<StageIndex>(found);
}

/// Nothing where the job was stopped: it is asked between the parts, as a rank may hold millions of events.
std::optional<TimelineRank> timelineRank(const RunAnalysis& analysis, std::size_t r, std::optional<StageIndex> flagged,
                                         const Job& job)
{
    const PartitionBasis& basis = *analysis.basis;
    const std::size_t stages = analysis.cube.stages().size() - 1;
    TimelineRank rank;
    rank.rank = analysis.run->ranks[r].rank;
    rank.trace = analysis.run->ranks[r].trace;
    rank.steps = basis.steps[r].steps;
    rank.shades = shadesOf(rank.trace->names);
    addTracks(rank, rank.trace->device, true);
    if (job.stopped())
        return std::nullopt;
    addTracks(rank, rank.trace->host, false);
    if (job.stopped())
        return std::nullopt;
    addCompute(rank, basis.linkedOnly);
    if (job.stopped())
        return std::nullopt;
    rank.gaps = listGaps({*rank.trace, basis.steps[r], basis.linkedOnly, basis.waits[r]}, &basis.ranges[r], stages,
                         {gapsPerRank(analysis.run->ranks.size()), 12});
    addBubbles(rank);
    rank.hostStages = innermost(basis.ranges[r]);
    rank.activityStages = activityStages(*rank.trace, basis.steps[r], rank.hostStages);
    if (flagged && !job.stopped())
        rank.flagged =
            hulls({*rank.trace, basis.steps[r], basis.ranges[r], stages, basis.linkedOnly, basis.waits[r]}, *flagged);
    return rank;
}

Result<TimelineRun> timelineRun(const RunAnalysis& analysis, const std::string& flagged, Share share, const Job& job)
{
    TimelineRun out;
    out.name = analysis.run->name;
    out.stages = analysis.cube.stages();
    if (!analysis.basis)
        return out;
    const std::optional<StageIndex> stage = stageOf(out.stages, flagged);
    Ns first = std::numeric_limits<Ns>::max();
    Ns last = std::numeric_limits<Ns>::min();
    const std::size_t count = analysis.run->ranks.size();
    for (std::size_t r = 0; r < count; ++r) {
        if (job.stopped())
            return cancelled();
        job.report(share.from + (share.to - share.from) * static_cast<double>(r) / static_cast<double>(count),
                   "timeline");
        std::optional<TimelineRank> made = timelineRank(analysis, r, stage, job);
        if (!made)
            return cancelled();
        TimelineRank& rank = *made;
        if (!rank.steps.empty()) {
            first = std::min(first, rank.steps.front().window.start);
            last = std::max(last, rank.steps.back().window.end);
        }
        out.ranks.push_back(std::move(rank));
    }
    if (first < last) {
        out.origin = first;
        out.length = last - first;
    }
    return out;
}

std::vector<BubbleCause> causesOf(const TimelineData& data)
{
    std::array<Ns, kBubbleCauses> sums{};
    for (const TimelineRun& run : data.runs)
        for (const TimelineRank& rank : run.ranks)
            for (std::size_t i = 0; i < rank.pieces.cause.size(); ++i)
                sums[static_cast<std::size_t>(rank.pieces.cause[i])] += rank.pieces.end[i] - rank.pieces.start[i];
    std::vector<BubbleCause> causes;
    for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
        if (sums[cause] > 0)
            causes.push_back(static_cast<BubbleCause>(cause));
    std::ranges::stable_sort(causes, [&](BubbleCause a, BubbleCause b) {
        return sums[static_cast<std::size_t>(a)] > sums[static_cast<std::size_t>(b)];
    });
    return causes;
}

}  // namespace

std::vector<std::uint8_t> shadesOf(const StringPool& names)
{
    std::vector<std::uint8_t> shades(names.size());
    for (std::size_t id = 0; id < names.size(); ++id) {
        std::uint32_t hash = 2166136261U;  // FNV-1a
        for (const char c : names[static_cast<NameId>(id)])
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
        shades[id] = static_cast<std::uint8_t>((hash >> 8) % kShades);
    }
    return shades;
}

std::uint64_t TimelineData::slices() const
{
    std::uint64_t sum = 0;
    for (const TimelineRun& run : runs)
        for (const TimelineRank& rank : run.ranks)
            sum += rank.trace->host.size() + rank.trace->device.size();
    return sum;
}

std::uint64_t TimelineData::gapsKept() const
{
    std::uint64_t sum = 0;
    for (const TimelineRun& run : runs)
        for (const TimelineRank& rank : run.ranks)
            sum += rank.gaps.gaps.size();
    return sum;
}

std::uint64_t TimelineData::gapsLeftOut() const
{
    std::uint64_t sum = 0;
    for (const TimelineRun& run : runs)
        for (const TimelineRank& rank : run.ranks)
            sum += rank.gaps.restCount;
    return sum;
}

std::optional<Interval> stepWindow(const TimelineRank& rank, std::int64_t step)
{
    const auto found = std::ranges::find(rank.steps, step, [](const StepWindow& window) { return window.step; });
    return found == rank.steps.end() ? std::nullopt : std::optional(found->window);
}

Result<StageTimes> stageTimes(const PairAnalysis& pair, const std::string& stage, const Job& job)
{
    StageTimes out;
    for (const Side side : {Side::Baseline, Side::Current}) {
        const RunAnalysisPtr& analysis = side == Side::Baseline ? pair.baseline : pair.current;
        if (!analysis || !analysis->basis)
            continue;
        const PartitionBasis& basis = *analysis->basis;
        const std::vector<std::string>& stages = analysis->cube.stages();
        const std::optional<StageIndex> index = stageOf(stages, stage);
        for (std::size_t r = 0; index && r < analysis->run->ranks.size(); ++r) {
            if (job.stopped())
                return cancelled();
            out[static_cast<std::size_t>(side)].push_back(
                hulls({*analysis->run->ranks[r].trace, basis.steps[r], basis.ranges[r], stages.size() - 1,
                       basis.linkedOnly, basis.waits[r]},
                      *index));
        }
    }
    return out;
}

Result<TimelineDataPtr> timelineData(const PairAnalysis& pair, const std::string& firstRegressed, const Job& job,
                                     const std::array<OwnTimesPtr, 2>& compared)
{
    auto data = std::make_shared<TimelineData>();
    data->flagged = firstRegressed;
    for (const Side side : {Side::Baseline, Side::Current}) {
        const RunAnalysisPtr& analysis = side == Side::Baseline ? pair.baseline : pair.current;
        if (!analysis)
            continue;
        const double from = side == Side::Baseline ? 0 : 0.5;
        auto run = timelineRun(*analysis, firstRegressed, {from, from + 0.5}, job);
        if (!run)
            return tl::unexpected(run.error());
        const OwnTimesPtr& own = compared[static_cast<std::size_t>(side)];
        run->mean = meanOf(bubblesByStep(*analysis, own ? &own->steps : nullptr));
        data->runs[static_cast<std::size_t>(side)] = std::move(*run);
    }
    data->causes = causesOf(*data);
    return data;
}

}  // namespace headwater
