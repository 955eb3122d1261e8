// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/PageColumn.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

QVBoxLayout* scrolledColumn(QWidget* page)
{
    auto* outer = new QVBoxLayout(page);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(page);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(area);
    auto* inside = new QWidget;
    area->setWidget(inside);
    const int line = page->fontMetrics().height();
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(line * 5 / 4, line, line * 5 / 4, line);
    column->setSpacing(line * 2 / 3);
    return column;
}

PageHead addHead(QVBoxLayout* column, const QString& title)
{
    QWidget* inside = column->parentWidget();
    PageHead head{plainLabel(inside), plainLabel(inside)};
    head.title->setText(title);
    head.title->setFont(scaled(inside->font(), 1.55, QFont::Bold));
    head.summary->setProperty("tone", QStringLiteral("muted"));
    column->addWidget(head.title);
    column->addWidget(head.summary);
    return head;
}

PageSection addSection(QVBoxLayout* column, const QString& heading)
{
    QWidget* inside = column->parentWidget();
    PageSection section{sectionLabel(heading, inside), plainLabel(inside)};
    section.note->setProperty("tone", QStringLiteral("muted"));
    section.note->hide();
    column->addSpacing(inside->fontMetrics().height() / 2);
    column->addWidget(section.heading);
    column->addWidget(section.note);
    return section;
}

void PageSection::say(const QString& text) const
{
    note->setText(text);
    note->setVisible(!text.isEmpty());
}

}  // namespace headwater
