// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/ingest/ByteSource.h"

namespace headwater {

/// How a stream is taken apart into lines.
struct LineOptions {
    bool carriageReturns = false;  ///< "\r" alone ends a line too (progress bars); both parts keep the line's number
    bool cutLong = false;          ///< a line beyond 1 MiB is delivered cut and counted; otherwise it is an error
    std::string_view activity = "reading lines";
};

struct LineCounts {
    std::uint64_t lines = 0;     ///< empty lines included
    std::uint64_t cut = 0;       ///< lines that were delivered without their end
    std::uint64_t firstCut = 0;  ///< number of the first of them
    bool unfinished = false;     ///< the last line has no line end
};

/// Called with a line, without its line end, and its number from 1. False ends the reading.
using TakeLine = std::function<bool(std::string_view line, std::uint64_t number)>;

/// Delivers every non-empty line of `source`; holds at most a few MiB whatever the input. Errors: those of
/// ByteSource::read, TooLarge for a line beyond 1 MiB (unless cutLong), Cancelled.
[[nodiscard]] Result<LineCounts> forEachLine(ByteSource& source, const Job& job, const LineOptions& options,
                                             const TakeLine& take);

/// Fields of one CSV line, white space around them removed; quotes may enclose separators and doubled quotes, not line
/// ends.
[[nodiscard]] std::vector<std::string> splitCsv(std::string_view line, char separator = ',');

/// What separates the cells of a table by its header: a comma, or where there is none a semicolon (as spreadsheets
/// write where the comma is the decimal point) or a tab.
[[nodiscard]] char separatorOf(std::string_view header);

}  // namespace headwater
