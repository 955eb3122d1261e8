// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/LatentStages.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/Cause.h"

namespace headwater {

namespace {

/// The slowest reading that the resources found; null where reading is as fast as before, or unknown.
const ResourceHit* slowReading(const Draft& draft)
{
    if (!draft.basis.resources)
        return nullptr;
    const auto& checks = draft.basis.resources->checks;
    const auto check = std::ranges::find(checks, "storage-read", &ResourceCheck::id);
    return check == checks.end() || check->hits.empty() || check->hits.front().inBaseline ? nullptr
                                                                                          : &check->hits.front();
}

}  // namespace

void markLatent(Draft& draft)
{
    if (slowReading(draft) == nullptr)
        return;
    for (StageVerdict& stage : draft.verdict.stages)
        if (looksLikeDataLoader(stage.stage) &&
            (stage.state == StageState::NotRegressed || stage.state == StageState::BelowFloor))
            stage.state = StageState::Latent;
}

void latentFindings(const Draft& draft, std::vector<Finding>& findings)
{
    const ResourceHit* reading = slowReading(draft);
    for (const StageVerdict& stage : draft.verdict.stages) {
        if (stage.state != StageState::Latent || reading == nullptr)
            continue;
        Finding finding;
        finding.id = "timeline.latent";
        finding.layer = LayerId::Timeline;
        finding.severity = FindingSeverity::Warning;
        finding.provenance = Provenance::Inferred;
        finding.statement =
            say("{} is latent: reading became slower ({}: {}), but no step waits for it yet, because batches "
                "are fetched ahead. Once reading takes longer than a step, every step will.",
                stage.stage, reading->device, reading->text);
        finding.evidence.push_back(evidenceMs(say("{}: span", stage.stage), static_cast<Ns>(stage.baseline.value[0]),
                                              static_cast<Ns>(stage.current.value[0]), say("p50 over steps")));
        finding.nextStep = say("Halve the prefetching of {} for a few steps: if it starts to wait, little is "
                               "left before every step does.",
                               stage.stage);
        findings.push_back(std::move(finding));
    }
}

}  // namespace headwater
