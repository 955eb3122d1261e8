// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

class QLabel;
class QVBoxLayout;
class QWidget;

namespace headwater {

class Card;

/// A card with a heading, what stands to the right of it, and the content below.
[[nodiscard]] QWidget* chartCard(const QString& title, const std::vector<QWidget*>& tools, QWidget* content,
                                 QWidget* parent);

/// The banner of a page: one sentence, and smaller ones below it.
struct PageBanner {
    Card* card = nullptr;
    QLabel* headline = nullptr;
    QLabel* detail = nullptr;

    void show(const QString& sentence, const QString& more, bool found) const;
    void useFont(const QWidget& page) const;
};
[[nodiscard]] PageBanner makeBanner(QWidget* parent);

/// The column of a page that scrolls where the window is small.
[[nodiscard]] QVBoxLayout* scrollingColumn(QWidget* page);

}  // namespace headwater
