// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/Language.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Colours of the visual language as CSS variables, light, dark by prefers-color-scheme, and light again on paper.
[[nodiscard]] std::string_view paletteCss();
/// Rules for the classes that the two drawings below use; needs paletteCss().
[[nodiscard]] std::string_view chartCss();

/// Both runs side by side for every stage: zero-based axis, the chosen statistic split into its parts, the first
/// regressed stage by rule and flag, the slowest by a hollow triangle, what lies downstream paler. An <svg> element
/// without style of its own; empty text where there is no stage.
[[nodiscard]] std::string stageChartSvg(const Verdict& verdict, const Language& language);

/// The interval of one stage on an axis from `lo` to `hi` (ratios), with zero and ε marked; an open end has an arrow.
struct IntervalAxis {
    double lo = -0.1;
    double hi = 0.1;
    double epsilon = 0.05;
};
[[nodiscard]] IntervalAxis intervalAxis(const Verdict& verdict);
[[nodiscard]] std::string intervalSvg(const StageVerdict& stage, const IntervalAxis& axis);

}  // namespace headwater
