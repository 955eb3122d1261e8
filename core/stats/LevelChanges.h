// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/stats/ChangePoints.h"

namespace headwater::stats {

/// Changes of series that move between levels more than once, which no single window tells from the rest: the
/// partition of each row that costs least (squared deviations of the logarithm from the mean of its part, and 3 σ² ln n
/// a part with σ from neighbouring values; optimal partition, Jackson et al. 2005), each part with at least
/// `rule.least` values. It stands where no more than `rule.alpha` of the orders of the runs, the same for all rows,
/// give any row one that explains as much. `rows` are of one length; NaN is no value; a row with a value that is not
/// positive has no changes. O(n²) an order.
[[nodiscard]] std::vector<std::vector<TestedChange>> levelChanges(const std::vector<std::vector<double>>& rows,
                                                                  const ChangePointRule& rule = {});

}  // namespace headwater::stats
