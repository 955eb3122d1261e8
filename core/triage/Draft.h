// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/ConfirmedRule.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/StageResults.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// A verdict in the making: what the numbers say, passed along while layers, flowchart and words are added in order.
struct Draft {
    const DecisionBasis& basis;
    const Policy& policy;
    SampleSize size = SampleSize::None;
    Ns floor = 0;
    Judgements judgements;
    std::vector<StageResult> results;
    Verdict verdict;

    /// Statements of cause are blocked: the runs differ in more than one thing and nobody has acknowledged it.
    [[nodiscard]] bool causesBlocked() const
    {
        const ComparabilityStatus status = basis.comparability.status;
        return policy.acknowledgement.empty() &&
               (status == ComparabilityStatus::Confounded || status == ComparabilityStatus::NotComparable);
    }
};

/// One row of evidence with both sides in milliseconds.
[[nodiscard]] Evidence evidenceMs(Text what, Ns baseline, Ns current, Text source);
/// "25.2 ms → 41.7 ms".
[[nodiscard]] std::string fromTo(Ns baseline, Ns current);
/// ", 95 % interval [−3.1 %, +9.0 %]", to follow a change; what can be said where an end is not bounded.
[[nodiscard]] Text withInterval(const RatioInterval& interval);
/// "+16.6 ms (+66 %)", or without a ratio "+16.6 ms".
[[nodiscard]] std::string changeText(Ns delta, const std::optional<double>& ratio);
/// "rank 3", "ranks 3, 4 and 9", "ranks 0, 1, 2, 3 and 12 more".
[[nodiscard]] Text ranksText(const std::vector<int>& ranks);
/// 0.153 → "15 %".
[[nodiscard]] std::string shareText(double share);

}  // namespace headwater
