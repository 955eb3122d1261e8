// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/gui/Session.h"

class QProgressBar;
class QSplitter;
class QStackedWidget;

namespace headwater {

class Actions;
class FindingsPanel;
class FlowRail;
class InputsPage;
class NoticeBar;
class OverviewPage;
class TopBar;

/// One investigation on screen: settings on top, the flowchart on the left, a page in the middle, findings on the
/// right. Shows what the session says and tells it what the user does; keeps no data of its own.
class Workbench : public QWidget {
    Q_OBJECT
public:
    Workbench(Session& session, const Actions& actions, QWidget* parent);

    void showPage(const QString& name);
    void setFindingsShown(bool shown);
    void showNotice(const QString& text);
    [[nodiscard]] QByteArray splitterState() const;
    void restoreSplitter(const QByteArray& state);

    [[nodiscard]] OverviewPage* overview() const { return m_overview; }
    [[nodiscard]] TopBar* topBar() const { return m_top; }
    [[nodiscard]] FlowRail* rail() const { return m_rail; }

signals:
    void sideWanted(headwater::Side side);
    void ruleFileWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildRail(const Actions& actions);
    void buildMiddle();
    void buildFindings();
    void connectSession();
    void showVerdict();
    void openNode(const QString& id);
    void askAcknowledgement();

    Session& m_session;
    TopBar* m_top = nullptr;
    QSplitter* m_splitter = nullptr;
    FlowRail* m_rail = nullptr;
    QStackedWidget* m_pages = nullptr;
    OverviewPage* m_overview = nullptr;
    InputsPage* m_inputs = nullptr;
    QWidget* m_findingsBox = nullptr;
    bool m_findingsWanted = true;
    FindingsPanel* m_findings = nullptr;
    NoticeBar* m_notice = nullptr;
    QProgressBar* m_busy = nullptr;
    QString m_node;  ///< node of the flowchart that filters the findings
};

}  // namespace headwater
