// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;
class QCheckBox;
class QLabel;
class QRadioButton;
class QWidget;

namespace headwater {

/// A button with its text beside it, as the button's own does not break over lines. A click on the text counts.
struct TickLine {
    QWidget* whole = nullptr;
    QCheckBox* box = nullptr;
};

[[nodiscard]] TickLine tickLine(const QString& text, QWidget* parent);

struct ChoiceLine {
    QWidget* whole = nullptr;
    QRadioButton* button = nullptr;
};

[[nodiscard]] ChoiceLine choiceLine(const QString& text, QWidget* parent);

/// A label of plain text that breaks over lines.
[[nodiscard]] QLabel* wrappedLabel(QWidget* parent);

}  // namespace headwater
