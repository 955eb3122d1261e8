// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QFont>
#include <QPalette>
#include <QString>

#include "widgets/theme/Palette.h"

class QApplication;
class QLabel;
class QFontMetricsF;
class QPainter;
class QRectF;
class QWidget;

namespace headwater {

enum class ThemeChoice { Light, Dark, System };

[[nodiscard]] QString nameOf(ThemeChoice choice);  ///< "light", "dark", "system"
[[nodiscard]] std::optional<ThemeChoice> themeFromName(const QString& name);

/// The palette that a choice means where the desktop uses `system`.
[[nodiscard]] const Palette& resolveTheme(ThemeChoice choice, const QPalette& system);

/// Fusion, our palette and the style sheet, for the whole application.
void applyTheme(QApplication& app, const Palette& palette);

/// Nothing moves by itself any more: no animations of the style (QStyle::SH_Widget_Animation_Duration is 0, which our
/// own views ask too), no blinking cursor.
void setReducedMotion(QApplication& app, bool reduced);

/// The system's font; where the desktop names none but the generic one, Inter if it is installed.
[[nodiscard]] QFont applicationFont(const QFont& system);

/// Fonts are multiples of the application's font, so that they follow the user's size and the screen.
[[nodiscard]] QFont scaled(QFont font, double factor, QFont::Weight weight = QFont::Normal);

/// Draws text with every digit as wide as the widest, so that columns of numbers line up in any font.
void drawTabular(QPainter& painter, const QRectF& rect, int alignment, const QString& text);
[[nodiscard]] double tabularWidth(const QFontMetricsF& metrics, const QString& text);

/// "TRIAGE": the small grey headings of panels, in the widget's language and font.
[[nodiscard]] QLabel* sectionLabel(const QString& text, QWidget* parent);

}  // namespace headwater
