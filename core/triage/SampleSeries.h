// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/Job.h"
#include "core/triage/DecisionBasis.h"

namespace headwater {

/// Picks the steps that give samples. A cell counts when its step is Ok on that rank (in a plain stage vector also when
/// another stage of it is invalid); a step counts when a rank has it and none failed in it. Failed and invalid steps
/// are counted, never dropped from the counts.
[[nodiscard]] StepSelection selectSteps(const StageCube& cube);

/// Value of a stage on a rank in a step under `measure`, ns, NaN where not measured. Span is the span without waiting:
/// waiting shows another rank's slowness, and unknown waiting counts as none.
[[nodiscard]] double valueOf(const StageCube& cube, Measure measure, std::size_t stage, std::size_t rank,
                             std::size_t step);

/// Wall time of a step on a rank, ns: as recorded, else the sum of its spans, else NaN; NaN for an invalid step.
[[nodiscard]] double stepDuration(const StageCube& cube, std::size_t rank, std::size_t step);

/// Waiting of a step on a rank summed over stages, ns; 0 where unknown.
[[nodiscard]] double stepWait(const StageCube& cube, std::size_t rank, std::size_t step);

/// Values of usable cells as rows of ranks, one row a used step, NaN where there is none.
struct RankMatrix {
    std::size_t ranks = 0;
    std::vector<double> values;  ///< [step · ranks + rank]
};
template <class Value>
[[nodiscard]] RankMatrix rankMatrix(const StageCube& cube, const StepSelection& selection, const Value& value)
{
    RankMatrix matrix{cube.ranks().size(), {}};
    const std::size_t steps = selection.steps.size();
    matrix.values.resize(steps * matrix.ranks);
    constexpr std::size_t kBlock = 64;  // the cube is stored rank by rank: transpose in pieces that fit in the cache
    for (std::size_t first = 0; first < steps; first += kBlock) {
        const std::size_t last = std::min(first + kBlock, steps);
        for (std::size_t rank = 0; rank < matrix.ranks; ++rank)
            for (std::size_t s = first; s < last; ++s)
                matrix.values[s * matrix.ranks + rank] =
                    selection.usable[rank * cube.steps().size() + selection.steps[s]] != 0
                        ? value(rank, selection.steps[s])
                        : std::numeric_limits<double>::quiet_NaN();
    }
    return matrix;
}

/// Reduces each row to one value; NaN for a row without any.
[[nodiscard]] std::vector<double> reduceRanks(const RankMatrix& matrix, AcrossRanks across);

/// Wall times of the selected steps, median across ranks, ns.
[[nodiscard]] std::vector<double> stepTimes(const StageCube& cube, const StepSelection& selection);

inline constexpr std::size_t kFewestForWarmup = 20;  ///< steps; with fewer no warm-up is looked for (METHODS 1.6)
inline constexpr std::size_t kLeastWarmup = 3;       ///< steps left out where one is looked for

/// A series with its estimates. `censored` failed steps count as +∞ in p95 and p99 (METHODS 1.7).
[[nodiscard]] StepSeries makeSeries(std::vector<double> values, std::size_t censored);

/// p50, mean, p95 and p99 of the finite values.
[[nodiscard]] Estimates estimatesOf(const std::vector<double>& sorted, std::size_t censored);

/// Statistics of one rank over its steps, NaN where it has none. Reorders and shortens what it is given.
[[nodiscard]] Estimates estimatesOfRank(std::vector<double>& values);

}  // namespace headwater
