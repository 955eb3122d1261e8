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

Text barPartsText(const Verdict& verdict)
{
    std::size_t split = 0;
    std::size_t plain = 0;
    Text others;
    Text names;
    for (const StageVerdict& stage : verdict.stages) {
        if (!hasTime(asRegressed(stage, verdict.policy.statistic), verdict.policy.statistic))
            continue;
        if (barParts(stage, verdict)) {
            ++split;
            if (const Text in = regressedInText(stage, verdict.policy.statistic); !in.empty())
                others += (others.empty() ? Text() : say(", ")) + say("{} ({})", stage.stage, in);
        } else if (++plain <= kMostNames) {
            names += (names.empty() ? Text() : say(", ")) + stage.stage;
        }
    }
    if (split == 0)
        return plain == 0
                   ? Text()
                   : say("The bars are not split into parts: of the ranks and the statistic that they are of, no "
                         "parts are known.");
    Text text = say(
        "Each part is the {} of the {}, as its bar is, waiting left out.", word(nameOf(verdict.policy.statistic)),
        verdict.policy.acrossRanks == AcrossRanks::Max ? say("slowest rank of each step") : say("median over ranks"));
    if (!others.empty())
        text = say("{} Bar and parts of something else: {}.", text, others);
    if (plain == 0)
        return text;
    if (plain > kMostNames)
        names = say("{}, and {} more stages", names, plain - kMostNames);
    return say("{} Not split: {}; no parts are known of the ranks that such a bar is of, or they do not add up to it.",
               text, names);
}

}  // namespace headwater
