// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/OwnTimes.h"
#include "core/base/Duration.h"

namespace headwater {

/// A stage of a pipeline whose ranks all have more to do than those of the other stages.
struct RoleImbalance {
    std::string role;
    std::vector<int> ranks;
    OwnTime which = OwnTime::Pure;  ///< what is compared
    Ns time = 0;                    ///< median over its ranks of their typical step, ns
    Ns others = 0;                  ///< median over the other stages of the same
    double ratio = 1;
};

/// How many roles the ranks have; ranks are compared within theirs.
[[nodiscard]] std::size_t roleCount(const OwnTimes& own);

/// The slowest stage of a pipeline, where it takes at least StragglerRule::ratio times the median of the other stages:
/// by pure compute where every rank's was measured, else by local time. Peers of one stage cannot show this, and it is
/// no straggler (METHODS 2.3: never compare ranks across stages) but an uneven partition of the work. Nothing for other
/// roles, which differ by design, and for fewer than two stages.
[[nodiscard]] std::optional<RoleImbalance> roleImbalance(const OwnTimes& own);

}  // namespace headwater
