// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/Result.h"

namespace headwater {

/// What a file is, judged by its first 64 KiB (inflated where it is gzip), never by its name.
struct Detected {
    std::string format = "unknown";  ///< CONTRACT `probe`
    std::string variant;
    std::string reason;  ///< for "unknown": why, for people
};

/// Errors: Unreadable, and Malformed for a gzip file that cannot be inflated at all.
[[nodiscard]] Result<Detected> detectFormat(const std::filesystem::path& path);

}  // namespace headwater
