// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/CorrectnessFindings.h"
#include "core/triage/FindingIds.h"
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
    if (findingKind(finding.id) == "correctness.precision-changed")
        return say("{} runs in {} instead of {}", report.kernels.front().op, word(report.kernels.front().to),
                   word(report.kernels.front().from));
    if (finding.id.starts_with("correctness.run-ended"))
        return say("a run ended early: see its log");
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kBriefs = {
        {{"correctness.nan-iterations", "iterations whose loss was NaN"},
         {"correctness.skipped-iterations", "more iterations are skipped"},
         {"correctness.grad-norm-spike", "new spikes of the gradient norm"},
         {"correctness.loss-spike", "new spikes of the loss"},
         {"correctness.loss-diverged", "the loss takes another course"},
         {"correctness.loss-shifted", "the loss is shifted over all steps"},
         {"correctness.loss-beyond-tolerance", "the loss differs beyond the tolerance"},
         {"correctness.loss-within-tolerance", "the loss differs in bits though both runs are deterministic"},
         {"correctness.loss-outside-band", "the loss leaves the band of the baseline runs"},
         {"correctness.grad-norm-diverged", "the gradient norm takes another course"},
         {"correctness.grad-norm-beyond-tolerance", "the gradient norm differs beyond the tolerance"},
         {"correctness.kernel-family-changed", "an operator runs slower kernels of another family"},
         {"correctness.mixed-configuration", "runs of one side have different configurations"},
         {"correctness.deterministic-one-side", "deterministic mode on one side only"}}};
    for (const auto& [id, brief] : kBriefs)
        if (id == findingKind(finding.id))
            return word(brief);
    return draft.basis.comparability.reason;
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
