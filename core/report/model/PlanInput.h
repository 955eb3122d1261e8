// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/model/VerdictReport.h"
#include "core/run/ScaleCase.h"

namespace headwater::report {

/// The plan of what was given; none where nothing was given, or no plan can be made of it.
[[nodiscard]] ReportPlan reportPlan(const ScaleCase& given);

}  // namespace headwater::report
