// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Layers.h"

#include <algorithm>

#include "core/triage/Conditions.h"

namespace headwater {

LayerStatus statusOf(const std::vector<Finding>& findings)
{
    LayerStatus status = LayerStatus::Pass;
    for (const Finding& finding : findings) {
        if (finding.severity == FindingSeverity::Failure)
            return LayerStatus::Fail;
        if (finding.severity == FindingSeverity::Warning)
            status = LayerStatus::Warn;
    }
    return status;
}

void markConditional(std::array<Layer, 4>& layers)
{
    bool open = false;
    for (Layer& layer : layers) {
        for (Finding& finding : layer.findings)
            finding.conditional =
                open && (finding.provenance == Provenance::Inferred || finding.severity != FindingSeverity::Info ||
                         layer.id == LayerId::Stragglers);
        open |= leavesOpen(layer);
    }
}

}  // namespace headwater
