// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/triage/Draft.h"

namespace headwater {

/// Adds "timeline.peer-transfers" where data take longer on their way between neighbours of a pipeline
/// (slowPeerTransfers with the policy's ε and floor).
void peerTransferFinding(const Draft& draft, std::vector<Finding>& findings);

}  // namespace headwater
