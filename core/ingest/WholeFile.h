// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"

namespace headwater {

/// The plain bytes of a file that cannot be read in pieces, inflated where it is gzip; ByteSource::remarks() go to
/// `problems`. Errors: TooLarge beyond `limit` plain bytes, those of ByteSource, Cancelled.
[[nodiscard]] Result<std::string> readWholeFile(const std::filesystem::path& path, const Job& job, Problems& problems,
                                                std::uint64_t limit = std::uint64_t(256) << 20U);

}  // namespace headwater
