// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Layers.h"

#include <algorithm>

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
            finding.conditional = open && finding.provenance == Provenance::Inferred;
        open |= layer.status == LayerStatus::Fail || layer.status == LayerStatus::NoData;
    }
}

Layer resourcesLayer(const Draft&)
{
    Layer layer;
    layer.id = LayerId::Resources;
    layer.status = LayerStatus::NoData;
    layer.summary = "no telemetry loaded";
    Finding finding;
    finding.id = "resources.no-telemetry";
    finding.layer = LayerId::Resources;
    finding.statement = "No telemetry was loaded: clocks, throttling, memory, links and hosts are unknown.";
    finding.nextStep = "Record clocks, throttle reasons, ECC and link counters of every GPU during both runs.";
    layer.findings.push_back(std::move(finding));
    return layer;
}

}  // namespace headwater
