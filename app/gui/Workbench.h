// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QWidget>

#include "app/gui/Session.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace headwater {

class Actions;
class FindingsPanel;
class FlowRail;
class Guide;
class InputsPage;
class NoticeBar;
class NotesPanel;
class OverviewPage;
class Page;
class RailPanel;
class TopBar;

/// One investigation on screen: settings on top, the flowchart on the left, a page in the middle, findings on the
/// right. Shows what the session says and tells it what the user does; keeps no data of its own.
class Workbench : public QWidget {
    Q_OBJECT
public:
    Workbench(Session& session, const Actions& actions, QWidget* parent);

    /// Shows the page where there is one of that name.
    void showPage(const QString& name);
    [[nodiscard]] QString pageShown() const;
    /// Selects this and nothing else; on the page that is shown, where the view names none.
    void goTo(ViewRef view);
    /// The same for a place that somebody brought along, from a report, a bookmark or a colleague: says what of it is
    /// not there.
    void follow(ViewRef view);
    /// Selects it beside what is selected.
    void select(const ViewRef& wish, ViewPart emptied = ViewPart::None);
    void setFindingsShown(bool shown);
    /// This page alone, without flowchart, findings and answer, and no way to another: somebody is to find out.
    /// Every page again with an empty name.
    void showOnly(const QString& page);
    void showNotice(const QString& text);
    [[nodiscard]] QByteArray splitterState() const;
    void restoreSplitter(const QByteArray& state);

    [[nodiscard]] InputsPage* inputs() const;
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] OverviewPage* overview() const;
    [[nodiscard]] Page* page(const QString& name) const;
    [[nodiscard]] TopBar* topBar() const { return m_top; }
    [[nodiscard]] FlowRail* rail() const;
    [[nodiscard]] Guide* guide() const { return m_guide; }
    [[nodiscard]] FindingsPanel* findings() const { return m_findings; }
    [[nodiscard]] NotesPanel* notes() const { return m_notes; }
    [[nodiscard]] NoticeBar* notice() const { return m_notice; }

    /// Without the findings: they make room by themselves where there is little.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void pageChanged(const QString& name);
    void sideWanted(headwater::Side side);
    void ruleFileWanted();
    void told(const QString& text);  ///< shortly, what was done

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void boundWidths();
    void buildRail(const Actions& actions);
    void buildMiddle(const Actions& actions);
    [[nodiscard]] QWidget* makeBusy(QWidget* parent);
    void showBusy(double fraction, const QString& activity);
    void buildFindings(const Actions& actions);
    void connectSession();
    void showVerdict();
    void showView(const ViewRef& view);
    /// Gives the page on screen what it does not have yet.
    void refreshPage();
    void setPage(const QString& name);
    void chooseFinding(const QString& id);
    void askAcknowledgement();

    Session& m_session;
    TopBar* m_top = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_pages = nullptr;
    std::vector<bool> m_stale;  ///< pages that were not given the result yet, in the order of the table
    RailPanel* m_railBox = nullptr;
    QWidget* m_findingsBox = nullptr;
    bool m_findingsWanted = true;
    QString m_only;  ///< the page that alone may be seen; empty: all
    FindingsPanel* m_findings = nullptr;
    NotesPanel* m_notes = nullptr;
    Guide* m_guide = nullptr;
    NoticeBar* m_notice = nullptr;
    QWidget* m_busyBox = nullptr;
    QLabel* m_activity = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_busy = nullptr;
    std::array<double, 2> m_read{};  ///< share of each side that was read
};

}  // namespace headwater
