// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/ChartCard.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/panels/Card.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

QWidget* chartCard(const QString& title, const std::vector<QWidget*>& tools, QWidget* content, QWidget* parent)
{
    auto* box = new Card(parent);
    const int line = parent->fontMetrics().height();
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(line * 3 / 4, line / 2, line * 3 / 4, line / 2);
    column->setSpacing(line / 2);
    auto* head = new QHBoxLayout;
    QLabel* label = sectionLabel(title, box);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    head->addWidget(label, 1);
    for (QWidget* tool : tools)
        head->addWidget(tool);
    column->addLayout(head);
    column->addWidget(content, 1);
    return box;
}

void PageBanner::show(const QString& sentence, const QString& more, bool found) const
{
    headline->setText(sentence);
    detail->setText(more);
    detail->setVisible(!more.isEmpty());
    card->setEdge(found ? Card::Edge::First : Card::Edge::Neutral);
}

void PageBanner::useFont(const QWidget& page) const
{
    headline->setFont(scaled(page.font(), 1.45, QFont::Bold));
}

PageBanner makeBanner(QWidget* parent)
{
    PageBanner banner;
    banner.card = new Card(parent);
    const int line = parent->fontMetrics().height();
    auto* column = new QVBoxLayout(banner.card);
    column->setContentsMargins(line * 5 / 4, line * 3 / 4, line, line * 3 / 4);
    banner.headline = new QLabel(banner.card);
    banner.detail = new QLabel(banner.card);
    banner.detail->setProperty("tone", u"muted"_s);
    for (QLabel* label : {banner.headline, banner.detail}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    banner.useFont(*parent);
    return banner;
}

QVBoxLayout* scrollingColumn(QWidget* page)
{
    auto* outer = new QVBoxLayout(page);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(page);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    outer->addWidget(area);
    auto* inside = new QWidget;
    area->setWidget(inside);
    auto* column = new QVBoxLayout(inside);
    const int line = page->fontMetrics().height();
    column->setContentsMargins(line * 5 / 4, line, line * 5 / 4, line);
    column->setSpacing(line * 3 / 4);
    return column;
}

}  // namespace headwater
