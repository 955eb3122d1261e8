// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Decide.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/Cause.h"
#include "core/triage/Draft.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/ExplainStages.h"
#include "core/triage/FindingIds.h"
#include "core/triage/Flowchart.h"
#include "core/triage/Headline.h"
#include "core/triage/JudgeStages.h"
#include "core/triage/LatentStages.h"
#include "core/triage/Layers.h"
#include "core/triage/Names.h"
#include "core/triage/NextSteps.h"
#include "core/triage/Outcome.h"
#include "core/triage/RunPool.h"

namespace headwater {

namespace {

void addRepeatedInputs(const std::vector<RunAnalysisPtr>& repeats, std::vector<SourceFile>& inputs)
{
    for (const RunAnalysisPtr& repeat : repeats)
        inputs.insert(inputs.end(), repeat->run->sources.begin(), repeat->run->sources.end());
}

void copyInputs(Draft& draft)
{
    Verdict& v = draft.verdict;
    const RunAnalysis& baseline = *draft.basis.pair.baseline;
    const RunAnalysis& current = *draft.basis.pair.current;
    v.policy = draft.policy;
    v.comparability = draft.basis.comparability;
    v.correctness = draft.basis.correctness;
    v.warnings = draft.basis.warnings;
    v.resources = draft.basis.resources;
    v.waterfall = draft.basis.waterfall;
    v.ownTimes = {draft.basis.baseline.ownTimes, draft.basis.current.ownTimes};
    v.lostSteps = {draft.basis.baseline.lost, draft.basis.current.lost};
    v.stageSource = baseline.stageSource;
    if (baseline.run) {
        v.missingRanks[0] = baseline.run->missingRanks();
        v.baselineInputs = baseline.run->sources;
        v.baselineName = baseline.run->name;
    }
    if (current.run) {
        v.missingRanks[1] = current.run->missingRanks();
        v.currentInputs = current.run->sources;
        v.currentName = current.run->name;
    }
    addRepeatedInputs(draft.basis.pair.baselineRepeats, v.baselineInputs);
    addRepeatedInputs(draft.basis.pair.currentRepeats, v.currentInputs);
}

void warnAboutSampleSize(Draft& draft)
{
    std::vector<Text>& warnings = draft.verdict.warnings;
    const std::size_t n = stepsCompared(draft);
    switch (draft.size) {
    case SampleSize::Point:
        warnings.emplace_back(
            say("Point comparison, no uncertainty: one step a side, the textbook's rule alone decides."));
        return;
    case SampleSize::Few:
        warnings.push_back(say("{} steps a side are too few to confirm anything: an interval for the median needs "
                               "{}.",
                               n, stepsNeeded(Statistic::P50, draft.policy.alpha)));
        return;
    case SampleSize::Identical:
        warnings.emplace_back(
            say("The samples of both sides are identical, value by value: this is a run against itself."));
        return;
    case SampleSize::None: return;
    case SampleSize::Enough: break;
    }
    constexpr std::size_t kUnderCovers = 8;
    if (n < kUnderCovers)
        warnings.push_back(say("Intervals from {} steps a side are narrower than they should be: repeat with more "
                               "steps before relying on a close call.",
                               n));
    for (const Statistic statistic : {Statistic::P95, Statistic::P99})
        if (n < stepsNeeded(statistic, draft.policy.alpha))
            warnings.push_back(say("{} is shown but not judged: that takes {} steps a side, there are {}.",
                                   word(nameOf(statistic)), stepsNeeded(statistic, draft.policy.alpha), n));
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
                say("{}: the bootstrap says regressed, the rank test does not agree (p = {:.2f}).",
                    draft.results[k].shown.stage, test.pOne));
    }
}

void warnAboutEvidence(Draft& draft)
{
    if (draft.verdict.evidenceLevel == EvidenceLevel::AcrossRuns)
        return;
    if (const auto& noise = draft.policy.noise; noise && draft.basis.baseline.pooled) {
        draft.verdict.warnings.push_back(
            say("One current run: how much current runs differ is taken from the {} baseline runs, whose step time "
                "varies by \u03c3 {:.2g} %, so \u03b5 is {:.3g} %.",
                noise->runs, noise->sigma * 100, draft.policy.epsilon() * 100));
        return;
    }
    if (const auto& noise = draft.policy.noise) {
        draft.verdict.warnings.push_back(say(
            "Within-run evidence only: one run a side. Over {} earlier runs the step time varied by \u03c3 {:.2g} %, "
            "so \u03b5 is {:.3g} %.",
            noise->runs, noise->sigma * 100, draft.policy.epsilon() * 100));
        return;
    }
    if (draft.size != SampleSize::Identical && draft.size != SampleSize::None)
        draft.verdict.warnings.emplace_back(
            say("Within-run evidence only: one run a side; how much two runs of the same job "
                "differ is unknown."));
}

/// A verdict by other thresholds than the usual ones says so wherever its warnings are printed.
void warnAboutThresholds(Draft& draft)
{
    const ResourcePolicy usual;
    const ResourcePolicy& used = draft.policy.resources;
    Text changed;
    for (const ResourceThreshold& threshold : resourceThresholds())
        if (used.*(threshold.value) != usual.*(threshold.value))
            changed += (changed.empty() ? Text() : say(", ")) +
                       say("{} {:g} (default {:g})", threshold.key, used.*(threshold.value), usual.*(threshold.value));
    if (!changed.empty())
        draft.verdict.warnings.push_back(say("Judged by changed thresholds of the resource checks: {}.", changed));
}

}  // namespace

Verdict decide(const DecisionBasis& basis, const Policy& asked, const Job& job)
{
    const Policy policy = withRunNoise(basis, asked);
    Draft draft = judgeStages(basis, policy);
    explainStages(draft, job);
    markLatent(draft);
    Verdict& v = draft.verdict;
    copyInputs(draft);
    warnAboutSampleSize(draft);
    crossCheck(draft);
    describeRuns(draft);
    warnAboutEvidence(draft);
    warnAboutThresholds(draft);

    const Cause cause = findCause(draft);
    // That it got longer stands; where the slowdown starts does not: a stage before it on a rank without a trace may.
    if (!cause.unknownWaiting.empty())
        v.firstRegressed->confirmed = false;
    v.layers[0] = correctnessLayer(draft);
    v.layers[1] = resourcesLayer(draft);
    v.layers[2] = timelineLayer(draft, cause);
    v.layers[3] = stragglersLayer(draft);
    markConditional(v.layers);
    v.outcome = outcomeOf(draft);
    v.outcomeNode = outcomeNodeOf(draft, cause);
    writeHeadline(draft, cause);
    writeParagraph(draft, cause);
    writeNextSteps(draft, cause);
    v.flowchart = flowchartPath(draft, cause);
    tellFindingsApart(v.layers);  // last: the rules above look for findings by what they say
    placeEvidence(draft);
    return std::move(draft.verdict);
}

}  // namespace headwater
