// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/triage/Decide.h"
#include "core/triage/DrillDown.h"

namespace headwater {

/// What the first verdict of a pair takes.
struct Prepared {
    DecisionBasisPtr basis;
    std::optional<DrillDown> drill;
};

/// The slow part of judging a pair, with a look inside the stage that the verdict will name.
[[nodiscard]] Result<Prepared> prepared(const PairAnalysis& pair, const Policy& policy, const Job& job);

}  // namespace headwater
