// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/analysis/scale/Evidence.h"

namespace headwater::scale {

/// Whether the results are of one fault that stays as it is (METHODS 5.2: what is not constant is reported, nothing is
/// concluded of it).
struct Constancy {
    std::size_t since = 0;   ///< index of the first experiment that counts: after a change, the whole slow again
    bool changed = false;    ///< since then the same nodes were slow once and fine another time, beyond noise
    bool wholeSlow = false;  ///< all nodes together were slow since then
    bool gone = false;       ///< all nodes together were fine when they last ran
};
[[nodiscard]] Constancy constancyOf(std::span<const ExperimentResult> history, std::size_t nodes);

/// Whether the last experiment that told anything has a slow group: what is concluded from fine groups alone may as
/// well have gone away meanwhile.
[[nodiscard]] bool isStillThere(std::span<const ExperimentResult> history);

/// The slow group that is quickest to run again: the smallest; all nodes where none is.
[[nodiscard]] NodeSet smallestSlow(std::span<const Fact> facts, std::size_t nodes);

}  // namespace headwater::scale
