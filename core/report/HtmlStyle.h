// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headwater {

/// Rules of the report page; needs paletteCss() of Svg.h.
[[nodiscard]] std::string_view pageCss();

}  // namespace headwater
