// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/OwnHistory.h"

#include <algorithm>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

std::optional<Ns> waitingIn(const StageCube& cube, std::size_t rank, std::size_t step)
{
    std::optional<Ns> sum;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        if (const Ns wait = cube.at(Quantity::Wait, stage, rank, step); wait != kMissing)
            sum = sum.value_or(0) + wait;
    return sum;
}

std::optional<Ns> wallTime(const StageCube& cube, std::size_t rank, std::size_t step)
{
    if (const Ns recorded = cube.duration(rank, step); recorded != kMissing)
        return recorded;
    std::optional<Ns> sum;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        if (const Ns span = cube.at(Quantity::Span, stage, rank, step); span != kMissing)
            sum = sum.value_or(0) + span;
    return sum;
}

/// Median over the used steps; nothing where the rank has none.
std::optional<double> typical(const SideBasis& side, const StageCube& cube, int number)
{
    const auto found = std::ranges::find(cube.ranks(), number);
    if (found == cube.ranks().end())
        return std::nullopt;
    const auto rank = static_cast<std::size_t>(found - cube.ranks().begin());
    std::vector<double> values;
    for (const std::size_t step : side.selection.steps)
        if (side.selection.usable[rank * cube.steps().size() + step] != 0)
            if (const auto wall = wallTime(cube, rank, step))
                values.push_back(static_cast<double>(*wall - waitingIn(cube, rank, step).value_or(0)));
    return values.empty() ? std::nullopt : std::optional(stats::medianInPlace(values));
}

}  // namespace

std::optional<OwnHistory> ownHistoryOf(const Draft& draft, int rank)
{
    const auto before = typical(draft.basis.baseline, draft.basis.pair.baseline->cube, rank);
    const auto now = typical(draft.basis.current, draft.basis.pair.current->cube, rank);
    if (!before || !now || *before <= 0)
        return std::nullopt;
    return OwnHistory{*before, *now};
}

Text ownHistoryMetric(const Draft& draft)
{
    const bool known =
        draft.basis.pair.baseline->cube.has(Quantity::Wait) && draft.basis.pair.current->cube.has(Quantity::Wait);
    return known ? say("step without exposed waiting") : say("step time");
}

std::map<int, double> growthByRank(const Draft& draft)
{
    std::map<int, double> growths;
    for (const int rank : draft.basis.pair.current->cube.ranks()) {
        const auto history = ownHistoryOf(draft, rank);
        if (!history)
            return {};
        growths[rank] = history->growth() - 1;
    }
    return growths;
}

bool grewLikeTheOthers(const std::map<int, double>& growths, const std::vector<int>& ranks, double ratio)
{
    std::vector<double> theirs;
    std::vector<double> others;
    for (const auto& [rank, growth] : growths) {
        const bool inside = std::ranges::find(ranks, rank) != ranks.end();
        (inside ? theirs : others).push_back(growth);
    }
    if (theirs.empty() || others.empty())
        return false;
    const double rest = stats::medianInPlace(others);
    return 1 + rest > ratio && 1 + stats::medianInPlace(theirs) < ratio * (1 + rest);
}

}  // namespace headwater
