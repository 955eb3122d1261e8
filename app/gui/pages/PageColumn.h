// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;
class QString;
class QVBoxLayout;
class QWidget;

namespace headwater {

/// Fills `page` with a column that scrolls as a whole.
[[nodiscard]] QVBoxLayout* scrolledColumn(QWidget* page);

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
