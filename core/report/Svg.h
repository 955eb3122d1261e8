// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Language.h"
#include "core/triage/Verdict.h"

namespace headwater {

struct HistorySeries;
struct RunHistory;

/// Colours of the visual language as CSS variables, light, dark by prefers-color-scheme, and light again on paper.
[[nodiscard]] std::string_view paletteCss();
/// Rules for the classes that the drawings below use; needs paletteCss().
[[nodiscard]] std::string_view chartCss();
/// A drawing with its rules inside, the colours of the light palette put in for the variables: for what knows no page
/// around it.
[[nodiscard]] std::string standaloneSvg(std::string_view drawing);

/// Both runs side by side for every stage: zero-based axis, the chosen statistic split into its parts, the first
/// regressed stage by rule and flag, the slowest by a hollow triangle, what lies downstream paler. <svg> elements
/// without style of their own, all on one scale: many stages take several, so that each can be read on paper.
[[nodiscard]] std::vector<std::string> stageChartSvgs(const Verdict& verdict, const Language& language = {});

/// The seven nodes of the flowchart in their order, those on the path taken joined and framed by what they answered,
/// the others dashed. Empty where no path was taken.
[[nodiscard]] std::string flowchartSvg(const Verdict& verdict, const Language& language = {});

/// Time without compute for one cause, mean over steps and ranks.
struct BubbleBar {
    std::string cause;
    std::array<Ns, 2> times{};  ///< by Side
};
/// Both runs below each other for each cause, on one axis from zero.
[[nodiscard]] std::string bubbleSvg(const std::vector<BubbleBar>& bars, const Language& language = {});

/// One stage over the runs of a history, from zero: a point a run, the median of each plateau, a rule where one begins.
[[nodiscard]] std::string historySvg(const HistorySeries& series, const RunHistory& history,
                                     const Language& language = {});

/// The interval of one stage on an axis from `lo` to `hi` (ratios), with zero and ε marked; an open end has an arrow.
struct IntervalAxis {
    double lo = -0.1;
    double hi = 0.1;
    double epsilon = 0.05;
};
[[nodiscard]] IntervalAxis intervalAxis(const Verdict& verdict);
[[nodiscard]] std::string intervalSvg(const StageVerdict& stage, const IntervalAxis& axis,
                                      const Language& language = {});

}  // namespace headwater
