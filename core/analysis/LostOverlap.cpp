// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LostOverlap.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/analysis/CubeRows.h"
#include "core/stats/CourseRule.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

Ns rounded(std::vector<double>& values)
{
    return values.empty() ? 0 : static_cast<Ns>(std::llround(stats::medianInPlace(values)));
}

/// Appends the quantity of a rank in its whole steps.
void collect(const StageCube& cube, Quantity quantity, std::size_t stage, std::size_t rank, std::vector<double>& values)
{
    for (std::size_t step = 0; step < cube.steps().size(); ++step)
        if (const Ns value = cube.at(quantity, stage, rank, step);
            value != kMissing && cube.status(rank, step) == StepStatus::Ok)
            values.push_back(static_cast<double>(value));
}

Ns typicalOf(const StageCube& cube, Quantity quantity, std::size_t stage)
{
    if (!cube.has(quantity) || isNothing(cube.columns(quantity)[stage]))
        return 0;
    std::vector<double> values;
    values.reserve(cube.ranks().size() * cube.steps().size());
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
        collect(cube, quantity, stage, rank, values);
    return rounded(values);
}

/// Transfer of all matched collectives in a step, over all ranks, ns.
Ns transferPerStep(const RunAnalysis& run)
{
    Ns sum = 0;
    for (const CollectiveSummary::ByRank& rank : run.collectives.byRank)
        sum += rank.transfer;
    return sum / static_cast<Ns>(std::max<std::size_t>(1, run.cube.steps().size()));
}

/// The quantity of the slowest rank of each step, over steps that are whole on some rank.
std::vector<double> slowestOf(const StageCube& cube, Quantity quantity, std::size_t stage)
{
    std::vector<double> slowest;
    for (std::size_t step = 0; step < cube.steps().size(); ++step) {
        std::optional<Ns> most;
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
            if (const Ns value = cube.at(quantity, stage, rank, step);
                value != kMissing && cube.status(rank, step) == StepStatus::Ok)
                most = std::max(most.value_or(value), value);
        if (most)
            slowest.push_back(static_cast<double>(*most));
    }
    return slowest;
}

/// A rank that is slow in some steps only, each time another, moves the mean of these, however typical each rank is.
bool slowestGrew(const StageCube& baseline, std::size_t before, const StageCube& current, std::size_t now,
                 std::int64_t epsilonPpm)
{
    const std::vector<double> was = slowestOf(baseline, Quantity::Compute, before);
    const std::vector<double> is = slowestOf(current, Quantity::Compute, now);
    if (was.empty() || is.empty())
        return true;  // what is not known cannot be cleared
    return stats::regressedByCourse(static_cast<Ns>(std::llround(stats::mean(was))),
                                    static_cast<Ns>(std::llround(stats::mean(is))), epsilonPpm);
}

bool computeGrewSomewhere(const StageCube& baseline, std::size_t before, const StageCube& current, std::size_t now,
                          std::int64_t epsilonPpm)
{
    for (std::size_t rank = 0; rank < current.ranks().size(); ++rank) {
        const auto same = std::ranges::lower_bound(baseline.ranks(), current.ranks()[rank]);
        if (same == baseline.ranks().end() || *same != current.ranks()[rank])
            return true;  // who was not there cannot be cleared
        std::vector<double> was;
        std::vector<double> is;
        collect(baseline, Quantity::Compute, before, static_cast<std::size_t>(same - baseline.ranks().begin()), was);
        collect(current, Quantity::Compute, now, rank, is);
        if (stats::regressedByCourse(rounded(was), rounded(is), epsilonPpm))
            return true;
    }
    return slowestGrew(baseline, before, current, now, epsilonPpm);
}

}  // namespace

std::vector<LostOverlap> lostOverlaps(const RunAnalysis& baseline, const RunAnalysis& current, std::int64_t epsilonPpm,
                                      Ns floor)
{
    if (baseline.collectives.matched == 0 || current.collectives.matched == 0 ||
        stats::regressedByCourse(transferPerStep(baseline), transferPerStep(current), epsilonPpm))
        return {};
    std::vector<LostOverlap> found;
    for (std::size_t now = 0; now < current.cube.stages().size(); ++now) {
        const auto same = std::ranges::find(baseline.cube.stages(), current.cube.stages()[now]);
        if (same == baseline.cube.stages().end())
            continue;
        const auto before = static_cast<std::size_t>(same - baseline.cube.stages().begin());
        const LostOverlap lost{current.cube.stages()[now], typicalOf(baseline.cube, Quantity::Transfer, before),
                               typicalOf(current.cube, Quantity::Transfer, now)};
        if (lost.exposedNow - lost.exposedBefore > floor &&
            stats::regressedByCourse(lost.exposedBefore, lost.exposedNow, epsilonPpm) &&
            !computeGrewSomewhere(baseline.cube, before, current.cube, now, epsilonPpm))
            found.push_back(lost);
    }
    return found;
}

}  // namespace headwater
