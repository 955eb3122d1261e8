// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"

namespace headwater {

/// The numbers of a rank summary: named columns of integers. On disk a column is the differences of neighbours (the
/// first one's to 0), each as a zigzag LEB128 number: small where numbers are regular, and read in one pass.
using Column = std::vector<std::int64_t>;
using Columns = std::map<std::string, Column>;

void appendColumn(std::string& bytes, const Column& column);

/// `count` numbers from the front of `bytes`, which is moved behind them. Malformed where there are fewer, or one has
/// more than 64 bits. A count that the bytes cannot hold is refused before memory is asked for.
[[nodiscard]] Result<Column> takeColumn(std::string_view& bytes, std::uint64_t count);

}  // namespace headwater
