// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/ingest/Format.h"

namespace headwater {

/// Why a file is of no known format, in a few words, and what to do about it where something can be done.
[[nodiscard]] std::string reasonUnknown(const FileHead& head);

/// Whether SQLite keeps rows of this database in a file beside it that is not yet folded in.
[[nodiscard]] bool hasWriteAheadLog(const std::filesystem::path& path);

}  // namespace headwater
