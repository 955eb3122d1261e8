// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Navigation.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QWidget>

#include "app/gui/Actions.h"
#include "app/gui/Session.h"

namespace headwater {

Navigation::Navigation(Session& session, const Actions& actions, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_back(actions[ActionId::Back])
    , m_forward(actions[ActionId::Forward])
    , m_window(window)
{
    connect(&session, &Session::viewChanged, this, &Navigation::visited);
    connect(m_back, &QAction::triggered, this, [this] { go(true); });
    connect(m_forward, &QAction::triggered, this, [this] { go(false); });
    showPossible();
    // A chart takes every press of the mouse; the side buttons are for the window.
    qApp->installEventFilter(this);
}

void Navigation::visited(const ViewRef& view)
{
    if (m_moving || !m_session.verdict())
        return;
    m_history.visit(view);
    showPossible();
}

void Navigation::go(bool back)
{
    if (back ? !m_history.canGoBack() : !m_history.canGoForward())
        return;
    const QScopedValueRollback moving(m_moving, true);
    m_session.setView(back ? m_history.back() : m_history.forward());
    showPossible();
}

void Navigation::showPossible()
{
    m_back->setEnabled(m_history.canGoBack());
    m_forward->setEnabled(m_history.canGoForward());
}

bool Navigation::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::MouseButtonPress)
        return false;
    const auto button = static_cast<QMouseEvent*>(event)->button();
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != m_window || (button != Qt::BackButton && button != Qt::ForwardButton))
        return false;
    go(button == Qt::BackButton);
    return true;
}

}  // namespace headwater
