// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/triage/Policy.h"
#include "core/triage/Verdict.h"

/// The words of DESIGN section 2 as the window shows them, in the user's language.
namespace headwater::words {

[[nodiscard]] QString of(Outcome value);
[[nodiscard]] QString of(EvidenceLevel value);
[[nodiscard]] QString of(StageState value);
[[nodiscard]] QString of(Scope value);
[[nodiscard]] QString of(Kind value);
[[nodiscard]] QString of(LayerId value);
[[nodiscard]] QString of(LayerStatus value);
[[nodiscard]] QString of(Provenance value);
[[nodiscard]] QString of(Statistic value);
[[nodiscard]] QString of(Measure value);
[[nodiscard]] QString of(ComparabilityStatus value);
[[nodiscard]] QString of(Severity value);
[[nodiscard]] QString of(Side value);

/// One sentence that says what the value means, for tool tips.
[[nodiscard]] QString explain(Statistic value);
[[nodiscard]] QString explain(Measure value);
[[nodiscard]] QString explain(StageState value);
[[nodiscard]] QString explain(Provenance value);

/// Title of a node of the flowchart ("1 Correctness"); the node's own name where it is not known here.
[[nodiscard]] QString flowNode(const std::string& node);

}  // namespace headwater::words
