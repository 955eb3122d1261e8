// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace headwater::telemetry {

/// 128 bits that stand for a text, so that tables of very many label sets need not keep them: two independent hashes.
/// That two of a million texts have the same one is less likely than 10⁻²⁶.
struct Fingerprint {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    bool operator==(const Fingerprint&) const = default;

    struct Hash {
        std::size_t operator()(const Fingerprint& f) const noexcept { return f.first; }
    };
};

[[nodiscard]] inline Fingerprint fingerprintOf(std::string_view text)
{
    std::uint64_t fnv = 0xcbf29ce484222325ULL;  // FNV-1a
    for (const char c : text)
        fnv = (fnv ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return {std::hash<std::string_view>()(text), fnv};
}

}  // namespace headwater::telemetry
