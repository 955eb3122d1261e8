// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace headwater {

/// "0, 1, 2", of many the first eight and how many more there are.
[[nodiscard]] std::string listed(const std::vector<int>& numbers);

}  // namespace headwater
