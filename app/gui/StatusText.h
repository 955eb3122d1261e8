// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/triage/Verdict.h"

namespace headwater {

/// The line at the bottom of the window: what was read, what was compared, the first warning.
[[nodiscard]] QString statusText(const Verdict& verdict);

/// All warnings, for the tool tip of that line.
[[nodiscard]] QString warningsTip(const Verdict& verdict);

}  // namespace headwater
