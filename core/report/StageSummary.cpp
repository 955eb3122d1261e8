// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/StageSummary.h"

#include <optional>

namespace headwater {

namespace {

/// Span without waiting, or nothing where the step was not Ok on this rank.
std::optional<double> ownTime(const StageCube& cube, std::size_t stage, std::size_t rank, std::size_t step)
{
    const Ns span = cube.at(Quantity::Span, stage, rank, step);
    const Ns wait = cube.at(Quantity::Wait, stage, rank, step);
    if (span == kMissing || cube.status(rank, step) != StepStatus::Ok)
        return std::nullopt;
    return static_cast<double>(wait == kMissing ? span : span - wait);
}

/// One value a step: the median over the ranks [first, last).
std::vector<double> valuesOverSteps(const StageCube& cube, std::size_t stage, std::size_t first, std::size_t last)
{
    std::vector<double> values;
    for (std::size_t step = 0; step < cube.steps().size(); ++step) {
        std::vector<double> overRanks;
        for (std::size_t rank = first; rank < last; ++rank)
            if (const auto value = ownTime(cube, stage, rank, step))
                overRanks.push_back(*value);
        if (!overRanks.empty())
            values.push_back(stats::medianInPlace(overRanks));
    }
    return values;
}

std::vector<StageSummary> summarize(const StageCube& cube, std::size_t first, std::size_t last)
{
    std::vector<StageSummary> summaries;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        summaries.push_back({cube.stages()[stage], static_cast<int>(stage),
                             stats::summarize(valuesOverSteps(cube, stage, first, last))});
    return summaries;
}

}  // namespace

std::vector<StageSummary> summarizeStages(const StageCube& cube)
{
    return summarize(cube, 0, cube.ranks().size());
}

std::vector<StageSummary> summarizeStagesOfRank(const StageCube& cube, std::size_t rank)
{
    return summarize(cube, rank, rank + 1);
}

}  // namespace headwater
