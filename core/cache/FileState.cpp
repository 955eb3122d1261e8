// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/FileState.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/FileFingerprint.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

/// Of a small file size and time of change are enough: there may be thousands.
std::string stateOf(const CacheFolder& folder, const SourceFile& source)
{
    std::error_code error;
    const auto changed = fs::last_write_time(source.path, error);
    std::string text = fmt::format("{} {}", source.bytes, error ? 0 : changed.time_since_epoch().count());
    if (source.bytes >= folder.leastFile)
        if (const auto print = fingerprintOf(source.path))
            text += " " + textOf(*print);
    return text;
}

}  // namespace

bool isLarge(const CacheFolder& folder, const Run& run)
{
    return std::ranges::any_of(run.sources, [&](const SourceFile& source) { return source.bytes >= folder.leastFile; });
}

Json filesState(const CacheFolder& folder, const Run& run)
{
    Json files = Json::array();
    for (const SourceFile& source : run.sources)
        files.push_back({source.path, stateOf(folder, source)});
    return files;
}

}  // namespace headwater
