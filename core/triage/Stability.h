// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/triage/DecisionBasis.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Share of joint resamples in which each stage is the first by the course rule (METHODS 1.3.7) and by more than
/// `floor` ns, as what is less is not counted either; index −1 for "none".
/// Only stages that came first at least once, by index. Empty without replicates and for identical samples. `across`
/// and `statistic` say on which series: the one in which the first regressed stage shows, or the chosen one.
[[nodiscard]] std::vector<StabilityBar> stabilityOf(const DecisionBasis& basis, AcrossRanks across, Statistic statistic,
                                                    const Policy& policy, Ns floor);

}  // namespace headwater
