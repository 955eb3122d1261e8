// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "core/base/Text.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// What the two bars of a stage (asRegressed()) are made of, ns, by Side, never scaled; waiting is 0, for a span is
/// given without it. Nothing where no parts of the same ranks and statistic are known: the parts of a stage are medians
/// over the ranks of one run (Verdict.h), so a bar of the slowest rank, of p95 or p99, of several runs or of another
/// measure has none; and nothing where the parts, each a median of its own, miss the bar by more than 2 %.
[[nodiscard]] std::optional<std::array<StageParts, 2>> barParts(const StageVerdict& stage, const Verdict& verdict);

/// What the parts of a chart of all stages are, and which stages are drawn without; empty where no stage has a time.
[[nodiscard]] Text barPartsText(const Verdict& verdict);

}  // namespace headwater
