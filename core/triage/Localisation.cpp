// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Localisation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/stats/OrderInterval.h"
#include "core/stats/Quantile.h"
#include "core/triage/ConfirmedRule.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

/// Estimates of one statistic by rank number, measured ranks only.
std::map<int, double> byRank(const StageSide& side, const StageCube& cube, std::size_t statistic)
{
    std::map<int, double> values;
    for (std::size_t i = 0; i < side.byRank.size(); ++i)
        if (std::isfinite(side.byRank[i][statistic]))
            values[cube.ranks()[i]] = side.byRank[i][statistic];
    return values;
}

double medianOf(const std::map<int, double>& values)
{
    std::vector<double> all;
    all.reserve(values.size());
    for (const auto& [rank, value] : values)
        all.push_back(value);
    return all.empty() ? 0 : stats::medianInPlace(all);
}

struct Sides {
    std::map<int, double> baseline, current;
};

Sides sidesOf(const DecisionBasis& basis, std::size_t stage, Statistic statistic)
{
    const auto s = static_cast<std::size_t>(statistic);
    return {byRank(basis.stages[stage].baseline, basis.pair.baseline->cube, s),
            byRank(basis.stages[stage].current, basis.pair.current->cube, s)};
}

/// Values of a stage on a rank in the used steps, upwards.
std::vector<double> samplesOf(const DecisionBasis& basis, std::size_t stage, std::size_t rank)
{
    const StageCube& cube = basis.pair.current->cube;
    const StepSelection& selection = basis.current.selection;
    std::vector<double> values;
    for (const std::size_t step : selection.steps)
        if (selection.usable[rank * cube.steps().size() + step] != 0)
            if (const double value = valueOf(cube, basis.prepared.measure, stage, rank, step); std::isfinite(value))
                values.push_back(value);
    std::ranges::sort(values);
    return values;
}

/// How far the typical value of a rank may lie below its estimate: distance to the lower bound of the exact interval of
/// the median (METHODS 1.4), at `alpha` shared by all ranks that are looked at. ∞ where there are too few steps.
double doubtOf(const DecisionBasis& basis, std::size_t stage, int number, double alpha)
{
    const StageCube& cube = basis.pair.current->cube;
    const auto found = std::ranges::find(cube.ranks(), number);
    const std::vector<double> values = samplesOf(basis, stage, static_cast<std::size_t>(found - cube.ranks().begin()));
    if (values.empty())
        return std::numeric_limits<double>::infinity();
    const double share = alpha / static_cast<double>(cube.ranks().size());
    return stats::median(values) - stats::quantileBounds(values, 0.5, share).lo;
}

}  // namespace

std::vector<int> ranksClearlyAbove(const DecisionBasis& basis, std::size_t stage, const std::vector<int>& named,
                                   const Policy& policy)
{
    const Sides sides = sidesOf(basis, stage, Statistic::P50);
    const std::optional<std::size_t> row = basis.alignment.stages[stage].current;
    if (!row)
        return named;
    const double peersB = medianOf(sides.baseline);
    const double peersC = medianOf(sides.current);
    const double factor = 1 + policy.epsilon();
    std::vector<int> clear;
    for (const int rank : named) {
        const auto now = sides.current.find(rank);
        const auto own = sides.baseline.find(rank);
        if (now == sides.current.end())
            continue;
        const double least = now->second - doubtOf(basis, *row, rank, policy.alpha);
        const double before = own != sides.baseline.end() ? own->second : peersC;
        const double peersBefore = own != sides.baseline.end() ? peersB : peersC;
        if (least * peersBefore > before * peersC * factor)
            clear.push_back(rank);
    }
    return clear;
}

std::vector<int> ranksThatRegressed(const DecisionBasis& basis, std::size_t stage, Statistic statistic,
                                    const Policy& policy)
{
    const Sides sides = sidesOf(basis, stage, statistic);
    std::vector<int> named;
    if (sides.current.size() < 2)
        return named;
    const double peersB = medianOf(sides.baseline);
    const double peersC = medianOf(sides.current);
    const double factor = 1 + policy.epsilon();
    const auto floor = static_cast<double>(floorOf(basis, policy));
    for (const auto& [rank, current] : sides.current) {
        const auto own = sides.baseline.find(rank);
        // Without a baseline of its own a rank is expected to be where its peers are.
        const double baseline = own != sides.baseline.end() ? own->second : peersC;
        const double peersBefore = own != sides.baseline.end() ? peersB : peersC;
        const bool grew = current > baseline * factor && current - baseline > floor;
        const bool aboveShift = (current - peersC) - (baseline - peersBefore) > floor;
        const bool aboveGrowth = current * peersBefore > baseline * peersC * factor;
        if (grew && aboveShift && aboveGrowth)
            named.push_back(rank);
    }
    return named;
}

bool goesRound(const DecisionBasis& basis, std::size_t stage, const Policy& policy)
{
    const AlignedStage& row = basis.alignment.stages[stage];
    const StageCube& cube = basis.pair.current->cube;
    if (!row.baseline || !row.current || cube.ranks().size() < 3 ||
        !ranksThatRegressed(basis, stage, Statistic::P50, policy).empty())
        return false;
    const Sides typical = sidesOf(basis, stage, Statistic::P50);
    const Sides slow = sidesOf(basis, stage, Statistic::P99);
    const auto floor = static_cast<double>(floorOf(basis, policy));
    const StepSelection& selection = basis.current.selection;
    std::size_t all = 0;
    std::size_t most = 0;
    std::size_t hit = 0;
    for (std::size_t r = 0; r < cube.ranks().size(); ++r) {
        const int rank = cube.ranks()[r];
        const auto before = slow.baseline.find(rank);
        const auto now = typical.current.find(rank);
        if (before == slow.baseline.end() || now == typical.current.end())
            return false;
        const double usual = std::max(before->second, now->second) * (1 + policy.epsilon()) + floor;
        const auto count = static_cast<std::size_t>(std::ranges::count_if(selection.steps, [&](std::size_t step) {
            return selection.usable[r * cube.steps().size() + step] != 0 &&
                   valueOf(cube, basis.prepared.measure, *row.current, r, step) > usual;
        }));
        all += count;
        most = std::max(most, count);
        hit += count > 0;
    }
    constexpr std::size_t kFewest = 3;
    return all >= kFewest && 2 * hit > cube.ranks().size() && 10 * most <= 6 * all;
}

double growthOfOthers(const DecisionBasis& basis, std::size_t stage, Statistic statistic, const std::vector<int>& named)
{
    const Sides sides = sidesOf(basis, stage, statistic);
    std::vector<double> growth;
    for (const auto& [rank, current] : sides.current) {
        const auto own = sides.baseline.find(rank);
        if (std::ranges::find(named, rank) == named.end() && own != sides.baseline.end() && own->second > 0)
            growth.push_back(current / own->second - 1);
    }
    return growth.empty() ? 0 : stats::medianInPlace(growth);
}

}  // namespace headwater
