// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RankList.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

std::string listed(const std::vector<int>& numbers)
{
    constexpr std::size_t kNamed = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(kNamed, numbers.size()); ++i)
        list += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
    if (numbers.size() > kNamed)
        list += fmt::format(" and {} more", numbers.size() - kNamed);
    return list;
}

}  // namespace headwater
