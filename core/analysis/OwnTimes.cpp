// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/OwnTimes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double medianKnown(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    return stats::medianInPlace(values);  // NaN where nothing is left
}

/// Waiting that the cube of a run of measured stages has.
double waitInCube(const StageCube& cube, std::size_t rank, std::size_t step)
{
    double sum = kUnknown;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        if (const Ns wait = cube.at(Quantity::Wait, stage, rank, step); wait != kMissing)
            sum = (std::isfinite(sum) ? sum : 0) + static_cast<double>(wait);
    return sum;
}

/// A trace always has a column of waiting in its cube: whether peers told it apart is known to the steps alone.
std::vector<Ns> waitsInTrace(const RunAnalysis& run, int rank)
{
    const std::vector<std::int64_t>& steps = run.cube.steps();
    std::vector<Ns> waits(steps.size(), kMissing);
    if (const RankAnalysis* found = rankOf(run, rank))
        for (const StepAnalysis& step : found->steps)
            if (const auto at = std::ranges::lower_bound(steps, step.step);
                at != steps.end() && *at == step.step && step.wait != kMissing)
                waits[static_cast<std::size_t>(at - steps.begin())] = step.wait;
    return waits;
}

std::vector<double> waitsOf(const RunAnalysis& run, std::size_t rank, const std::vector<std::size_t>& steps,
                            bool traced)
{
    const StageCube& cube = run.cube;
    const std::vector<Ns> inTrace = traced ? waitsInTrace(run, cube.ranks()[rank]) : std::vector<Ns>();
    std::vector<double> waits;
    waits.reserve(steps.size());
    for (const std::size_t step : steps) {
        double wait = kUnknown;
        if (cube.status(rank, step) == StepStatus::Ok) {
            if (!traced)
                wait = waitInCube(cube, rank, step);
            else if (inTrace[step] != kMissing)
                wait = static_cast<double>(inTrace[step]);
        }
        waits.push_back(wait);
    }
    return waits;
}

std::optional<double> threeSigmaOf(std::span<const double> values)
{
    constexpr double kSigmas = 3;
    if (stats::largestPossibleZ(values.size()) <= kSigmas)
        return std::nullopt;
    const double centre = stats::mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - centre) * (value - centre);
    return centre + kSigmas * std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// The modified z is linear in the value: one value off the median gives its scale.
std::optional<double> robustOf(const std::vector<double>& values, const StragglerRule& rule, bool byRatio)
{
    if (values.size() < 2)
        return std::nullopt;
    const double median = stats::median(values);
    if (byRatio)
        return median * rule.ratioFewPeers;
    const std::vector<double> z = stats::modifiedZ(values);
    const auto largest = std::ranges::max_element(z, {}, [](double value) { return std::abs(value); });
    const double atLeast = median * rule.ratio;
    if (*largest == 0)
        return atLeast;
    const double one = (values[static_cast<std::size_t>(largest - z.begin())] - median) / *largest;
    return std::max(atLeast, median + stats::modifiedZCut(values.size()) * one);
}

bool isPlaced(const StragglerReport& report, int rank)
{
    return std::ranges::any_of(report.places, [rank](const SlowPlace& place) {
        return std::ranges::find(place.ranks, rank) != place.ranks.end();
    });
}

std::map<std::string, std::vector<double>> stepMedians(const OwnTimes& own, std::vector<double> RankSeries::*series)
{
    std::map<std::string, std::vector<const std::vector<double>*>> roles;
    for (const RankSeries& rank : own.series.ranks)
        if (!(rank.*series).empty())
            roles[rank.role].push_back(&(rank.*series));
    std::map<std::string, std::vector<double>> out;
    std::vector<double> values;
    for (const auto& [role, members] : roles)
        for (std::size_t step = 0; step < own.steps.size(); ++step) {
            values.clear();
            for (const std::vector<double>* rank : members)
                if (std::isfinite((*rank)[step]))
                    values.push_back((*rank)[step]);
            out[role].push_back(stats::medianInPlace(values));
        }
    return out;
}

}  // namespace

OwnTimes ownTimes(StragglerSeries series, std::vector<std::int64_t> steps, std::vector<std::vector<double>> waits,
                  const StragglerRule& rule)
{
    OwnTimes own{std::move(steps), std::move(series), std::move(waits), {}, {}, {}, {}, {}, {}};
    own.report = findStragglers(own.series, rule);
    const auto known = [](const std::vector<double>& values) {
        return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
    };
    if (std::ranges::none_of(own.waits, known))
        own.waits.clear();
    for (std::size_t rank = 0; rank < own.series.ranks.size(); ++rank) {
        own.typicalLocal.push_back(medianKnown(own.series.ranks[rank].local));
        own.typicalPure.push_back(medianKnown(own.series.ranks[rank].pure));
        own.typicalWait.push_back(own.waits.empty() ? kUnknown : medianKnown(own.waits[rank]));
    }
    own.stepLocal = stepMedians(own, &RankSeries::local);
    own.stepPure = stepMedians(own, &RankSeries::pure);
    return own;
}

OwnTimes ownTimes(const RunAnalysis& run, const std::vector<std::size_t>& steps, const StragglerRule& rule)
{
    const bool traced = std::ranges::any_of(run.run->ranks, [](const RankData& rank) { return rank.trace != nullptr; });
    std::vector<std::int64_t> numbers;
    for (const std::size_t step : steps)
        numbers.push_back(run.cube.steps()[step]);
    std::vector<std::vector<double>> waits;
    for (std::size_t rank = 0; rank < run.cube.ranks().size(); ++rank)
        waits.push_back(waitsOf(run, rank, steps, traced));
    return ownTimes(stragglerSeries(run, steps), std::move(numbers), std::move(waits), rule);
}

StragglerCuts cutsOf(const OwnTimes& own, OwnTime which, const std::string& role)
{
    std::vector<double> all;
    std::vector<double> peers;
    for (std::size_t rank = 0; rank < own.series.ranks.size(); ++rank) {
        if (own.series.ranks[rank].role != role)
            continue;
        const double value = own.typical(which)[rank];
        if (!std::isfinite(value))
            continue;
        all.push_back(value);
        if (!isPlaced(own.report, own.series.ranks[rank].rank))
            peers.push_back(value);
    }
    StragglerCuts cuts;
    cuts.ranks = all.size();
    cuts.largestZ = stats::largestPossibleZ(all.size());
    cuts.threeSigma = threeSigmaOf(all);
    cuts.byRatio = peers.size() < own.report.rule.peersForZ;
    cuts.robust = robustOf(peers, own.report.rule, cuts.byRatio);
    return cuts;
}

}  // namespace headwater
