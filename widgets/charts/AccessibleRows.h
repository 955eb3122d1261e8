// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>
#include <QString>

class QWidget;

namespace headwater {

/// One part of a painted picture as a screen reader reads it.
struct AccessibleRow {
    QString name;         ///< "forward"
    QString value;        ///< "baseline 25.2 ms, current 41.7 ms, +16.6 ms"
    QString description;  ///< state and what else is drawn
    QRectF box;           ///< in the widget's coordinates
};

/// What a painted widget implements so that each of its parts is a child of its own for screen readers. The widget's
/// constructor calls enableAccessibleRows() before it names itself, its keys move currentRow() and then call
/// announceRow().
class AccessibleRows {
public:
    virtual ~AccessibleRows() = default;

    [[nodiscard]] virtual std::vector<AccessibleRow> accessibleRows() const = 0;
    [[nodiscard]] virtual int currentRow() const = 0;  ///< −1: none
    virtual void chooseRow(int row) = 0;
};

/// Makes Qt ask AccessibleRows for the children of every widget that has it. A widget that Qt has asked before, which
/// setAccessibleName() makes it do, keeps the interface without rows.
void enableAccessibleRows();

/// Tells screen readers that the widget's current row is another one.
void announceRow(QWidget* widget, int row);

/// The row that a key (↑ ↓ ← → Home End) leads to from `current` among `count`; −1 for any other key.
[[nodiscard]] int rowAfterKey(int key, int current, int count);

}  // namespace headwater
