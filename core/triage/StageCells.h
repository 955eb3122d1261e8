// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/run/StageCube.h"
#include "core/triage/Policy.h"

namespace headwater {

/// Successive steps of a rank, of one quantity of a stage: cell by cell the columns of ten thousand ranks take seconds.
/// As many as `out` has room for, from the step with this index on; ns, NaN where not measured.
void readQuantity(const StageCube& cube, Quantity quantity, std::size_t stage, std::size_t rank, std::size_t firstStep,
                  std::span<double> out);

/// The same under a measure: what valueOf() gives of each cell.
void readMeasure(const StageCube& cube, Measure measure, std::size_t stage, std::size_t rank, std::size_t firstStep,
                 std::span<double> out);

/// Zero or missing in every cell, as most parts of most stages are.
[[nodiscard]] bool isNothing(const NarrowColumn& column);

}  // namespace headwater
