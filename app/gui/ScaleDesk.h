// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QStackedWidget;

namespace headwater {

class Actions;
class ScalePage;
class Session;
class StartPage;
class Workbench;

/// The Scale page without a pair of runs: a topology and results are enough for a plan, which can be saved and opened
/// like any investigation. Runs that are opened later find the plan in place.
class ScaleDesk : public QObject {
    Q_OBJECT
public:
    ScaleDesk(Session& session, const Actions& actions, QStackedWidget* stack, Workbench* workbench, StartPage* start,
              QObject* parent);

    /// Does nothing while runs are open or being opened.
    void show();
    /// Shown without runs, and with nothing of the workbench around it.
    [[nodiscard]] bool alone() const { return m_alone; }

signals:
    void aloneChanged();

private:
    void leave();
    void follow();

    Session& m_session;
    const Actions& m_actions;
    QStackedWidget* m_stack;
    Workbench* m_workbench;
    StartPage* m_start;
    ScalePage* m_page;
    bool m_alone = false;
};

}  // namespace headwater
