// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace headwater {

/// Breaks text into lines of about 100 columns that end with a newline; the first stands behind `first`, the others
/// below their beginning. `width` is that of `first` on the screen, which its codes for colours do not tell. Chinese is
/// broken between characters, but before no mark.
[[nodiscard]] std::string wrapped(const std::string& first, std::size_t width, const std::string& text);
/// Likewise, where `first` has no codes.
[[nodiscard]] std::string wrapped(const std::string& first, const std::string& text);

}  // namespace headwater
