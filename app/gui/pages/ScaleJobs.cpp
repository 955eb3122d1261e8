// SPDX-License-Identifier: GPL-3.0-or-later
// What the Scale page does in the background: planning, and reading what was measured.
#include <algorithm>
#include <utility>

#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>

#include "app/gui/Paths.h"
#include "app/gui/ScaleBoard.h"
#include "app/gui/pages/MeasureDialog.h"
#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/ScaleStart.h"
#include "app/gui/pages/StartPage.h"
#include "core/base/Messages.h"
#include "core/triage/ScaleRuns.h"
#include "widgets/scale/ResultEntry.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

using Planned = std::shared_ptr<const PlannedCase>;

Result<Planned> shared(Result<PlannedCase>&& made)
{
    if (!made)
        return tl::unexpected(made.error());
    return std::make_shared<const PlannedCase>(*std::move(made));
}

/// What was odd about the files that a plan was made of, a line each.
QString noticesOf(const PlannedCase& planned)
{
    QStringList lines;
    if (planned.resultsTakenOut)
        lines << ScalePage::tr(
            "The results that were there name other nodes and were taken out. Ctrl+Z brings them back.");
    for (const Problem& problem : planned.problems)
        lines << format::text(messageText(problem.message));
    const std::size_t all = planned.given.cluster.nodes.size();
    if (all > scale::kMostNodes && planned.plan.cluster.nodes.size() == scale::kMostNodes)
        lines << ScalePage::tr(
                     "The topology has %1 nodes, a plan at most %2: the first are taken. Say on how many GPUs the "
                     "job is slow.")
                     .arg(format::count(all), format::count(scale::kMostNodes));
    return lines.join(u'\n');
}

}  // namespace

void ScalePage::readFiles(const QStringList& files)
{
    const QString what = files.size() == 1 ? tr("open %1").arg(QFileInfo(files.first()).fileName())
                                           : tr("open %1 files").arg(files.size());
    propose(
        [given = m_board.now(), paths = toPaths(files)](const Job& job) { return withScaleFiles(given, paths, job); },
        what);
}

void ScalePage::readBaselines(const QStringList& files)
{
    propose(
        [given = m_board.now(), paths = toPaths(files)](const Job& job) { return withNcclBaseline(given, paths, job); },
        tr("add a baseline of nccl-tests"));
}

void ScalePage::proposeCase(const ScaleCase& next, const QString& what)
{
    propose([next](const Job& job) { return plannedCase(next, job); }, what);
}

void ScalePage::propose(const Make& make, const QString& what)
{
    m_jobs.cancel(m_job);
    setBusy(true);
    say({});
    m_job = m_jobs.start<Planned>([make](const Job& job) { return shared(make(job)); },
                                  [page = QPointer(this), what](const Result<Planned>& planned) {
                                      if (!page)
                                          return;
                                      page->setBusy(false);
                                      if (!planned) {
                                          page->follow();  // what the sizes show is what is kept
                                          return page->say(errorText(planned.error()));
                                      }
                                      page->take(*planned);
                                      if (page->m_board.now() == (*planned)->given)
                                          page->showPlan();
                                      else
                                          page->m_board.change((*planned)->given, what);  // which follow() shows
                                      page->say(noticesOf(**planned));
                                  },
                                  [page = QPointer(this)](double fraction, const QString& activity) {
                                      if (page)
                                          page->showProgress(fraction, activity);
                                  });
}

/// Undo, redo, another investigation.
void ScalePage::follow()
{
    const ScaleCase& now = m_board.now();
    if (now.empty()) {
        m_jobs.cancel(m_job);
        setBusy(false);
        m_jobs.release(std::exchange(m_planned, nullptr));
        m_chosen.clear();
        say({});
        m_work->hide();
        m_start->show();
        return;
    }
    if (m_planned && m_planned->given == now)
        return showPlan();
    m_jobs.cancel(m_job);
    setBusy(true);
    m_job = m_jobs.start<Planned>([now](const Job& job) { return shared(plannedCase(now, job)); },
                                  [page = QPointer(this)](const Result<Planned>& planned) {
                                      if (!page)
                                          return;
                                      page->setBusy(false);
                                      if (!planned)
                                          return page->say(errorText(planned.error()));
                                      page->take(*planned);
                                      page->showPlan();
                                      page->m_board.set((*planned)->given);  // runs that it names have been read
                                  },
                                  [page = QPointer(this)](double fraction, const QString& activity) {
                                      if (page)
                                          page->showProgress(fraction, activity);
                                  });
}

void ScalePage::take(std::shared_ptr<const PlannedCase> planned)
{
    m_jobs.release(std::exchange(m_planned, std::move(planned)));
    std::erase_if(m_chosen,
                  [this](int node) { return node >= static_cast<int>(m_planned->plan.cluster.nodes.size()); });
}

void ScalePage::stop()
{
    m_jobs.cancel(std::exchange(m_job, 0));
    m_jobs.cancel(std::exchange(m_measureJob, 0));
    setBusy(false);
    if (m_planned && m_planned->given == m_board.now())
        showPlan();
    say(tr("Stopped. What is shown is what was there before."));
}

void ScalePage::setBusy(bool busy)
{
    m_planning = busy;
    if (!busy)
        return m_busy->hide();
    m_progress->setText(tr("Planning…"));
    constexpr int kSoon = 300;  // ms; what takes less needs no line that comes and goes
    QTimer::singleShot(kSoon, this, [this] { m_busy->setVisible(m_planning); });
}

void ScalePage::showProgress(double fraction, const QString& activity)
{
    constexpr int kPercent = 100;
    m_progress->setText(tr("%1 (%2 %)").arg(activity).arg(static_cast<int>(fraction * kPercent)));
}

/// Of one group; it is read before it is kept, so that what cannot be read is said there and then.
void ScalePage::askMeasured(std::size_t group)
{
    const std::vector<std::string> nodes = m_entry->nodesOf(group);
    auto* dialog = new MeasureDialog(groupName(group), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, nodes] {
        m_jobs.cancel(m_measureJob);
        setBusy(true);
        say({});
        m_measureJob =
            m_jobs.start<GroupMeasurement>([nodes, gpus = m_planned->plan.cluster.gpusPerNode, given = dialog->given()](
                                               const Job& job) { return readMeasured(nodes, gpus, given, job); },
                                           [page = QPointer(this)](const Result<GroupMeasurement>& measured) {
                                               if (!page)
                                                   return;
                                               page->setBusy(false);
                                               if (!measured)
                                                   return page->say(errorText(measured.error()));
                                               page->m_entry->setMeasured(*measured);
                                           },
                                           [page = QPointer(this)](double fraction, const QString& activity) {
                                               if (page)
                                                   page->showProgress(fraction, activity);
                                           });
    });
    dialog->open();
}

/// Which nodes the slow job ran on, by name: plan-scale's --nodes.
void ScalePage::askNodes()
{
    QStringList names;
    for (const ClusterNode& node : m_planned->plan.cluster.nodes)
        names << QString::fromStdString(node.name);
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setWindowTitle(tr("Nodes of the slow job"));
    dialog->setLabelText(
        tr("Their names, commas or lines between; the others are left out, and results that name them"));
    dialog->setTextValue(names.join(u'\n'));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        std::vector<std::string> kept;
        for (const QString& name : text.split(QRegularExpression(u"[,\\s]+"_s), Qt::SkipEmptyParts))
            kept.push_back(name.toStdString());
        propose([given = m_board.now(), kept](const Job& job) { return withNodes(given, kept, job); },
                tr("the nodes of the slow job"));
    });
    dialog->open();
}

}  // namespace headwater
