// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>

#include "core/analysis/Bubbles.h"
#include "widgets/theme/Palette.h"

/// How the causes of time without compute are told apart: by a colour (Palette::causes), a pattern and a word.
namespace headwater::cause {

[[nodiscard]] QString word(BubbleCause cause);   ///< "waiting for input", as findings and reports say it
[[nodiscard]] QString label(BubbleCause cause);  ///< for a mark that has little room: "IO"
/// One sentence that defines it, and what other tools call it; for tool tips.
[[nodiscard]] QString explain(BubbleCause cause);

constexpr int kTile = 8;  ///< period of the patterns, px
/// The pattern: whether it has ink at a pixel. Each cause has another one, the same wherever it is shown.
[[nodiscard]] bool hasInk(BubbleCause cause, int x, int y);
/// What lies between the ink of a pattern.
[[nodiscard]] QColor ground(BubbleCause cause, const Palette& palette);
/// kTile by kTile pixels to be laid side by side.
[[nodiscard]] QImage tile(BubbleCause cause, const Palette& palette);

}  // namespace headwater::cause
