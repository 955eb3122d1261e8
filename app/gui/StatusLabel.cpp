// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/StatusLabel.h"

#include <QStatusBar>

namespace headwater {

StatusLabel::StatusLabel(QStatusBar* bar) : ElidedLabel(bar), m_bar(bar)
{
    connect(bar, &QStatusBar::messageChanged, this, [this] { update(); });
}

void StatusLabel::paintEvent(QPaintEvent* event)
{
    if (m_bar->currentMessage().isEmpty())
        ElidedLabel::paintEvent(event);
}

}  // namespace headwater
