// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/CorrectnessBrief.h"

#include <array>
#include <string_view>
#include <utility>

#include "core/base/Text.h"
#include "core/triage/FindingIds.h"

namespace headwater {

Text correctnessBrief(const Finding& finding)
{
    const std::string_view kind = findingKind(finding.id);
    if (kind == "correctness.precision-changed") {
        // The sentence begins with the operator, the format that it has now and the one that it had.
        if (finding.statement.empty() || finding.statement.pieces().front().arguments.size() < 3)
            return {};
        const std::vector<Text>& said = finding.statement.pieces().front().arguments;
        return say("{} runs in {} instead of {}", said[0], said[1], said[2]);
    }
    if (kind.starts_with("correctness.run-ended"))
        return say("a run ended early: see its log");
    constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kBriefs = {
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
         {"correctness.stage-new", "the current run has a stage that the baseline lacks"},
         {"correctness.mixed-configuration", "runs of one side have different configurations"},
         {"correctness.deterministic-one-side", "deterministic mode on one side only"}}};
    for (const auto& [id, brief] : kBriefs)
        if (id == kind)
            return word(brief);
    return {};
}

}  // namespace headwater
