// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/stats/WarmUp.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/JointBootstrap.h"
#include "core/triage/OwnTime.h"
#include "core/triage/ParallelFor.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr int kFewestForWarmup = 20;
constexpr std::size_t kLeastWarmup = 3;

std::vector<double> stepTimes(const StageCube& cube, const StepSelection& selection)
{
    return reduceRanks(rankMatrix(cube, selection,
                                  [&](std::size_t rank, std::size_t step) { return stepDuration(cube, rank, step); }),
                       AcrossRanks::Median);
}

void removeFirst(StepSelection& selection, std::size_t count)
{
    count = std::min(count, selection.steps.size());
    selection.steps.erase(selection.steps.begin(), selection.steps.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Steps to leave out at the start of both sides (METHODS 1.6).
std::size_t chooseWarmup(DecisionBasis& basis, const StageCube& baseline, const StageCube& current,
                         const Policy& policy)
{
    if (policy.warmup)
        return static_cast<std::size_t>(std::max(0, *policy.warmup));
    const auto nB = basis.baseline.selection.steps.size();
    const auto nC = basis.current.selection.steps.size();
    if (std::min(nB, nC) < kFewestForWarmup) {
        if (std::max(nB, nC) > 1)
            basis.warnings.push_back(fmt::format("No warm-up steps were removed: {} and {} steps are too few to see "
                                                 "where a steady state starts ({} needed).", nB, nC, kFewestForWarmup));
        return 0;
    }
    const stats::WarmUp cutB = stats::shortestWarmUp(stats::clippedForWarmUp(stepTimes(baseline, basis.baseline.selection)));
    const stats::WarmUp cutC = stats::shortestWarmUp(stats::clippedForWarmUp(stepTimes(current, basis.current.selection)));
    basis.steady = cutB.steady && cutC.steady;
    if (!basis.steady)
        basis.warnings.push_back(fmt::format("No steady state in the {}: its step time still changes half-way through, "
                                             "so nothing can be confirmed.",
                                             cutB.steady ? "current run" : cutC.steady ? "baseline" : "two runs"));
    return std::max({cutB.remove, cutC.remove, kLeastWarmup});
}

std::vector<AcrossRanks> seriesKinds(const DecisionBasis& basis, const Policy& policy)
{
    std::vector<AcrossRanks> kinds{policy.acrossRanks};
    if (std::max(basis.pair.baseline->cube.ranks().size(), basis.pair.current->cube.ranks().size()) < 2)
        return kinds;
    for (const AcrossRanks kind : {AcrossRanks::Median, AcrossRanks::Max})
        if (kind != policy.acrossRanks)
            kinds.push_back(kind);
    return kinds;
}

Ns toNs(double value)
{
    return std::isfinite(value) ? static_cast<Ns>(std::llround(value)) : 0;
}

PartEstimate partOf(const StageCube& cube, const StepSelection& selection, Quantity quantity, std::size_t stage)
{
    if (!cube.has(quantity))
        return {};
    const StepSeries series = makeSeries(
        reduceRanks(rankMatrix(cube, selection,
                               [&](std::size_t rank, std::size_t step) {
                                   const Ns value = cube.at(quantity, stage, rank, step);
                                   return value == kMissing ? std::numeric_limits<double>::quiet_NaN()
                                                            : static_cast<double>(value);
                               }),
                    AcrossRanks::Median),
        0);
    return {toNs(series.estimate[0]), toNs(series.estimate[1])};
}

/// Mean over the usable cells of the selected steps.
template <class Value>
double meanOfCells(const StageCube& cube, const StepSelection& selection, const Value& value)
{
    double sum = 0;
    std::size_t cells = 0;
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        for (const std::size_t step : selection.steps) {
            if (selection.usable[rank * cube.steps().size() + step] == 0)
                continue;
            const double x = value(rank, step);
            sum += std::isnan(x) ? 0 : x;  // a stage that did not occur took no time of that step
            ++cells;
        }
    }
    return cells == 0 ? 0 : sum / static_cast<double>(cells);
}

/// Fills one side of one stage.
void fillStage(const StageCube& cube, const StepSelection& selection, Measure measure, std::size_t stage,
               StageSide& side, const std::vector<StepSeries*>& series, const std::vector<AcrossRanks>& kinds)
{
    const RankMatrix matrix
        = rankMatrix(cube, selection, [&](std::size_t r, std::size_t s) { return valueOf(cube, measure, stage, r, s); });
    for (std::size_t i = 0; i < kinds.size(); ++i)
        *series[i] = makeSeries(reduceRanks(matrix, kinds[i]), static_cast<std::size_t>(selection.failed));
    side.byRank = estimatesByRank(matrix);
    for (std::size_t q = 0; q < kQuantities; ++q)
        side.parts[q] = partOf(cube, selection, static_cast<Quantity>(q), stage);
    side.meanSpan = meanOfCells(cube, selection, [&](std::size_t r, std::size_t s) {
        const Ns span = cube.at(Quantity::Span, stage, r, s);
        return span == kMissing ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(span);
    });
}

void fillStages(DecisionBasis& basis, const Policy& policy, const Job& job)
{
    const std::vector<AcrossRanks> kinds = seriesKinds(basis, policy);
    basis.stages.resize(basis.alignment.stages.size());
    for (StageBasis& stage : basis.stages)
        for (const AcrossRanks kind : kinds)
            stage.series.push_back({kind, {}, {}, {}});
    std::atomic<std::size_t> done{0};
    const std::size_t tasks = 2 * basis.stages.size();
    parallelFor(tasks, job, [&](std::size_t task) {
        const bool isBaseline = task % 2 == 0;
        const AlignedStage& row = basis.alignment.stages[task / 2];
        StageBasis& stage = basis.stages[task / 2];
        const std::optional<std::size_t> index = isBaseline ? row.baseline : row.current;
        if (index) {
            std::vector<StepSeries*> series;
            for (SeriesBasis& one : stage.series)
                series.push_back(isBaseline ? &one.baseline : &one.current);
            const SideBasis& side = isBaseline ? basis.baseline : basis.current;
            const RunAnalysis& run = isBaseline ? *basis.pair.baseline : *basis.pair.current;
            fillStage(run.cube, side.selection, policy.measure, *index, isBaseline ? stage.baseline : stage.current,
                      series, kinds);
        }
        job.report(0.3 * static_cast<double>(++done) / static_cast<double>(tasks), "reading stage durations");
    });
}

void fillSide(SideBasis& side, const RunAnalysis& run)
{
    side.meanDuration = meanOfCells(run.cube, side.selection,
                                    [&](std::size_t r, std::size_t s) { return stepDuration(run.cube, r, s); });
    measureOwnTime(side, run);
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
    if (b.steps.empty() || b.failed != c.failed || b.invalid != c.invalid
        || !basis.alignment.missing.empty() || !basis.alignment.added.empty() || basis.alignment.orderChanged)
        return false;
    const auto same = [](const SeriesBasis& series) { return sameSeries(series.baseline, series.current); };
    return same(basis.step) && std::ranges::all_of(basis.stages, [&](const StageBasis& stage) {
        return std::ranges::all_of(stage.series, same);
    });
}

void warnAboutSteps(DecisionBasis& basis)
{
    const auto note = [&](const StageCube& cube, const StepSelection& s, const char* side) {
        if (s.unusable > 0)
            basis.warnings.push_back(fmt::format("{}: {} of {} steps are cut off or lack device events and give no sample.",
                                                 side, s.unusable, cube.steps().size()));
        const int partial = static_cast<int>(s.steps.size()) - s.withAllRanks;
        if (partial > 0 && cube.ranks().size() > 1)
            basis.warnings.push_back(fmt::format("{}: {} of {} steps are not there on every rank.", side, partial,
                                                 s.steps.size()));
    };
    note(basis.pair.baseline->cube, basis.baseline.selection, "Baseline");
    note(basis.pair.current->cube, basis.current.selection, "Current run");
    if (basis.pair.baseline->cube.ranks() != basis.pair.current->cube.ranks())
        basis.warnings.push_back("The two runs do not have the same ranks; a rank that only one run has is compared "
                                 "with its peers.");
}

Manifest manifestOf(const RunAnalysis& run)
{
    return run.run ? run.run->manifest : Manifest{};
}

Result<void> check(const PairAnalysis& pair)
{
    if (!pair.baseline || !pair.current)
        return fail(ErrorCode::BadUsage, "two analysed runs are needed");
    for (const RunAnalysisPtr& run : {pair.baseline, pair.current})
        if (run->cube.empty())
            return fail(ErrorCode::NothingUsable, "no stage durations", run->run ? run->run->name : std::string());
    return {};
}

}  // namespace

Result<DecisionBasisPtr> prepareDecision(const PairAnalysis& pair, const Policy& policy, const Job& job)
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
    basis->comparability = compareManifests(manifestOf(*pair.baseline), manifestOf(*pair.current));
    basis->baseline.selection = selectSteps(pair.baseline->cube);
    basis->current.selection = selectSteps(pair.current->cube);
    warnAboutSteps(*basis);

    const std::size_t warmup = chooseWarmup(*basis, pair.baseline->cube, pair.current->cube, policy);
    basis->warmupRemoved = static_cast<int>(warmup);
    removeFirst(basis->baseline.selection, warmup);
    removeFirst(basis->current.selection, warmup);
    basis->step = {AcrossRanks::Median, makeSeries(stepTimes(pair.baseline->cube, basis->baseline.selection), 0),
                   makeSeries(stepTimes(pair.current->cube, basis->current.selection), 0), {}};
    fillStages(*basis, policy, job);
    if (job.stopped())
        return cancelled();
    fillSide(basis->baseline, *pair.baseline);
    fillSide(basis->current, *pair.current);
    basis->identical = samplesAreIdentical(*basis);

    const BootstrapPlan plan = planBootstrap(*basis, policy);
    basis->warnings.insert(basis->warnings.end(), plan.notes.begin(), plan.notes.end());
    drawReplicates(*basis, plan, job);
    if (job.stopped())
        return cancelled();
    const std::size_t nB = basis->step.baseline.n();
    const std::size_t nC = basis->step.current.n();
    if (nB > 0 && nC > 0 && std::max(nB, nC) <= stats::kExactLimit)
        basis->null.emplace(nC, nB);
    job.report(1, "ready to judge");
    return DecisionBasisPtr(std::move(basis));
}

}  // namespace headwater
