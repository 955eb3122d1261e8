// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Job.h"
#include "core/triage/DecisionBasis.h"

namespace headwater {

/// Fills the series, parts and per-rank statistics of every stage on both sides, stages in parallel. Leaves stages
/// undone when the job is stopped.
void fillStages(DecisionBasis& basis, const Policy& policy, const Job& job);

/// Mean over the usable cells of the selected steps; NaN where one of them is.
template <class Value>
double meanOfCells(const StageCube& cube, const StepSelection& selection, const Value& value)
{
    double sum = 0;
    std::size_t cells = 0;
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
        for (const std::size_t step : selection.steps) {
            if (selection.usable[rank * cube.steps().size() + step] == 0)
                continue;
            sum += value(rank, step);
            ++cells;
        }
    }
    return cells == 0 ? 0 : sum / static_cast<double>(cells);
}

}  // namespace headwater
