// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/NextSteps.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/triage/MissingPeers.h"
#include "core/triage/NoSteps.h"
#include "core/triage/Onset.h"
#include "core/triage/Outcome.h"
#include "core/triage/StragglerFindings.h"

namespace headwater {

namespace {

constexpr std::size_t kMost = 6;

using Steps = std::vector<Text>;

Text recordMore(const Text& why, std::size_t steps, std::size_t have)
{
    return say("Record more steps: {} {} steps a side ({} compared now).", why, steps, have);
}

/// How to get a decision. METHODS 1.3.9 counts steps like those at hand: where these are warm-up, or vary so much that
/// the count is beyond any run, more of the same is no advice.
Text toDecide(const Draft& draft, std::size_t wanted, std::size_t have)
{
    constexpr std::size_t kFewAfterWarmUp = 20;
    constexpr std::size_t kBeyond = 10;
    if (const auto warmUp = warmUpThatDominates(draft))
        return say("Record at least {} steps after the warm-up: the first step takes {}, the typical one {}, and "
                   "{} steps a side are too few to see where a steady state starts. Or leave the first steps "
                   "out with --warmup N.",
                   kFewAfterWarmUp, formatDuration(warmUp->first), formatDuration(warmUp->typical), have);
    if (wanted > kBeyond * have)
        return say("The {} steps a side vary too much to be decided by more of the same: find what makes single "
                   "steps long (checkpoints, evaluation, other jobs) and leave those out, then record at least "
                   "{} steps.",
                   have, stepsNeeded(Statistic::P95, draft.policy.alpha));
    return recordMore(say("deciding the open stages takes about"), wanted, have);
}

Steps forInput(const std::string& stage)
{
    return {
        say("Run both versions with synthetic data, one batch kept in memory: if {} falls to its baseline "
            "time, storage and loading are the cause; if it stays long, the training process itself is.",
            stage),
        say("Take back one input setting at a time (workers, prefetch, pinned memory, where the data lies): the one "
            "that brings the time back is the cause.")};
}

std::vector<std::string> hostsOf(const RunAnalysis& run)
{
    std::vector<std::string> hosts;
    for (const RankAnalysis& rank : run.ranks)
        if (!rank.host.empty())
            hosts.push_back(rank.host);
    std::ranges::sort(hosts);
    hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
    return hosts;
}

/// Two hosts have one pair, which has no others to be compared with but itself.
Text measureLinks(const RunAnalysis& run)
{
    const std::vector<std::string> hosts = hostsOf(run);
    if (hosts.size() == 2)
        return say("Run nccl-tests between {} and {}, then inside {} and inside {} alone (all_reduce_perf -b "
                   "1M -e 1G -f 2): bus bandwidth that is low only between them, or below what the baseline "
                   "had, is the link's; the same everywhere leaves message sizes, algorithm and overlap.",
                   hosts[0], hosts[1], hosts[0], hosts[1]);
    if (hosts.size() == 1)
        return say("Run nccl-tests on pairs of devices inside {} (all_reduce_perf -b 1M -e 1G -f 2): a pair "
                   "whose bus bandwidth is below the others' has the slow link; equal pairs leave message "
                   "sizes, algorithm and overlap.",
                   hosts[0]);
    return say(
        "Run nccl-tests pairwise between the hosts of the run (all_reduce_perf -b 1M -e 1G -f 2): a pair whose bus "
        "bandwidth is below the others' has the slow link; equal pairs clear the links and leave message sizes, "
        "algorithm and overlap.");
}

Steps forCommunication(const Draft& draft, const std::string& stage)
{
    return {measureLinks(*draft.basis.pair.current),
            say("Set NCCL_DEBUG=INFO in both runs and compare algorithm, protocol and rings of the collectives "
                "in {}: a difference there is a changed variable, not a slow network.",
                stage)};
}

Steps forCompute(const std::string& stage)
{
    return {say("Compare the kernels inside {}: the same kernels taking longer a call point to clocks or shared "
                "devices, other kernels to software, more calls to more work.",
                stage),
            say("Repeat the current run on the baseline's devices: time that stays long is the software's, time that "
                "returns was the device's.")};
}

Steps forHost(const std::string& stage, const std::optional<BubbleCause>& bubble)
{
    if (bubble == BubbleCause::Gc)
        return {say("Switch automatic garbage collection off (gc.disable) and collect on all ranks at the same step "
                    "(gc.collect every 50 steps): gaps that vanish were the collector's.")};
    if (bubble == BubbleCause::Allocator)
        return {
            say("Log num_alloc_retries of torch.cuda.memory_stats on each rank: retries that grow with the slow steps "
                "prove memory pressure."),
            say("Repeat with PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True or a smaller batch: allocator gaps that "
                "vanish were fragmentation or too little memory.")};
    if (bubble == BubbleCause::Sync)
        return {say("Find the synchronising call inside {} (item, cpu, nonzero, a print of a tensor) with "
                    "torch.cuda.set_sync_debug_mode(\"warn\"): if taking it away closes the gap, it was the "
                    "cause.",
                    stage)};
    return {say("Record Python stacks (py-spy, or the profiler's with_stack) inside {} of both runs: what is on "
                "the launching thread in the gaps is the cause.",
                stage),
            say("Repeat with the training process alone on its cores (taskset, no other jobs): gaps that vanish were "
                "contention for the CPU, not the program.")};
}

/// What to try where the ranks that regressed are a role of their own: no device of theirs is to blame.
std::optional<Text> stepForRole(const Draft& draft, const std::vector<int>& ranks)
{
    for (const Finding& finding : draft.verdict.layers[3].findings) {
        const auto holds = [&](int rank) {
            return std::ranges::find(finding.evidence, rank, &Evidence::rank) != finding.evidence.end();
        };
        if (finding.id == "stragglers.slow-role" && !ranks.empty() && std::ranges::all_of(ranks, holds))
            return finding.nextStep;
    }
    return std::nullopt;
}

/// The same for a rank whose host, or the link to it, is at fault: its device is not.
std::optional<Text> stepForHostSide(const Draft& draft, const std::vector<int>& ranks)
{
    if (ranks.size() != 1)
        return std::nullopt;
    const auto& slow = draft.verdict.stragglers;
    const auto found = std::ranges::find(slow, ranks.front(), &StragglerVerdict::rank);
    if (found == slow.end() || (found->side != "link" && found->side != "host"))
        return std::nullopt;
    for (const Finding& finding : draft.verdict.layers[3].findings)
        if (finding.id == "stragglers.slow-rank" && !finding.evidence.empty() &&
            finding.evidence.front().rank == ranks.front())
            return finding.nextStep;
    return std::nullopt;
}

/// The same for a host or rack whose ranks are all slow: its other ranks do not have to be swapped one by one.
std::optional<Text> stepForPlace(const Draft& draft)
{
    for (const Finding& finding : draft.verdict.layers[3].findings)
        if ((finding.id == "stragglers.slow-host" || finding.id == "stragglers.slow-rack") &&
            finding.severity == FindingSeverity::Failure)
            return finding.nextStep;
    return std::nullopt;
}

Steps forStraggler(const Draft& draft)
{
    const FirstRegressed& first = *draft.verdict.firstRegressed;
    if (const auto step = stepForRole(draft, first.ranks))
        return {*step};
    if (const auto step = stepForHostSide(draft, first.ranks))
        return {*step};
    if (const auto place = stepForPlace(draft))
        return {*place};
    const auto& findings = draft.verdict.layers[3].findings;
    const auto rotating = std::ranges::find(findings, "stragglers.rotating", &Finding::id);
    if (first.ranks.empty() && rotating != findings.end() && computeOfSlowSteps(*draft.basis.current.ownTimes))
        return {rotating->nextStep};
    if (first.ranks.empty())
        return {say(
            "The slow rank changes from step to step: log the sequence lengths of each rank's batch and its garbage "
            "collections; slow steps that follow one of them name the cause.")};
    const Text ranks = ranksText(first.ranks);
    return {say("Swap the device or host of {} with a fast one: slowness that stays with the machine is "
                "hardware, slowness that moves along with the work is of the work or its data.",
                ranks),
            say("Run a compute benchmark alone on the devices of {} and on their neighbours: a difference there "
                "proves the device, equal results point to the host.",
                ranks)};
}

Steps forOutcome(const Draft& draft, const Cause& cause)
{
    const Verdict& v = draft.verdict;
    if (!v.firstRegressed)
        return {};
    const std::string& stage = v.firstRegressed->stage;
    if (v.outcomeNode == "input-pipeline")
        return forInput(stage);
    if (v.outcomeNode == "communication")
        return forCommunication(draft, stage);
    if (v.outcomeNode == "device-compute")
        return forCompute(stage);
    if (v.outcomeNode == "host-dispatch")
        return forHost(stage, cause.bubble);
    if (v.outcomeNode == "straggler")
        return forStraggler(draft);
    if (v.outcomeNode == "resource-fault" && v.firstRegressed->scope == Scope::Systemic)
        return {
            say("Undo what the resources layer names, on all ranks alike, and repeat the run: if the time returns to "
                "the baseline's, it was the cause; if it stays, go on with the next layer.")};
    if (v.outcomeNode == "resource-fault")
        return {
            say("Repeat the run without the faulty device or host: if the time returns to the baseline's, the fault is "
                "the cause; if it stays, go on with the next layer.")};
    if (v.outcomeNode == "unresolved" && !cause.unknownWaiting.empty())
        return {addMissingTraces(draft)};
    if (v.outcomeNode == "unresolved")
        return {say("Record a device trace of both runs: stage durations alone do not show what grew in {}.", stage)};
    return {};
}

/// What the experiments of the outcome name already: the work of a rank whose device is at fault, or the causes of
/// slowness that goes round.
bool isNamed(const Verdict& v, const Finding& finding)
{
    if (finding.layer != LayerId::Stragglers || !v.firstRegressed)
        return false;
    return v.outcomeNode == "resource-fault" ||
           (v.outcomeNode == "straggler" && v.firstRegressed->ranks.empty() && finding.id == "stragglers.rotating");
}

void addFrom(const Verdict& v, const Layer& layer, Steps& steps)
{
    for (const Finding& finding : layer.findings)
        if (!isNamed(v, finding) && !finding.nextStep.empty() && finding.severity != FindingSeverity::Info &&
            std::ranges::find(steps, finding.nextStep) == steps.end() && steps.size() < kMost)
            steps.push_back(finding.nextStep);
}

}  // namespace

void writeNextSteps(Draft& draft, const Cause& cause)
{
    Verdict& v = draft.verdict;
    if (v.outcomeNode == "correctness")
        addFrom(v, v.layers[0], v.nextSteps);
    const std::size_t have = stepsCompared(draft);
    const std::size_t wanted = stepsToDecide(draft);
    const bool onset =
        std::ranges::find(v.layers[2].findings, kOnsetFinding, &Finding::id) != v.layers[2].findings.end();
    if (v.outcome == Outcome::Inconclusive && wanted > have && !onset)  // more of both halves decides nothing
        v.nextSteps.push_back(toDecide(draft, wanted, have));
    const Steps toGet = stepsToGetSteps(draft);
    v.nextSteps.insert(v.nextSteps.end(), toGet.begin(), toGet.end());
    if ((v.outcome == Outcome::InsufficientData && toGet.empty()) ||
        (draft.size == SampleSize::Point && v.outcome == Outcome::Regressed))
        v.nextSteps.push_back(recordMore(say("an interval for the median takes at least"),
                                         stepsNeeded(Statistic::P50, draft.policy.alpha), have));
    const Steps experiments = forOutcome(draft, cause);
    v.nextSteps.insert(v.nextSteps.end(), experiments.begin(), experiments.end());
    for (const Layer& layer : v.layers)
        addFrom(v, layer, v.nextSteps);
    // Runs that differ in more than one thing are to be made alike first, not repeated as they are.
    const bool alike = v.outcomeNode != "correctness" && v.outcomeNode != "confounded";
    if (alike && v.evidenceLevel == EvidenceLevel::WithinRun && v.outcome == Outcome::Regressed &&
        v.nextSteps.size() < kMost)
        v.nextSteps.emplace_back(
            draft.basis.baseline.pooled
                ? say("Repeat the current run: from three on, intervals say how much runs differ by themselves.")
                : say("Repeat both runs: one run a side shows what happened within it, not how much runs differ by "
                      "themselves."));
}

}  // namespace headwater
