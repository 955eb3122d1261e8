// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/workshop/Print.h"

namespace headwater::workshop {

/// A sheet to be printed, in pieces of markup that no end of a page should part: a question with its choices and the
/// room to answer it, a heading with what comes next. Texts in it are escaped but for the title, which is as it is.
struct Handout {
    std::string language;  ///< of HTML: "en", "zh-CN"
    std::string title;
    std::string style;  ///< CSS
    std::vector<std::string> pieces;
};

/// A sheet for one case to be printed and filled in with a pen: alert,
/// prediction and its reason, a question a node with boxes to tick and a line for what was seen, conclusion, texts,
/// points. With `reveal` the boxes are ticked, the model answers stand where room was, and what is true is told.
/// Browsers and QTextDocument lay it out alike.
[[nodiscard]] Handout handoutOf(const Library& library, const Case& opened, const PrintOptions& options);

/// The same for the exercise of the course, with the vectors of `options.seed`, which stands on it.
[[nodiscard]] Handout exerciseHandout(const Library& library, const PrintOptions& options);

/// A sheet as one HTML file that needs nothing else; browsers keep its pieces whole when they print it.
[[nodiscard]] std::string handoutHtml(const Handout& handout);

}  // namespace headwater::workshop
