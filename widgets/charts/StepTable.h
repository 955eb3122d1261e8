// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "widgets/models/StageSeries.h"

namespace headwater {

/// Every step of one stage in both runs, a line a step and run, as tableText gives it: nanoseconds, and an empty cell
/// where nothing was measured.
[[nodiscard]] QString stepTable(const StageDetail& detail);

}  // namespace headwater
