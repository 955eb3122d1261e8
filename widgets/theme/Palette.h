// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QColor>
#include <QPalette>

#include "core/analysis/Bubbles.h"
#include "core/run/Run.h"

class QWidget;

namespace headwater {

/// Every colour of the window. The four roles of the comparison (baseline, current, first, neutral) are fixed for
/// marks; the "…Text" tones are the same hues, moved just far enough to be readable as small text.
struct Palette {
    bool dark = false;
    QColor page, panel, card, raised;  ///< surfaces, from the back to the front
    QColor border, grid;
    QColor text, muted;
    QColor baseline, current, first, neutral;
    QColor onFirst;                            ///< text on a surface filled with `first`
    QColor baselineText, currentText;          ///< also: faster and slower
    QColor selection;                          ///< background of what is selected
    std::array<QColor, kBubbleCauses> causes;  ///< by BubbleCause; theme/CauseStyle gives each its pattern

    [[nodiscard]] const QColor& side(Side which) const { return which == Side::Baseline ? baseline : current; }
    [[nodiscard]] const QColor& sideText(Side which) const
    {
        return which == Side::Baseline ? baselineText : currentText;
    }
};

[[nodiscard]] const Palette& lightPalette();
[[nodiscard]] const Palette& darkPalette();
/// Light, with text and marks as far from the page as the hues allow: for a projector, and for tired eyes.
[[nodiscard]] const Palette& contrastPalette();

/// The palette that fits what the widget is painted on. Painted widgets ask on every paint, so a change of theme needs
/// no bookkeeping.
[[nodiscard]] const Palette& paletteOf(const QWidget* widget);

/// a at t = 0, b at t = 1; opaque, so that overlapping marks do not add up.
[[nodiscard]] QColor mix(const QColor& a, const QColor& b, double t);

/// WCAG 2.1 contrast of two opaque colours, 1…21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

[[nodiscard]] QPalette toQPalette(const Palette& palette);

}  // namespace headwater
