// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Phrases.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/report/MeasuredFacts.h"
#include "core/triage/Conditions.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

/// A ratio as a signed number of percent without the sign of percent, for interval ends.
std::string percentEnd(double ratio)
{
    if (std::isnan(ratio))
        return "?";
    std::string text = formatRatio(ratio);
    if (const auto unit = text.rfind(" %"); unit != std::string::npos)
        text.erase(unit);
    return text;
}

/// An end that so few steps do not bound.
bool isOpen(const RatioInterval& interval)
{
    return std::isinf(interval.lo) || std::isinf(interval.hi);
}

void append(Text& list, const Text& item)
{
    if (item.empty())
        return;
    if (!list.empty())
        list += say(", ");
    list += item;
}

Text ratioWithInterval(const std::optional<double>& ratio, const std::optional<RatioInterval>& interval)
{
    Text text = ratio ? Text(formatRatio(*ratio)) : say("from zero");
    if (interval && isOpen(*interval))
        return say("{} (95 % interval: {})", text, intervalWords(interval));
    if (interval)
        text += " " + intervalWords(interval);
    return text;
}

Text rankList(const std::vector<int>& ranks)
{
    constexpr std::size_t kShown = 8;
    const std::size_t shown = std::min(ranks.size(), kShown);
    Text text;
    for (std::size_t i = 0; i < shown; ++i)
        append(text, std::to_string(ranks[i]));
    if (ranks.size() > shown)
        return say("ranks {} and {} more", text, ranks.size() - shown);
    return ranks.size() == 1 ? say("rank {}", text) : say("ranks {}", text);
}

std::string stepCounts(int baseline, int current)
{
    return fmt::format("n {} / {}", baseline, current);
}

/// "p99 regressed": statistics other than the chosen one that regressed, or empty.
Text otherRegressed(const StageVerdict& stage)
{
    std::string names;
    for (std::size_t i = 0; i < kStatistics; ++i)
        if (stage.stateBy[i] == StageState::Regressed)
            names += (names.empty() ? "" : " ") + std::string(nameOf(static_cast<Statistic>(i)));
    return names.empty() ? Text() : say("{} regressed", names);
}

const StageVerdict* findStage(const Verdict& verdict, int index)
{
    const auto found = std::find_if(verdict.stages.begin(), verdict.stages.end(),
                                    [index](const StageVerdict& stage) { return stage.index == index; });
    return found == verdict.stages.end() ? nullptr : &*found;
}

/// "first in 12 % of resamples (forward in 88 %)": who else is first more often is said too.
Text stabilityText(const Verdict& verdict, double share)
{
    Text text = say("first in {:.0f} % of resamples", share * 100);
    const auto most = std::max_element(verdict.stability.begin(), verdict.stability.end(),
                                       [](const StabilityBar& a, const StabilityBar& b) { return a.share < b.share; });
    if (most == verdict.stability.end() || most->share <= share)
        return text;
    const StageVerdict* stage = findStage(verdict, most->index);
    return text + say(" ({} in {:.0f} %)", stage == nullptr ? say("none") : stage->stage, most->share * 100);
}

Fact confirmedFact(const Verdict& verdict)
{
    Fact fact{say("First regressed, confirmed"), {}, say("none"), {}, Fact::Mark::First};
    if (!verdict.firstRegressed)
        return unmeasured(fact, verdict);
    const FirstRegressed& first = *verdict.firstRegressed;
    if (!first.confirmed)
        fact.label = say("First regressed, possible");
    fact.stage = first.stage;
    fact.value = formatDelta(first.delta);
    if (verdict.headlineStatistic != verdict.policy.statistic)
        append(fact.detail, word(nameOf(verdict.headlineStatistic)));
    append(fact.detail, ratioWithInterval(first.ratio, first.ci95));
    Text scope = scopeText(first.scope);
    if (!first.ranks.empty())
        scope = first.scope == Scope::Both
                    ? say("{} (the number is of all ranks; more on {})", scope, rankList(first.ranks))
                    : say("{} ({})", scope, rankList(first.ranks));
    append(fact.detail, scope);
    append(fact.detail, words(nameOf(first.kind)));
    if (const StageVerdict* stage = findStage(verdict, first.index))
        append(fact.detail, stepCounts(stage->baseline.n, stage->current.n));
    if (first.pAdjusted)
        append(fact.detail, say("adjusted p {:.2g}", *first.pAdjusted));
    if (first.stability)
        append(fact.detail, stabilityText(verdict, *first.stability));
    append(fact.detail, word(nameOf(first.provenance)));
    return fact;
}

Fact courseFact(const Verdict& verdict)
{
    Fact fact{say("First regressed, course rule"), {}, say("none"), {}, Fact::Mark::Plain};
    const Text rule = say("{} above \u03b5 {:.4g} %", word(nameOf(verdict.policy.statistic)),
                          static_cast<double>(verdict.policy.epsilonPpm) / 1e4);
    if (!verdict.course && nothingMeasured(verdict))
        return unmeasured(fact, verdict);
    if (!verdict.course) {
        fact.detail = say("no stage has its {}, {} over ranks", rule, word(nameOf(verdict.policy.acrossRanks)));
        return fact;
    }
    fact.stage = verdict.course->stage;
    fact.value = formatDelta(verdict.course->value);
    append(fact.detail, ratioWithInterval(verdict.courseRatio, std::nullopt));
    append(fact.detail, say("first stage with its {}", rule));
    return fact;
}

Fact largestFact(const Verdict& verdict)
{
    Fact fact{say("Largest increase"), {}, say("none"), {}, Fact::Mark::Plain};
    if (!verdict.largestIncrease)
        return unmeasured(fact, verdict);
    fact.stage = verdict.largestIncrease->stage;
    fact.value = formatDelta(verdict.largestIncrease->value);
    if (verdict.largestIncrease->shareOfStepDelta)
        fact.detail = meanStep(verdict)
                          ? say("{} of the mean step's change", shareText(verdict.largestIncrease->shareOfStepDelta))
                          : say("{} of the step's change", shareText(verdict.largestIncrease->shareOfStepDelta));
    return fact;
}

Fact stepFact(const Verdict& verdict)
{
    Fact fact{say("Step time"), {}, say("unknown"), {}, Fact::Mark::Plain};
    if (verdict.stepsBaseline == 0 || verdict.stepsCurrent == 0)
        return fact;
    fact.value = formatDelta(verdict.stepDelta);
    append(fact.detail, formatDuration(verdict.stepBaseline) + " \u2192 " + formatDuration(verdict.stepCurrent));
    if (verdict.stepRatio)
        append(fact.detail, ratioWithInterval(verdict.stepRatio, verdict.stepCi95));
    append(fact.detail, stepCounts(verdict.stepsBaseline, verdict.stepsCurrent));
    return fact;
}

/// Where inside the first regressed stage it starts.
std::optional<Fact> insideFact(const Verdict& verdict)
{
    if (!verdict.drillDown || verdict.drillDown->path.size() < 2)
        return std::nullopt;
    const DrillDown& drill = *verdict.drillDown;
    const FirstRegressed& last = *drill.levels[drill.path.size() - 2].first;
    std::string path;
    for (std::size_t i = 1; i < drill.path.size(); ++i)
        path += (i > 1 ? " \u203a " : "") + drill.path[i];
    return Fact{say("Inside it"), path, formatDelta(last.delta), say("by its {}", word(drill.levels.front().kind)),
                Fact::Mark::Plain};
}

}  // namespace

std::vector<Fact> summaryFacts(const Verdict& verdict)
{
    std::vector<Fact> facts{confirmedFact(verdict)};
    if (auto inside = insideFact(verdict))
        facts.push_back(*std::move(inside));
    facts.push_back(courseFact(verdict));
    const bool earlier = verdict.earliestPossible &&
                         (!verdict.firstRegressed || verdict.earliestPossible->index != verdict.firstRegressed->index);
    if (earlier)
        facts.push_back({say("Earliest possible"),
                         verdict.earliestPossible->stage,
                         {},
                         say("not excluded by these samples"),
                         Fact::Mark::Plain});
    facts.push_back(largestFact(verdict));
    if (!verdict.stages.empty() && verdict.slowest.index >= 0)
        facts.push_back({say("Slowest"), verdict.slowest.stage, formatDuration(verdict.slowest.value),
                         say("magnitude, not order; {}", acrossText(verdict.policy.acrossRanks)), Fact::Mark::Slowest});
    facts.push_back(stepFact(verdict));
    if (auto mean = meanStepFact(verdict))
        facts.push_back(*std::move(mean));
    return facts;
}

bool isConditional(const FlowStep& step, const Verdict& verdict)
{
    return !conditionsOf(step.node, verdict).empty();
}

Text acrossText(AcrossRanks across)
{
    switch (across) {
    case AcrossRanks::Max: return say("slowest rank");
    case AcrossRanks::Mean: return say("mean over ranks");
    case AcrossRanks::Median: break;
    }
    return say("median over ranks");
}

Text scopeText(Scope scope)
{
    return scope == Scope::Both ? say("systemic and localised") : words(nameOf(scope));
}

Text words(std::string_view name)
{
    std::string text(name);
    std::replace(text.begin(), text.end(), '_', ' ');
    return word(text);
}

Text intervalWords(const std::optional<RatioInterval>& interval)
{
    if (!interval)
        return std::string(kNone);
    if (std::isinf(interval->lo) && std::isinf(interval->hi))
        return say("none, too few steps");
    if (isOpen(*interval))
        return std::isinf(interval->hi) ? say("at least {}", formatRatio(interval->lo))
                                        : say("at most {}", formatRatio(interval->hi));
    const std::string lo = percentEnd(interval->lo);
    const std::string hi = percentEnd(interval->hi);
    const auto isFactor = [](const std::string& end) { return end.find("\u00d7") != std::string::npos; };
    if (isFactor(hi))  // or "over ×1000": each end carries its own unit
        return Text("[") + (isFactor(lo) ? word(lo) : Text(lo + " %")) + ", " + word(hi) + "]";
    return "[" + lo + ", " + hi + "] %";
}

std::string intervalText(const std::optional<RatioInterval>& interval)
{
    return intervalWords(interval).english();
}

std::string ratioText(const std::optional<double>& ratio)
{
    return ratio && std::isfinite(*ratio) ? formatRatio(*ratio) : std::string(kNone);
}

std::string shareText(const std::optional<double>& share)
{
    if (!share || !std::isfinite(*share))
        return std::string(kNone);
    const double percent = std::round(*share * 100);
    return fmt::format("{}{:.0f} %", percent < 0 ? "\u2212" : "", std::abs(percent));
}

std::string valueText(const StageStatistics& side, Statistic statistic)
{
    const double value = side.value[static_cast<std::size_t>(statistic)];
    constexpr double kLimit = 9.2e18;
    if (side.n > 0 && std::isinf(value) && value > 0)
        return "\u221e";  // failed steps reach that far
    if (side.n == 0 || !(std::abs(value) < kLimit))
        return std::string(kNone);
    return formatDuration(std::llround(value));
}

std::string deltaText(const StageVerdict& stage)
{
    return stage.baseline.n > 0 && stage.current.n > 0 ? formatDelta(stage.delta) : std::string(kNone);
}

std::string countText(const StageVerdict& stage)
{
    return fmt::format("{} / {}", stage.baseline.n, stage.current.n);
}

bool isFirst(const StageVerdict& stage, const Verdict& verdict)
{
    return verdict.firstRegressed && verdict.firstRegressed->index == stage.index;
}

Text stateText(const StageVerdict& stage, const Verdict& verdict)
{
    Text text = words(nameOf(stage.state));
    // A regression of the tail alone must not hide behind the chosen statistic.
    if (stage.state != StageState::Regressed)
        append(text, otherRegressed(stage));
    if (isFirst(stage, verdict))
        text += say(", first");
    else if (stage.downstream && stage.state == StageState::Regressed)
        text += say(", downstream");
    if (const Text in = regressedInText(stage, verdict.policy.statistic); !in.empty())
        text = say("{} ({})", text, in);
    return text;
}

std::string capitalised(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

Text sideName(const Verdict& verdict, std::size_t side)
{
    std::vector<std::string> names;
    for (const JudgedRun& run : verdict.runs[side])
        if (run.judged)
            names.push_back(run.name);
    if (names.size() < 2)
        return side == 0 ? verdict.baselineName : verdict.currentName;
    constexpr std::size_t kNamed = 4;
    if (names.size() > kNamed)
        return say("{} runs, {} to {}", names.size(), names.front(), names.back());
    return fmt::format("{}", fmt::join(names, ", "));
}

Text outcomeTitle(Outcome outcome)
{
    return word(capitalised(words(nameOf(outcome)).english()));
}

Text headlineOf(const Verdict& verdict)
{
    return verdict.headline.empty() ? outcomeTitle(verdict.outcome) : verdict.headline;
}

std::vector<Text> caveats(const Verdict& verdict)
{
    std::vector<Text> lines;
    if (verdict.warmupRemoved > 0)
        lines.push_back(say("{} warm-up steps left out at the start of both sides.", verdict.warmupRemoved));
    if (verdict.failedBaseline > 0 || verdict.failedCurrent > 0)
        lines.push_back(say("Failed or invalid steps, kept: {} in the baseline, {} in the current run.",
                            verdict.failedBaseline, verdict.failedCurrent));
    if (!verdict.policy.acknowledgement.empty())
        lines.push_back(say("Judged on the user's word: {}", verdict.policy.acknowledgement));
    return lines;
}

Text changeText(const ManifestChange& change)
{
    const auto side = [](const std::string& value) { return value.empty() ? say("unknown") : Text(value); };
    Text text = say("{}: {} \u2192 {}", change.key, side(change.baseline), side(change.current));
    if (change.isIdentity)
        text += say(" (another job)");
    else if (change.isVolatile)
        text += say(" (volatile, not counted)");
    return text;
}

Text evidenceNumbers(const Evidence& evidence)
{
    Text text = evidence.what;
    Text numbers = word(evidence.baseline);
    if (!evidence.current.empty())
        numbers += (numbers.empty() ? "" : " \u2192 ") + word(evidence.current);
    if (!numbers.empty() && !evidence.unit.empty())
        numbers += " " + word(evidence.unit);
    if (!numbers.empty())
        text = text.empty() ? numbers : say("{}: {}", text, numbers);
    return text;
}

Text evidenceText(const Evidence& evidence)
{
    Text text = evidenceNumbers(evidence);
    if (evidence.rank)
        append(text, say("rank {}", *evidence.rank));
    if (evidence.step)
        append(text, say("step {}", *evidence.step));
    if (!evidence.source.empty())
        text += say(" ({})", evidence.source);
    return text;
}

}  // namespace headwater
