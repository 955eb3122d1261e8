// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Headline.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/triage/Names.h"
#include "core/triage/Outcome.h"

namespace headwater {

namespace {

std::string epsilonText(const Policy& policy)
{
    std::string text = formatRatio(policy.epsilon());
    return text.starts_with('+') ? text.substr(1) : text;
}

std::string stepText(const Verdict& v)
{
    return fmt::format("step {}", fromTo(v.stepBaseline, v.stepCurrent)) +
           (v.stepRatio ? " (" + formatRatio(*v.stepRatio) + ")" : std::string());
}

/// " in p99", where the headline does not speak of the statistic that the user chose.
std::string inStatistic(const Verdict& v)
{
    return v.headlineStatistic == v.policy.statistic ? std::string()
                                                     : fmt::format(" in {}", nameOf(v.headlineStatistic));
}

std::string firstText(const Verdict& v)
{
    const FirstRegressed& first = *v.firstRegressed;
    std::string text = first.stage + " " + changeText(first.delta, first.ratio) + inStatistic(v);
    if (first.scope != Scope::Systemic && !first.ranks.empty())
        text += " on " + ranksText(first.ranks);
    return text;
}

std::string regressedHeadline(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (!v.firstRegressed)
        return "Stages regressed, but the runs' stages do not match: no first one can be named";
    const std::string doubt = v.outcomeNode == "correctness" ? "Correctness first: " + v.layers[0].summary + ". " : "";
    if (draft.size == SampleSize::Point)
        return doubt + "First regressed stage (point comparison): " + firstText(v);
    return doubt + "First regressed stage: " + firstText(v);
}

std::string inconclusiveHeadline(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (!draft.basis.steady)
        return "Not decided: no steady state was reached";
    if (v.outcomeNode == "correctness")
        return "Correctness first: " + v.layers[0].summary;
    if (const auto warmUp = warmUpThatDominates(draft))
        return fmt::format("Not decided: the runs are dominated by warm-up (first step {}, typical one {})",
                           formatDuration(warmUp->first), formatDuration(warmUp->typical));
    if (v.earliestPossible)
        return fmt::format("Not decided: {} {} ({} {})", v.earliestPossible->stage,
                           v.earliestPossible->value > 0 ? "may have regressed" : "is not cleared by so few steps",
                           nameOf(v.policy.statistic), formatDelta(v.earliestPossible->value));
    return "Not decided: the step got longer, but no stage by itself did";
}

/// The first stage whose slow steps look longer and are too few to judge: "p95 of data_loader +31 ms"; or empty.
std::string openTail(const Draft& draft)
{
    for (std::size_t k = 0; k < draft.results.size(); ++k)
        for (const Statistic s : {Statistic::P95, Statistic::P99}) {
            const Judgement& j = draft.judgements.stages[k].table(s);
            if (!j.tested && j.delta > draft.floor && j.ratio && *j.ratio > draft.policy.epsilon())
                return fmt::format("{} of {} {}", nameOf(s), draft.results[k].shown.stage,
                                   changeText(j.delta, j.ratio));
        }
    return {};
}

std::string equivalentHeadline(const Draft& draft)
{
    if (draft.size == SampleSize::Identical)
        return "No regression: the samples of the two runs are identical";
    std::string text = "No stage regressed by more than " + epsilonText(draft.policy);
    const std::string tail = openTail(draft);
    const std::size_t n = stepsCompared(draft);
    const std::size_t needed = stepsNeeded(Statistic::P95, draft.policy.alpha);
    const bool judgesTail = draft.policy.statistic == Statistic::P95 || draft.policy.statistic == Statistic::P99;
    if (draft.size != SampleSize::Enough || judgesTail)
        return text;
    if (n < needed)
        text += fmt::format(" in {}; the slow steps were not judged, which takes {} steps a side ({} compared{})",
                            nameOf(draft.policy.statistic), needed, n, tail.empty() ? "" : ", " + tail);
    else if (!tail.empty())
        text += fmt::format(" in {}; too few steps to judge the slowest ones ({}; p99 takes {} steps a side)",
                            nameOf(draft.policy.statistic), tail, stepsNeeded(Statistic::P99, draft.policy.alpha));
    return text;
}

std::string insufficientHeadline(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (stepsCompared(draft) == 0)
        return fmt::format("No usable steps: {} in the baseline, {} in the current run", v.stepsBaseline,
                           v.stepsCurrent);
    return fmt::format("Too few steps to confirm anything: {} and {}, at least {} a side are needed", v.stepsBaseline,
                       v.stepsCurrent, stepsNeeded(Statistic::P50, draft.policy.alpha));
}

/// What is known of the first regressed stage, one sentence.
std::string firstSentence(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (!v.firstRegressed) {
        const bool cleared = v.outcome == Outcome::Equivalent || v.outcome == Outcome::Improved;
        return cleared ? "No stage regressed. " : "No stage can be named as the first that regressed. ";
    }
    const FirstRegressed& first = *v.firstRegressed;
    std::string text = fmt::format("{} {} in order: {}{}", first.stage,
                                   first.confirmed ? "is the first stage that regressed"
                                                   : "is the first stage that may "
                                                     "have regressed",
                                   changeText(first.delta, first.ratio), inStatistic(v));
    if (first.ci95)
        text += ", 95 % interval " + intervalText(*first.ci95);
    if (first.scope == Scope::Localised)
        text += first.ranks.empty() ? ", on the slowest rank, which is not always the same one"
                                    : ", on " + ranksText(first.ranks) + " only";
    else if (first.scope == Scope::Both)
        text += ", on all ranks and more on " + ranksText(first.ranks);
    if (first.kind == Kind::Tail)
        text += "; only the slow steps grew, the typical step did not";
    else if (first.kind == Kind::Rare)
        text += "; only the mean grew: a few very long steps";
    if (v.earliestPossible && v.earliestPossible->index < first.index)
        text += "; " + v.earliestPossible->stage + ", before it, is not excluded";
    return text + ". ";
}

std::string comparisonSentence(const Verdict& v)
{
    std::string text;
    if (v.largestIncrease) {
        const bool same = v.firstRegressed && v.firstRegressed->index == v.largestIncrease->index;
        text = same ? "It is also the largest increase"
                    : fmt::format("The largest increase{} is {} ({}{})", inStatistic(v), v.largestIncrease->stage,
                                  formatDelta(v.largestIncrease->value),
                                  v.firstRegressed ? ", affected, cause not shown" : "");
        text += "; ";
    }
    if (v.slowest.index < 0)
        return text.empty() ? text : text.substr(0, text.size() - 2) + ".";
    text += fmt::format("{} slowest stage is {} ({}).", text.empty() ? "The" : "the", v.slowest.stage,
                        formatDuration(v.slowest.value));
    return text;
}

/// A stage that got dearer by what another got cheaper, which is no regression (METHODS 1.9); empty without one.
std::string shiftSentence(const Verdict& v)
{
    std::string dearer;
    std::string cheaper;
    for (const StageVerdict& stage : v.stages) {
        std::string* list = stage.state == StageState::CostShift  ? &dearer
                            : stage.state == StageState::Improved ? &cheaper
                                                                  : nullptr;
        if (list != nullptr)
            *list += (list->empty() ? "" : ", ") + stage.stage + " " + formatDelta(stage.delta);
    }
    return dearer.empty() ? std::string()
                          : fmt::format(" Cost moved between stages without making the step longer: {}; {}.", dearer,
                                        cheaper.empty() ? "others less" : cheaper);
}

}  // namespace

void writeHeadline(Draft& draft)
{
    Verdict& v = draft.verdict;
    switch (v.outcome) {
    case Outcome::Regressed: v.headline = regressedHeadline(draft); break;
    case Outcome::Improved: v.headline = "Faster: " + stepText(v) + ", no stage regressed"; break;
    case Outcome::Equivalent: v.headline = equivalentHeadline(draft); break;
    case Outcome::Inconclusive: v.headline = inconclusiveHeadline(draft); break;
    case Outcome::NotComparable: v.headline = "Not comparable: " + draft.basis.comparability.reason; break;
    case Outcome::InsufficientData: v.headline = insufficientHeadline(draft); break;
    }
}

void writeParagraph(Draft& draft, const Cause& cause)
{
    Verdict& v = draft.verdict;
    const bool noStep = v.stepsBaseline == 0 || v.stepsCurrent == 0;
    if (noStep && !v.firstRegressed) {
        v.paragraph = "There is nothing to compare: a side has no step that was measured in full.";
        return;
    }
    v.paragraph = firstSentence(draft) + comparisonSentence(v) + shiftSentence(v);
    if (noStep)
        v.paragraph += " A side has no step that was measured in full, so the step as a whole is not compared.";
    if (v.firstRegressed && cause.kind != CauseKind::Unknown && cause.kind != CauseKind::NotAsked &&
        !cause.evidence.empty())
        v.paragraph += " Measured: " + cause.because + ".";
}

}  // namespace headwater
