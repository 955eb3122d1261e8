// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/ingest/Format.h"

namespace headwater {

/// The beginning and the end of a file, by which it is recognised.
struct FilePieces {
    std::string head;  ///< inflated where the file is gzip
    std::string tail;  ///< empty where the file is gzip or no longer than the head
    bool compressed = false;
    Problems remarks;  ///< ByteSource::remarks() of what was read
};

/// Size of a regular file; 0 of what has none (FIFOs, folders, dangling links).
[[nodiscard]] std::uint64_t sizeOf(const std::filesystem::path& path);

/// Reads at most 64 KiB from the beginning and 16 KiB from the end. Errors of ByteSource.
[[nodiscard]] Result<FilePieces> readFilePieces(const std::filesystem::path& path, std::stop_token stop = {});

/// What recognisers look at; a view of `pieces`.
[[nodiscard]] FileHead headOf(const std::filesystem::path& path, const FilePieces& pieces);

}  // namespace headwater
