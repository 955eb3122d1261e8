// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/FileState.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "core/base/FileFingerprint.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

/// How much a gzip file says it unpacks to (of several members the last, of 4 GiB and more the rest); 0: it is none.
std::uint64_t unpackedBytes(const fs::path& file)
{
    constexpr int kTrailer = 4;
    constexpr unsigned char kFirst = 0x1f;
    constexpr unsigned char kSecond = 0x8b;
    std::ifstream stream(file, std::ios::binary);
    std::array<char, kTrailer> bytes{};
    const auto at = [&bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    if (!stream.read(bytes.data(), 2) || at(0) != kFirst || at(1) != kSecond)
        return 0;
    if (!stream.seekg(-kTrailer, std::ios::end) || !stream.read(bytes.data(), kTrailer))
        return 0;
    return at(0) | std::uint64_t(at(1)) << 8U | std::uint64_t(at(2)) << 16U | std::uint64_t(at(3)) << 24U;
}

/// Of a small file size and time of change are enough: there may be thousands.
std::string stateOf(const CacheFolder& folder, const SourceFile& source)
{
    std::error_code error;
    const auto changed = fs::last_write_time(source.path, error);
    std::string text = fmt::format("{} {}", source.bytes, error ? 0 : changed.time_since_epoch().count());
    if (isLarge(folder, source.path, source.bytes))
        if (const auto print = fingerprintOf(source.path))
            text += " " + textOf(*print);
    return text;
}

}  // namespace

bool isLarge(const CacheFolder& folder, const fs::path& file, std::uint64_t bytes)
{
    // Text of events packs up to some forty times: smaller files, of which there may be thousands, need no look inside.
    constexpr std::uint64_t kMostPacked = 64;
    return bytes >= folder.leastFile ||
           (bytes >= folder.leastFile / kMostPacked && unpackedBytes(file) >= folder.leastFile);
}

bool isLarge(const CacheFolder& folder, const Run& run)
{
    return std::ranges::any_of(run.sources,
                               [&](const SourceFile& source) { return isLarge(folder, source.path, source.bytes); });
}

Json filesState(const CacheFolder& folder, const Run& run)
{
    Json files = Json::array();
    for (const SourceFile& source : run.sources)
        files.push_back({source.path, stateOf(folder, source)});
    return files;
}

}  // namespace headwater
