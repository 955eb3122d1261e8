// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/summary/FromSummary.h"
#include "core/triage/Draft.h"
#include "core/triage/DrillDown.h"

namespace headwater {

namespace {

/// Its numbers are there, its traces are not, and the cache has none of them either.
bool isSummarised(const RunAnalysis& run)
{
    return !run.basis && !run.cube.empty() && run.run && !run.run->metrics && !hasKept(*run.run);
}

Text whichRuns(bool baseline, bool current)
{
    if (baseline && current)
        return say("both runs");
    return baseline ? say("the baseline") : say("the current run");
}

}  // namespace

void noteNoDrillDown(Verdict& verdict, const PairAnalysis& pair)
{
    const bool baseline = isSummarised(*pair.baseline);
    const bool current = isSummarised(*pair.current);
    if (verdict.drillDown || !verdict.firstRegressed || (!baseline && !current))
        return;
    const std::string& stage = verdict.firstRegressed->stage;
    const Text which = whichRuns(baseline, current);
    Finding finding;
    finding.id = "timeline.no-drill-down";
    finding.layer = LayerId::Timeline;
    finding.provenance = Provenance::Derived;
    finding.statement = say("What inside {} got longer is unknown: {} came as summaries, which have no single kernels "
                            "and operators.",
                            stage, which);
    finding.nextStep = say("Give the traces that the summaries of {} were made of, to take {} apart.", which, stage);
    verdict.warnings.push_back(finding.statement + " " + finding.nextStep);
    verdict.layers[static_cast<std::size_t>(LayerId::Timeline)].findings.push_back(std::move(finding));
}

}  // namespace headwater
