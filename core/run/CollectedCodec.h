// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/Result.h"
#include "core/run/CollectedRun.h"

namespace headwater {

/// Name of the format, with its version.
inline constexpr std::string_view kCollectedSchema = "headwater.run-summary/1";

/// The bytes of a collected run: one line of JSON with everything that has a name, then the columns that it lists, as
/// they lie in memory (NarrowColumn::bytes()), one behind the other. The fields are described in core/ingest/README.md.
/// Same run, same bytes. `version` is the program's.
[[nodiscard]] std::string encodeCollected(const CollectedRun& run, std::string_view version);

/// Fills `out` as far as there are bytes and says how many it were.
using ReadBytes = std::function<Result<std::size_t>(std::span<char> out)>;

/// The inverse, from a file of `bytes` bytes: no more memory than that is asked for, whatever its header says.
/// Malformed with what is wrong where the bytes are not a whole collected run; NotRecognised for a later version of the
/// format; what `read` fails with. `file` is what the ranks name as theirs where they name none.
[[nodiscard]] Result<CollectedRunPtr> decodeCollected(const ReadBytes& read, std::uint64_t bytes,
                                                      const std::string& file);

}  // namespace headwater
