// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/BarParts.h"

#include <algorithm>
#include <cmath>

#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

constexpr double kMayMiss = 0.02;    ///< of the bar
constexpr double kMayMissNs = 1000;  ///< of a bar that is next to nothing
constexpr std::size_t kMostNames = 6;

bool severalRuns(const Verdict& verdict)
{
    return std::ranges::any_of(verdict.runs, [](const std::vector<JudgedRun>& side) {
        return std::ranges::count_if(side, &JudgedRun::judged) > 1;
    });
}

/// The time of one side, ns; nothing where it has none, or where failed steps reach beyond every measured one.
std::optional<double> timeOf(const StageStatistics& side, Statistic statistic)
{
    const double value = side.value[static_cast<std::size_t>(statistic)];
    return side.n == 0 || !std::isfinite(value) ? std::nullopt : std::optional(value);
}

bool hasTime(const StageVerdict& stage, Statistic statistic)
{
    return timeOf(stage.baseline, statistic).value_or(0) > 0 || timeOf(stage.current, statistic).value_or(0) > 0;
}

StageParts withoutWait(StageParts parts)
{
    parts.wait = 0;
    for (Ns* part : {&parts.compute, &parts.transfer, &parts.memcpy, &parts.memset, &parts.idle})
        *part = std::max<Ns>(0, *part);
    return parts;
}

bool addUp(const StageParts& parts, const std::optional<double>& time)
{
    if (!time)
        return true;  // nothing is drawn
    const Ns sum = parts.compute + parts.transfer + parts.memcpy + parts.memset + parts.idle;
    return std::abs(static_cast<double>(sum) - *time) <= std::max(kMayMissNs, kMayMiss * *time);
}

}  // namespace

std::optional<std::array<StageParts, 2>> barParts(const StageVerdict& given, const Verdict& verdict)
{
    const Statistic statistic = verdict.policy.statistic;
    const StageVerdict stage = asRegressed(given, statistic);
    if (severalRuns(verdict) || !hasTime(stage, statistic))
        return std::nullopt;
    const std::array<StageParts, 2> parts{withoutWait(stage.shownParts[0]), withoutWait(stage.shownParts[1])};
    if (!addUp(parts[0], timeOf(stage.baseline, statistic)) || !addUp(parts[1], timeOf(stage.current, statistic)))
        return std::nullopt;
    return parts;
}

namespace {

void append(Text& list, const Text& item)
{
    list += (list.empty() ? Text() : say(", ")) + item;
}

/// The stages of a chart by how they are drawn.
struct Drawn {
    std::size_t split = 0, plain = 0;
    Text others;  ///< split, of other ranks or another statistic than the chart's
    Text names;   ///< plain
};

Drawn drawnStages(const Verdict& verdict)
{
    Drawn drawn;
    for (const StageVerdict& stage : verdict.stages) {
        if (!hasTime(asRegressed(stage, verdict.policy.statistic), verdict.policy.statistic))
            continue;
        if (barParts(stage, verdict)) {
            ++drawn.split;
            if (const Text in = regressedInText(stage, verdict.policy.statistic); !in.empty())
                append(drawn.others, say("{} ({})", stage.stage, in));
        } else if (++drawn.plain <= kMostNames) {
            append(drawn.names, stage.stage);
        }
    }
    return drawn;
}

}  // namespace

Text barPartsText(const Verdict& verdict)
{
    const Drawn drawn = drawnStages(verdict);
    if (drawn.split + drawn.plain == 0)
        return {};
    if (drawn.split == 0)
        return say("The bars are not split into parts: of the ranks and the statistic that they are of, no parts are "
                   "known.");
    const Text whose =
        verdict.policy.acrossRanks == AcrossRanks::Max ? say("slowest rank of each step") : say("median over ranks");
    const Text statistic = word(nameOf(verdict.policy.statistic));
    Text text = verdict.policy.measure == Measure::Span
                    ? say("Each part is the {} of the {}, as its bar is, waiting left out.", statistic, whose)
                    : say("Each part is the {} of the {}, as its bar is.", statistic, whose);
    if (!drawn.others.empty())
        text = say("{} Bars and parts of other ranks or another statistic: {}.", text, drawn.others);
    if (drawn.plain == 0)
        return text;
    const Text names =
        drawn.plain > kMostNames ? say("{}, and {} more stages", drawn.names, drawn.plain - kMostNames) : drawn.names;
    return say("{} Not split: {}; no parts are known of the ranks that such a bar is of, or they do not add up to it.",
               text, names);
}

}  // namespace headwater
