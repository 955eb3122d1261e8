// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/workshop/Library.h"

namespace headwater::workshop {

/// A case file to begin with, which is the description of the format at the same time: every key with a remark of what
/// it means, and the names that are accepted there, taken from where they are defined. Passes checkCase(). `language`
/// as in LocalText.
[[nodiscard]] std::string caseTemplate(const Library& library, std::string_view language);

}  // namespace headwater::workshop
