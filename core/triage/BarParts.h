// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "core/base/Text.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// What the two bars of a stage (asRegressed()) are made of, ns, by Side, never scaled; waiting is 0, for a span is
/// given without it. Each part is of the ranks and the statistic that the bar is of: the median over ranks, or the rank
/// that is slowest in each step. Nothing where those are not known (p95, p99, the mean over ranks, several runs,
/// another measure), and nothing where the parts, each a median of its own, miss the bar by more than 2 %.
[[nodiscard]] std::optional<std::array<StageParts, 2>> barParts(const StageVerdict& given, const Verdict& verdict);

/// What the parts of a chart of all stages are, and which stages are drawn without; empty where no stage has a time.
[[nodiscard]] Text barPartsText(const Verdict& verdict);

}  // namespace headwater
