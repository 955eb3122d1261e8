// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/CaseRoom.h"

#include <algorithm>

#include <QDockWidget>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>

#include "widgets/theme/ElidedLabel.h"
#include "widgets/workshop/CasePanel.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QDockWidget* plainDock(const QString& name, const QString& title, QWidget* inside, Qt::DockWidgetArea area,
                       QMainWindow* window)
{
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(name);
    dock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    dock->setTitleBarWidget(new QWidget(dock));  // what is inside has a title of its own
    dock->setWidget(inside);
    window->addDockWidget(area, dock);
    dock->hide();
    return dock;
}

}  // namespace

CaseRoom::CaseRoom(CasePanel* panel, QMainWindow* window)
    : QObject(window)
    , m_panel(panel)
    , m_window(window)
    , m_middle(qobject_cast<QScrollArea*>(window->centralWidget()))
{
    m_dock = plainDock(u"case"_s, tr("Case"), panel, Qt::LeftDockWidgetArea, window);
    auto* bar = new QFrame;
    bar->setProperty("surface", u"panel"_s);
    auto* row = new QHBoxLayout(bar);
    m_asked = new ElidedLabel(bar);
    m_asked->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_back = new QPushButton(tr("Back to the question"), bar);
    m_back->setProperty("accent", true);
    row->addWidget(m_asked, 1);
    row->addWidget(m_back);
    m_bar = plainDock(u"caseBar"_s, tr("Case"), bar, Qt::BottomDockWidgetArea, window);
    connect(m_back, &QPushButton::clicked, this, [this] { showFace(false); });
    connect(panel, &CasePanel::lookWanted, this, [this] { showFace(true); });
    connect(panel, &CasePanel::stepChanged, this, [this] {
        m_wide = 0;
        showFace(false);
        arrange();
    });
    window->installEventFilter(this);
    m_middle->widget()->installEventFilter(this);
    panel->installEventFilter(this);
}

void CaseRoom::open()
{
    m_open = true;
    m_alternates = false;
    showFace(false);
    arrange();
}

void CaseRoom::close()
{
    m_open = false;
    m_dock->hide();
    m_bar->hide();
    m_middle->show();
}

bool CaseRoom::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        arrange();
    return QObject::eventFilter(watched, event);
}

/// A page scrolls by itself, and one that fills later than it is shown may need more than it said.
void CaseRoom::seeWhatIsCut()
{
    if (!m_open || m_alternates)
        return;
    for (const QScrollArea* area : m_middle->findChildren<QScrollArea*>())
        if (const int beyond = area->horizontalScrollBar()->maximum();
            beyond > 0 && area->isVisible() && area->width() * 2 > m_middle->width())  // a page, not a list in it
            m_wide = std::max(m_wide, m_middle->width() + beyond);
    if (m_wide > 0)
        arrange();
}

void CaseRoom::arrange()
{
    if (!m_open)
        return;
    for (const QScrollArea* area : m_middle->findChildren<QScrollArea*>())
        connect(area->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &CaseRoom::seeWhatIsCut,
                Qt::UniqueConnection);
    const int handle = m_window->style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, m_window);
    constexpr int kChars = 60;  // of a page: with less its tables and charts are cut, whatever they say they need
    const int page = std::max(
        {m_wide, m_middle->widget()->minimumSizeHint().width(), m_window->fontMetrics().averageCharWidth() * kChars});
    const int both = m_panel->minimumSizeHint().width() + handle + page;
    const bool alternates = both > m_window->width();
    if (alternates == m_alternates)
        return;
    m_alternates = alternates;
    m_panel->setPageAside(alternates);
    showFace(false);
    emit arranged();
}

void CaseRoom::showFace(bool page)
{
    if (!m_open)
        return;
    const bool alone = m_alternates && page;
    if (alone)
        m_asked->setText(m_panel->asked());
    m_dock->setVisible(!alone);
    m_bar->setVisible(alone);
    m_middle->setVisible(alone || !m_alternates);
    if (alone)
        m_back->setFocus();
}

}  // namespace headwater
