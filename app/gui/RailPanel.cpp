// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/RailPanel.h"

#include <algorithm>

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/Actions.h"
#include "app/gui/PageTable.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

RailPanel::RailPanel(const Actions& actions, QWidget* parent) : QFrame(parent)
{
    setProperty("surface", u"panel"_s);
    setProperty("edge", u"right"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    m_flow = makeFlow();
    m_pages = makePages(actions);
    column->addWidget(m_flow, 1);
    column->addWidget(m_pages);
}

QSize RailPanel::minimumSizeHint() const
{
    const QMargins frame = contentsMargins() + layout()->contentsMargins();
    const int flow = m_flow->widget()->minimumSizeHint().width() + m_flow->verticalScrollBar()->sizeHint().width();
    return {std::max(flow, m_pages->minimumSizeHint().width()) + frame.left() + frame.right(),
            QFrame::minimumSizeHint().height()};
}

QScrollArea* RailPanel::makeFlow()
{
    const int line = fontMetrics().height();
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget;
    area->setWidget(inside);
    area->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(line * 3 / 4, line * 3 / 4, line * 3 / 4, line / 4);
    column->setSpacing(line / 2);
    column->addWidget(sectionLabel(tr("Triage"), inside));
    m_rail = new FlowRail(inside);
    column->addWidget(m_rail);
    column->addStretch(1);
    return area;
}

QWidget* RailPanel::makePages(const Actions& actions)
{
    const int line = fontMetrics().height();
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(line * 3 / 4, line / 4, line * 3 / 4, line / 2);
    column->setSpacing(line / 4);
    column->addWidget(sectionLabel(tr("Pages"), box));
    auto* pages = new QGridLayout;  // two beside each other: the flowchart needs the height
    pages->setSpacing(line / 5);
    for (const PageRow& row : pageTable()) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(actions[row.action]);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setProperty("compact", true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        const int at = pages->count();
        pages->addWidget(button, at / 2, at % 2);
    }
    column->addLayout(pages);
    return box;
}

}  // namespace headwater
