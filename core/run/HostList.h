// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"

namespace headwater {

inline constexpr std::size_t kMostHosts = 100'000;  ///< of one list

/// The parts of a list of hosts between the commas outside of brackets; empty ones are left out.
[[nodiscard]] std::vector<std::string_view> hostParts(std::string_view list);

/// "n01, n02, n03" of Slurm's "n[01-03]", also with several brackets and commas. Malformed for brackets that do not
/// close, ranges that run backwards, and lists of more than 100,000 names.
[[nodiscard]] Result<std::vector<std::string>> expandHosts(std::string_view list);

}  // namespace headwater
