// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/CorrectnessBrief.h"
#include "core/triage/CorrectnessFindings.h"
#include "core/triage/Layers.h"

namespace headwater {

namespace {

/// "impossible duration \"nan\" in forward, rank 0, step 3 (and 4 more)"
Text impossible(const std::vector<InvalidDuration>& all)
{
    const InvalidDuration& first = all.front();
    Text text =
        say("impossible duration \"{}\" in {}, rank {}, step {}", first.text, first.stage, first.rank, first.step);
    return all.size() == 1 ? text : text + say(" (and {} more)", all.size() - 1);
}

/// What is wrong with durations and stages; empty: nothing.
Text aboutDurations(const Draft& draft)
{
    const StepSelection& b = draft.basis.baseline.selection;
    const StepSelection& c = draft.basis.current.selection;
    const StageAlignment& alignment = draft.basis.alignment;
    for (const RunAnalysisPtr& run : {draft.basis.pair.baseline, draft.basis.pair.current})
        if (!run->cube.invalid.empty())
            return impossible(run->cube.invalid);
    if (b.invalid + c.invalid > 0)
        return say("impossible durations");
    if (!alignment.missing.empty() || alignment.orderChanged)
        return say("the stages do not match");
    if (b.failed + c.failed > 0)
        return say("failed steps: {} \u2192 {}", b.failed, c.failed);
    return {};
}

Text briefOf(const Draft& draft, const Finding& finding)
{
    const CorrectnessReport& report = *draft.basis.correctness;
    if (finding.id == "correctness.not-a-number") {
        const LoggedSide& side = report.current.badNumbers.empty() ? report.baseline : report.current;
        const BadNumber& first = side.badNumbers.front();
        return say("the {} is not a number from step {} on", word(nameOf(first.quantity)), first.step);
    }
    const Text brief = correctnessBrief(finding);
    return brief.empty() ? draft.basis.comparability.reason : brief;
}

/// Loss and kernels: what was looked at, and what was not.
Text lookedAt(const CorrectnessReport& report)
{
    const auto loss = std::ranges::find(report.series, LoggedQuantity::Loss, &SeriesComparison::quantity);
    Text text = say("durations and stages are sound; ");
    if (report.lossBand)
        text += say("loss inside the band of {} runs", report.lossBand->runs);
    else if (loss != report.series.end() && loss->common > 0)
        text += say("loss {} in {} steps{}", loss->differing == 0 ? say("equal") : say("within what is expected"),
                    loss->common, loss->exact ? "" : say(", as printed"));
    else
        text +=
            report.baseline.lossSteps + report.current.lossSteps == 0 ? say("no loss data") : say("loss not compared");
    if (report.kernelOperators > 0)
        text += say("; kernels keep their precision");
    return text;
}

}  // namespace

Text correctnessSummary(const Draft& draft, const std::vector<Finding>& findings)
{
    if (Text text = aboutDurations(draft); !text.empty())
        return text;
    for (const FindingSeverity severity : {FindingSeverity::Failure, FindingSeverity::Warning}) {
        const auto found = std::ranges::find(findings, severity, &Finding::severity);
        if (found != findings.end())
            return briefOf(draft, *found);
    }
    return lookedAt(*draft.basis.correctness);
}

}  // namespace headwater
