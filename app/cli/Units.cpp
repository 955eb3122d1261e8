// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Units.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/cli/Values.h"
#include "core/run/TimeZone.h"

namespace headwater::cli {

Result<std::string> readUnit(const Arguments& arguments)
{
    constexpr std::array<std::string_view, 4> kUnits{"ns", "us", "ms", "s"};
    const auto unit = arguments.value(kUnitOption.name);
    if (unit && std::find(kUnits.begin(), kUnits.end(), *unit) == kUnits.end())
        return tl::unexpected(notOneOf(kUnitOption.name, *unit, kUnits));
    return unit.value_or(std::string());
}

Result<std::string> readTimezone(const Arguments& arguments)
{
    const auto zone = arguments.value(kTimezoneOption.name);
    if (zone && !zoneFromText(*zone))
        return fail(ErrorCode::BadUsage, fmt::format("{} does not accept '{}'", kTimezoneOption.name, *zone), {}, {},
                    "give an offset such as UTC, +02:00 or -0530");
    return zone.value_or(std::string());
}

}  // namespace headwater::cli
