// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/triage/Draft.h"

namespace headwater {

/// Which side has no step that gives samples, and why; empty where both have some.
[[nodiscard]] Text whyNoSteps(const Draft& draft);

/// How to get steps on the sides that have none; empty where both have some.
[[nodiscard]] std::vector<Text> stepsToGetSteps(const Draft& draft);

}  // namespace headwater
