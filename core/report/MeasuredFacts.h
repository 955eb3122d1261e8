// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/report/Phrases.h"

namespace headwater {

/// The fact with "unknown" and why, where no stage was measured on both sides; else as it is.
[[nodiscard]] Fact unmeasured(Fact fact, const Verdict& verdict);

/// The mean step of both sides where meanStep() has one.
[[nodiscard]] std::optional<Fact> meanStepFact(const Verdict& verdict);

}  // namespace headwater
