// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/MainWindow.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QStatusBar>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/About.h"
#include "app/gui/Actions.h"
#include "app/gui/Appearance.h"
#include "app/gui/BarButtons.h"
#include "app/gui/CommandPalette.h"
#include "app/gui/Document.h"
#include "app/gui/FileActions.h"
#include "app/gui/Guide.h"
#include "app/gui/Navigation.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/Offers.h"
#include "app/gui/PageTable.h"
#include "app/gui/PaletteEntries.h"
#include "app/gui/Paths.h"
#include "app/gui/Recovery.h"
#include "app/gui/SavedLabel.h"
#include "app/gui/ScaleDesk.h"
#include "app/gui/ShortcutList.h"
#include "app/gui/StatusLabel.h"
#include "app/gui/TopBar.h"
#include "app/gui/WideArea.h"
#include "app/gui/Workbench.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/InputsPage.h"
#include "app/gui/pages/LoadingPage.h"
#include "app/gui/pages/MissingPage.h"
#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/StartPage.h"
#include "widgets/panels/InputHealthPanel.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

MainWindow::MainWindow(Settings settings, QString settingsFile, const QPalette& system, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(std::move(settings))
    , m_settingsFile(std::move(settingsFile))
    , m_session(std::make_unique<Session>(m_jobs))
    , m_document(std::make_unique<Document>(*m_session))
{
    setWindowTitle(u"Headwater"_s);
    m_actions = new Actions(this);
    m_appearance = new Appearance(m_settings, *m_actions, system, this);
    m_files = new FileActions(*m_session, *m_document, m_settings, m_jobs, *m_actions, this);
    new Navigation(*m_session, *m_actions, this);
    buildStack();
    m_status = new StatusLabel(statusBar());
    m_status->setContentsMargins(fontMetrics().height(), 0, 0, 0);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    statusBar()->addWidget(m_status, 1);
    m_saved = new SavedLabel(*m_document, this);
    statusBar()->addPermanentWidget(m_saved);
    statusBar()->setSizeGripEnabled(false);
    connectActions();
    connectFiles();
    connectStart();
    connectInputs();
    connectDocument();
    connect(m_session.get(), &Session::phaseChanged, this, &MainWindow::showPhase);
    connect(m_session.get(), &Session::failed, this, &MainWindow::showFailure);
    connect(m_session.get(), &Session::verdictChanged, this, &MainWindow::showStatus);
    showRecent();
    m_workbench->setFindingsShown(m_settings.findingsShown);
    m_workbench->restoreSplitter(m_settings.splitter);
    const QSize room = screen()->availableSize() - QSize(0, style()->pixelMetric(QStyle::PM_TitleBarHeight));
    resize(usualSize().boundedTo(room));
    restoreGeometry(m_settings.geometry);
    showPhase(Session::Phase::Empty);
    m_start->zone(Side::Baseline)->folderButton()->setFocus();  // what most begin with, not the bar above
}

QSize MainWindow::usualSize() const
{
    const int unit = fontMetrics().averageCharWidth();
    return {unit * 230, unit * 140};
}

void MainWindow::offerLeftBehind()
{
    offerCase(*m_offer, *m_desk);
    offerRecovery(*m_offer, *m_recovery, *m_session);
}

void MainWindow::buildStack()
{
    auto* middle = new QWidget(this);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_front = new FrontBar(*m_actions, middle);
    m_offer = new NoticeBar(middle);
    m_stack = new PageStack(middle);
    column->addWidget(m_front);
    column->addWidget(m_offer);
    column->addWidget(m_stack, 1);
    m_start = new StartPage(m_stack);
    m_loading = new LoadingPage(m_stack);
    m_workbench = new Workbench(*m_session, *m_actions, m_stack);
    m_repair = new InputsPage(InputsPage::Purpose::Repair, (*m_actions)[ActionId::Undo], (*m_actions)[ActionId::Redo],
                              m_stack);
    m_missing = new MissingPage(m_stack);
    for (QWidget* page : std::initializer_list<QWidget*>{m_start, m_loading, m_workbench, m_repair, m_missing})
        m_stack->addWidget(page);
    setCentralWidget(wideArea(middle, this));
    connect(m_stack, &QStackedWidget::currentChanged, this, [this] {
        showFront();
        if (m_desk != nullptr)
            showStatus();
        if (m_stack->currentWidget() == m_start)
            showRecent();
    });
    m_desk = new WorkshopDesk(*m_session, m_jobs, *m_actions, m_stack, m_workbench, this);
    m_desk->setGate([this](const std::function<void()>& then) { m_files->whenKept(then); });
    m_palette = new CommandPalette(this);
    m_recovery = std::make_unique<Recovery>(*m_session, *m_document, m_jobs, stateFolder() + u"/recovery"_s);
    // A case is begun anew: only what somebody wrote about its runs is worth anything.
    m_recovery->setGate([this] { return !m_desk->isShown() || (m_document->unsaved() && !m_desk->hidesAnswer()); });
}

/// The way to the menu and the search, wherever the workbench's own bar is not; a case has its own.
void MainWindow::showFront()
{
    const bool bare = m_stack->currentWidget() != m_workbench || (m_scaleDesk != nullptr && m_scaleDesk->alone());
    m_front->setVisible(bare && !(m_desk != nullptr && m_desk->hidesAnswer()));
}

MainWindow::~MainWindow()
{
    delete m_files;  // its dialogs use the jobs, which go before the children of this
    m_jobs.cancelAll();
}

void MainWindow::connectActions()
{
    const auto on = [this](ActionId id, auto slot) { connect((*m_actions)[id], &QAction::triggered, this, slot); };
    on(ActionId::NewComparison, [this] { m_stack->setCurrentWidget(m_start); });
    on(ActionId::OpenSample, [this] { m_files->whenKept([this] { openSample(); }); });
    on(ActionId::Palette, &MainWindow::openPalette);
    on(ActionId::Shortcuts, [this] { showShortcuts(this, *m_actions); });
    on(ActionId::ChooseBaseline, [this] { choose(Side::Baseline, true); });
    on(ActionId::ChooseCurrent, [this] { choose(Side::Current, true); });
    on(ActionId::Reload, [this] { m_session->reload(); });
    on(ActionId::Cancel, [this] { m_session->cancel(); });
    for (const PageRow& row : pageTable())
        on(row.action, [this, &row] { openPage(row.name); });
    connect(m_workbench->guide(), &Guide::pageWanted, this, &MainWindow::showPage);
    connect(m_workbench, &Workbench::pageChanged, this, &MainWindow::checkPage);
    on(ActionId::About, [this] { showAbout(this); });
    on(ActionId::Quit, &QWidget::close);
    checkPage(m_workbench->pageShown());
    (*m_actions)[ActionId::ToggleFindings]->setChecked(m_settings.findingsShown);
    connect((*m_actions)[ActionId::ToggleFindings], &QAction::toggled, this, [this](bool shown) {
        m_settings.findingsShown = shown;
        m_workbench->setFindingsShown(shown);
    });
}

void MainWindow::connectFiles()
{
    connect(m_files, &FileActions::done, this, [this](const QString& text) { statusBar()->showMessage(text, 5000); });
    connect(m_files, &FileActions::failed, this, [this](const Error& error) { showNotice(errorText(error)); });
    connect(m_desk, &WorkshopDesk::failed, this, [this](const Error& error) { showNotice(errorText(error)); });
    connect(m_desk, &WorkshopDesk::done, this, [this](const QString& text) { statusBar()->showMessage(text, 5000); });
    for (const auto happened : {&WorkshopDesk::began, &WorkshopDesk::revealed, &WorkshopDesk::ended})
        connect(m_desk, happened, this, [this] {
            showStatus();
            showFront();
        });
    connect(m_files, &FileActions::nothingDropped, this,
            [this] { showNotice(tr("Drop two runs, each a folder or a file, or one .headwater file.")); });
    connect(m_files, &FileActions::fetched, this, [this](const QString& file, std::optional<Side> side) {
        if (side)
            addFile(*side, file);
    });
    connect(m_workbench, &Workbench::told, this, [this](const QString& text) { statusBar()->showMessage(text, 5000); });
    connect(m_session.get(), &Session::inputsMoved, this,
            [this](const FoundInvestigation& found) { offerMoved(*m_offer, *m_session, found); });
    for (const QToolButton* button : {m_workbench->topBar()->menuButton(), m_front->menuButton()}) {
        QMenu* menu = button->menu()->actions().front()->menu();
        QMenu* recent = makeRecentMenu(menu, [this] {
            return m_desk->hidesAnswer() ? std::vector<PaletteEntry>() : recentEntries(m_settings, *m_files);
        });
        menu->insertMenu((*m_actions)[ActionId::Save], recent);
    }
}

void MainWindow::connectStart()
{
    connect(m_start, &StartPage::compareRequested, this, &MainWindow::compare);
    connect(m_start, &StartPage::recentRequested, this, [this](const RecentPair& pair) {
        m_start->clearErrors();
        m_files->openPair(pair);
    });
    connect(m_start, &StartPage::sampleRequested, (*m_actions)[ActionId::OpenSample], &QAction::trigger);
    connect(m_start, &StartPage::workshopRequested, m_desk, &WorkshopDesk::show);
    connect(m_start, &StartPage::investigationChosen, m_files, &FileActions::openInvestigation);
    connect(m_start, &StartPage::chooseRequested, this, &MainWindow::choose);
    connect(m_loading, &LoadingPage::cancelRequested, m_session.get(), &Session::cancel);
    connect(m_session.get(), &Session::loadProgress, m_loading, &LoadingPage::setProgress);
    connect(m_session.get(), &Session::analysisProgress, m_loading, &LoadingPage::setAnalysis);
    connect(m_workbench, &Workbench::ruleFileWanted, this, [this] {
        m_files->chooseRules(tr("Stage rules"),
                             [this](const QStringList& files) { m_session->setStages(files.first()); });
    });
    connect(m_workbench, &Workbench::sideWanted, this, [this](Side side) { choose(side, true); });
}

void MainWindow::connectInputs()
{
    m_actions->followHistory(*m_session->history().stack());
    for (InputsPage* page : {m_repair, m_workbench->inputs()})
        connect(page, &InputsPage::ruleFileWanted, this, [this, page] {
            m_files->chooseRules(tr("Rules of these files"),
                                 [page](const QStringList& files) { page->setRuleFile(files.first()); });
        });
    m_files->serve(static_cast<ScalePage*>(m_workbench->page(u"scale"_s)));
    connect(m_start, &StartPage::filesRequested, m_session.get(), &Session::probeInputs);
    connect(m_session.get(), &Session::inputsProbed, this, [this](const PairAnalysis& inputs) {
        m_repair->setResult(inputs);
        m_repair->setOverrides(m_session->overrides());
        m_stack->setCurrentWidget(m_repair);
    });
    connect(m_session.get(), &Session::overridesChanged, this,
            [this] { m_repair->setOverrides(m_session->overrides()); });
    connect(m_repair, &InputsPage::overridesChosen, m_session.get(), &Session::setOverrides);
    connect(m_repair, &InputsPage::backRequested, this, [this] { m_stack->setCurrentWidget(m_start); });
    connect(m_repair, &InputsPage::compareRequested, m_session.get(), &Session::reload);
}

/// By its key or button; where the page has a view that takes keys, they go there.
void MainWindow::openPage(const QString& name)
{
    m_workbench->guide()->openPage(name);
    checkPage(m_workbench->pageShown());  // the button that was pressed may have led to a question
    QWidget* target = m_workbench->pageShown() == name ? m_workbench->page(name)->keyTarget() : nullptr;
    if (target != nullptr)
        target->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::showPage(const QString& name)
{
    if (name == u"workshop"_s)
        return m_desk->show();
    m_stack->setCurrentWidget(m_session->verdict() ? static_cast<QWidget*>(m_workbench) : m_start);
    m_workbench->showPage(name);
}

void MainWindow::checkPage(const QString& name)
{
    for (const PageRow& row : pageTable())
        if (row.name == name)
            (*m_actions)[row.action]->setChecked(true);
}

void MainWindow::showNotice(const QString& text)
{
    m_stack->currentWidget() == m_workbench ? m_workbench->showNotice(text) : m_offer->showText(text);
}

void MainWindow::openPalette()
{
    if (m_desk->hidesAnswer())
        return m_palette->open(actionEntries(*m_actions));
    std::vector<PaletteEntry> entries =
        paletteEntries(*m_actions, *m_session, [this](const ViewRef& view) { m_workbench->goTo(view); });
    for (PaletteEntry& entry : recentEntries(m_settings, *m_files))
        entries.push_back(std::move(entry));
    m_palette->open(std::move(entries));
}

void MainWindow::openSample()
{
    m_session->openSample(samplesFolder() + u"/sample"_s);
}

void MainWindow::choose(Side side, bool folder)
{
    m_files->chooseRun(side, folder, [this, side](const QStringList& files) {
        m_start->setPaths(side, files);
        const Side other = side == Side::Baseline ? Side::Current : Side::Baseline;
        if (m_stack->currentWidget() != m_workbench)
            return;
        QStringList paths[2];
        paths[static_cast<std::size_t>(side)] = files;
        paths[static_cast<std::size_t>(other)] = m_session->paths(other);
        m_files->openPair({paths[0], paths[1], {}});
    });
}

void MainWindow::addFile(Side side, const QString& file)
{
    if (!m_session->verdict()) {
        m_start->setPaths(side, withFile(m_start->zone(side)->paths(), file));
        return;
    }
    std::array<QStringList, 2> paths = {m_session->paths(Side::Baseline), m_session->paths(Side::Current)};
    paths[static_cast<std::size_t>(side)] = withFile(m_session->paths(side), file);
    m_session->open(paths[0], paths[1], m_session->overrides(), m_session->notebook().now(), m_document->origin(),
                    m_session->scale().now());
}

void MainWindow::keepSettings()
{
    m_settings.geometry = saveGeometry();
    m_settings.splitter = m_workbench->splitterState();
    saveSettings(m_settings, m_settingsFile);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange && m_settings.theme == ThemeChoice::System)
        m_appearance->systemChanged(style()->standardPalette());
}

}  // namespace headwater
