// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/StageSummary.h"

namespace headwater {

namespace {

std::vector<double> valuesOverSteps(const StageCube& cube, std::size_t stage)
{
    std::vector<double> values;
    for (std::size_t step = 0; step < cube.steps().size(); ++step) {
        std::vector<double> overRanks;
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
            const Ns span = cube.at(Quantity::Span, stage, rank, step);
            const Ns wait = cube.at(Quantity::Wait, stage, rank, step);
            if (span != kMissing && cube.status(rank, step) == StepStatus::Ok)
                overRanks.push_back(static_cast<double>(wait == kMissing ? span : span - wait));
        }
        if (overRanks.empty())
            continue;
        values.push_back(stats::medianInPlace(overRanks));
    }
    return values;
}

}  // namespace

std::vector<StageSummary> summarizeStages(const StageCube& cube)
{
    std::vector<StageSummary> summaries;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        summaries.push_back(
            {cube.stages()[stage], static_cast<int>(stage), stats::summarize(valuesOverSteps(cube, stage))});
    return summaries;
}

}  // namespace headwater
