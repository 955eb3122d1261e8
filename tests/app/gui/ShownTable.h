// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace headwater::fixtures {

/// The table of items that is on screen, as the list of keys is; null where none is.
inline QTableWidget* shownTable(const QObject& window)
{
    for (auto* table : window.findChildren<QTableWidget*>())
        if (table->isVisible())
            return table;
    return nullptr;
}

}  // namespace headwater::fixtures
