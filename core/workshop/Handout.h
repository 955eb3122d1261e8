// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/workshop/Print.h"

namespace headwater::workshop {

/// A sheet for one case to be printed, as one HTML file that needs nothing else: alert, questions with boxes to tick,
/// room to write; with `reveal` the right choices, the model answers and what is true. Texts are escaped.
[[nodiscard]] std::string handoutHtml(const Library& library, const Case& opened, const PrintOptions& options);

}  // namespace headwater::workshop
