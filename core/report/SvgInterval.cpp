// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

constexpr double kWidth = 150;
constexpr double kMargin = 8;
constexpr double kMiddle = 8;

double position(double ratio, const IntervalAxis& axis)
{
    const double inside = std::clamp(ratio, axis.lo, axis.hi);
    return kMargin + (inside - axis.lo) / (axis.hi - axis.lo) * (kWidth - 2 * kMargin);
}

std::string arrow(double x, int direction)
{
    return fmt::format("<path class=\"point\" d=\"M{:.1f} {:.0f}l{} -3.5v7z\"/>", x + direction * 6, kMiddle,
                       -direction * 6);
}

}  // namespace

IntervalAxis intervalAxis(const Verdict& verdict)
{
    // One axis for all rows, so that they can be compared; a stage that grew twentyfold must not flatten the others.
    constexpr double kWidest = 1.5;
    IntervalAxis axis;
    axis.epsilon = verdict.policy.epsilon();
    axis.lo = -std::max(0.02, 2 * axis.epsilon);
    axis.hi = -axis.lo;
    const auto include = [&](double ratio) {
        if (!std::isfinite(ratio))
            return;
        axis.lo = std::max(-1.0, std::min(axis.lo, ratio));
        axis.hi = std::min(kWidest, std::max(axis.hi, ratio));
    };
    for (const StageVerdict& given : verdict.stages) {
        const StageVerdict stage = asRegressed(given, verdict.policy.statistic);
        if (stage.ratio)
            include(*stage.ratio);
        if (stage.ci95) {
            include(stage.ci95->lo);
            include(stage.ci95->hi);
        }
    }
    return axis;
}

std::string intervalSvg(const StageVerdict& stage, const IntervalAxis& axis, const Language& language)
{
    if (!stage.ratio)
        return {};
    std::string out =
        fmt::format("<svg class=\"interval\" viewBox=\"0 0 {:.0f} 16\" role=\"img\"><title>{}</title>", kWidth,
                    escapeMarkup(ratioText(stage.ratio) + " " + language.of(intervalWords(stage.ci95))));
    const auto tick = [&axis](std::string_view cls, double ratio) {
        return fmt::format("<line class=\"{0}\" x1=\"{1:.1f}\" y1=\"0\" x2=\"{1:.1f}\" y2=\"16\"/>", cls,
                           position(ratio, axis));
    };
    out += tick("zero", 0) + tick("eps", axis.epsilon);
    if (stage.ci95) {
        const double lo = position(std::isnan(stage.ci95->lo) ? axis.lo : stage.ci95->lo, axis);
        const double hi = position(std::isnan(stage.ci95->hi) ? axis.hi : stage.ci95->hi, axis);
        out += fmt::format("<line class=\"range\" x1=\"{0:.1f}\" y1=\"{2:.0f}\" x2=\"{1:.1f}\" y2=\"{2:.0f}\"/>", lo,
                           hi, kMiddle);
        if (!(stage.ci95->lo >= axis.lo))
            out += arrow(lo, -1);
        if (!(stage.ci95->hi <= axis.hi))
            out += arrow(hi, 1);
    }
    if (*stage.ratio > axis.hi || *stage.ratio < axis.lo)
        out += arrow(position(*stage.ratio, axis), *stage.ratio > 0 ? 1 : -1);
    else
        out += fmt::format("<circle class=\"point\" cx=\"{:.1f}\" cy=\"{:.0f}\" r=\"3\"/>",
                           position(*stage.ratio, axis), kMiddle);
    return out + "</svg>";
}

}  // namespace headwater
