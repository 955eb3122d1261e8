// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/Problem.h"

namespace headwater {

/// What the user can do about a problem of the inputs, here in the window; empty where nothing is to be done.
[[nodiscard]] QString adviceFor(const Problem& problem);

}  // namespace headwater
