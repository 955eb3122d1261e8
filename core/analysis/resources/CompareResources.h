// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/resources/ResourcePolicy.h"
#include "core/analysis/resources/ResourceReport.h"

namespace headwater {

/// All checks of METHODS 6 on the current run, against the baseline and among its own devices, and the events of both
/// runs on their steps. A check without data is Unknown, never Pass.
[[nodiscard]] ResourceReport compareResources(const RunAnalysis& baseline, const RunAnalysis& current,
                                              const ResourcePolicy& policy);

}  // namespace headwater
