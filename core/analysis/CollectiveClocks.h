// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/CollectiveMatch.h"
#include "core/run/Collectives.h"

namespace headwater {

/// Clocks of the ranks against the first one's (METHODS 3.3): median of end − end over the synchronous collectives that
/// two ranks share, handed on from rank to rank where the reference shares none. By rank; those that no chain reaches
/// are left out.
[[nodiscard]] std::vector<CollectiveSummary::Clock> collectiveClocks(const std::vector<RankSteps>& ranks,
                                                                     const CollectiveMatch& match);

}  // namespace headwater
