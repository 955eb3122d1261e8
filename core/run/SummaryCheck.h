// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headwater {

/// 16 hexadecimal digits that end a rank summary: from h = 0xcbf29ce484222325, for each eight bytes w (little-endian,
/// the last padded with zeros) h = (h ^ w) * 0x100000001b3, then h ^= h >> 29. Every step can be undone, so a change of
/// up to eight bytes in one place always shows; words, because ten thousand files are read at once. Against accidents,
/// not against people.
[[nodiscard]] std::string summaryChecksum(std::string_view bytes);

/// The same of a column of a collected run, of which there are hundreds of megabytes: four such sums side by side, the
/// k-th of the words k, k + 4, k + 8 … (whole groups of four), then one over these four and the words that are left.
[[nodiscard]] std::string columnChecksum(std::string_view bytes);

}  // namespace headwater
