// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/WorkshopDesk.h"

#include <utility>

#include <QAction>
#include <QFileDialog>
#include <QMainWindow>
#include <QStackedWidget>
#include <QToolButton>

#include "app/gui/Actions.h"
#include "app/gui/BarButtons.h"
#include "app/gui/CaseRoom.h"
#include "app/gui/PageTable.h"
#include "app/gui/Paths.h"
#include "app/gui/Session.h"
#include "app/gui/SheetKeeper.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/TimelinePage.h"
#include "app/gui/pages/WorkshopPage.h"
#include "core/report/AtomicFile.h"
#include "core/workshop/Telling.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ClassView.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/ExerciseView.h"

namespace headwater {

using namespace Qt::StringLiterals;

WorkshopDesk::WorkshopDesk(Session& session, JobRunner& jobs, const Actions& actions, QStackedWidget* stack,
                           Workbench* workbench, QMainWindow* window)
    : QObject(window)
    , m_session(session)
    , m_jobs(jobs)
    , m_actions(actions)
    , m_stack(stack)
    , m_workbench(workbench)
    , m_window(window)
    , m_library(std::make_shared<const workshop::Library>(workshop::library()))
{
    m_page = new WorkshopPage(m_library, stack);
    stack->addWidget(m_page);
    m_panel = new CasePanel;
    m_room = new CaseRoom(m_panel, window);
    m_menu = makeMenuButton(actions, m_panel);
    m_panel->addTool(actionButton(actions[ActionId::Projector], m_panel));
    m_panel->addTool(m_menu);
    connect(m_room, &CaseRoom::arranged, this, &WorkshopDesk::showMenu);
    makeKeepers();
    connectPage();
    connect(m_panel, &CasePanel::pageWanted, this, &WorkshopDesk::showNode);
    connect(m_panel, &CasePanel::revealed, this, &WorkshopDesk::reveal);
    connect(m_panel, &CasePanel::left, this, &WorkshopDesk::leave);
    connect(m_panel, &CasePanel::saveWanted, this,
            [this](const QString& json) { save(QString::fromStdString(m_panel->caseId()), json); });
    connect(&session, &Session::verdictChanged, this, [this] {
        if (!m_active || !m_opened)
            return;
        if (!isShown())
            return leave();  // somebody opened something else
        if (const DecisionBasisPtr& basis = m_session.basis())
            m_panel->setTimes(workshop::stageTable(*basis, m_session.policy()));
        m_panel->setVerdict(m_session.verdict());
    });
    connect(&session, &Session::failed, this, [this] {
        if (m_active)
            leave();
    });
}

void WorkshopDesk::connectPage()
{
    m_page->addActions({m_actions[ActionId::Projector], m_actions[ActionId::NewComparison]});
    connect(m_actions[ActionId::ShowWorkshop], &QAction::triggered, this, &WorkshopDesk::show);
    connect(m_page, &WorkshopPage::caseWanted, this, &WorkshopDesk::take);
    connect(m_page, &WorkshopPage::againWanted, this, &WorkshopDesk::start);
    connect(m_page, &WorkshopPage::fileWanted, this, &WorkshopDesk::chooseFile);
    connect(m_page, &WorkshopPage::newWanted, this, &WorkshopDesk::chooseNew);
    connect(m_page, &WorkshopPage::classWanted, this, &WorkshopDesk::chooseClass);
    connect(m_page->classView(), &ClassView::saveWanted, this, &WorkshopDesk::saveClass);
    connect(m_page, &WorkshopPage::handoutWanted, this, &WorkshopDesk::chooseHandout);
    connect(m_page, &WorkshopPage::shareWanted, this, &WorkshopDesk::chooseShared);
    connect(m_page->exercise(), &ExerciseView::toldOrBegun, this, [this] {
        if (!m_page->exercise()->isRevealed())
            return;
        if (const Status noted = noteRevealed(workshop::revealedFile(), m_library->exerciseSeal()); !noted)
            emit failed(noted.error());
    });
    connect(m_page->exercise(), &ExerciseView::saveWanted, this,
            [this](const QString& json) { save(QString::fromStdString(m_library->exerciseId), json); });
}

bool WorkshopDesk::isShown() const
{
    return !m_folder.isEmpty() && m_session.paths(Side::Current) == QStringList{m_folder + u"/current"_s};
}

bool WorkshopDesk::hidesAnswer() const
{
    return m_active && !m_panel->isRevealed();
}

QString WorkshopDesk::caseTitle() const
{
    return m_active ? titleOf(QString::fromStdString(m_panel->caseId())) : QString();
}

QString WorkshopDesk::titleOf(const QString& id) const
{
    const workshop::CaseSpec* spec = m_library->find(id.toStdString());
    return spec != nullptr ? local(spec->title) : QString();
}

/// While the answer is hidden, and where the panel has the window to itself, no other menu is in sight.
void WorkshopDesk::showMenu()
{
    m_menu->setVisible(hidesAnswer() || m_room->alternates());
}

void WorkshopDesk::show()
{
    if (const QString id = unfinished(); !std::exchange(m_suggested, true) && !id.isEmpty())
        m_page->choose(id);
    m_stack->setCurrentWidget(m_page);
}

void WorkshopDesk::start(const QString& id)
{
    if (const workshop::CaseSpec* spec = m_library->find(id.toStdString()))
        open(*spec, std::nullopt);
}

void WorkshopDesk::open(const workshop::CaseSpec& spec, const std::optional<workshop::KeptSheet>& kept)
{
    if (m_gate && !m_active)
        m_gate([this, spec, kept] { begin(spec, kept); });
    else
        begin(spec, kept);
}

void WorkshopDesk::begin(const workshop::CaseSpec& spec, const std::optional<workshop::KeptSheet>& kept)
{
    m_keeper->keepNow();  // another case, where one is being solved
    auto opened = workshop::openCase(spec, m_library->questions);
    if (!opened) {
        emit failed(opened.error());
        return;
    }
    m_active = true;
    m_opened = false;
    m_panel->begin(m_library, *opened);
    if (kept)
        m_panel->goOnWith(*kept);
    m_room->open();
    show();
    m_panel->focusFirst();
    setFlagShown(false);
    setWaysEnabled(false);
    showMenu();
    emit began();
    make(*opened);
}

void WorkshopDesk::make(const workshop::Case& opened)
{
    m_jobs.cancel(m_making);
    m_folder = u"%1/cases/%2"_s.arg(samplesFolder(), QString::fromStdString(opened.spec.id));
    const std::string path = m_folder.toStdString();
    m_making = m_jobs.start<void>(
        [opened, path](const Job& job) { return workshop::generate(opened, path, job); },
        [this](const Status& status) {
            if (!status) {
                emit failed(status.error());
                return leave();
            }
            m_opened = true;
            m_panel->setMade(100);
            m_session.open({m_folder + u"/baseline"_s}, {m_folder + u"/current"_s});
        },
        [this](double fraction, const QString&) { m_panel->setMade(static_cast<int>(fraction * 99)); });
}

void WorkshopDesk::showNode(const QString& page)
{
    m_workbench->showOnly(page);
    m_stack->setCurrentWidget(m_workbench);
}

/// Other pages than the one asked about would tell, and so would a report; other runs would end the case unsaid.
void WorkshopDesk::setWaysEnabled(bool enabled)
{
    using A = ActionId;
    const bool judged = m_session.verdict() != nullptr;
    if (enabled)
        m_page->setOpen();
    else
        m_page->setSolving(QString::fromStdString(m_panel->caseId()));  // it has handouts with answers
    for (const PageRow& row : pageTable())
        m_actions[row.action]->setEnabled(enabled && (judged || row.name == u"scale"_s));
    for (const A id : {A::Save, A::ExportHtml, A::Reload, A::AddNote, A::AddBookmark})
        m_actions[id]->setEnabled(enabled && judged);
    for (const A id : {A::NewComparison, A::OpenInvestigation, A::OpenSample, A::ChooseBaseline, A::ChooseCurrent,
                       A::FetchMetrics, A::OpenReference, A::ShowWorkshop})
        m_actions[id]->setEnabled(enabled);
}

/// The timeline is asked about before the first regressed stage is told: neither is it flagged, nor selected for them.
void WorkshopDesk::setFlagShown(bool shown)
{
    m_session.setFirstSelected(shown);
    if (auto* timeline = qobject_cast<TimelinePage*>(m_workbench->page(u"timeline"_s)))
        timeline->setFlagShown(shown);
}

void WorkshopDesk::reveal()
{
    if (const workshop::CaseSpec* spec = m_library->find(m_panel->caseId()))
        if (const Status noted = noteRevealed(workshop::revealedFile(), spec->seal); !noted)
            emit failed(noted.error());
    setFlagShown(true);
    m_workbench->showOnly({});
    m_workbench->showPage(u"overview"_s);
    setWaysEnabled(true);
    showMenu();
    emit revealed();
}

void WorkshopDesk::leave()
{
    if (!m_active)
        return;
    m_jobs.cancel(m_making);
    m_keeper->touch();
    const bool untold = hidesAnswer() && m_opened && isShown();
    m_active = false;
    m_keeper->keepNow();
    m_room->close();
    m_workbench->showOnly({});
    if (untold)
        m_session.close();  // whoever comes back to this case shall not have seen its answer
    setFlagShown(true);
    setWaysEnabled(true);
    show();
    emit ended();
}

void WorkshopDesk::save(const QString& id, const QString& json)
{
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("Save answers"), id + u"-answers.json"_s, tr("Answers (*.json)"));
    if (file.isEmpty())
        return;
    tell(writeAtomically(file.toStdString(), json.toStdString()), file);
}

void WorkshopDesk::tell(const Status& written, const QString& file)
{
    if (written)
        emit done(tr("Saved: %1").arg(file));
    else
        emit failed(written.error());
}

}  // namespace headwater
