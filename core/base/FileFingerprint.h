// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/Result.h"

namespace headwater {

/// By what a file is found again after it was moved: its size and a hash of its first and last MiB (FNV-1a, 64 bits).
/// Recognises files, proves nothing: a file that differs in its middle alone looks the same.
struct Fingerprint {
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Fails with NotFound or Unreadable.
[[nodiscard]] Result<Fingerprint> fingerprintOf(const std::filesystem::path& file);

/// "BYTES-HASH", the hash as 16 hexadecimal digits.
[[nodiscard]] std::string textOf(const Fingerprint& print);

}  // namespace headwater
