// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/TabOrder.h"

#include <vector>

#include <QLayout>
#include <QScrollArea>
#include <QWidget>

namespace headwater {

namespace {

void collect(QWidget* widget, std::vector<QWidget*>& stops);

void collect(const QLayout* layout, std::vector<QWidget*>& stops)
{
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem* item = layout->itemAt(i);
        if (item->widget() != nullptr)
            collect(item->widget(), stops);
        else if (item->layout() != nullptr)
            collect(item->layout(), stops);
    }
}

void collect(QWidget* widget, std::vector<QWidget*>& stops)
{
    if (const auto* area = qobject_cast<const QScrollArea*>(widget)) {
        stops.push_back(widget);
        if (area->widget() != nullptr)
            collect(area->widget(), stops);
    } else if ((widget->focusPolicy() & Qt::TabFocus) != 0) {
        stops.push_back(widget);  // and what it is made of goes with it
    } else if (widget->layout() != nullptr) {
        collect(widget->layout(), stops);
    }
}

}  // namespace

void orderTabs(QWidget* whole)
{
    std::vector<QWidget*> stops;
    if (whole->layout() != nullptr)
        collect(whole->layout(), stops);
    QWidget* before = whole;
    for (QWidget* stop : stops) {
        QWidget::setTabOrder(before, stop);
        before = stop;
    }
}

}  // namespace headwater
