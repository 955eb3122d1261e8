// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/ingest/Lines.h"
#include "core/ingest/telemetry/Sink.h"

namespace headwater::telemetry {

/// Gives every line that is not empty to `take`, without a byte order mark. Lines beyond 1 MiB are cut, and cut lines
/// and a cut gzip stream are noted in `sink`. Returns the number of lines.
[[nodiscard]] Result<std::uint64_t> readLines(const std::filesystem::path& path, const Job& job, TelemetrySink& sink,
                                              const TakeLine& take);

/// The whole of a file that must be seen at once (JSON). Errors: as ByteSource, TooLarge beyond 2 GiB, Cancelled.
[[nodiscard]] Result<std::string> readWhole(const std::filesystem::path& path, const Job& job, TelemetrySink& sink);

/// Calls `take` for each JSON object or array of those that follow one another in `text`, with its line, until it
/// returns false. The last one is given even when it is not complete; then the result is false.
bool forEachDocument(std::string_view text, const TakeLine& take);

}  // namespace headwater::telemetry
