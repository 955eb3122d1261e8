// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/Result.h"
#include "core/report/Json.h"
#include "core/run/ScaleCase.h"

namespace headwater {

/// The key "scale" of an investigation: nodes as in headwater.topology/1, experiments and isolation tests as in
/// headwater.scale-results/1 (core/ingest/scale), runs with what was read of them, and the sizes. Paths as
/// savedPath() has them.
[[nodiscard]] Json scaleJson(const ScaleCase& given, const std::filesystem::path& folder);

/// Reads it back; relative paths of runs are taken from `folder`. Malformed, with the key as `where`, for a wrong type,
/// a number out of range, a node without a name or named twice.
[[nodiscard]] std::optional<Error> readScale(const Json& object, const std::filesystem::path& folder, ScaleCase& given);

}  // namespace headwater
