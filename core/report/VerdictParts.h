// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/report/Json.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Parts of `headwater.verdict/1` that more than one of its printers need; null for nothing.
[[nodiscard]] Json stageJson(const StageVerdict& stage);
[[nodiscard]] Json firstRegressedJson(const std::optional<FirstRegressed>& first);
[[nodiscard]] Json drillDownJson(const std::optional<DrillDown>& drill);

}  // namespace headwater
