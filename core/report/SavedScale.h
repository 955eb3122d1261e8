// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/Result.h"
#include "core/report/Json.h"
#include "core/run/ScaleCase.h"

namespace headwater {

/// The key "scale" of an investigation: nodes as in headwater.topology/1, experiments and isolation tests as in
/// headwater.scale-results/1 (core/ingest/scale), and the sizes.
[[nodiscard]] Json scaleJson(const ScaleCase& given);

/// Reads it back. Malformed, with the key as `where`, for a wrong type, a number out of range, a node without a name or
/// named twice.
[[nodiscard]] std::optional<Error> readScale(const Json& object, ScaleCase& given);

}  // namespace headwater
