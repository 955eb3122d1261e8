// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Cause.h"
#include "core/triage/Draft.h"

namespace headwater {

/// The four layers in their order (DESIGN section 6). Each looks at the draft as the layers before left it. What was
/// not measured is said to be unknown, never fine.
[[nodiscard]] Layer correctnessLayer(const Draft& draft);
[[nodiscard]] Layer resourcesLayer(const Draft& draft);
[[nodiscard]] Layer timelineLayer(const Draft& draft, const Cause& cause);
/// Also fills Verdict::stragglers.
[[nodiscard]] Layer stragglersLayer(Draft& draft);

/// A failure of a device that the baseline did not have and that concerns what regressed: one of the ranks that
/// regressed, half of all ranks, or a device or host whose ranks are not known.
[[nodiscard]] bool resourceFault(const Draft& draft);

/// Marks what each layer says of causes as conditional where any earlier layer failed or has no data: inferred
/// statements, warnings and failures, and all of who is slow among the ranks.
void markConditional(std::array<Layer, 4>& layers);

/// Worst status of findings: any failure → Fail, any warning → Warn, else Pass.
[[nodiscard]] LayerStatus statusOf(const std::vector<Finding>& findings);

}  // namespace headwater
