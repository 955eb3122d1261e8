// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headwater {

/// What the user can do about a problem of this code (Problem::code), a clause without a full stop, for the end of its
/// line; empty where the message itself says it or nothing can be done.
[[nodiscard]] std::string_view adviceOn(std::string_view code);

}  // namespace headwater
