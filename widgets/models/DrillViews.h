// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Verdict.h"
#include "widgets/models/RowsModel.h"

namespace headwater {

/// What was found inside the first regressed stage, level by level: a row that says what is taken apart, then one each
/// for its parts; the first of them that regressed is marked. Empty where the stage was not taken apart.
[[nodiscard]] RowsData drillRows(const Verdict& verdict);

}  // namespace headwater
