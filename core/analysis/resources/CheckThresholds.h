// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/resources/ResourcePolicy.h"

namespace headwater {

/// The thresholds that a check uses, by its id, in the order in which they matter; none for a check that any event or
/// any difference makes fire, and for an id that is not known.
[[nodiscard]] std::vector<const ResourceThreshold*> thresholdsOf(std::string_view checkId);

}  // namespace headwater
