// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "app/gui/ViewHistory.h"

class QAction;
class QWidget;

namespace headwater {

class Actions;
class Session;

/// Back and forward through what was selected: the two actions, and the two side buttons of the mouse anywhere in
/// `window`.
class Navigation : public QObject {
    Q_OBJECT
public:
    Navigation(Session& session, const Actions& actions, QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void visited(const ViewRef& view);
    void go(bool back);
    void showPossible();

    Session& m_session;
    QAction* m_back;
    QAction* m_forward;
    QWidget* m_window;
    ViewHistory m_history;
    bool m_moving = false;
};

}  // namespace headwater
