// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/run/Run.h"

namespace headwater {

/// The page of the window that shows when something happened in either run: "timeline"; "overview" where every file
/// that was used is known to be no trace, so that a reference opens on something to see.
[[nodiscard]] std::string pageInTime(const std::vector<SourceFile>& baseline, const std::vector<SourceFile>& current);

}  // namespace headwater
