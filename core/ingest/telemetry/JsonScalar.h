// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace headwater::telemetry {

/// A number, string or truth value as a cell; "N/A" for null, and for arrays and objects, which no value is. (Their
/// text is not made: untrusted nesting could be deeper than the stack.)
[[nodiscard]] inline std::string scalarText(const nlohmann::json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.is_number() || value.is_boolean() ? value.dump() : "N/A";
}

}  // namespace headwater::telemetry
