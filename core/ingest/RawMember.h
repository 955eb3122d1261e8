// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headwater {

/// The value of a member of a JSON object as it stands in the text, quotes and all: "99999999999999999999", where
/// parsing it would leave 1e+20. For messages about values that are none. Empty where there is no such member or the
/// object is malformed.
[[nodiscard]] std::string rawMember(std::string_view object, std::string_view key);

}  // namespace headwater
