// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/Result.h"
#include "core/report/Json.h"
#include "core/run/FileOverride.h"

namespace headwater {

/// A path as an investigation in `folder` keeps it: relative where it lies below, else absolute.
[[nodiscard]] std::string savedPath(const std::filesystem::path& path, const std::filesystem::path& folder);

/// The key "overrides" of an investigation: one object a file, {"file", "rank", "unit", "rules", "place"}; what is not
/// said is left out.
[[nodiscard]] Json overridesOf(const FileOverrides& overrides, const std::filesystem::path& folder);

/// Reads it back; relative paths are taken from `folder`. What is wrong is said, with the key as `where`.
[[nodiscard]] std::optional<Error> readOverrides(const Json& list, const std::filesystem::path& folder,
                                                 FileOverrides& overrides);

}  // namespace headwater
