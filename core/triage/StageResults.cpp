// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageResults.h"

#include <algorithm>
#include <cmath>

#include "core/stats/ThreeState.h"
#include "core/triage/Localisation.h"

namespace headwater {

namespace {

constexpr std::size_t index(Statistic statistic)
{
    return static_cast<std::size_t>(statistic);
}
constexpr std::array<Statistic, kStatistics> kAll{Statistic::P50, Statistic::Mean, Statistic::P95, Statistic::P99};

bool regressedIn(const StageJudgement& judged, Statistic statistic)
{
    return std::ranges::any_of(
        judged.bySeries, [&](const auto& series) { return series[index(statistic)].state == StageState::Regressed; });
}

/// The first series in which `statistic` regressed, the max series first where the change is localised.
std::optional<std::size_t> findRegressed(const StageBasis& stage, const StageJudgement& judged, Statistic statistic,
                                         Scope scope)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < judged.bySeries.size(); ++i) {
        if (judged.bySeries[i][index(statistic)].state != StageState::Regressed)
            continue;
        if (!found || (scope == Scope::Localised && stage.series[i].across == AcrossRanks::Max))
            found = i;
    }
    return found;
}

/// The steadiest statistic that regressed, the chosen one first: who is slow shows in a mean before it does in the p95
/// of each rank's few slow steps.
Statistic steadiest(const StageJudgement& judged, Statistic chosen)
{
    if (regressedIn(judged, chosen))
        return chosen;
    const auto found = std::ranges::find_if(kAll, [&](Statistic s) { return regressedIn(judged, s); });
    return found == kAll.end() ? chosen : *found;
}

/// The statistic to speak of: the chosen one if it regressed, else the first that did, the mean last: it says least of
/// a few slow steps.
Statistic leading(const StageJudgement& judged, Statistic chosen)
{
    if (regressedIn(judged, chosen))
        return chosen;
    for (const Statistic s : {Statistic::P50, Statistic::P95, Statistic::P99, Statistic::Mean})
        if (regressedIn(judged, s))
            return s;
    return chosen;
}

/// METHODS 1.3.6. A shift raises the tail too; it is `both` only where the tail grew by more than the shift did.
Kind kindOf(const StageJudgement& judged, const Policy& policy, Ns floor)
{
    const bool shift = regressedIn(judged, Statistic::P50);
    const bool tail = regressedIn(judged, Statistic::P95) || regressedIn(judged, Statistic::P99);
    if (!shift)
        return tail ? Kind::Tail : Kind::Rare;
    const auto beyondShift = [&](const auto& series) {
        const Judgement& p50 = series[index(Statistic::P50)];
        const Judgement& p95 = series[index(Statistic::P95)];
        return p95.state == StageState::Regressed && p50.ratio && p95.ratio &&
               *p95.ratio > *p50.ratio + policy.epsilon() && p95.delta > p50.delta + floor;
    };
    return tail && std::ranges::any_of(judged.bySeries, beyondShift) ? Kind::Both : Kind::Shift;
}

void localise(StageResult& result, const DecisionBasis& basis, const StageJudgement& judged, std::size_t k,
              const Policy& policy)
{
    const StageBasis& stage = basis.stages[k];
    if (stage.series.size() == 1 && stage.current.byRank.size() < 2)
        return;
    const Statistic statistic = steadiest(judged, policy.statistic);
    result.ranks = ranksThatRegressed(basis, k, statistic, policy);
    if (!result.ranks.empty() && goesRound(basis, k, policy))
        result.ranks.clear();
    if (!result.ranks.empty()) {
        const double others = growthOfOthers(basis, k, statistic, result.ranks);
        result.scope = others > policy.epsilon() ? Scope::Both : Scope::Localised;
        if (result.scope == Scope::Localised || statistic != Statistic::P50)
            return;
        // All ranks grew: who grew more must show beyond the chance of so few steps, or nobody did.
        result.ranks = ranksClearlyAbove(basis, k, result.ranks, policy);
        if (result.ranks.empty())
            result.scope = Scope::Systemic;
        return;
    }
    for (std::size_t i = 0; i < stage.series.size(); ++i)
        if (stage.series[i].across != AcrossRanks::Max &&
            std::ranges::any_of(judged.bySeries[i],
                                [](const Judgement& j) { return j.state == StageState::Regressed; }))
            return;                   // systemic
    result.scope = Scope::Localised;  // the slowest rank grew, but it is not always the same one
}

StageState overall(const StageResult& result, const AlignedStage& row, Statistic chosen)
{
    if (!row.current)
        return StageState::Missing;
    if (!row.baseline)
        return StageState::New;
    return result.regressed ? StageState::Regressed : result.shown.stateBy[index(chosen)];
}

StageStatistics statisticsOf(const StepSeries& series)
{
    StageStatistics out;
    out.n = static_cast<int>(series.n());
    if (series.n() > 0)
        out.value = series.estimate;
    return out;
}

StageParts partsOf(const std::array<PartEstimate, kQuantities>& parts, Statistic statistic)
{
    const auto part = [&](Quantity q) {
        const PartEstimate& p = parts[static_cast<std::size_t>(q)];
        return statistic == Statistic::Mean ? p.mean : p.p50;
    };
    return {part(Quantity::Compute), part(Quantity::Transfer), part(Quantity::Wait),
            part(Quantity::Memcpy),  part(Quantity::Memset),   part(Quantity::Idle)};
}

/// What the numbers that a table shows are made of: known of the median rank and of the slowest, for p50 and mean.
std::array<StageParts, 2> shownParts(const StageBasis& stage, const StageVerdict& shown, const Policy& policy)
{
    const Statistic statistic = shown.regressedIn ? shown.regressedIn->statistic : policy.statistic;
    const AcrossRanks across = shown.regressedIn ? shown.regressedIn->across : stage.series.front().across;
    if ((statistic != Statistic::P50 && statistic != Statistic::Mean) || across == AcrossRanks::Mean ||
        policy.measure != Measure::Span)
        return {};
    if (across == AcrossRanks::Max)
        return {partsOf(stage.baseline.slowest, statistic), partsOf(stage.current.slowest, statistic)};
    return {partsOf(stage.baseline.parts, statistic), partsOf(stage.current.parts, statistic)};
}

void keepProof(StageResult& result, const StageBasis& stage, const StageJudgement& judged, Statistic statistic)
{
    const std::optional<std::size_t> series = findRegressed(stage, judged, statistic, result.scope);
    if (!series)
        return;
    result.proof = judged.bySeries[*series][index(statistic)];
    result.proofAcross = stage.series[*series].across;
    result.proofStatistic = statistic;
}

/// Nothing where the row itself is of what regressed.
std::optional<RegressedIn> regressedIn(const StageResult& result, AcrossRanks rowAcross, Statistic rowStatistic)
{
    if (!result.proof || result.shown.state == StageState::New ||
        (result.proofAcross == rowAcross && result.proofStatistic == rowStatistic))
        return std::nullopt;
    const Judgement& proof = *result.proof;
    return RegressedIn{result.proofStatistic, result.proofAcross, result.ranks, proof.baseline,  proof.current,
                       proof.delta,           proof.ratio,        proof.ci,     proof.pAdjusted, {}};
}

/// Of an open stage: the slowest rank of each step, where its growth explains more than twice as much as the row's. So
/// few steps confirm neither; a median over ranks would hide the rank that is to be looked at.
std::optional<RegressedIn> openIn(const DecisionBasis& basis, const StageJudgement& judged, const StageResult& result,
                                  const Policy& policy)
{
    const StageBasis& stage = basis.stages[static_cast<std::size_t>(result.shown.index)];
    const auto found = std::ranges::find(stage.series, AcrossRanks::Max, &SeriesBasis::across);
    if (sampleSizeOf(basis, policy) != SampleSize::Few || result.shown.state != StageState::Inconclusive ||
        found == stage.series.end() || found == stage.series.begin())
        return std::nullopt;
    const Judgement& slowest =
        judged.bySeries[static_cast<std::size_t>(found - stage.series.begin())][index(policy.statistic)];
    const Ns floor = floorOf(basis, policy);
    const bool grew = slowest.delta > floor && (!slowest.ratio || *slowest.ratio > policy.epsilon());
    if (!grew || slowest.state != StageState::Inconclusive ||
        slowest.delta < 2 * std::max<Ns>(result.shown.delta, 0) + floor)
        return std::nullopt;
    return RegressedIn{policy.statistic, AcrossRanks::Max, {},         slowest.baseline,  slowest.current,
                       slowest.delta,    slowest.ratio,    slowest.ci, slowest.pAdjusted, {}};
}

SeriesRow rowOf(const StageBasis& stage, const StageJudgement& judged, AcrossRanks across, Statistic statistic)
{
    const auto found = std::ranges::find(stage.series, across, &SeriesBasis::across);
    const auto i = static_cast<std::size_t>(found - stage.series.begin());
    const Judgement& j = judged.bySeries[i][index(statistic)];
    return {statisticsOf(found->baseline), statisticsOf(found->current), j.delta, j.ratio, j.ci, j.pAdjusted};
}

/// What part of the step's change the stage's own time explains, of means, which add up. A localised stage is taken on
/// its slowest rank, the one that the others wait for. Nothing where the step hardly changed, and for host time, which
/// is no part of a step: it overlaps the device's.
std::optional<double> shareOfStepDelta(const StageResult& result, const StageBasis& stage, const DecisionBasis& basis,
                                       const Policy& policy)
{
    const auto growth = [](const SeriesBasis& series) {
        return series.current.meanPerStep() - series.baseline.meanPerStep();
    };
    const double step = growth(basis.step);
    if (policy.measure == Measure::Host || basis.step.baseline.n() == 0 || basis.step.current.n() == 0 ||
        !(std::abs(step) > static_cast<double>(floorOf(basis, policy))))
        return std::nullopt;
    auto series = stage.series.begin();
    if (result.scope == Scope::Localised)
        series = std::ranges::find(stage.series, AcrossRanks::Max, &SeriesBasis::across);
    return growth(series == stage.series.end() ? stage.series.front() : *series) / step;
}

StageResult resultOf(const DecisionBasis& basis, const StageJudgement& judged, std::size_t k, const Policy& policy)
{
    const AlignedStage& row = basis.alignment.stages[k];
    const StageBasis& stage = basis.stages[k];
    StageResult result;
    StageVerdict& shown = result.shown;
    shown.index = static_cast<int>(k);
    shown.stage = row.name;
    shown.baseline = statisticsOf(stage.series.front().baseline);
    shown.current = statisticsOf(stage.series.front().current);
    shown.baselineParts = partsOf(stage.baseline.parts, policy.statistic);
    shown.currentParts = partsOf(stage.current.parts, policy.statistic);
    const Judgement& chosen = judged.table(policy.statistic);
    const bool isNew = !row.baseline && std::isfinite(chosen.current);
    shown.delta = isNew ? static_cast<Ns>(std::llround(chosen.current)) : chosen.delta;
    shown.ratio = chosen.ratio;
    shown.ci95 = chosen.ci;
    shown.pAdjusted = chosen.pAdjusted;
    for (const Statistic s : kAll) {
        const bool regressed = regressedIn(judged, s);
        shown.stateBy[index(s)] = regressed ? StageState::Regressed : judged.table(s).state;
        result.regressed |= regressed && row.current.has_value();
    }
    shown.state = overall(result, row, policy.statistic);
    if ((shown.regressedIn = openIn(basis, judged, result, policy))) {
        result.scope = Scope::Localised;
        result.ranks =
            goesRound(basis, k, policy) ? std::vector<int>() : ranksThatRegressed(basis, k, policy.statistic, policy);
        shown.regressedIn->ranks = result.ranks;
        shown.regressedIn->row = rowOf(stage, judged, AcrossRanks::Max, policy.statistic);
    }
    if (result.regressed) {
        result.kind = kindOf(judged, policy, floorOf(basis, policy));
        localise(result, basis, judged, k, policy);
        keepProof(result, stage, judged, leading(judged, policy.statistic));
        shown.regressedIn = regressedIn(result, stage.series.front().across, policy.statistic);
        if (shown.regressedIn)
            shown.regressedIn->row = rowOf(stage, judged, result.proofAcross, policy.statistic);
    }
    shown.shownParts = shownParts(stage, shown, policy);
    shown.shareOfStepDelta = shareOfStepDelta(result, stage, basis, policy);
    return result;
}

/// METHODS 1.9: when the step as a whole did not change and what some stages gained others lost, cost moved.
void markCostShift(std::vector<StageResult>& results, const DecisionBasis& basis, const Policy& policy)
{
    std::vector<double> baseline;
    std::vector<double> current;
    const std::size_t s = index(policy.statistic);
    bool improved = false;
    for (const StageResult& result : results) {
        if (result.shown.baseline.n == 0 || result.shown.current.n == 0)
            return;
        baseline.push_back(result.shown.baseline.value[s]);
        current.push_back(result.shown.current.value[s]);
        improved |= result.shown.state == StageState::Improved;
    }
    if (!improved || !stats::isCostShift(baseline, current, policy.epsilon()))
        return;
    for (StageResult& result : results) {
        if (!result.regressed || result.kind != Kind::Shift || result.scope != Scope::Systemic)
            continue;
        result.regressed = false;
        result.shown.state = StageState::CostShift;
        result.shown.regressedIn.reset();
        result.shown.shownParts =
            shownParts(basis.stages[static_cast<std::size_t>(result.shown.index)], result.shown, policy);
    }
}

/// Shares are of one whole, or they mislead: where stages end on different ranks, or some are missing on a side, the
/// growth of the stages is not that of the step.
void dropSharesOfNoWhole(std::vector<StageResult>& results)
{
    constexpr double kAway = 0.25;
    double sum = 0;
    for (const StageResult& result : results)
        sum += result.shown.shareOfStepDelta.value_or(0);
    if (std::abs(sum - 1) <= kAway)
        return;
    for (StageResult& result : results)
        result.shown.shareOfStepDelta.reset();
}

}  // namespace

std::vector<StageResult> stageResults(const DecisionBasis& basis, const Judgements& judgements, const Policy& policy)
{
    std::vector<StageResult> results;
    for (std::size_t k = 0; k < basis.stages.size(); ++k)
        results.push_back(resultOf(basis, judgements.stages[k], k, policy));
    if (sampleSizeOf(basis, policy) == SampleSize::Enough)
        markCostShift(results, basis, policy);
    dropSharesOfNoWhole(results);
    return results;
}

}  // namespace headwater
