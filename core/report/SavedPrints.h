// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/Result.h"
#include "core/report/Fingerprint.h"
#include "core/report/Json.h"

namespace headwater {

/// The key "prints" of an investigation in `folder`: one object a file, {"input", "member", "bytes", "hash",
/// "sampled"}; the hash is 16 hexadecimal digits, which JSON's numbers do not hold. Without "sampled" (InputPrint) it
/// is of an earlier version, which named three files of a folder.
[[nodiscard]] Json printsJson(const InputPrints& prints, const std::filesystem::path& folder);

/// Reads it back; relative paths are taken from `folder`. Malformed where a type is wrong, with the key as `where`.
[[nodiscard]] std::optional<Error> readPrints(const Json& list, const std::filesystem::path& folder,
                                              InputPrints& prints);

}  // namespace headwater
