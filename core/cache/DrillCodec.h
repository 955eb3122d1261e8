// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/triage/Verdict.h"

namespace headwater {

/// A drill-down, or that there was none, as bytes; doubles keep every bit.
[[nodiscard]] std::string encodeDrill(const std::optional<DrillDown>& drill);

/// The inverse; the outer optional is empty where the bytes are none of encodeDrill().
[[nodiscard]] std::optional<std::optional<DrillDown>> decodeDrill(std::string_view bytes);

}  // namespace headwater
