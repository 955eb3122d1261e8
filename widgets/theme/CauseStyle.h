// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/analysis/Bubbles.h"

/// How the causes of time without compute are told apart: by a colour (Palette::causes), a pattern and a word.
namespace headwater::cause {

[[nodiscard]] QString word(BubbleCause cause);   ///< "IO starvation"
[[nodiscard]] QString label(BubbleCause cause);  ///< for a mark that has little room: "IO"
/// One sentence that defines it, and what other tools call it; for tool tips.
[[nodiscard]] QString explain(BubbleCause cause);

/// The pattern as a Qt brush; each cause has another one.
[[nodiscard]] Qt::BrushStyle pattern(BubbleCause cause);
/// The same idea for painting pixel by pixel: whether the pattern has ink at a device pixel.
[[nodiscard]] bool hasInk(BubbleCause cause, int x, int y);

}  // namespace headwater::cause
