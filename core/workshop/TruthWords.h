// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/workshop/Library.h"

namespace headwater::workshop {

/// The names of an answer as people read them: a layer, an end of the flowchart, which ranks. Empty names are "none".
[[nodiscard]] LocalText layerInWords(const Library& library, const std::string& layer);
[[nodiscard]] LocalText outcomeInWords(const Library& library, const std::string& node);
/// What is told in the end: the words of the author, or of the simulator where there are none.
[[nodiscard]] LocalText explanationOf(const Case& opened);
[[nodiscard]] LocalText scopeInWords(const Library& library, const Case& opened);

}  // namespace headwater::workshop
