// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace headwater::workshop {

/// Where the remark that begins at `i` of a JSON text ends, or `i` where none does.
[[nodiscard]] std::size_t afterRemark(std::string_view text, std::size_t i);

/// The byte of a [ or { that the parser misses the end of: it stopped at `stopped` (counted from 1), at the end of the
/// text or at a closing bracket of the other kind. Of several that are open the one whose line is indented unlike that
/// of the bracket which closed it, where there is one: what closed it was meant for another. Nothing where the fault is
/// no bracket's.
[[nodiscard]] std::optional<std::size_t> unclosedBracket(std::string_view text, std::size_t stopped);

}  // namespace headwater::workshop
