// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/WorkshopDesk.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>

#include "app/gui/Actions.h"
#include "app/gui/Handout.h"
#include "app/gui/PageTable.h"
#include "app/gui/Paths.h"
#include "app/gui/Session.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/TimelinePage.h"
#include "app/gui/pages/WorkshopPage.h"
#include "core/report/AtomicFile.h"
#include "core/workshop/CaseCheck.h"
#include "core/workshop/CaseTemplate.h"
#include "core/workshop/Progress.h"
#include "widgets/theme/Format.h"
#include "widgets/workshop/CasePanel.h"
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
    m_dock = new QDockWidget(tr("Case"), window);
    m_dock->setObjectName(u"case"_s);
    m_dock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    m_dock->setTitleBarWidget(new QWidget(m_dock));  // the panel has a title of its own
    m_dock->setWidget(m_panel);
    window->addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    m_dock->hide();
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
    connect(m_page, &WorkshopPage::caseWanted, this, &WorkshopDesk::start);
    connect(m_page, &WorkshopPage::fileWanted, this, &WorkshopDesk::chooseFile);
    connect(m_page, &WorkshopPage::newWanted, this, &WorkshopDesk::chooseNew);
    connect(m_page, &WorkshopPage::classWanted, this, &WorkshopDesk::chooseClass);
    connect(m_page, &WorkshopPage::handoutWanted, this, &WorkshopDesk::chooseHandout);
    connect(m_page, &WorkshopPage::shareWanted, this, &WorkshopDesk::chooseShared);
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
    const workshop::CaseSpec* spec = m_active ? m_library->find(m_panel->caseId()) : nullptr;
    return spec != nullptr ? local(spec->title) : QString();
}

void WorkshopDesk::show()
{
    m_stack->setCurrentWidget(m_page);
}

void WorkshopDesk::start(const QString& id)
{
    if (const workshop::CaseSpec* spec = m_library->find(id.toStdString()))
        open(*spec);
}

void WorkshopDesk::chooseFile()
{
    const QString file =
        QFileDialog::getOpenFileName(m_window, tr("Open a case"), {}, tr("Cases (*.json);;All files (*)"));
    if (!file.isEmpty())
        openFile(file);
}

void WorkshopDesk::chooseNew()
{
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("New case file"), u"my-case.json"_s, tr("Cases (*.json)"));
    if (file.isEmpty())
        return;
    if (const Status status = writeNew(file); !status)
        emit failed(status.error());
}

Status WorkshopDesk::writeNew(const QString& file)
{
    const std::string text = workshop::caseTemplate(workshop::library(), contentLanguage());
    const Status status = writeAtomically(file.toStdString(), text);
    if (status)
        m_page->showText(tr("A case file to begin with"),
                         tr("Change %1 in any text editor, then open it here: what is wrong is said with its place. "
                            "`headwater-cli workshop check` makes its runs as well and looks whether the analysis "
                            "finds the answer.")
                                 .arg(file) +
                             u"\n\n"_s + QString::fromStdString(text));
    return status;
}

void WorkshopDesk::openFile(const QString& file)
{
    const auto remarks = workshop::checkCaseFile(file.toStdString(), workshop::library());
    if (!remarks) {
        emit failed(remarks.error());
        return;
    }
    if (workshop::hasErrors(*remarks)) {
        QStringList lines;
        for (const workshop::Remark& remark : *remarks)
            lines << (remark.error ? u"\u2717 "_s : u"\u2013 "_s) + format::text(remark.where) + u' ' +
                         format::text(remark.what);
        m_page->showText(tr("This case cannot be used yet"), lines.join(u'\n'));
        return;
    }
    const auto spec = workshop::readCaseFile(file.toStdString());
    if (!spec) {
        emit failed(spec.error());
        return;
    }
    addCase(*spec, file);
}

void WorkshopDesk::addCase(const workshop::CaseSpec& spec, const QString& file)
{
    // Everything that knows the library knows the case from now on: handouts, and the progress of a class.
    auto library = std::make_shared<workshop::Library>(*m_library);
    std::erase_if(library->cases, [&spec](const workshop::CaseSpec& one) { return one.id == spec.id; });
    library->cases.push_back(spec);
    m_library = std::move(library);
    const QString id = QString::fromStdString(spec.id);
    m_files[id] = file;
    m_page->setLibrary(m_library, m_files.keys());
    m_page->choose(id);
}

void WorkshopDesk::chooseShared(const QString& id)
{
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("Share a case"), id + u"-sealed.json"_s, tr("Cases (*.json)"));
    if (file.isEmpty())
        return;
    if (const Status status = writeShared(id, file); !status)
        emit failed(status.error());
}

Status WorkshopDesk::writeShared(const QString& id, const QString& file) const
{
    const auto sealed = workshop::sealedCaseFile(m_files.value(id).toStdString());
    return sealed ? writeAtomically(file.toStdString(), *sealed) : tl::unexpected(sealed.error());
}

void WorkshopDesk::chooseClass()
{
    showClass(QFileDialog::getOpenFileNames(m_window, tr("Answer files of a class"), {}, tr("Answers (*.json)")));
}

void WorkshopDesk::showClass(const QStringList& files)
{
    if (files.isEmpty())
        return;
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files)
        paths.emplace_back(file.toStdString());
    workshop::PrintOptions options;
    options.language = contentLanguage();
    const auto progress = workshop::classOfFiles(*m_library, paths);
    m_page->showText(tr("Progress of the class"),
                     QString::fromStdString(workshop::classText(*m_library, progress, options)));
    show();
}

void WorkshopDesk::chooseHandout(const QString& id, bool withAnswers)
{
    if (!withAnswers)
        return saveHandout(id, false);
    auto* question = new QMessageBox(QMessageBox::Warning, tr("Handout with answers"),
                                     tr("This handout tells the answer of the case."), QMessageBox::Cancel, m_window);
    question->setObjectName(u"answersQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("It is for instructors. Whoever wants to take the case should not see it before."));
    QAbstractButton* told = question->addButton(tr("Show the answers\u2026"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(question, &QMessageBox::buttonClicked, this, [this, id, told](const QAbstractButton* pressed) {
        if (pressed == told)
            saveHandout(id, true);
    });
    question->open();
}

void WorkshopDesk::saveHandout(const QString& id, bool withAnswers)
{
    const QString file = QFileDialog::getSaveFileName(m_window, tr("Handout"), id + u".pdf"_s, tr("PDF (*.pdf)"));
    if (file.isEmpty())
        return;
    if (const Status status = writeHandout(id, withAnswers, file); !status)
        emit failed(status.error());
}

Status WorkshopDesk::writeHandout(const QString& id, bool withAnswers, const QString& file) const
{
    return headwater::writeHandout(*m_library, id, withAnswers, file);
}

void WorkshopDesk::open(const workshop::CaseSpec& spec)
{
    if (m_gate && !m_active)
        m_gate([this, spec] { begin(spec); });
    else
        begin(spec);
}

void WorkshopDesk::begin(const workshop::CaseSpec& spec)
{
    auto opened = workshop::openCase(spec, m_library->questions);
    if (!opened) {
        emit failed(opened.error());
        return;
    }
    m_active = true;
    m_opened = false;
    m_panel->begin(m_library, *opened);
    m_dock->show();
    show();
    setFlagShown(false);
    setWaysEnabled(false);
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
    m_page->setEnabled(enabled);  // it has handouts with answers
    for (const PageRow& row : pageTable())
        m_actions[row.action]->setEnabled(enabled && (judged || row.name == u"scale"_s));
    for (const A id : {A::Save, A::ExportHtml, A::Reload, A::AddNote, A::AddBookmark})
        m_actions[id]->setEnabled(enabled && judged);
    for (const A id : {A::NewComparison, A::OpenInvestigation, A::OpenSample, A::ChooseBaseline, A::ChooseCurrent,
                       A::FetchMetrics, A::OpenReference, A::ShowWorkshop})
        m_actions[id]->setEnabled(enabled);
}

/// The timeline is asked about before the first regressed stage is told.
void WorkshopDesk::setFlagShown(bool shown)
{
    if (auto* timeline = qobject_cast<TimelinePage*>(m_workbench->page(u"timeline"_s)))
        timeline->setFlagShown(shown);
}

void WorkshopDesk::reveal()
{
    setFlagShown(true);
    m_workbench->showOnly({});
    m_workbench->showPage(u"overview"_s);
    setWaysEnabled(true);
    emit revealed();
}

void WorkshopDesk::leave()
{
    if (!m_active)
        return;
    m_jobs.cancel(m_making);
    const bool untold = hidesAnswer() && m_opened && isShown();
    m_active = false;
    m_dock->hide();
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
    if (const Status status = writeAtomically(file.toStdString(), json.toStdString()); !status)
        emit failed(status.error());
}

}  // namespace headwater
