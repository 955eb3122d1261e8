// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/analysis/CubeRows.h"
#include "core/triage/Policy.h"

namespace headwater {

/// readQuantity() under a measure: what valueOf() gives of each cell.
void readMeasure(const StageCube& cube, Measure measure, std::size_t stage, std::size_t rank, std::size_t firstStep,
                 std::span<double> out);

}  // namespace headwater
