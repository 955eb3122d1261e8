// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/triage/Draft.h"

namespace headwater {

/// Time without compute on the device by cause (METHODS 3.5), both sides: mean over the compared steps, then over
/// ranks, so that the causes add up. Nothing where a side has no device.
[[nodiscard]] std::optional<Finding> bubblesFinding(const Draft& draft);

}  // namespace headwater
