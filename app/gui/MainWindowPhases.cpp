// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while the session reads and judges, and what it says of it below.
#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QStackedWidget>

#include "app/gui/Actions.h"
#include "app/gui/MainWindow.h"
#include "app/gui/PageTable.h"
#include "app/gui/ScaleDesk.h"
#include "app/gui/StatusText.h"
#include "app/gui/Workbench.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/InputsPage.h"
#include "app/gui/pages/LoadingPage.h"
#include "app/gui/pages/RecentList.h"
#include "app/gui/pages/StartPage.h"
#include "app/gui/pages/WorkshopPage.h"

using namespace Qt::StringLiterals;

namespace headwater {

void MainWindow::showPhase(Session::Phase phase)
{
    if (m_desk->hidesAnswer())
        return;
    const bool judged = m_session->verdict() != nullptr;
    const bool busy = phase != Session::Phase::Empty && phase != Session::Phase::Ready;
    (*m_actions)[ActionId::Cancel]->setEnabled(busy);
    for (const ActionId id : {ActionId::Save, ActionId::SaveAs, ActionId::ExportHtml, ActionId::Reload,
                              ActionId::AddNote, ActionId::AddBookmark})
        (*m_actions)[id]->setEnabled(judged);
    for (const PageRow& row : pageTable())  // a plan at scale needs no runs
        (*m_actions)[row.action]->setEnabled(judged || row.name == u"scale"_s);
    if (phase == Session::Phase::Loading) {
        m_start->clearErrors();
        m_loading->reset(m_session->paths(Side::Baseline), m_session->paths(Side::Current));
        m_stack->setCurrentWidget(m_loading);
    } else if (phase == Session::Phase::Empty) {
        m_stack->setCurrentWidget(m_start);
        showStatus();
    } else if (phase == Session::Phase::Ready) {
        m_stack->setCurrentWidget(m_workbench);
        const RecentPair pair{m_session->paths(Side::Baseline), m_session->paths(Side::Current),
                              m_session->overrides()};
        m_settings.remember(pair);
        m_start->setPaths(Side::Baseline, pair.baseline);
        m_start->setPaths(Side::Current, pair.current);
        showStatus();
    }
}

void MainWindow::showFailure(const Error& error, std::optional<Side> side)
{
    if (m_session->verdict() && m_stack->currentWidget() == m_workbench)
        return showNotice(errorText(error));
    m_stack->setCurrentWidget(m_start);
    m_start->showError(error, side);
    m_repair->setTrouble(errorText(error));
}

/// Whether it is still there is asked where a folder that does not answer blocks nobody.
void MainWindow::showRecent()
{
    m_start->setRecent(m_settings);
    m_jobs.cancel(m_looking);
    m_looking = m_jobs.start<QSet<QString>>(
        [paths = recentPaths(m_settings)](const Job& job) -> Result<QSet<QString>> {
            QSet<QString> missing;
            for (const QString& path : paths)
                if (!job.stopped() && !QFileInfo::exists(path))
                    missing << path;
            return missing;
        },
        [this](const Result<QSet<QString>>& missing) {
            if (missing)
                m_start->recentList()->setMissing(*missing);
        });
}

void MainWindow::showStatus()
{
    const VerdictPtr& verdict = m_session->verdict();
    m_status->setToolTip({});
    if (m_desk->hidesAnswer()) {
        m_status->setText(tr("Workshop, case: %1").arg(m_desk->caseTitle()));
    } else if (!verdict || m_stack->currentWidget() == m_desk->page()) {  // what is open is not what is shown
        m_status->setText(m_scaleDesk != nullptr && m_scaleDesk->alone() ? tr("A plan at scale, without runs")
                                                                         : tr("Drop two folders, or open the sample"));
    } else {
        m_status->setText(statusText(*verdict));
        m_status->setToolTip(warningsTip(*verdict));
    }
}

}  // namespace headwater
