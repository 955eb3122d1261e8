// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/ConfirmedRule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/stats/Bootstrap.h"
#include "core/stats/CourseRule.h"
#include "core/stats/Multiplicity.h"
#include "core/stats/Normal.h"
#include "core/stats/OrderInterval.h"
#include "core/stats/Quantile.h"
#include "core/stats/ThreeState.h"

namespace headwater {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Ns toNs(double value)
{
    return static_cast<Ns>(std::llround(value));
}

/// Thresholds of one call, resolved.
struct Limits {
    SampleSize size = SampleSize::None;
    const Policy* policy = nullptr;
    Ns floor = 0;
};

/// Estimates, delta and ratio, which need no uncertainty.
Judgement pointOf(const SeriesBasis& series, std::size_t s)
{
    Judgement j;
    j.baseline = series.baseline.n() > 0 ? series.baseline.estimate[s] : std::numeric_limits<double>::quiet_NaN();
    j.current = series.current.n() > 0 ? series.current.estimate[s] : std::numeric_limits<double>::quiet_NaN();
    if (std::isfinite(j.baseline) && std::isfinite(j.current)) {
        j.delta = toNs(j.current) - toNs(j.baseline);  // of the values as they are printed
        if (j.baseline > 0)
            j.ratio = j.current / j.baseline - 1;
    }
    return j;
}

StageState pointState(const Judgement& j, const Limits& limits)
{
    if (!std::isfinite(j.baseline) || !std::isfinite(j.current))
        return StageState::Inconclusive;
    if (stats::regressedByCourse(toNs(j.baseline), toNs(j.current), limits.policy->epsilonPpm))
        return StageState::Regressed;
    const bool improved = j.ratio && *j.ratio < -limits.policy->epsilon();
    return improved ? StageState::Improved : StageState::NotRegressed;
}

StageState stateOf(stats::ThreeState three, Ns delta, Ns floor)
{
    const bool small = std::abs(delta) <= floor;
    switch (three) {
    case stats::ThreeState::Regressed: return small ? StageState::BelowFloor : StageState::Regressed;
    case stats::ThreeState::Improved: return small ? StageState::NotRegressed : StageState::Improved;
    case stats::ThreeState::NotRegressed: return StageState::NotRegressed;
    case stats::ThreeState::Inconclusive: break;
    }
    return small ? StageState::BelowFloor : StageState::Inconclusive;
}

/// Zero baselines and new stages: the interval is of Δ in ns against the floor, the ratio means nothing (METHODS 1.9).
void judgeAbsolute(Judgement& j, const Replicates& replicates, const Limits& limits)
{
    const auto floor = static_cast<double>(limits.floor);
    const double lo = stats::quantileSorted(replicates.effects, limits.policy->alpha / 2);
    const double hi = stats::quantileSorted(replicates.effects, 1 - limits.policy->alpha / 2);
    const double centre = std::isnan(j.baseline) ? j.current : j.current - j.baseline;
    j.p = stats::bootstrapP(replicates.effects, floor);
    if (lo > floor)
        j.state = StageState::Regressed;
    else if (hi <= floor)
        j.state = StageState::NotRegressed;
    else
        j.state = std::abs(centre) <= floor ? StageState::BelowFloor : StageState::Inconclusive;
}

void judgeRatio(Judgement& j, const Replicates& replicates, const Limits& limits)
{
    const double epsilon = limits.policy->epsilon();
    j.ci = RatioInterval{stats::quantileSorted(replicates.effects, limits.policy->alpha / 2),
                         stats::quantileSorted(replicates.effects, 1 - limits.policy->alpha / 2)};
    j.p = stats::bootstrapP(replicates.effects, epsilon);
    const bool finite = std::isfinite(j.baseline) && std::isfinite(j.current);
    j.state = finite ? stateOf(stats::threeState(j.ci->lo, j.ci->hi, epsilon), j.delta, limits.floor)
                     : StageState::Inconclusive;
}

/// From next to nothing: how many times that it is now says nothing.
bool fromAboutZero(const Judgement& j, Ns floor)
{
    return std::isfinite(j.baseline) && std::isfinite(j.current) && j.baseline < static_cast<double>(floor) &&
           j.delta > floor;
}

Judgement judgeWithRatio(const SeriesBasis& series, std::size_t s, const Limits& limits)
{
    Judgement j = pointOf(series, s);
    if (limits.size == SampleSize::Point) {
        j.state = pointState(j, limits);
        return j;
    }
    const Replicates& replicates = series.replicates[s];
    const bool isNew = replicates.absolute && series.baseline.n() == 0;
    const std::size_t n = isNew ? series.current.n() : std::min(series.baseline.n(), series.current.n());
    const bool enough = n >= stepsNeeded(static_cast<Statistic>(s), limits.policy->alpha) && series.current.n() > 0;
    if (enough && !replicates.effects.empty()) {
        j.tested = true;
        replicates.absolute ? judgeAbsolute(j, replicates, limits) : judgeRatio(j, replicates, limits);
    } else if (j.ratio) {
        j.ci = RatioInterval{-kInfinity, kInfinity};
    }
    if (limits.size == SampleSize::Identical) {
        j.state = StageState::NotRegressed;
        if (!j.tested)
            j.ci.reset();  // there is nothing to be unsure of
    }
    return j;
}

Judgement judge(const SeriesBasis& series, std::size_t s, const Limits& limits)
{
    Judgement j = judgeWithRatio(series, s, limits);
    if (fromAboutZero(j, limits.floor)) {
        j.ratio.reset();
        j.ci.reset();
    }
    return j;
}

/// A tested judgement and the replicates behind it.
struct Member {
    Judgement* judgement = nullptr;
    const Replicates* replicates = nullptr;
};

std::vector<Member> familyOf(Judgements& all, const DecisionBasis& basis)
{
    std::vector<Member> family;
    for (std::size_t k = 0; k < all.stages.size(); ++k) {
        for (std::size_t i = 0; i < all.stages[k].bySeries.size(); ++i) {
            for (std::size_t s = 0; s < kStatistics; ++s) {
                Judgement& j = all.stages[k].bySeries[i][s];
                if (j.tested)
                    family.push_back({&j, &basis.stages[k].series[i].replicates[s]});
            }
        }
    }
    return family;
}

/// A bootstrap p-value cannot be below 1/(R + 1). Where that alone would keep a large family from ever being
/// significant, the tail of a normal distribution fitted to the replicates takes its place.
void extrapolate(const Member& member, const Limits& limits, std::size_t family)
{
    const Replicates& replicates = *member.replicates;
    const double least = 1 / (static_cast<double>(replicates.effects.size()) + 1);
    const bool reachable = static_cast<double>(family) * least <= limits.policy->alpha / 2;
    if (reachable || member.judgement->p > 1.5 * least || replicates.spread <= 0)
        return;
    const double threshold =
        replicates.absolute ? static_cast<double>(limits.floor) : std::log1p(limits.policy->epsilon());
    const double tail = stats::normalUpperTail((replicates.centre - threshold) / replicates.spread);
    member.judgement->p = std::min(member.judgement->p, tail);
}

/// Holm over everything tested; a regression that does not survive it is inconclusive.
void adjust(Judgements& all, const DecisionBasis& basis, const Limits& limits)
{
    const std::vector<Member> family = familyOf(all, basis);
    all.family = family.size();
    std::vector<double> p;
    p.reserve(family.size());
    for (const Member& member : family) {
        extrapolate(member, limits, family.size());
        p.push_back(member.judgement->p);
    }
    const std::vector<double> adjusted = stats::holm(p);
    for (std::size_t i = 0; i < family.size(); ++i) {
        Judgement& j = *family[i].judgement;
        j.pAdjusted = adjusted[i];
        if (j.state == StageState::Regressed && adjusted[i] > limits.policy->alpha)
            j.state = StageState::Inconclusive;
    }
}

}  // namespace

std::size_t stepsNeeded(Statistic statistic, double alpha)
{
    return stats::minimumSamples(probabilityOf(statistic), alpha, stats::Sides::Two);
}

SampleSize sampleSizeOf(const DecisionBasis& basis, const Policy& policy)
{
    const std::size_t nB = basis.step.baseline.values.size();
    const std::size_t nC = basis.step.current.values.size();
    if (std::min(nB, nC) == 0)
        return SampleSize::None;
    if (basis.identical)
        return SampleSize::Identical;
    if (nB == 1 && nC == 1)
        return SampleSize::Point;
    return std::min(nB, nC) < stepsNeeded(Statistic::P50, policy.alpha) ? SampleSize::Few : SampleSize::Enough;
}

Ns floorOf(const DecisionBasis& basis, const Policy& policy)
{
    const double step = basis.step.baseline.n() > 0 ? basis.step.baseline.estimate[0] : 0;
    return std::max(policy.floorNs, toNs(policy.floorShare * step));
}

Judgements judgeAll(const DecisionBasis& basis, const Policy& policy)
{
    const Limits limits{sampleSizeOf(basis, policy), &policy, floorOf(basis, policy)};
    Judgements all;
    for (const StageBasis& stage : basis.stages) {
        StageJudgement judged;
        for (const SeriesBasis& series : stage.series) {
            auto& row = judged.bySeries.emplace_back();
            for (std::size_t s = 0; s < kStatistics; ++s)
                row[s] = judge(series, s, limits);
        }
        all.stages.push_back(std::move(judged));
    }
    for (std::size_t s = 0; s < kStatistics; ++s)
        all.step[s] = judge(basis.step, s, limits);
    adjust(all, basis, limits);
    return all;
}

}  // namespace headwater
