// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace headwater {

class AccessibleRows;

/// A chart's content as text that a spreadsheet takes: cells parted by tabs, a line a row, the first row names the
/// columns. No cell breaks a line, and none is taken for a formula: what begins like one gets an apostrophe in front,
/// unless it is a number.
[[nodiscard]] QString tableText(const QList<QStringList>& rows);

/// The same as CSV (RFC 4180), from what tableText gave.
[[nodiscard]] QString csvText(const QString& table);

/// What a screen reader reads of the chart, for charts that have no better numbers.
[[nodiscard]] QString tableText(const AccessibleRows& rows);

}  // namespace headwater
