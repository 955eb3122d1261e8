// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/resources/ResourcePolicy.h"
#include "core/analysis/resources/ResourceReport.h"
#include "core/report/Json.h"

namespace headwater {

/// `{checks: […], events: […]}`: every check with its status (unknown where nothing was recorded) and every event with
/// its steps.
[[nodiscard]] Json resourcesJson(const ResourceReport& report);

/// Every threshold by its key, as `analyze --thresholds` reads it.
[[nodiscard]] Json thresholdsJson(const ResourcePolicy& policy);

}  // namespace headwater
