// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/report/PageFlow.h"

namespace headwater {

/// Widths of columns that want these: what fits keeps what it wants, the others share the rest in proportion.
[[nodiscard]] std::vector<qreal> fittedWidths(const std::vector<qreal>& wanted, qreal width);

/// The rows of a table as pieces; its head stands again on every page.
void addTable(std::vector<PagePiece>& pieces, const report::Table& table, qreal width);

}  // namespace headwater
