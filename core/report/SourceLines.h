// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/Language.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Where the numbers of a verdict printed as text come from, a line each: facts of the summary and what the layers
/// found, as references that the window opens there, then the files by their numbers. Of more than 16 files a side the
/// first ones: the reports list them all.
[[nodiscard]] std::vector<Text> sourceLines(const Verdict& verdict, const Language& language);

}  // namespace headwater
