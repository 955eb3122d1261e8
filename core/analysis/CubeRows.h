// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/run/StageCube.h"

namespace headwater {

/// Successive steps of a rank, of one quantity of a stage: cell by cell the columns of ten thousand ranks take seconds.
/// As many as `out` has room for, from the step with this index on; ns, NaN where not measured.
void readQuantity(const StageCube& cube, Quantity quantity, std::size_t stage, std::size_t rank, std::size_t firstStep,
                  std::span<double> out);

/// The quantity summed over the stages of every step of a rank, ns; NaN where no stage has it. `row` is scratch.
void addStages(const StageCube& cube, Quantity quantity, std::size_t rank, std::vector<double>& row,
               std::vector<double>& sums);

/// Zero or missing in every cell, as most parts of most stages are.
[[nodiscard]] bool isNothing(const NarrowColumn& column);

}  // namespace headwater
