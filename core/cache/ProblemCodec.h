// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/Problem.h"
#include "core/report/Json.h"

namespace headwater {

/// Problems as an entry holds them; those of `path` do not repeat it.
[[nodiscard]] Json problemsJson(const Problems& problems, const std::string& path);
/// Back. Throws Json::exception where it is none of these.
[[nodiscard]] Problems problemsIn(const Json& list, const std::string& path);

}  // namespace headwater
