// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/BubbleViews.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/analysis/OwnTimes.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("BubbleViews", text);
}

const RunAnalysis* runOf(const PairAnalysis& pair, std::size_t side)
{
    return side == 0 ? pair.baseline.get() : pair.current.get();
}

QString noteOf(const GapList& list)
{
    if (list.restCount == 0)
        return {};
    return tr("%1 shorter gaps, together %2, are not drawn")
        .arg(format::count(list.restCount), format::duration(static_cast<double>(list.rest.total())));
}

void addLane(BubbleChartData& out, const RankAnalysis& rank, const GapList& list, Side side)
{
    if (rank.steps.empty() || (list.gaps.empty() && list.restCount == 0))
        return;
    const std::size_t lane = out.lanes.size();
    out.lanes.push_back({tr("rank %1").arg(rank.rank), rank.rank, side, noteOf(list)});
    const Ns zero = rank.steps.front().window.start;
    out.span = std::max(out.span, static_cast<double>(rank.steps.back().window.end - zero));
    for (std::size_t g = 0; g < list.gaps.size(); ++g) {
        const Gap& gap = list.gaps[g];
        out.bubbles.push_back({lane, static_cast<double>(gap.time.start - zero), static_cast<double>(gap.time.length()),
                               largestCause(gap.split), g});
        out.longest = std::max(out.longest, out.bubbles.back().length);
    }
}

}  // namespace

std::size_t gapsPerRank(const PairAnalysis& pair)
{
    constexpr std::size_t kDrawn = 4'000;
    constexpr std::size_t kFewest = 10;
    std::size_t ranks = 1;
    for (std::size_t side = 0; side < 2; ++side)
        if (const RunAnalysis* run = runOf(pair, side))
            ranks += run->ranks.size();
    return std::max(kFewest, kDrawn / ranks);
}

BubbleChartData bubbleChartData(const PairAnalysis& pair, const GapPair& gaps)
{
    BubbleChartData out;
    out.empty = tr("Times without compute are unknown: neither run has traces with device activities.");
    // Lanes of one rank stand together, the baseline's first.
    struct Place {
        int rank = 0;
        std::size_t side = 0, at = 0;
    };
    std::vector<Place> places;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t at = 0; at < gaps[side].size(); ++at)
            places.push_back({runOf(pair, side)->ranks[at].rank, side, at});
    std::ranges::stable_sort(places, {}, [](const Place& place) { return std::pair(place.rank, place.side); });
    for (const Place& place : places)
        addLane(out, runOf(pair, place.side)->ranks[place.at], gaps[place.side][place.at],
                static_cast<Side>(place.side));
    std::ranges::stable_sort(out.bubbles, std::greater(), &BubbleChartData::Bubble::length);
    out.spacing = spacingOf(out);
    return out;
}

QString describeGap(const Gap& gap, const StageCube& cube)
{
    QStringList lines{tr("step %1").arg(gap.step)};
    const auto stage = static_cast<std::size_t>(gap.stage);
    if (gap.stage != kNoStage && stage < cube.stages().size())
        lines.front() += u", "_s + format::text(cube.stages()[stage]);
    for (std::size_t c = 0; c < kBubbleCauses; ++c)
        if (gap.split.byCause[c] > 0)
            lines << cause::word(static_cast<BubbleCause>(c)) + u' ' +
                         format::duration(static_cast<double>(gap.split.byCause[c]));
    return lines.join(u'\n');
}

CauseBarsData causeBarsData(const PairAnalysis& pair, const Verdict& verdict)
{
    CauseBarsData out;
    out.empty = tr("No traces with device activities: times without compute are unknown.");
    for (std::size_t side = 0; side < 2; ++side) {
        const OwnTimesPtr& own = verdict.ownTimes[side];
        if (const RunAnalysis* run = runOf(pair, side))
            out.sides[side] = bubblesByStep(*run, own ? &own->steps : nullptr);
    }
    return out;
}

CauseAnswer ioOrCommunication(const Verdict& verdict)
{
    const auto found = std::ranges::find(verdict.flowchart, "io-or-communication", &FlowStep::node);
    if (found == verdict.flowchart.end())
        return {};
    return {format::text(found->answer), format::text(found->because)};
}

}  // namespace headwater
