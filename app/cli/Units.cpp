// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Units.h"

#include <algorithm>
#include <array>

#include "app/cli/Values.h"

namespace headwater::cli {

Result<std::string> readUnit(const Arguments& arguments)
{
    constexpr std::array<std::string_view, 4> kUnits{"ns", "us", "ms", "s"};
    const auto unit = arguments.value(kUnitOption.name);
    if (unit && std::find(kUnits.begin(), kUnits.end(), *unit) == kUnits.end())
        return tl::unexpected(notOneOf(kUnitOption.name, *unit, kUnits));
    return unit.value_or(std::string());
}

}  // namespace headwater::cli
