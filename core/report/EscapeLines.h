// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace headwater {

/// Escapes line by line and puts `between` where a line broke: a break that somebody wrote is no control character that
/// has to be shown.
template <class Escape>
[[nodiscard]] std::string escapeLines(std::string_view text, Escape escape, std::string_view between)
{
    std::string out;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        if (from > 0)
            out += between;
        out += escape(text.substr(from, end - from));
        from = end + 1;
    }
    return out;
}

}  // namespace headwater
