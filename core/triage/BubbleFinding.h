// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/triage/Draft.h"

namespace headwater {

/// ns a step by BubbleCause.
using BubbleMeans = std::array<Ns, kBubbleCauses>;

/// Time without compute on the device by cause (METHODS 3.5) of one side: mean over the ranks in `ranks` (empty:
/// all) of a step, then over the compared steps, so that the causes add up (bubblesByStep). Nothing where none of them
/// has a device.
[[nodiscard]] std::optional<BubbleMeans> bubbleMeans(const Draft& draft, Side side, const std::vector<int>& ranks = {});

/// The finding of both sides' bubbles over all ranks; nothing where a side has no device.
[[nodiscard]] std::optional<Finding> bubblesFinding(const Draft& draft);

}  // namespace headwater
