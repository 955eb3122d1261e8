// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/ingest/Format.h"

namespace headwater {

/// Why a file is of no known format, in a few words, and what to do about it where something can be done.
[[nodiscard]] std::string reasonUnknown(const FileHead& head);

}  // namespace headwater
