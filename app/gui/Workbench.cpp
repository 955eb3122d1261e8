// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Workbench.h"

#include <algorithm>

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/gui/Actions.h"
#include "app/gui/Guide.h"
#include "app/gui/NoteKeeper.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/PageTable.h"
#include "app/gui/Question.h"
#include "app/gui/RailPanel.h"
#include "app/gui/ReferenceTrouble.h"
#include "app/gui/TopBar.h"
#include "app/gui/pages/InputsPage.h"
#include "app/gui/pages/OverviewPage.h"
#include "widgets/models/FindingView.h"
#include "widgets/panels/FindingsPanel.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/NotesPanel.h"
#include "widgets/theme/ElidedLabel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QFrame* panel(const QString& edge, QWidget* parent)
{
    auto* frame = new QFrame(parent);
    frame->setProperty("surface", u"panel"_s);
    frame->setProperty("edge", edge);
    return frame;
}

}  // namespace

Workbench::Workbench(Session& session, const Actions& actions, QWidget* parent) : QWidget(parent), m_session(session)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_top = new TopBar(actions, this);
    column->addWidget(m_top);
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    column->addWidget(m_splitter, 1);
    buildRail(actions);
    buildMiddle(actions);
    buildFindings(actions);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setStretchFactor(2, 0);
    boundWidths();
    connectSession();
    showPage(pageTable().front().name);
}

void Workbench::buildRail(const Actions& actions)
{
    m_railBox = new RailPanel(actions, m_splitter);
    m_splitter->addWidget(m_railBox);
    m_guide = new Guide(m_session, *m_railBox->rail(), this);
    connect(m_guide, &Guide::pageWanted, this, &Workbench::showPage);
}

FlowRail* Workbench::rail() const
{
    return m_railBox->rail();
}

QWidget* Workbench::makeBusy(QWidget* parent)
{
    m_busyBox = new QWidget(parent);
    const int line = fontMetrics().height();
    auto* row = new QHBoxLayout(m_busyBox);
    row->setContentsMargins(line * 5 / 4, line / 3, line * 5 / 4, line / 3);
    row->setSpacing(line);
    m_activity = new ElidedLabel(m_busyBox);
    m_activity->setTextFormat(Qt::PlainText);
    m_activity->setProperty("tone", u"muted"_s);
    m_activity->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_busy = new QProgressBar(m_busyBox);
    m_busy->setTextVisible(false);
    m_busy->setRange(0, 1000);
    m_busy->setAccessibleName(tr("Computing the verdict"));
    m_cancel = new QPushButton(tr("Cancel"), m_busyBox);
    m_cancel->setToolTip(tr("Keep what is shown (Esc)"));
    row->addWidget(m_activity, 2);
    row->addWidget(m_busy, 3);
    row->addWidget(m_cancel);
    m_busyBox->hide();
    connect(m_cancel, &QPushButton::clicked, &m_session, &Session::cancel);
    return m_busyBox;
}

void Workbench::showBusy(double fraction, const QString& activity)
{
    m_busy->setValue(static_cast<int>(fraction * 1000));
    m_activity->setText(format::text(activity.toStdString()));
}

void Workbench::buildMiddle(const Actions& actions)
{
    auto* middle = new QWidget(m_splitter);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_notice = new NoticeBar(middle);
    m_pages = new QStackedWidget(middle);
    for (const PageRow& row : pageTable()) {
        Page* page = row.make(m_session, actions, m_pages);
        m_pages->addWidget(page);
        connect(page, &Page::viewWanted, this, &Workbench::select);
    }
    m_stale.assign(pageTable().size(), true);
    connect(overview(), &OverviewPage::acknowledgeRequested, this, &Workbench::askAcknowledgement);
    column->addWidget(makeBusy(middle));
    column->addWidget(m_notice);
    column->addWidget(m_pages, 1);
    m_splitter->addWidget(middle);
}

void Workbench::buildFindings(const Actions& actions)
{
    QFrame* frame = panel(u"left"_s, m_splitter);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(1, 0, 0, 0);
    m_findings = new FindingsPanel(frame);
    column->addWidget(m_findings);
    m_findingsBox = frame;
    m_splitter->addWidget(frame);
    m_notes = new NotesPanel(frame);
    column->addWidget(m_notes);
    auto* keeper = new NoteKeeper(m_session, actions, this);
    connect(m_findings, &FindingsPanel::showAllRequested, m_guide, &Guide::showAll);
    connect(m_findings, &FindingsPanel::findingChosen, this, &Workbench::chooseFinding);
    connect(m_findings, &FindingsPanel::actionWanted, keeper, &NoteKeeper::decide);
    connect(m_guide, &Guide::layerChosen, m_findings, &FindingsPanel::setLayer);
    connect(m_notes, &NotesPanel::viewWanted, this, &Workbench::follow);
    connect(m_notes, &NotesPanel::editWanted, keeper, &NoteKeeper::edit);
    connect(m_notes, &NotesPanel::removeWanted, keeper, &NoteKeeper::remove);
    connect(keeper, &NoteKeeper::viewWanted, this, &Workbench::follow);
    connect(keeper, &NoteKeeper::failed, this, &Workbench::showNotice);
    connect(keeper, &NoteKeeper::told, this, &Workbench::told);
    connect(&m_session.notebook(), &Notebook::changed, this, [this] {
        m_findings->setNotes(m_session.notebook().now());
        m_notes->setNotes(m_session.notebook().now());
    });
}

void Workbench::connectSession()
{
    connect(&m_session, &Session::verdictChanged, this, &Workbench::showVerdict);
    connect(&m_session, &Session::viewChanged, this, &Workbench::showView);
    connect(&m_session, &Session::phaseChanged, this, [this](Session::Phase phase) {
        const bool busy = phase == Session::Phase::Analysing || phase == Session::Phase::Rereading;
        m_busyBox->setVisible(busy);
        if (phase == Session::Phase::Rereading)
            m_read = {};
        if (busy)
            showBusy(0, phase == Session::Phase::Rereading ? tr("reading again") : tr("computing the verdict"));
        m_top->show(m_session.verdict(), m_session.policy(), m_session.stages());
    });
    connect(&m_session, &Session::analysisProgress, this,
            [this](double fraction, const QString& activity) { showBusy(fraction, activity); });
    connect(&m_session, &Session::loadProgress, this, [this](Side side, double fraction, const QString& activity) {
        m_read[static_cast<std::size_t>(side)] = fraction;
        if (m_session.phase() == Session::Phase::Rereading)
            showBusy((m_read[0] + m_read[1]) / 2, activity);
    });
    connect(&m_session, &Session::overridesChanged, this,
            [this] { m_top->show(m_session.verdict(), m_session.policy(), m_session.stages()); });
    connect(m_top, &TopBar::epsilonMoved, &m_session, &Session::setEpsilon);
    connect(m_top, &TopBar::statisticChosen, &m_session, &Session::setStatistic);
    connect(m_top, &TopBar::stagesChosen, &m_session, &Session::setStages);
    connect(m_top, &TopBar::ruleFileWanted, this, [this] {
        m_top->show(m_session.verdict(), m_session.policy(), m_session.stages());
        emit ruleFileWanted();
    });
    connect(m_top, &TopBar::chipClicked, this, &Workbench::sideWanted);
}

void Workbench::showVerdict()
{
    const VerdictPtr& verdict = m_session.verdict();
    m_notice->hide();
    m_top->show(verdict, m_session.policy(), m_session.stages());
    m_findings->setVerdict(verdict);
    m_stale.assign(m_stale.size(), true);
    refreshPage();
}

void Workbench::refreshPage()
{
    const auto index = static_cast<std::size_t>(m_pages->currentIndex());
    if (!m_session.verdict() || !m_stale[index])
        return;
    m_stale[index] = false;
    auto* page = static_cast<Page*>(m_pages->currentWidget());
    page->setResult(m_session.pair(), m_session.verdict());
    page->showView(m_session.view());
}

/// A page that has not seen the result yet learns of the view when it does.
void Workbench::showView(const ViewRef& view)
{
    if (!view.page.empty())
        setPage(QString::fromStdString(view.page));
    m_findings->setSelected(QString::fromStdString(view.finding));
    for (std::size_t i = 0; i < m_stale.size(); ++i)
        if (!m_stale[i])
            static_cast<Page*>(m_pages->widget(static_cast<int>(i)))->showView(view);
}

void Workbench::goTo(ViewRef view)
{
    if (view.page.empty())
        view.page = pageShown().toStdString();
    m_session.setView(view);
}

void Workbench::follow(ViewRef view)
{
    const QString trouble =
        m_session.verdict() ? referenceTrouble(view, *m_session.verdict(), m_session.pair()) : QString();
    if (!page(QString::fromStdString(view.page)))
        view.page.clear();
    view.runs = {};
    goTo(std::move(view));
    if (!trouble.isEmpty())
        showNotice(trouble);
}

void Workbench::select(const ViewRef& wish, ViewPart emptied)
{
    ViewRef whole = wish;
    const VerdictPtr& verdict = m_session.verdict();  // null where there is a plan at scale alone
    if (const Finding* finding = verdict ? findingOf(*verdict, wish.finding) : nullptr) {
        whole = viewOf(*finding, *verdict);
        whole.page = wish.page;
        whole.ranks = wish.ranks.empty() ? whole.ranks : wish.ranks;
        whole.steps = wish.steps ? wish.steps : whole.steps;
    }
    goTo(merged(m_session.view(), whole, emptied));
}

void Workbench::chooseFinding(const QString& id)
{
    ViewRef wish;
    wish.finding = id.toStdString();
    select(wish);
}

void Workbench::askAcknowledgement()
{
    askForText(this, tr("Judge all the same"),
               tr("The runs differ in more than one thing. Why may they be compared?\n"
                  "Your reason is kept in the verdict and in every report."),
               tr("Acknowledge"), {}, [this](const QString& reason) { m_session.acknowledge(reason); });
}

void Workbench::showPage(const QString& name)
{
    ViewRef view = m_session.view();
    view.page = name.toStdString();
    if (page(name))
        m_session.setView(view);
}

void Workbench::setPage(const QString& name)
{
    Page* wanted = page(name);
    if (!wanted || (!m_only.isEmpty() && name != m_only))
        return;
    m_pages->setCurrentWidget(wanted);
    refreshPage();
    emit pageChanged(name);
}

QString Workbench::pageShown() const
{
    return pageTable()[static_cast<std::size_t>(m_pages->currentIndex())].name;
}

Page* Workbench::page(const QString& name) const
{
    const auto& table = pageTable();
    const auto row = std::find_if(table.begin(), table.end(), [&name](const PageRow& one) { return one.name == name; });
    return row == table.end() ? nullptr : static_cast<Page*>(m_pages->widget(static_cast<int>(row - table.begin())));
}

InputsPage* Workbench::inputs() const
{
    return static_cast<InputsPage*>(page(u"inputs"_s));
}

OverviewPage* Workbench::overview() const
{
    return static_cast<OverviewPage*>(page(u"overview"_s));
}

void Workbench::setFindingsShown(bool shown)
{
    m_findingsWanted = shown;
    // In a small window the answer needs the room more.
    m_findingsBox->setVisible(shown && m_only.isEmpty() && width() >= fontMetrics().averageCharWidth() * 150);
}

void Workbench::showOnly(const QString& page)
{
    m_only = page;
    for (QWidget* one : m_pages->findChildren<Page*>(Qt::FindDirectChildrenOnly))  // a case needs the room beside
        one->setSizePolicy(page.isEmpty() || one == this->page(page) ? QSizePolicy::Preferred : QSizePolicy::Ignored,
                           QSizePolicy::Preferred);
    m_railBox->setVisible(page.isEmpty());
    m_top->setVisible(page.isEmpty());
    setFindingsShown(m_findingsWanted);
    showPage(page);
}

/// The columns beside the page, in characters of the font as it is.
void Workbench::boundWidths()
{
    const int character = fontMetrics().averageCharWidth();
    m_railBox->setMaximumWidth(character * 50);
    m_findingsBox->setMinimumWidth(character * 34);
    m_findingsBox->setMaximumWidth(character * 70);
}

void Workbench::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_findingsBox)
        boundWidths();
}

QSize Workbench::minimumSizeHint() const
{
    QSize size = QWidget::minimumSizeHint();
    if (m_findingsBox->isVisibleTo(this))
        size.rwidth() -= m_findingsBox->minimumWidth();
    return size;
}

void Workbench::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setFindingsShown(m_findingsWanted);
}

void Workbench::showNotice(const QString& text)
{
    m_notice->showText(text);
}

QByteArray Workbench::splitterState() const
{
    return m_splitter->saveState();
}

void Workbench::restoreSplitter(const QByteArray& state)
{
    if (!state.isEmpty())
        m_splitter->restoreState(state);
}

}  // namespace headwater
