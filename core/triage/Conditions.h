// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/triage/Verdict.h"

/// What a cause holds on (DESIGN section 6): one named in layer n+1 is conditional while layer n fails or has no data.
namespace headwater {

/// Whether what later layers say of causes is conditional on this layer.
[[nodiscard]] bool leavesOpen(const Layer& layer);

/// The layers, in their order, that the answer of a node of the flowchart (FlowStep::node) is conditional on; empty: on
/// none. The question "IO or communication?" is answered by the timeline. An outcome is conditional on what comes
/// before the layer that it comes from, since that this layer fails is what it says; one that names no cause on none.
[[nodiscard]] std::vector<LayerId> conditionsOf(std::string_view node, const Verdict& verdict);

}  // namespace headwater
