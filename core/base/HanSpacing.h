// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headwater {

/// Appends `next` as Chinese is set: a space between a Han character and a Latin letter or a number, none between two
/// Han characters and none beside a Chinese punctuation mark. Changes nothing but the spaces where the two meet, and
/// nothing at all where neither side is Chinese.
void joinHan(std::string& out, std::string_view next);

/// As text::fill(), joined by joinHan().
[[nodiscard]] std::string fillHan(std::string_view pattern, const std::vector<std::string>& arguments);

}  // namespace headwater
