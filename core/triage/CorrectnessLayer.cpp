// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/triage/Layers.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/stats/RankTest.h"
#include "core/triage/CorrectnessFindings.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/RunEndFindings.h"
#include "core/triage/RunPool.h"

namespace headwater {

namespace {

void invalidDurations(const StageCube& cube, bool isBaseline, std::vector<Finding>& findings)
{
    constexpr std::size_t kShown = 20;
    const Text side = isBaseline ? say("baseline") : say("current run");
    for (std::size_t i = 0; i < std::min(cube.invalid.size(), kShown); ++i) {
        const InvalidDuration& bad = cube.invalid[i];
        Finding finding =
            correctnessFinding("correctness.invalid-duration", FindingSeverity::Failure,
                               say("In the {} the duration of stage {} on rank {} in step {} is \"{}\", which is no "
                                   "duration.",
                                   side, bad.stage, bad.rank, bad.step, bad.text),
                               say("Find out why the job wrote this value before comparing times."));
        Evidence evidence;
        evidence.what = say("duration of {}", bad.stage);
        (isBaseline ? evidence.baseline : evidence.current) = bad.text;
        evidence.rank = bad.rank;
        evidence.step = bad.step;
        evidence.source = bad.source;
        finding.evidence.push_back(std::move(evidence));
        findings.push_back(std::move(finding));
    }
    if (cube.invalid.size() > kShown)
        findings.push_back(
            correctnessFinding("correctness.more-invalid-durations", FindingSeverity::Failure,
                               say("{} more impossible durations in the {}.", cube.invalid.size() - kShown, side)));
}

/// Steps marked invalid whose text nobody kept still fail the layer.
void invalidSteps(const StageCube& cube, int invalid, const Text& side, std::vector<Finding>& findings)
{
    if (invalid > 0 && cube.invalid.empty())
        findings.push_back(correctnessFinding("correctness.invalid-step", FindingSeverity::Failure,
                                              say("{} steps of the {} have an impossible duration.", invalid, side)));
}

void failedSteps(const Draft& draft, std::vector<Finding>& findings)
{
    const auto failedB = static_cast<std::size_t>(draft.basis.baseline.selection.failed);
    const auto failedC = static_cast<std::size_t>(draft.basis.current.selection.failed);
    const std::size_t totalB = draft.basis.pair.baseline->cube.steps().size();
    const std::size_t totalC = draft.basis.pair.current->cube.steps().size();
    if (failedB + failedC == 0)
        return;
    const double p = stats::fisherMoreFailures(failedC, totalC, failedB, totalB);
    const bool more = p <= draft.policy.alpha;
    Finding finding = correctnessFinding(
        "correctness.failed-steps", more ? FindingSeverity::Failure : FindingSeverity::Warning,
        say("{} of {} steps failed in the baseline, {} of {} in the current run{}. They count as longer than any "
            "measured step in p95 and p99.",
            failedB, totalB, failedC, totalC,
            more ? say(": more than chance explains (Fisher exact p = {:.2g})", p) : Text()),
        say("Look at why steps fail before looking at how long the others take."));
    Evidence evidence;
    evidence.what = say("failed steps");
    evidence.baseline = std::to_string(failedB);
    evidence.current = std::to_string(failedC);
    evidence.unit = "steps";
    evidence.source = say("status of the steps");
    finding.evidence.push_back(std::move(evidence));
    findings.push_back(std::move(finding));
}

Text listed(const std::vector<std::string>& names)
{
    Text text;
    for (const std::string& name : names)
        text += (text.empty() ? Text() : say(", ")) + name;
    return text;
}

void stageContract(const Draft& draft, std::vector<Finding>& findings)
{
    const StageAlignment& alignment = draft.basis.alignment;
    if (!alignment.missing.empty())
        findings.push_back(correctnessFinding(
            "correctness.stage-missing", FindingSeverity::Failure,
            say("The current run lacks stages that the baseline has: {}. From the first of them on stages "
                "cannot be compared in order.",
                listed(alignment.missing)),
            say("Check that both runs do the same work and name their stages alike.")));
    if (!alignment.added.empty())
        findings.push_back(
            correctnessFinding("correctness.stage-new", FindingSeverity::Warning,
                               say("The current run has stages that the baseline lacks: {}.", listed(alignment.added)),
                               say("Check that both runs do the same work and name their stages alike.")));
    if (alignment.orderChanged)
        findings.push_back(correctnessFinding(
            "correctness.stage-order", FindingSeverity::Failure,
            say("The stages come in another order: baseline {}; current run {}. Only the common beginning is scanned.",
                listed(draft.basis.pair.baseline->cube.stages()), listed(draft.basis.pair.current->cube.stages())),
            say("Compare runs whose stages come in the same order, or give a stage rule file.")));
}

void manifests(const Draft& draft, std::vector<Finding>& findings)
{
    const Comparability& comparability = draft.basis.comparability;
    FindingSeverity severity = FindingSeverity::Info;
    Text statement = say("Configuration: {}.", comparability.reason);
    Text next;
    const bool acknowledged = !draft.policy.acknowledgement.empty();
    switch (comparability.status) {
    case ComparabilityStatus::NotComparable:
        severity = acknowledged ? FindingSeverity::Warning : FindingSeverity::Failure;
        next = say("Repeat the run with the same job, or say why the comparison is wanted all the same.");
        break;
    case ComparabilityStatus::Confounded:
        severity = FindingSeverity::Warning;
        next = singleVariableStep(draft);
        break;
    case ComparabilityStatus::Same:
        statement +=
            say(" An A/A pair, as far as is known: what differs between the runs comes from the environment, or from "
                "what no manifest holds.");
        break;
    case ComparabilityStatus::Comparable:
        if (draft.basis.correctness->variables.control == Control::Controlled)
            statement += say(" A controlled comparison, as far as is known.");
        break;
    }
    if (const std::size_t open = draft.basis.correctness->variables.open.size(); open > 0)
        statement +=
            open == 1
                ? say(" {} setting is known of one run only, so it was not compared; unknown is no change.", open)
                : say(" {} settings are known of one run only, so they were not compared; unknown is no change.", open);
    if (acknowledged && severity != FindingSeverity::Info)
        statement += say(" Judged all the same, because: {}", draft.policy.acknowledgement);
    Finding finding = correctnessFinding("correctness.manifest", severity, std::move(statement), std::move(next));
    for (const ManifestChange& change : comparability.changed) {
        if (change.isVolatile)
            continue;  // differs between any two runs; the comparability table shows it
        Evidence evidence;
        evidence.what = change.key;
        evidence.baseline = change.baseline;
        evidence.current = change.current;
        evidence.source = say("manifest");
        isSetting(evidence, draft.basis, change.key);
        finding.evidence.push_back(std::move(evidence));
    }
    findings.push_back(std::move(finding));
}

/// Runs given as repetitions that are none: which is first decides what is judged, so no order may pass unnoticed.
void mixedRuns(const Draft& draft, std::vector<Finding>& findings)
{
    for (const auto& [first, side, name] :
         {std::tuple(draft.basis.pair.baseline, &draft.basis.baseline, say("baseline")),
          std::tuple(draft.basis.pair.current, &draft.basis.current, say("current run"))})
        for (const SideRun& run : side->repeats)
            if (const Text why = otherConfiguration(*first, *run.run); !why.empty())
                findings.push_back(correctnessFinding(
                    "correctness.mixed-configuration", FindingSeverity::Warning,
                    say("{} is no repetition of {}, the first run of the {}: {}.", run.run->run->name, first->run->name,
                        name, why),
                    say("Give runs of one configuration on a side, and compare configurations with each other.")));
}

void runEnds(const Draft& draft, std::vector<Finding>& findings)
{
    for (const auto& [run, side] : {std::pair(draft.basis.pair.baseline->run, Side::Baseline),
                                    std::pair(draft.basis.pair.current->run, Side::Current)})
        std::ranges::move(runEndFindings(*run, side), std::back_inserter(findings));
}

}  // namespace

Layer correctnessLayer(const Draft& draft)
{
    Layer layer;
    layer.id = LayerId::Correctness;
    const StageCube& baseline = draft.basis.pair.baseline->cube;
    const StageCube& current = draft.basis.pair.current->cube;
    invalidDurations(baseline, true, layer.findings);
    invalidSteps(baseline, draft.basis.baseline.selection.invalid, say("baseline"), layer.findings);
    invalidDurations(current, false, layer.findings);
    invalidSteps(current, draft.basis.current.selection.invalid, say("current run"), layer.findings);
    failedSteps(draft, layer.findings);
    stageContract(draft, layer.findings);
    addBadNumbers(draft, layer.findings);
    addIterations(draft, layer.findings);
    addKernelChanges(draft, layer.findings);
    addLossComparison(draft, layer.findings);
    addSpikes(draft, layer.findings);
    manifests(draft, layer.findings);
    mixedRuns(draft, layer.findings);
    addDeterminism(draft, layer.findings);
    addChecklist(draft, layer.findings);
    runEnds(draft, layer.findings);
    layer.status = statusOf(layer.findings);
    layer.summary = correctnessSummary(draft, layer.findings);
    return layer;
}

}  // namespace headwater
