// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/Folder.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "core/report/AtomicFile.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead = "headwater.cache/3";
constexpr std::string_view kEnding = ".kept";
constexpr std::uintmax_t kLongestHead = std::uintmax_t(16) << 20U;  ///< a key names every file of a pair

/// FNV-1a over eight bytes at a time: finds what a disk or an editor does to a file, proves nothing.
std::uint64_t hashOf(std::string_view bytes)
{
    constexpr std::uint64_t kPrime = 0x100000001b3ULL;
    constexpr unsigned kFold = 32;
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ bytes.size();
    for (; bytes.size() >= sizeof(hash); bytes.remove_prefix(sizeof(hash))) {
        std::uint64_t word = 0;
        std::copy_n(bytes.data(), sizeof(word), reinterpret_cast<char*>(&word));  // NOLINT(*-reinterpret-cast)
        hash = (hash ^ word) * kPrime;
        hash ^= hash >> kFold;
    }
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    return hash ^ (hash >> kFold);
}

fs::path fileOf(const CacheFolder& folder, std::string_view key)
{
    return folder.path / fmt::format("{:016x}{}", hashOf(key), kEnding);
}

std::string headOf(std::string_view key, std::string_view bytes)
{
    return fmt::format("{}\n{}\n{:016x}\n", kHead, key, hashOf(bytes));
}

struct Entry {
    fs::path file;
    fs::file_time_type used;
    std::uint64_t bytes = 0;
};

/// Another process may do the same at the same time: what is gone is gone.
void prune(const CacheFolder& folder)
{
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder.path, error)) {
        std::error_code gone;
        if (entry.path().extension() != kEnding)
            continue;
        const std::uint64_t bytes = entry.file_size(gone);
        const auto used = entry.last_write_time(gone);
        if (gone)
            continue;
        total += bytes;
        entries.push_back({entry.path(), used, bytes});
    }
    std::ranges::sort(entries, {}, &Entry::used);
    for (auto entry = entries.begin(); entry != entries.end() && total > folder.mostBytes; ++entry) {
        fs::remove(entry->file, error);
        total -= entry->bytes;
    }
}

}  // namespace

std::optional<CacheFolder> userCache()
{
    const auto absolute = [](const char* variable) {
        const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing here sets one
        fs::path path = value == nullptr ? "" : value;
        return path.is_absolute() ? path : fs::path();
    };
    if (const fs::path folder = absolute("XDG_CACHE_HOME"); !folder.empty())
        return CacheFolder{folder / "headwater"};
    if (const fs::path home = absolute("HOME"); !home.empty())
        return CacheFolder{home / ".cache" / "headwater"};
    return std::nullopt;
}

std::optional<std::string> kept(const CacheFolder& folder, std::string_view key)
{
    const fs::path file = fileOf(folder, key);
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error || size > folder.mostBytes + kLongestHead)
        return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(size, '\0');
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(size)))
        return std::nullopt;
    const std::size_t head = headOf(key, {}).size();
    if (bytes.size() < head ||
        std::string_view(bytes).substr(0, head) != headOf(key, std::string_view(bytes).substr(head)))
        return std::nullopt;
    // An entry that cannot be marked as used is used all the same.
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
    return bytes.substr(head);
}

Status keep(const CacheFolder& folder, std::string_view key, std::string_view bytes)
{
    if (bytes.size() > folder.mostBytes)
        return {};
    std::error_code error;
    if (fs::create_directories(folder.path, error); error)
        return fail(ErrorCode::WriteFailed, "cannot make the folder: " + error.message(), folder.path.string());
    fs::permissions(folder.path, fs::perms::owner_all, error);
    std::string whole = headOf(key, bytes);
    whole += bytes;
    if (Status written = writeAtomically(fileOf(folder, key), whole); !written)
        return written;
    prune(folder);
    return {};
}

}  // namespace headwater
