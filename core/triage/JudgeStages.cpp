// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/JudgeStages.h"

#include <algorithm>
#include <cmath>

#include "core/stats/CourseRule.h"
#include "core/triage/Stability.h"

namespace headwater {

namespace {

Ns toNs(double value)
{
    return std::isfinite(value) ? static_cast<Ns>(std::llround(value)) : 0;
}

void fillStep(Draft& draft)
{
    Verdict& v = draft.verdict;
    const Judgement& step = draft.judgements.step[static_cast<std::size_t>(draft.policy.statistic)];
    v.stepsBaseline = static_cast<int>(draft.basis.step.baseline.n());
    v.stepsCurrent = static_cast<int>(draft.basis.step.current.n());
    v.stepBaseline = toNs(step.baseline);
    v.stepCurrent = toNs(step.current);
    v.stepDelta = step.delta;
    v.stepRatio = step.ratio;
    v.stepCi95 = step.ci;
    v.warmupRemoved = draft.basis.warmupRemoved;
    const StepSelection& b = draft.basis.baseline.selection;
    const StepSelection& c = draft.basis.current.selection;
    v.failedBaseline = b.failed + b.invalid;
    v.failedCurrent = c.failed + c.invalid;
}

bool isCandidate(const Draft& draft, std::size_t k)
{
    return k < draft.basis.alignment.comparable;
}

StageRef refTo(const StageVerdict& stage, Ns value)
{
    return {stage.index, stage.stage, value, stage.shareOfStepDelta};
}

/// The textbook's rule, verbatim, on the chosen statistic; stages that only one run has are not zero and are skipped.
void applyCourse(Draft& draft)
{
    Verdict& v = draft.verdict;
    for (std::size_t k = 0; k < v.stages.size() && isCandidate(draft, k); ++k) {
        const Judgement& j = draft.judgements.stages[k].table(draft.policy.statistic);
        if (!std::isfinite(j.baseline) || !std::isfinite(j.current) ||
            !stats::regressedByCourse(toNs(j.baseline), toNs(j.current), draft.policy.epsilonPpm))
            continue;
        v.course = refTo(v.stages[k], j.delta);
        v.courseRatio = j.ratio;
        return;
    }
}

FirstRegressed firstFrom(const StageResult& result, const Judgement& proof, bool confirmed)
{
    FirstRegressed first;
    first.index = result.shown.index;
    first.stage = result.shown.stage;
    first.scope = result.scope;
    first.ranks = result.ranks;
    first.kind = result.kind;
    first.delta = result.shown.state == StageState::New ? result.shown.delta : proof.delta;
    first.ratio = proof.ratio;
    first.ci95 = proof.ci;
    first.pAdjusted = proof.pAdjusted;
    first.confirmed = confirmed;
    return first;
}

/// The numbers of an open stage on its slowest rank.
Judgement judgementOf(const RegressedIn& open)
{
    Judgement judgement;
    judgement.baseline = open.baseline;
    judgement.current = open.current;
    judgement.delta = open.delta;
    judgement.ratio = open.ratio;
    judgement.ci = open.ci95;
    judgement.pAdjusted = open.pAdjusted;
    return judgement;
}

/// A stage that the textbook's rule names and the confirmed rule leaves open.
bool isOpenByCourse(const Draft& draft, std::size_t k)
{
    const Judgement& j = draft.judgements.stages[k].table(draft.policy.statistic);
    return draft.results[k].shown.state == StageState::Inconclusive && std::isfinite(j.baseline) &&
           std::isfinite(j.current) &&
           stats::regressedByCourse(toNs(j.baseline), toNs(j.current), draft.policy.epsilonPpm);
}

/// Earliest confirmed stage; else the first that the textbook's rule names and that is not cleared (METHODS 1.3.8).
void findFirst(Draft& draft)
{
    Verdict& v = draft.verdict;
    v.headlineStatistic = draft.policy.statistic;
    const bool confirmable = draft.size == SampleSize::Enough && draft.basis.steady;
    for (std::size_t k = 0; k < draft.results.size() && isCandidate(draft, k); ++k) {
        const StageResult& result = draft.results[k];
        if (!result.regressed || !result.proof)
            continue;
        v.firstRegressed = firstFrom(result, *result.proof, confirmable);
        v.headlineStatistic = result.proofStatistic;
        break;
    }
    for (std::size_t k = 0; k < draft.results.size() && isCandidate(draft, k) && !v.firstRegressed; ++k)
        if (const auto& open = draft.results[k].shown.regressedIn)
            v.firstRegressed = firstFrom(draft.results[k], judgementOf(*open), false);
        else if (isOpenByCourse(draft, k))
            v.firstRegressed =
                firstFrom(draft.results[k], draft.judgements.stages[k].table(draft.policy.statistic), false);
    const std::size_t end = v.firstRegressed ? static_cast<std::size_t>(v.firstRegressed->index) + 1 : v.stages.size();
    for (std::size_t k = 0; k < end && isCandidate(draft, k); ++k) {
        if (v.stages[k].state != StageState::Inconclusive && !draft.results[k].regressed)
            continue;
        v.earliestPossible = refTo(v.stages[k], v.stages[k].delta);
        break;
    }
    if (v.firstRegressed)
        for (StageVerdict& stage : v.stages)
            stage.downstream = stage.index > v.firstRegressed->index;
}

/// Growth of a stage in the statistic that the headline speaks of; where it regressed in that, as it was proved.
Ns growthOf(const Draft& draft, std::size_t k)
{
    const Statistic statistic = draft.verdict.headlineStatistic;
    const StageResult& result = draft.results[k];
    if (result.proof && result.proofStatistic == statistic)
        return result.proof->delta;
    if (result.shown.regressedIn && result.shown.regressedIn->statistic == statistic)
        return result.shown.regressedIn->delta;
    return statistic == draft.policy.statistic ? result.shown.delta : draft.judgements.stages[k].table(statistic).delta;
}

/// Largest increase and slowest, of what was measured; "(outside stages)" is slowest only where it is all there is.
void findExtremes(Draft& draft)
{
    Verdict& v = draft.verdict;
    const auto s = static_cast<std::size_t>(draft.policy.statistic);
    const StageVerdict* slowest = nullptr;
    for (const StageVerdict& stage : v.stages) {
        if (stage.current.n == 0)
            continue;
        const Ns growth = growthOf(draft, static_cast<std::size_t>(stage.index));
        if (growth > 0 && (!v.largestIncrease || growth > v.largestIncrease->value))
            v.largestIncrease = refTo(stage, growth);
        const bool outside = draft.basis.alignment.stages[static_cast<std::size_t>(stage.index)].outside;
        const bool beats = slowest == nullptr || stage.current.value[s] > slowest->current.value[s];
        if (beats && !(outside && slowest != nullptr))
            slowest = &stage;
    }
    v.slowest.index = -1;
    if (slowest != nullptr)
        v.slowest = {slowest->index, slowest->stage, toNs(slowest->current.value[s]), slowest->shareOfStepDelta};
}

void fillStability(Draft& draft)
{
    Verdict& v = draft.verdict;
    AcrossRanks across = draft.basis.prepared.acrossRanks;
    Statistic statistic = draft.policy.statistic;
    if (v.firstRegressed) {
        const StageResult& result = draft.results[static_cast<std::size_t>(v.firstRegressed->index)];
        across = result.proof               ? result.proofAcross
                 : result.shown.regressedIn ? result.shown.regressedIn->across
                                            : across;
        statistic = result.proof ? result.proofStatistic : statistic;
    }
    v.stability = stabilityOf(draft.basis, across, statistic, draft.policy, draft.floor);
    if (!v.firstRegressed)
        return;
    for (const StabilityBar& bar : v.stability)
        if (bar.index == v.firstRegressed->index)
            v.firstRegressed->stability = bar.share;
    if (!v.stability.empty() && !v.firstRegressed->stability)
        v.firstRegressed->stability = 0;
    // That it regressed stands; that it is the first to do so does not, where most resamples say another (METHODS
    // 1.3.7).
    constexpr double kLeastStability = 0.5;
    if (v.firstRegressed->stability.value_or(1) < kLeastStability)
        v.firstRegressed->confirmed = false;
}

void capWithoutSteadyState(Draft& draft)
{
    if (draft.basis.steady)
        return;
    for (StageResult& result : draft.results) {
        if (result.shown.state == StageState::Regressed)
            result.shown.state = StageState::Inconclusive;
        if (result.regressed)
            result.shown.regressedIn.reset();
        for (StageState& state : result.shown.stateBy)
            if (state == StageState::Regressed)
                state = StageState::Inconclusive;
    }
}

}  // namespace

Draft judgeStages(const DecisionBasis& basis, const Policy& policy)
{
    Draft draft{basis, policy, sampleSizeOf(basis, policy), floorOf(basis, policy), judgeAll(basis, policy), {}, {}};
    draft.results = stageResults(basis, draft.judgements, policy);
    capWithoutSteadyState(draft);
    fillStep(draft);
    for (const StageResult& result : draft.results)
        draft.verdict.stages.push_back(result.shown);
    applyCourse(draft);
    findFirst(draft);
    findExtremes(draft);
    fillStability(draft);
    return draft;
}

}  // namespace headwater
