// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/workshop/Print.h"

namespace headwater::workshop {

/// A sheet for one case to be printed and filled in with a pen, as one HTML file that needs nothing else: alert,
/// prediction and its reason, a question a node with boxes to tick and a line for what was seen, conclusion, texts,
/// points. With `reveal` the boxes are ticked, the model answers stand where room was, and what is true is told. Texts
/// are escaped; browsers and QTextDocument lay it out alike.
[[nodiscard]] std::string handoutHtml(const Library& library, const Case& opened, const PrintOptions& options);

/// The same for the exercise of the course, with the vectors of `options.seed`.
[[nodiscard]] std::string exerciseHandoutHtml(const Library& library, const PrintOptions& options);

}  // namespace headwater::workshop
