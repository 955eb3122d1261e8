// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTreeWidget>

#include "app/gui/CommandPalette.h"
#include "app/gui/Recovery.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/MissingPage.h"
#include "app/gui/pages/TimelinePage.h"
#include "core/report/SavedInvestigation.h"
#include "core/workshop/Library.h"
#include "tests/app/gui/WorkshopWindow.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/theme/Format.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ConceptChart.h"
#include "widgets/workshop/ConceptView.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/ExerciseView.h"
#include "widgets/workshop/QuestionView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/StageSheet.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

void choose(QComboBox* box, const char* data)
{
    box->setCurrentIndex(box->findData(QString::fromLatin1(data)));
}

/// Index of the first right, or of the first wrong choice of a question.
int choiceOf(const workshop::Case& opened, std::size_t question, bool right)
{
    const auto facts = workshop::factsOf(opened);
    const auto& choices = opened.questions.at(question).choices;
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i].isRight(facts) == right)
            return static_cast<int>(i);
    return -1;
}

}  // namespace

/// The workshop in the real window, as a student goes through it.
class TestWorkshop : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_start.prepare(); }
    void init() { fixtures::openWorkshop(m_start, m_window); }
    void cleanup() { m_window.reset(); }
    void figuresAreDragged();
    void everyGripIsDragged();
    void figuresByTheKeys();
    void everyIdeaIsShown();
    void aCaseFromAlertToScore();
    void leavingACase();
    void leavingShowsNothing();
    void anotherInvestigationEndsACase();

private:
    void paletteTellsNothing();
    void answerRightly(const workshop::Case& opened);

    fixtures::WorkshopStart m_start;
    std::unique_ptr<MainWindow> m_window;
};

void TestWorkshop::figuresAreDragged()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"barrier"_s);
    ConceptView* view = page->conceptView();
    ConceptChart* chart = view->chart();
    QTRY_VERIFY(chart->isVisible());
    QVERIFY(view->conclusion().contains(u"rank 3"_s));
    const workshop::Library library = workshop::library();
    const workshop::ConceptFigure figure =
        workshop::figureOf(*std::ranges::find(library.concepts, std::string("barrier"), &workshop::Concept::id), {});
    const ConceptLayout layout = chart->chartLayout();
    const QRectF first = layout.segment(0, figure.bars[0].segments[0]);
    const QPoint from(static_cast<int>(first.right()), static_cast<int>(first.center().y()));
    const QPoint to(static_cast<int>(layout.x(58)), from.y());
    QTest::mousePress(chart, Qt::LeftButton, {}, from);
    QTest::mouseMove(chart, to);
    QTest::mouseRelease(chart, Qt::LeftButton, {}, to);
    QVERIFY(view->box(0)->value() > 50);
    QVERIFY2(view->conclusion().contains(u"last to arrive: rank 0"_s), qPrintable(view->conclusion()));
}

/// All seven: each grip where it is painted, dragged sideways, changes a number.
void TestWorkshop::everyGripIsDragged()
{
    WorkshopPage* page = m_window->desk()->page();
    for (const workshop::Concept& idea : workshop::library().concepts) {
        page->choose(QString::fromStdString(idea.id));
        ConceptView* view = page->conceptView();
        ConceptChart* chart = view->chart();
        QTRY_VERIFY(view->box(0)->isVisible());
        const workshop::ConceptFigure figure = workshop::figureOf(idea, {});
        for (std::size_t row = 0; row < figure.bars.size(); ++row) {
            const workshop::ConceptBar& bar = figure.bars[row];
            if (bar.handle < 0)
                continue;
            QDoubleSpinBox* box = view->box(static_cast<std::size_t>(bar.handle));
            const double before = box->value();
            const ConceptLayout layout = chart->chartLayout();
            const QPoint from = QPointF(layout.x(bar.gripAt()), layout.bar(row).center().y()).toPoint();
            bool moved = false;
            for (const double to : {layout.plot.left(), layout.plot.right() + 60}) {
                QTest::mousePress(chart, Qt::LeftButton, {}, from);
                QTest::mouseMove(chart, QPoint(static_cast<int>(to), from.y()));
                QTest::mouseRelease(chart, Qt::LeftButton, {}, QPoint(static_cast<int>(to), from.y()));
                moved = moved || box->value() != before;
                box->setValue(before);
            }
            QVERIFY2(moved, (idea.id + " " + bar.label.en).c_str());
        }
    }
}

void TestWorkshop::figuresByTheKeys()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"overlap"_s);
    ConceptView* view = page->conceptView();
    view->chart()->setFocus();  // the first bar that moves is chosen
    const double before = view->box(0)->value();
    QTest::keyClick(view->chart(), Qt::Key_Left);
    QCOMPARE(view->box(0)->value(), before - 1);
    view->box(1)->setValue(80);
    QVERIFY(view->conclusion().contains(u"sticks out"_s));
    QCOMPARE(view->chart()->accessibleRows().size(), std::size_t(3));
    QVERIFY(view->chart()->table().contains(u"exposed"_s));
}

void TestWorkshop::everyIdeaIsShown()
{
    WorkshopPage* page = m_window->desk()->page();
    for (const workshop::Concept& idea : workshop::library().concepts) {
        page->choose(QString::fromStdString(idea.id));
        QVERIFY(page->conceptView()->isVisible());
        QVERIFY2(!page->conceptView()->conclusion().isEmpty(), idea.id.c_str());
        QTRY_VERIFY(page->conceptView()->box(0)->isVisible());  // a layout shows what it was given later
    }
    page->choose(u"first-regression"_s);
    QVERIFY(!page->startButton()->isVisible());
    QVERIFY(page->exercise()->isVisible());
}

/// Neither what the search offers nor a reference leads to the answer.
void TestWorkshop::paletteTellsNothing()
{
    Workbench* bench = m_window->workbench();
    const QString shown = bench->pageShown();
    CommandPalette* palette = m_window->commandPalette();
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(palette->isVisible());
    QStringList offered;
    for (int row = 0; row < palette->list()->model()->rowCount(); ++row)
        offered << palette->list()->model()->index(row, 0).data().toString();
    QVERIFY(!offered.isEmpty());
    QVERIFY(!offered.contains(u"Overview"_s));
    const Verdict& verdict = *m_window->session().verdict();
    for (const StageVerdict& stage : verdict.stages)
        QVERIFY(!offered.contains(format::text(stage.stage)));
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings)
            QVERIFY2(!offered.contains(format::text(finding.statement)), finding.statement.english().c_str());
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    bench->showPage(u"overview"_s);
    ViewRef answer;
    answer.page = "overview";
    bench->goTo(answer);
    QCOMPARE(bench->pageShown(), shown);
    QVERIFY(!m_window->startPage()->isVisible());
}

/// Goes through the questions; takes a wrong turn at the first and back.
void TestWorkshop::answerRightly(const workshop::Case& opened)
{
    CasePanel* panel = m_window->desk()->panel();
    Workbench* bench = m_window->workbench();
    const auto* timeline = qobject_cast<TimelinePage*>(bench->page(u"timeline"_s));
    for (std::size_t i = 0; i < opened.questions.size(); ++i) {
        QVERIFY(bench->isVisible());
        QVERIFY(!bench->rail()->isVisible());
        QVERIFY(bench->pageShown() != u"overview"_s);
        QVERIFY(panel->times()->isVisible() && panel->times()->text().contains(u"slowest<br>rank"_s));
        QVERIFY(panel->times()->text().contains(u"\u00a0ms</td>"_s));  // a unit does not wrap away from its number
        QVERIFY(!panel->next()->isEnabled());
        if (i == 0) {
            paletteTellsNothing();
            panel->question()->choose(choiceOf(opened, i, false));
            QVERIFY(panel->question()->feedback().contains(u"Wrong turn"_s));
            QVERIFY(!panel->next()->isEnabled());
        }
        if (opened.questions[i].node == "timeline") {
            QTRY_VERIFY_WITH_TIMEOUT(timeline->view()->data() != nullptr, 120'000);
            QCOMPARE(timeline->view()->data()->flagged, std::string());
            QTest::qWait(500);  // the times of a marked stage are found beside the window
            QVERIFY(timeline->view()->state().stageTimes == nullptr);
        }
        QCOMPARE(m_window->session().view().stage, std::string());
        m_window->session().setEpsilon(70'000 + static_cast<std::int64_t>(i));  // judged again, as after drilling down
        QCOMPARE(m_window->session().view().stage, std::string());
        panel->question()->choose(choiceOf(opened, i, true));
        QVERIFY(panel->next()->isEnabled());
        QTest::mouseClick(panel->next(), Qt::LeftButton);
    }
}

void TestWorkshop::aCaseFromAlertToScore()
{
    const workshop::Library library = workshop::library();
    const auto opened = workshop::openCase(*library.find("new-image"), library.questions);
    WorkshopDesk* desk = m_window->desk();
    CasePanel* panel = desk->panel();
    desk->page()->choose(u"new-image"_s);
    QTest::mouseClick(desk->page()->startButton(), Qt::LeftButton);
    QVERIFY(panel->isVisible());
    QVERIFY(desk->hidesAnswer());

    // Nothing is shown before somebody predicts, and says why.
    choose(panel->prediction(), "backward");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    QVERIFY(!panel->next()->isEnabled());
    QVERIFY(desk->page()->isVisible());
    panel->reason()->setPlainText(u"It takes longest."_s);
    QTRY_VERIFY(panel->next()->isEnabled());

    QTest::mouseClick(panel->next(), Qt::LeftButton);
    answerRightly(*opened);
    if (QTest::currentTestFailed())
        return;
    ConclusionForm* form = panel->conclusion();
    QVERIFY(form->isVisible() && panel->times()->isVisible());
    choose(form->stage(), "forward");
    choose(form->scope(), "systemic");
    choose(form->layer(), "timeline");
    choose(form->outcome(), "device-compute");
    panel->why()->editor()->setPlainText(u"Embedding is within its tolerance; measured."_s);
    panel->nextExperiment()->editor()->setPlainText(u"The old runtime, all else the same."_s);
    QVERIFY(!panel->why()->boxes().front()->isVisible());  // the model answer would tell
    QTest::mouseClick(panel->next(), Qt::LeftButton);

    QVERIFY(panel->isRevealed() && !desk->hidesAnswer());
    Workbench* bench = m_window->workbench();
    const auto* timeline = qobject_cast<TimelinePage*>(bench->page(u"timeline"_s));
    QTRY_COMPARE_WITH_TIMEOUT(timeline->view()->data()->flagged, std::string("forward"), 120'000);
    QVERIFY(bench->rail()->isVisible());
    QCOMPARE(m_window->session().view().stage, std::string("forward"));
    QCOMPARE(bench->pageShown(), u"overview"_s);
    QCOMPARE(panel->grade().total, 6.5);  // nothing ticked yet, one wrong turn
    QCOMPARE(panel->score()->text().count(u"Not judged yet: nothing is ticked."_s), 2);
    QVERIFY(!panel->score()->text().contains(u"Not mentioned"_s));  // nobody has read the texts
    fixtures::tickAll(panel->why());
    fixtures::tickAll(panel->nextExperiment());
    QCOMPARE(panel->grade().total, 9.5);
    QVERIFY(panel->grade().passed());
    QVERIFY2(panel->score()->text().contains(u"9.5 / 10, passed"_s), qPrintable(panel->score()->text()));
    QVERIFY(panel->score()->text().contains(
        u"You predicted backward. The first that regressed is forward, earlier by 2"_s));
    QVERIFY(panel->score()->text().contains(u"It takes longest."_s));
    QVERIFY(panel->score()->text().contains(u"Attention kernels"_s));
    QVERIFY(panel->score()->text().contains(u"Wrong turns, in the order taken"_s));
    QVERIFY2(panel->score()->text().contains(u"Costs 0.5: it was the first choice"_s),
             qPrintable(panel->score()->text()));
    QVERIFY(panel->score()->text().contains(u"Only the first choice at each question counts"_s));
    QVERIFY(panel->progress()->text().contains(u"9.5"_s));
    QVERIFY(panel->saveButton()->isVisible());
    const workshop::Answers answers = panel->answers();
    QCOMPARE(answers.predictedStage, std::string("backward"));
    QCOMPARE(answers.decisions.at("alert").size(), std::size_t(2));
}

void TestWorkshop::leavingACase()
{
    WorkshopDesk* desk = m_window->desk();
    desk->start(u"two-nights"_s);
    QVERIFY(desk->hidesAnswer());
    for (QPushButton* button : desk->panel()->findChildren<QPushButton*>())
        if (button->text() == u"Leave"_s)
            QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!desk->hidesAnswer());
    QVERIFY(!desk->panel()->isVisible());
    QVERIFY(desk->page()->isVisible());
}

/// Whoever leaves before the reveal finds nothing of the case open; the pages would tell.
void TestWorkshop::leavingShowsNothing()
{
    WorkshopDesk* desk = m_window->desk();
    desk->start(u"moving-day"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    emit desk->panel()->left();
    QVERIFY(!desk->hidesAnswer());
    QCOMPARE(m_window->session().phase(), Session::Phase::Empty);
    QVERIFY(m_window->session().verdict() == nullptr);
    QVERIFY(desk->page()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!m_window->workbench()->isVisible());
    QVERIFY(!fixtures::actionNamed(*m_window, u"Overview"_s)->isEnabled());
    QVERIFY(!fixtures::actionNamed(*m_window, u"Undo"_s)->isEnabled());
    m_window->stop();  // writes the settings
    QVERIFY(loadSettings(m_start.folder.filePath(u"settings.ini"_s)).recent.isEmpty());
    // The same window takes the next runs.
    m_window->openSample();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    QVERIFY(m_window->workbench()->isVisible());
}

void TestWorkshop::anotherInvestigationEndsACase()
{
    const auto status = [this] {
        QStringList said;
        for (const QLabel* label : m_window->statusBar()->findChildren<QLabel*>())
            said << label->text();
        return said.join(u' ');
    };
    const QString recovery = m_start.folder.filePath(u"state/headwater/recovery"_s);
    const auto kept = [&recovery] { return QDir(recovery).entryList({u"*.headwater"_s}, QDir::Files); };
    QVERIFY2(status().contains(u"Drop two folders"_s), qPrintable(status()));
    WorkshopDesk* desk = m_window->desk();
    desk->start(u"moving-day"_s);
    QVERIFY2(status().contains(desk->caseTitle()) && !desk->caseTitle().isEmpty(), qPrintable(status()));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    QVERIFY(status().contains(desk->caseTitle()) && !status().contains(u"events"_s));
    // A window that dies now leaves nothing to be offered.
    m_window->session().setEpsilon(70'000);
    QTest::qWait(4'000);  // the copy is written after three seconds
    QCOMPARE(kept(), QStringList());
    m_window->recovery().keepNow();
    QCOMPARE(kept(), QStringList());
    // An investigation without its inputs takes the place of the case, its panel too.
    SavedInvestigation saved;
    saved.baseline = {"/nowhere/a"};
    saved.current = {"/nowhere/b"};
    const QString file = m_start.folder.filePath(u"lost.headwater"_s);
    QVERIFY(saveInvestigation(saved, file.toStdString()));
    m_window->session().openInvestigation(file);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->missingPage()->isVisible(), 60'000);
    QVERIFY(!desk->hidesAnswer() && !desk->panel()->isVisible());
    QVERIFY2(status().contains(u"Drop two folders"_s), qPrintable(status()));
    QVERIFY(m_window->session().verdict() == nullptr);  // untold
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWorkshop)
#include "tst_gui_Workshop.moc"
