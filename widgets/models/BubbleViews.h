// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/analysis/GapList.h"
#include "core/triage/Verdict.h"
#include "widgets/charts/BubbleLayout.h"
#include "widgets/charts/CauseBarsLayout.h"

/// Time without compute of both runs as the bubbles page takes it.
namespace headwater {

/// Gaps by Side, parallel to the ranks of that run.
using GapPair = std::array<std::vector<GapList>, 2>;

/// So many gaps of each rank that all of them together can be drawn at once.
[[nodiscard]] std::size_t gapsPerRank(const PairAnalysis& pair);

[[nodiscard]] BubbleChartData bubbleChartData(const PairAnalysis& pair, const GapPair& gaps);
/// The exact split of one gap, a line a cause, and the stage it lies in.
[[nodiscard]] QString describeGap(const Gap& gap, const StageCube& cube);
/// The steps that the verdict compares, of both runs.
[[nodiscard]] CauseBarsData causeBarsData(const PairAnalysis& pair, const Verdict& verdict);

/// What the flowchart answers to "IO or communication?"; empty where it was not asked.
struct CauseAnswer {
    QString answer;
    QString because;
};
[[nodiscard]] CauseAnswer ioOrCommunication(const Verdict& verdict);

}  // namespace headwater
