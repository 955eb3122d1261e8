// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/resources/ResourcePolicy.h"
#include "core/analysis/resources/ResourceReport.h"
#include "widgets/models/RowsModel.h"

namespace headwater {

/// Every check with what it found and what it was judged by; what could not be checked says what it would need.
[[nodiscard]] RowsData checkRows(const ResourceReport& report, const ResourcePolicy& policy);
/// "31 of 35 checks unknown": how much of this layer was looked at.
[[nodiscard]] QString checkSummary(const ResourceReport& report);
/// What happened to devices and hosts, and in which step.
[[nodiscard]] RowsData eventRows(const ResourceReport& report);

}  // namespace headwater
