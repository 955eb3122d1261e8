// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace headwater::structure {

/// A folder of the house and the folders it may use, in includes as in link lists. What is not listed is a backward
/// arrow. A new folder needs a row here before the tests pass.
struct Arrow {
    std::string_view folder;
    std::vector<std::string_view> mayUse;
};

[[nodiscard]] std::span<const Arrow> arrows();

/// Row of the folder that a path lies in ("core/base/Result.h" → core/base, "app/gui/pages/Start.h" → app/gui), or
/// null.
[[nodiscard]] const Arrow* arrowOf(std::string_view path);

/// Whether code of `from` may use code of `to`. A folder may always use itself.
[[nodiscard]] bool mayUse(const Arrow& from, const Arrow& to);

}  // namespace headwater::structure
