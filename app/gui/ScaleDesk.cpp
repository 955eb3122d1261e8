// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ScaleDesk.h"

#include <utility>

#include <QAction>
#include <QPushButton>
#include <QStackedWidget>

#include "app/gui/Actions.h"
#include "app/gui/ScaleBoard.h"
#include "app/gui/Session.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/StartPage.h"

namespace headwater {

using namespace Qt::StringLiterals;

ScaleDesk::ScaleDesk(Session& session, const Actions& actions, QStackedWidget* stack, Workbench* workbench,
                     StartPage* start, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_actions(actions)
    , m_stack(stack)
    , m_workbench(workbench)
    , m_start(start)
    , m_page(static_cast<ScalePage*>(workbench->page(u"scale"_s)))
{
    for (const ActionId id : {ActionId::ShowScale, ActionId::OpenTopology})
        connect(actions[id], &QAction::triggered, this, &ScaleDesk::show);
    connect(start, &StartPage::scaleRequested, this, &ScaleDesk::show);
    connect(m_page->backButton(), &QPushButton::clicked, this, &ScaleDesk::leave);
    connect(&session, &Session::planOpened, this, &ScaleDesk::show);
    connect(&session.scale(), &ScaleBoard::changed, this, &ScaleDesk::follow);
    // After the window has done its part: what it shows without runs is the start.
    connect(&session, &Session::phaseChanged, this, &ScaleDesk::follow, Qt::QueuedConnection);
    connect(stack, &QStackedWidget::currentChanged, this, [this] {
        if (m_alone && m_stack->currentWidget() != m_workbench)
            leave();
    });
}

void ScaleDesk::show()
{
    if (m_session.verdict() || m_session.phase() != Session::Phase::Empty)
        return;
    m_alone = true;
    m_page->setResult({}, nullptr);  // ranks of runs that were closed are on no node
    m_page->backButton()->show();
    m_workbench->showOnly(u"scale"_s);
    m_stack->setCurrentWidget(m_workbench);
    follow();
    emit aloneChanged();
}

void ScaleDesk::leave()
{
    if (!std::exchange(m_alone, false))
        return;
    m_page->backButton()->hide();
    m_workbench->showOnly({});
    if (m_stack->currentWidget() == m_workbench)
        m_stack->setCurrentWidget(m_start);
    emit aloneChanged();
}

/// A plan alone can be saved too.
void ScaleDesk::follow()
{
    if (m_session.verdict() || m_session.phase() != Session::Phase::Empty)
        return;
    for (const ActionId id : {ActionId::Save, ActionId::SaveAs})
        m_actions[id]->setEnabled(!m_session.scale().now().empty());
}

}  // namespace headwater
