// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/Language.h"

namespace headwater::svg {

/// What several drawings have in common. Texts are escaped here.

/// No drawing is wider, so that its letters of 12 are at least 7 points high where it is printed across a page of A4.
constexpr double kPageWidth = 820;

/// `<svg …><title>…</title>` of a drawing as wide as its page allows.
[[nodiscard]] std::string open(double width, double height, std::string_view title);
[[nodiscard]] std::string gridLine(double x0, double x1, double y, bool isAxis);
/// Soft text; `anchor` is "start", "middle" or "end".
[[nodiscard]] std::string label(double x, double y, std::string_view anchor, std::string_view text);
/// Labels of a scale from zero to `largest` ns over `width`, at steps of 1, 2 or 5, their unit at the end.
[[nodiscard]] std::string timeAxis(double left, double width, double y, double largest);
/// 1, 2 or 5 times a power of ten, so that about `lines` of it cover `maximum`, which is above zero.
[[nodiscard]] double niceTick(double maximum, double lines = 5);
/// The colours of baseline and current.
[[nodiscard]] std::string sidesLegend(double x, double y, const Language& language);

}  // namespace headwater::svg
