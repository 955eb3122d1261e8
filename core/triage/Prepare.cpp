// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "core/analysis/PeerTransfers.h"
#include "core/analysis/resources/CompareResources.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/stats/WarmUp.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/JointBootstrap.h"
#include "core/triage/LostSteps.h"
#include "core/triage/ParallelFor.h"
#include "core/triage/RunPool.h"
#include "core/triage/SampleSeries.h"
#include "core/triage/StageSamples.h"
#include "core/triage/Waterfall.h"

namespace headwater {

namespace {

void removeFirst(SideBasis& side, std::size_t count)
{
    std::vector<std::size_t>& steps = side.selection.steps;
    const auto first = static_cast<std::ptrdiff_t>(std::min(count, steps.size()));
    steps.erase(steps.begin(), steps.begin() + first);
    side.times.erase(side.times.begin(), side.times.begin() + first);
}

/// Steps to leave out at the start of both sides (METHODS 1.6).
std::size_t chooseWarmup(DecisionBasis& basis, const Policy& policy)
{
    if (policy.warmup)
        return static_cast<std::size_t>(std::max(0, *policy.warmup));
    const auto nB = basis.baseline.selection.steps.size();
    const auto nC = basis.current.selection.steps.size();
    if (std::min(nB, nC) < kFewestForWarmup) {
        if (std::max(nB, nC) > 1)
            basis.warnings.push_back(say("No warm-up steps were removed: {} and {} steps are too few to see "
                                         "where a steady state starts ({} needed).",
                                         nB, nC, kFewestForWarmup));
        return 0;
    }
    const stats::WarmUp cutB = stats::shortestWarmUp(stats::clippedForWarmUp(basis.baseline.times));
    const stats::WarmUp cutC = stats::shortestWarmUp(stats::clippedForWarmUp(basis.current.times));
    basis.steady = cutB.steady && cutC.steady;
    if (!basis.steady)
        basis.warnings.push_back(say("No steady state in the {}: its step time still changes half-way through, "
                                     "so nothing can be confirmed.",
                                     cutB.steady   ? say("current run")
                                     : cutC.steady ? say("baseline")
                                                   : say("two runs")));
    return std::max({cutB.remove, cutC.remove, kLeastWarmup});
}

bool sameSeries(const StepSeries& a, const StepSeries& b)
{
    return std::ranges::equal(a.values, b.values,
                              [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

/// Every tested series and the step times agree value by value, and so do the counts.
bool samplesAreIdentical(const DecisionBasis& basis)
{
    const StepSelection& b = basis.baseline.selection;
    const StepSelection& c = basis.current.selection;
    if (b.steps.empty() || b.failed != c.failed || b.invalid != c.invalid || !basis.alignment.missing.empty() ||
        !basis.alignment.added.empty() || basis.alignment.orderChanged)
        return false;
    const auto same = [](const SeriesBasis& series) { return sameSeries(series.baseline, series.current); };
    return same(basis.step) && std::ranges::all_of(basis.stages, [&](const StageBasis& stage) {
               return std::ranges::all_of(stage.series, same);
           });
}

/// Steps of traces: those of logs and tables know no device.
bool isTraced(const RunAnalysis& run)
{
    return run.run && std::ranges::any_of(run.run->ranks, [](const RankData& rank) { return rank.trace != nullptr; });
}

/// Peers are told apart by their roles, which only a manifest has: without it the answer may be another.
void warnAboutManifests(DecisionBasis& basis)
{
    const auto lacks = [](const RunAnalysis& run) {
        return run.run && std::ranges::any_of(run.run->problems, [](const Problem& problem) {
                   return problem.code == "summaries-without-manifest";
               });
    };
    const auto warn = [&basis](const Text& side) {
        basis.warnings.push_back(
            say("{}: its summaries carry no manifest of their run. Roles and racks of its ranks and "
                "its settings are unknown: ranks of all roles count as peers.",
                side));
    };
    if (lacks(*basis.pair.baseline))
        warn(say("Baseline"));
    if (lacks(*basis.pair.current))
        warn(say("Current run"));
}

/// The ranks that some of the chosen steps have no sample of.
std::vector<int> ranksWithout(const StageCube& cube, const StepSelection& s)
{
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
        if (std::ranges::any_of(s.steps,
                                [&](std::size_t step) { return !s.usable[rank * cube.steps().size() + step]; }))
            ranks.push_back(cube.ranks()[rank]);
    return ranks;
}

void warnAboutSteps(DecisionBasis& basis)
{
    warnAboutManifests(basis);
    const auto note = [&](const StageCube& cube, const StepSelection& s, const Text& side, bool traced) {
        if (s.unusable > 0)
            basis.warnings.push_back(
                say("{}: {} of {} steps {} and give no sample.", side, s.unusable, cube.steps().size(),
                    traced ? say("are cut off or lack device events") : say("have no complete times")));
        const int partial = static_cast<int>(s.steps.size()) - s.withAllRanks;
        if (partial > 0 && cube.ranks().size() > 1)
            basis.warnings.push_back(say("{}: {} of {} steps are not there on every rank: missing on {}.", side,
                                         partial, s.steps.size(), ranksText(ranksWithout(cube, s))));
    };
    note(basis.pair.baseline->cube, basis.baseline.selection, say("Baseline"), isTraced(*basis.pair.baseline));
    note(basis.pair.current->cube, basis.current.selection, say("Current run"), isTraced(*basis.pair.current));
    // A log is of the whole job; the rank in it is the one that printed.
    const auto isLog = [](const RunAnalysis& run) { return run.run && run.run->metricsFromLogs; };
    if (!isLog(*basis.pair.baseline) && !isLog(*basis.pair.current) &&
        basis.pair.baseline->cube.ranks() != basis.pair.current->cube.ranks())
        basis.warnings.emplace_back(
            say("The two runs do not have the same ranks; a rank that only one run has is compared "
                "with its peers."));
}

Manifest manifestOf(const RunAnalysis& run)
{
    return run.run ? run.run->manifest : Manifest{};
}

Status check(const PairAnalysis& pair)
{
    if (!pair.baseline || !pair.current)
        return fail(ErrorCode::BadUsage, "two analysed runs are needed");
    for (const RunAnalysisPtr& run : {pair.baseline, pair.current})
        if (run->cube.empty())
            return fail(ErrorCode::NothingUsable, "no stage durations", run->run ? run->run->name : std::string());
    return {};
}

/// analyzePair() looks at pipelines with slow receives a second time, for which it needs the single collectives.
void warnAboutReceives(DecisionBasis& basis)
{
    const auto isCollected = [](const RunAnalysis& run) { return run.run && run.run->collected; };
    if ((isCollected(*basis.pair.baseline) || isCollected(*basis.pair.current)) && peersAreSlower(basis.pair))
        basis.warnings.push_back(
            say("Transfers between ranks became slower, and a collected run does not tell in which stage: it counts as "
                "waiting there. Compare the summaries themselves to see it."));
}

/// Which steps count on both sides, warm-up left out.
void chooseSteps(DecisionBasis& basis, const Policy& policy, const Job& job)
{
    const auto select = [](SideBasis& side, const StageCube& cube) {
        side.selection = selectSteps(cube);
        side.times = stepTimes(cube, side.selection);
    };
    parallelFor(2, job, [&](std::size_t side) {
        side == 0 ? select(basis.baseline, basis.pair.baseline->cube) : select(basis.current, basis.pair.current->cube);
    });
    warnAboutSteps(basis);
    const std::size_t warmup = chooseWarmup(basis, policy);
    basis.warmupRemoved = static_cast<int>(warmup);
    removeFirst(basis.baseline, warmup);
    removeFirst(basis.current, warmup);
    poolRuns(basis, warmup);
}

void fillSamples(DecisionBasis& basis, const Policy& policy, const Job& job)
{
    basis.step.across = AcrossRanks::Median;
    basis.step.baseline = makeSeries(pooledTimes(basis.baseline), 0);
    basis.step.current = makeSeries(pooledTimes(basis.current), 0);
    fillStages(basis, policy, job);
    basis.identical = samplesAreIdentical(basis);
}

void fillOwnTimes(SideBasis& side, const RunAnalysis& run)
{
    side.ownTimes = std::make_shared<const OwnTimes>(ownTimes(run, side.selection.steps));
    side.stragglers = side.ownTimes->report;
}

/// Pauses long enough to matter, in the steps that are compared.
std::vector<HostPause> pausesOf(const RunAnalysis& run, const StepSelection& selection, const Policy& policy)
{
    std::vector<double> durations;
    std::set<std::int64_t> used;
    for (const std::size_t step : selection.steps) {
        used.insert(run.cube.steps()[step]);
        if (const double duration = stepDuration(run.cube, 0, step); std::isfinite(duration))
            durations.push_back(duration);
    }
    if (durations.empty())
        return {};
    const double least =
        std::max(static_cast<double>(policy.floorNs), policy.epsilon() * stats::medianInPlace(durations));
    std::vector<HostPause> pauses = findHostPauses(run, static_cast<Ns>(std::llround(least)));
    std::erase_if(pauses, [&](const HostPause& pause) { return !used.contains(pause.step); });
    return pauses;
}

/// What one side knows of its ranks beside the stages.
void fillRanks(SideBasis& side, const RunAnalysis& run, const Policy& policy)
{
    side.lost = lostSteps(run.cube);
    fillOwnTimes(side, run);
    side.pauses = pausesOf(run, side.selection, policy);
}

/// The pair without further runs of another configuration: the band of the loss is that of one program.
PairAnalysis alikeRuns(PairAnalysis pair)
{
    std::erase_if(pair.baselineRepeats,
                  [&](const RunAnalysisPtr& run) { return !otherConfiguration(*pair.baseline, *run).empty(); });
    return pair;
}

/// What the layers look at beside the stages. The parts are apart from each other: none reads what another fills.
void fillLayers(DecisionBasis& basis, const Policy& policy, const Job& job)
{
    const RunAnalysis& baseline = *basis.pair.baseline;
    const RunAnalysis& current = *basis.pair.current;
    const std::array<std::function<void()>, 4> parts{
        [&] { fillRanks(basis.baseline, baseline, policy); },
        [&] { fillRanks(basis.current, current, policy); },
        [&] {
            basis.correctness = std::make_shared<const CorrectnessReport>(
                compareCorrectness(alikeRuns(basis.pair), basis.comparability, policy.correctness, job));
            basis.resources = std::make_shared<ResourceReport>(compareResources(baseline, current, policy.resources));
        },
        [&] {
            basis.waterfall = std::make_shared<const Waterfall>(
                waterfallOf(baseline.cube, basis.baseline.selection.steps, current.cube, basis.current.selection.steps,
                            basis.alignment));
        },
    };
    parallelFor(parts.size(), job, [&](std::size_t i) { parts[i](); });
}

void resample(DecisionBasis& basis, const Policy& policy, const Job& job)
{
    const BootstrapPlan plan = planBootstrap(basis, policy);
    basis.warnings.insert(basis.warnings.end(), plan.notes.begin(), plan.notes.end());
    drawReplicates(basis, plan, job);
    const std::size_t baseline = basis.step.baseline.n();
    const std::size_t current = basis.step.current.n();
    if (std::min(baseline, current) > 0 && std::max(baseline, current) <= stats::kExactLimit)
        basis.null.emplace(current, baseline);
}

}  // namespace

Result<std::shared_ptr<DecisionBasis>> prepareStages(const PairAnalysis& pair, const Policy& policy, const Job& job)
{
    if (const Status status = check(pair); !status)
        return tl::unexpected(status.error());
    Result<StageAlignment> alignment = alignStages(pair.baseline->cube, pair.current->cube);
    if (!alignment)
        return tl::unexpected(alignment.error());

    auto basis = std::make_shared<DecisionBasis>();
    basis->pair = pair;
    basis->prepared = policy;
    basis->alignment = std::move(*alignment);
    if (policy.measure == Measure::Host)  // there is no host range of what lies outside all of them
        std::erase_if(basis->alignment.stages, &AlignedStage::outside);
    chooseSteps(*basis, policy, job);
    if (job.stopped())
        return cancelled();
    warnAboutReceives(*basis);
    fillSamples(*basis, policy, job);
    if (job.stopped())
        return cancelled();
    resample(*basis, policy, job);
    if (job.stopped())
        return cancelled();
    return basis;
}

Result<DecisionBasisPtr> prepareDecision(const PairAnalysis& pair, const Policy& policy, const Job& job)
{
    auto prepared = prepareStages(pair, policy, job);
    if (!prepared)
        return tl::unexpected(prepared.error());
    DecisionBasis& basis = **prepared;
    basis.comparability = compareManifests(manifestOf(*pair.baseline), manifestOf(*pair.current));
    fillLayers(basis, policy, job);
    if (job.stopped())
        return cancelled();
    job.report(1, "ready to judge");
    return DecisionBasisPtr(std::move(*prepared));
}

DecisionBasisPtr withResources(const DecisionBasis& basis, const ResourcePolicy& policy)
{
    auto changed = std::make_shared<DecisionBasis>(basis);
    changed->prepared.resources = policy;
    changed->resources =
        std::make_shared<ResourceReport>(compareResources(*basis.pair.baseline, *basis.pair.current, policy));
    return changed;
}

}  // namespace headwater
