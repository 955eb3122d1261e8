// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/GapFacts.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"
#include "widgets/timeline/TimelineText.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString length(Ns time)
{
    return format::duration(static_cast<double>(time));
}

QString placeOf(const TimelineRun& run, const Gap& gap)
{
    const format::Unit unit = format::unitFor(static_cast<double>(gap.time.end - run.origin));
    QString text = tr("no compute from %1 to %2 %3 after the first step's start")
                       .arg(format::inUnit(static_cast<double>(gap.time.start - run.origin), unit),
                            format::inUnit(static_cast<double>(gap.time.end - run.origin), unit), unit.symbol);
    if (gap.stage < run.stages.size())
        text += u" \u00b7 "_s + tr("stage %1").arg(format::text(run.stages[gap.stage]));
    if (gap.whole != gap.time)
        text += u" \u00b7 "_s + tr("part of %1 over the end of a step").arg(length(gap.whole.length()));
    return text;
}

QStringList aroundGap(const TimelineRank& rank, const Gap& gap)
{
    const Trace& trace = *rank.trace;
    const auto within = [&](Ns start, Ns end) {
        return length(std::min(end, gap.time.end) - std::max(start, gap.time.start));
    };
    QStringList lines;
    lines << tr("before: %1").arg(gap.before == kNoRow ? tr("nothing") : format::text(trace.activityName(gap.before)));
    for (const Row row : gap.host)
        lines << tr("host: %1, %2 of it here")
                     .arg(format::text(trace.hostName(row)), within(trace.host.start[row], trace.host.end[row]));
    if (gap.host.empty())
        lines << tr("host: nothing recorded on the launching thread");
    for (const Row row : gap.device)
        lines << tr("device: %1, %2 of it here")
                     .arg(format::text(trace.activityName(row)),
                          within(trace.device.start[row], trace.device.end[row]));
    lines << tr("after: %1").arg(gap.after == kNoRow ? tr("nothing") : format::text(trace.activityName(gap.after)));
    return lines;
}

}  // namespace

GapFacts factsOf(const TimelineData& data, const TimelinePick& pick)
{
    const TimelineRun& run = data.run(pick.side);
    const TimelineRank& rank = run.ranks[pick.rank];
    const Interval time = timeOf(data, pick);
    GapFacts facts;
    facts.title = u"%1 \u00b7 "_s.arg(length(time.length())) + tr("rank %1").arg(rank.rank);
    if (pick.kind != TimelinePick::Kind::Gap) {
        if (const auto step = stepAt(rank, time.start))
            facts.title += u" \u00b7 "_s + tr("step %1").arg(step->step);
        facts.place = nameOf(data, pick);
        facts.around = describe(data, pick).split(u'\n').mid(2);
        return facts;
    }
    const Gap& gap = rank.gaps.gaps[pick.row];
    facts.title += u" \u00b7 "_s + tr("step %1").arg(gap.step);
    facts.place = placeOf(run, gap);
    for (std::size_t c = 0; c < kBubbleCauses; ++c)
        if (const Ns part = gap.split.byCause[c]; part > 0)
            facts.split.push_back({static_cast<BubbleCause>(c),
                                   cause::word(static_cast<BubbleCause>(c)),
                                   {length(part)},
                                   static_cast<double>(part)});
    facts.split.push_back({std::nullopt, tr("sum"), {length(gap.split.total())}, 0});
    facts.around = aroundGap(rank, gap);
    return facts;
}

std::vector<CauseTable::Row> meanRows(const TimelineData& data)
{
    const auto& a = data.run(Side::Baseline).mean;
    const auto& b = data.run(Side::Current).mean;
    const auto cell = [](const auto& side, Ns time) { return side ? length(time) : tr("no data"); };
    std::vector<CauseTable::Row> rows;
    for (std::size_t c = 0; c < kBubbleCauses; ++c) {
        const auto cause = static_cast<BubbleCause>(c);
        const Ns before = a ? a->bubbles.of(cause) : 0;
        const Ns after = b ? b->bubbles.of(cause) : 0;
        if (before > 0 || after > 0)
            rows.push_back({cause, cause::word(cause), {cell(a, before), cell(b, after)}, 0});
    }
    if (!rows.empty())
        rows.push_back(
            {std::nullopt, tr("sum"), {cell(a, a ? a->bubbles.total() : 0), cell(b, b ? b->bubbles.total() : 0)}, 0});
    return rows;
}

}  // namespace headwater
