// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Headline.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/triage/ExplainStages.h"
#include "core/triage/Names.h"
#include "core/triage/NoSteps.h"
#include "core/triage/Onset.h"
#include "core/triage/Outcome.h"
#include "core/triage/RaisedTail.h"

namespace headwater {

namespace {

std::string epsilonText(const Policy& policy)
{
    std::string text = formatRatio(policy.epsilon());
    return text.starts_with('+') ? text.substr(1) : text;
}

Text stepText(const Verdict& v)
{
    return say("step {}{}", fromTo(v.stepBaseline, v.stepCurrent),
               v.stepRatio ? " (" + formatRatio(*v.stepRatio) + ")" : std::string());
}

/// " in p99", where the headline does not speak of the statistic that the user chose.
Text inStatistic(const Verdict& v)
{
    return v.headlineStatistic == v.policy.statistic ? Text() : say(" in {}", word(nameOf(v.headlineStatistic)));
}

/// The series that the figures of the first regressed stage are of.
AcrossRanks acrossOf(const Verdict& v)
{
    const auto& in = v.stages[static_cast<std::size_t>(v.firstRegressed->index)].regressedIn;
    return in ? in->across : v.policy.acrossRanks;
}

/// Of which ranks the figure is. Where all ranks grew and some more, it is not of those.
Text firstScope(const Verdict& v)
{
    const FirstRegressed& first = *v.firstRegressed;
    if (first.scope == Scope::Systemic)
        return {};
    if (first.ranks.empty())
        return say(" on the slowest rank of each step");
    if (first.scope == Scope::Localised || acrossOf(v) == AcrossRanks::Max)
        return say(" on {}", ranksText(first.ranks));
    return acrossOf(v) == AcrossRanks::Mean ? say(" in the mean of all ranks, more on {}", ranksText(first.ranks))
                                            : say(" in the median of all ranks, more on {}", ranksText(first.ranks));
}

Text firstText(const Verdict& v)
{
    const FirstRegressed& first = *v.firstRegressed;
    return say("{} {}{}{}", first.stage, changeText(first.delta, first.ratio), inStatistic(v), firstScope(v));
}

/// What comes before the stages; empty where nothing does.
Text doubtOf(const Verdict& v)
{
    return v.outcomeNode == "correctness" ? say("Correctness first: {}. ", v.layers[0].summary) : Text();
}

Text regressedHeadline(const Draft& draft, const Cause& cause)
{
    const Verdict& v = draft.verdict;
    if (!v.firstRegressed)
        return say("Stages regressed, but the runs' stages do not match: no first one can be named");
    const Text doubt = doubtOf(v);
    if (draft.size == SampleSize::Point)
        return doubt + say("First regressed stage (point comparison): {}", firstText(v));
    if (!cause.unknownWaiting.empty())
        return doubt + say("First regressed stage: {}; it may be waiting for a slow rank: {}", firstText(v),
                           cause.unknownWaiting);
    return doubt + say("First regressed stage: {}", firstText(v));
}

Text inconclusiveHeadline(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (const auto onset = std::ranges::find(v.layers[2].findings, kOnsetFinding, &Finding::id);
        onset != v.layers[2].findings.end() && v.outcomeNode != "correctness")
        return say("Not decided over all steps: {}", onset->evidence.front().what);
    if (!draft.basis.steady)
        return say("Not decided: no steady state was reached");
    if (v.outcomeNode == "correctness")
        return say("Correctness first: {}", v.layers[0].summary);
    if (const auto warmUp = warmUpThatDominates(draft))
        return say("Not decided: the runs are dominated by warm-up (first step {}, typical one {})",
                   formatDuration(warmUp->first), formatDuration(warmUp->typical));
    if (v.earliestPossible)
        return v.earliestPossible->value > 0
                   ? say("Not decided: {} may have regressed ({} {})", v.earliestPossible->stage,
                         word(nameOf(v.policy.statistic)), formatDelta(v.earliestPossible->value))
                   : say("Not decided: {} is not cleared by so few steps ({} {})", v.earliestPossible->stage,
                         word(nameOf(v.policy.statistic)), formatDelta(v.earliestPossible->value));
    if (const auto tail = raisedTail(draft))
        return say("Not decided: {}, and judging them takes {} steps a side", raisedTailText(draft, *tail),
                   tail->needed);
    return say("Not decided: the step got longer, but no stage by itself did");
}

/// The first stage whose slow steps look longer and are too few to judge: "p95 of data_loader +31 ms"; or empty.
Text openTail(const Draft& draft)
{
    for (std::size_t k = 0; k < draft.results.size(); ++k)
        for (const Statistic s : {Statistic::P95, Statistic::P99}) {
            const Judgement& j = draft.judgements.stages[k].table(s);
            if (!j.tested && j.delta > draft.floor && j.ratio && *j.ratio > draft.policy.epsilon())
                return say("{} of {} {}", word(nameOf(s)), draft.results[k].shown.stage, changeText(j.delta, j.ratio));
        }
    return {};
}

Text equivalentHeadline(const Draft& draft)
{
    if (draft.size == SampleSize::Identical)
        return say("No regression: the samples of the two runs are identical");
    Text text = say("No stage regressed by more than {}", epsilonText(draft.policy));
    const Text tail = openTail(draft);
    const std::size_t n = stepsCompared(draft);
    const std::size_t needed = stepsNeeded(Statistic::P95, draft.policy.alpha);
    const bool judgesTail = draft.policy.statistic == Statistic::P95 || draft.policy.statistic == Statistic::P99;
    if (draft.size != SampleSize::Enough || judgesTail)
        return text;
    if (n < needed)
        text += say(" in {}; the slow steps were not judged, which takes {} steps a side ({} compared{})",
                    word(nameOf(draft.policy.statistic)), needed, n, tail.empty() ? Text() : say(", ") + tail);
    else if (!tail.empty())
        text += say(" in {}; too few steps to judge the slowest ones ({}; p99 takes {} steps a side)",
                    word(nameOf(draft.policy.statistic)), tail, stepsNeeded(Statistic::P99, draft.policy.alpha));
    return text;
}

/// " on rank 2", where the largest increase is that of some ranks.
Text largestRanks(const Verdict& v)
{
    const auto& in = v.stages[static_cast<std::size_t>(v.largestIncrease->index)].regressedIn;
    if (!in || in->across != AcrossRanks::Max)
        return {};
    return in->ranks.empty() ? say(" on the slowest rank of each step") : say(" on {}", ranksText(in->ranks));
}

Text insufficientHeadline(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (stepsCompared(draft) == 0)
        return doubtOf(v) + say("No usable steps: {}", whyNoSteps(draft));
    Text text = doubtOf(v);
    text += say("Too few steps to confirm anything: {} and {}, at least {} a side are needed", v.stepsBaseline,
                v.stepsCurrent, stepsNeeded(Statistic::P50, draft.policy.alpha));
    if (v.largestIncrease)
        if (const Text ranks = largestRanks(v); !ranks.empty())
            text += say("; what grew most is {} {}{}", v.largestIncrease->stage, formatDelta(v.largestIncrease->value),
                        ranks);
    return text;
}

/// What is known of the first regressed stage, one sentence.
Text firstSentence(const Draft& draft)
{
    const Verdict& v = draft.verdict;
    if (!v.firstRegressed) {
        const bool cleared = v.outcome == Outcome::Equivalent || v.outcome == Outcome::Improved;
        return cleared ? say("No stage regressed. ") : say("No stage can be named as the first that regressed. ");
    }
    const FirstRegressed& first = *v.firstRegressed;
    const std::string change = changeText(first.delta, first.ratio);
    Text text =
        first.confirmed
            ? say("{} is the first stage that regressed in order: {}{}", first.stage, change, inStatistic(v))
            : say("{} is the first stage that may have regressed in order: {}{}", first.stage, change, inStatistic(v));
    if (first.ci95)
        text += withInterval(*first.ci95);
    if (first.scope == Scope::Localised)
        text += first.ranks.empty() ? say(", on the slowest rank, which is not always the same one")
                                    : say(", on {} only", ranksText(first.ranks));
    else if (first.scope == Scope::Both)
        text += say(",{}", firstScope(v));
    if (first.kind == Kind::Tail)
        text += say("; only the slow steps grew, the typical step did not");
    else if (first.kind == Kind::Rare)
        text += say("; only the mean grew: a few very long steps");
    if (v.earliestPossible && v.earliestPossible->index < first.index)
        text += say("; {}, before it, is not excluded", v.earliestPossible->stage);
    return text + say(". ");
}

/// What explains a stage behind the first regressed one, as far as it is known.
Text whyText(const Verdict& v, int index)
{
    const auto k = static_cast<std::size_t>(index);
    Text known = k < v.stages.size() ? Text(explanationText(v.stages[k].explainedBy)) : Text();
    return known.empty() ? say("cause not shown") : known;
}

Text comparisonSentence(const Verdict& v)
{
    Text text;
    if (v.largestIncrease) {
        const bool same = v.firstRegressed && v.firstRegressed->index == v.largestIncrease->index;
        // Of ranks that stand out nobody can say so while the first stage is only a guess.
        const bool affected = v.firstRegressed && (v.firstRegressed->confirmed || largestRanks(v).empty());
        text = same ? say("It is also the largest increase")
                    : say("The largest increase{} is {} ({}{}{})", inStatistic(v), v.largestIncrease->stage,
                          formatDelta(v.largestIncrease->value), largestRanks(v),
                          affected ? say(", affected, {}", whyText(v, v.largestIncrease->index)) : Text());
    }
    if (v.slowest.index < 0)
        return text.empty() ? text : text + say(".");
    // Where its row is of the slowest rank, the same stage stands below with another number.
    const auto& row = v.stages[static_cast<std::size_t>(v.slowest.index)].regressedIn;
    const Text slowest =
        row && row->across != v.policy.acrossRanks
            ? say("{}, {} of the ranks", formatDuration(v.slowest.value), word(nameOf(v.policy.acrossRanks)))
            : Text(formatDuration(v.slowest.value));
    return text.empty() ? say("The slowest stage is {} ({}).", v.slowest.stage, slowest)
                        : text + say("; the slowest stage is {} ({}).", v.slowest.stage, slowest);
}

/// A stage that got dearer by what another got cheaper, which is no regression (METHODS 1.9); empty without one.
Text shiftSentence(const Verdict& v)
{
    Text dearer;
    Text cheaper;
    for (const StageVerdict& stage : v.stages) {
        Text* list = stage.state == StageState::CostShift  ? &dearer
                     : stage.state == StageState::Improved ? &cheaper
                                                           : nullptr;
        if (list != nullptr)
            *list += (list->empty() ? Text() : say(", ")) + stage.stage + " " + formatDelta(stage.delta);
    }
    return dearer.empty() ? Text()
                          : say(" Cost moved between stages without making the step longer: {}; {}.", dearer,
                                cheaper.empty() ? say("others less") : cheaper);
}

}  // namespace

void writeHeadline(Draft& draft, const Cause& cause)
{
    Verdict& v = draft.verdict;
    switch (v.outcome) {
    case Outcome::Regressed: v.headline = regressedHeadline(draft, cause); break;
    case Outcome::Improved: v.headline = say("Faster: {}, no stage regressed", stepText(v)); break;
    case Outcome::Equivalent: v.headline = equivalentHeadline(draft); break;
    case Outcome::Inconclusive: v.headline = inconclusiveHeadline(draft); break;
    case Outcome::NotComparable: v.headline = say("Not comparable: {}", draft.basis.comparability.reason); break;
    case Outcome::InsufficientData: v.headline = insufficientHeadline(draft); break;
    }
}

void writeParagraph(Draft& draft, const Cause& cause)
{
    Verdict& v = draft.verdict;
    const bool noStep = v.stepsBaseline == 0 || v.stepsCurrent == 0;
    if (noStep && !v.firstRegressed) {
        v.paragraph = say("There is nothing to compare: a side has no step that was measured in full.");
        return;
    }
    v.paragraph = firstSentence(draft) + comparisonSentence(v) + shiftSentence(v);
    if (noStep)
        v.paragraph += say(" A side has no step that was measured in full, so the step as a whole is not compared.");
    if (v.firstRegressed && (cause.kind != CauseKind::Unknown || !cause.unknownWaiting.empty()) &&
        cause.kind != CauseKind::NotAsked && !cause.evidence.empty())
        v.paragraph += say(" Measured: {}.", cause.because);
}

}  // namespace headwater
