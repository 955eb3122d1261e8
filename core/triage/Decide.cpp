// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Decide.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/stats/CourseRule.h"
#include "core/triage/Cause.h"
#include "core/triage/Draft.h"
#include "core/triage/Flowchart.h"
#include "core/triage/Headline.h"
#include "core/triage/Layers.h"
#include "core/triage/Names.h"
#include "core/triage/Outcome.h"
#include "core/triage/Stability.h"

namespace headwater {

namespace {

Ns toNs(double value)
{
    return std::isfinite(value) ? static_cast<Ns>(std::llround(value)) : 0;
}

void copyInputs(Draft& draft)
{
    Verdict& v = draft.verdict;
    const RunAnalysis& baseline = *draft.basis.pair.baseline;
    const RunAnalysis& current = *draft.basis.pair.current;
    v.policy = draft.policy;
    v.comparability = draft.basis.comparability;
    v.warnings = draft.basis.warnings;
    v.resources = draft.basis.resources;
    v.stageSource = baseline.stageSource;
    if (baseline.run) {
        v.baselineInputs = baseline.run->sources;
        v.baselineName = baseline.run->name;
    }
    if (current.run) {
        v.currentInputs = current.run->sources;
        v.currentName = current.run->name;
    }
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
        if (isOpenByCourse(draft, k))
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

void warnAboutSampleSize(Draft& draft)
{
    std::vector<std::string>& warnings = draft.verdict.warnings;
    const std::size_t n = stepsCompared(draft);
    switch (draft.size) {
    case SampleSize::Point:
        warnings.emplace_back("Point comparison, no uncertainty: one step a side, the textbook's rule alone decides.");
        return;
    case SampleSize::Few:
        warnings.push_back(
            fmt::format("{} steps a side are too few to confirm anything: an interval for the median needs "
                        "{}.",
                        n, stepsNeeded(Statistic::P50, draft.policy.alpha)));
        return;
    case SampleSize::Identical:
        warnings.emplace_back("The samples of both sides are identical, value by value: this is a run against itself.");
        return;
    case SampleSize::None: return;
    case SampleSize::Enough: break;
    }
    constexpr std::size_t kUnderCovers = 8;
    if (n < kUnderCovers)
        warnings.push_back(
            fmt::format("Intervals from {} steps a side are narrower than they should be: repeat with more "
                        "steps before relying on a close call.",
                        n));
    for (const Statistic statistic : {Statistic::P95, Statistic::P99})
        if (n < stepsNeeded(statistic, draft.policy.alpha))
            warnings.push_back(fmt::format("{} is shown but not judged: that takes {} steps a side, there are {}.",
                                           nameOf(statistic), stepsNeeded(statistic, draft.policy.alpha), n));
}

/// The rank test as a second opinion on each regressed stage (METHODS 1.3.4).
void crossCheck(Draft& draft)
{
    constexpr double kContradicts = 0.1;
    if (draft.size != SampleSize::Enough)
        return;
    for (std::size_t k = 0; k < draft.results.size(); ++k) {
        const SeriesBasis& series = draft.basis.stages[k].series.front();
        const Judgement& p50 = draft.judgements.stages[k].table(Statistic::P50);
        if (p50.state != StageState::Regressed || !p50.ratio)
            continue;
        const stats::MannWhitney test =
            stats::mannWhitneySorted(series.current.sorted, series.baseline.sorted, 1 + draft.policy.epsilon(),
                                     draft.basis.null ? &*draft.basis.null : nullptr);
        if (test.pOne > kContradicts)
            draft.verdict.warnings.push_back(
                fmt::format("{}: the bootstrap says regressed, the rank test does not agree (p = {:.2f}).",
                            draft.results[k].shown.stage, test.pOne));
    }
}

void fillStability(Draft& draft)
{
    Verdict& v = draft.verdict;
    AcrossRanks across = draft.basis.prepared.acrossRanks;
    Statistic statistic = draft.policy.statistic;
    if (v.firstRegressed) {
        const StageResult& result = draft.results[static_cast<std::size_t>(v.firstRegressed->index)];
        across = result.proof ? result.proofAcross : across;
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
}

void capWithoutSteadyState(Draft& draft)
{
    if (draft.basis.steady)
        return;
    for (StageResult& result : draft.results) {
        if (result.shown.state == StageState::Regressed)
            result.shown.state = StageState::Inconclusive;
        for (StageState& state : result.shown.stateBy)
            if (state == StageState::Regressed)
                state = StageState::Inconclusive;
    }
}

void warnAboutEvidence(Draft& draft)
{
    if (draft.size != SampleSize::Identical && draft.size != SampleSize::None)
        draft.verdict.warnings.emplace_back(
            "Within-run evidence only: one run a side; how much two runs of the same job "
            "differ is unknown.");
}

}  // namespace

Verdict decide(const DecisionBasis& basis, const Policy& policy)
{
    Draft draft{basis, policy, sampleSizeOf(basis, policy), floorOf(basis, policy), judgeAll(basis, policy), {}, {}};
    draft.results = stageResults(basis, draft.judgements, policy);
    capWithoutSteadyState(draft);
    Verdict& v = draft.verdict;
    copyInputs(draft);
    fillStep(draft);
    for (const StageResult& result : draft.results)
        v.stages.push_back(result.shown);
    applyCourse(draft);
    findFirst(draft);
    findExtremes(draft);
    fillStability(draft);
    warnAboutSampleSize(draft);
    crossCheck(draft);
    warnAboutEvidence(draft);

    const Cause cause = findCause(draft);
    v.layers[0] = correctnessLayer(draft);
    v.layers[1] = resourcesLayer(draft);
    v.layers[2] = timelineLayer(draft, cause);
    v.layers[3] = stragglersLayer(draft);
    markConditional(v.layers);
    v.outcome = outcomeOf(draft);
    v.outcomeNode = outcomeNodeOf(draft, cause);
    writeHeadline(draft);
    writeParagraph(draft, cause);
    writeNextSteps(draft, cause);
    v.flowchart = flowchartPath(draft, cause);
    return std::move(draft.verdict);
}

}  // namespace headwater
