// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/resources/ResourcePolicy.h"
#include "core/analysis/resources/ResourceReport.h"
#include "core/analysis/resources/RunResources.h"

namespace headwater {

/// What happened in both runs, on their steps: XIDs (of kernel logs and of DCGM's last-XID gauge), what else the kernel
/// reported, the moments in which a GPU began to be throttled, and how logs ended. Events of one kind, code and device
/// are one entry; `inBoth` where the other run has the same kind and code. An event long before the first step is
/// context (Info).
[[nodiscard]] std::vector<ResourceEvent> resourceEvents(const RunResources& baseline, const RunResources& current,
                                                        const ResourcePolicy& policy);

}  // namespace headwater
