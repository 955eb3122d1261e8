// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/ViewRef.h"

class QLabel;
class QString;
class QVBoxLayout;
class QWidget;

namespace headwater {

/// Fills `page` with a column that scrolls as a whole.
[[nodiscard]] QVBoxLayout* scrolledColumn(QWidget* page);

/// What is selected now with the parts that a click asks for in place of the old ones: choosing a step leaves the stage.
[[nodiscard]] ViewRef refined(ViewRef now, const ViewRef& wish);

/// The page's title, and a line under it that says what is known.
struct PageHead {
    QLabel* title = nullptr;
    QLabel* summary = nullptr;
};
[[nodiscard]] PageHead addHead(QVBoxLayout* column, const QString& title);

/// A heading with a plain line of text under it, which may be empty.
struct PageSection {
    QLabel* heading = nullptr;
    QLabel* note = nullptr;
    void say(const QString& text) const;  ///< the note; hidden where empty
};
[[nodiscard]] PageSection addSection(QVBoxLayout* column, const QString& heading);

}  // namespace headwater
