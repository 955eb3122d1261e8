// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/WideArea.h"

#include <QScrollArea>

namespace headwater {

QWidget* wideArea(QWidget* inside, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(inside);
    return area;
}

}  // namespace headwater
