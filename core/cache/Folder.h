// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/Result.h"

namespace headwater {

/// Where results are kept between two runs of the program, and how much of them.
struct CacheFolder {
    std::filesystem::path path;
    std::uint64_t mostBytes = std::uint64_t(1) << 30U;  ///< of all entries together; the longest unused go first
    std::uint64_t leastFile = std::uint64_t(4) << 20U;  ///< unpacked, of a trace: smaller ones are read fast enough
};

/// `headwater` below XDG_CACHE_HOME, or below ~/.cache; nothing where neither is an absolute path.
[[nodiscard]] std::optional<CacheFolder> userCache();

/// What was kept under `key`, exactly; nothing where there is no such entry, it is damaged, or another version of the
/// format wrote it. `key` is one line.
[[nodiscard]] std::optional<std::string> kept(const CacheFolder& folder, std::string_view key);

/// Keeps `bytes` under `key`: the entry appears whole or not at all, an older one is replaced. Then removes the entries
/// that were used longest ago until no more than mostBytes are left. WriteFailed where the folder cannot be written.
[[nodiscard]] Status keep(const CacheFolder& folder, std::string_view key, std::string_view bytes);

}  // namespace headwater
