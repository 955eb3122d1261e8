// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/MainWindow.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/RunChip.h"
#include "app/gui/ViewHistory.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/OverviewPage.h"
#include "core/report/Report.h"
#include "core/report/model/VerdictReport.h"
#include "tests/app/gui/StageMetrics.h"
#include "tests/app/gui/WindowTest.h"
#include "tests/app/gui/Workshop.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/charts/StepSeriesChart.h"
#include "widgets/panels/FindingsPanel.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/NotesPanel.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestShell : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeRuns(); }
    void init() { makeWindow(); }
    void cleanup() { m_window.reset(); }
    void historyIsABrowsers();
    void backAndForwardByKeyAndMouse();
    void stepsAreSelectedByMouseAndKey();
    void aFindingSelectsItsEvidence();
    void findingsAreDismissedWithAReasonAndUndone();
    void notesArePinnedToTheSelection();
    void bookmarksBringBackAView();
    void aFailingLayerAsksOnceForAReason();
    void runsAreNamedWhole();
    void keysAskForTheReasonToo();
    void theRailProposesTheNextStep();
    void savedNotesComeBack();
    void movedRunsAreOfferedAndOpened();
};

void TestShell::historyIsABrowsers()
{
    const auto at = [](const char* stage) {
        ViewRef view;
        view.stage = stage;
        return view;
    };
    ViewHistory history;
    QVERIFY(!history.canGoBack() && !history.canGoForward());
    for (const char* stage : {"a", "a", "b", "c"})
        history.visit(at(stage));
    QCOMPARE(history.back().stage, std::string("b"));
    QCOMPARE(history.back().stage, std::string("a"));
    QVERIFY(!history.canGoBack());
    QCOMPARE(history.forward().stage, std::string("b"));
    history.visit(at("d"));
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back().stage, std::string("b"));
    for (int i = 0; i < 500; ++i)
        history.visit(at(std::to_string(i).c_str()));
    int steps = 0;
    for (; history.canGoBack(); ++steps)
        history.back();
    QCOMPARE(steps, 199);
}

void TestShell::backAndForwardByKeyAndMouse()
{
    open(m_fine, m_slow);
    StageBarChart* chart = bench()->overview()->chart();
    const auto click = [chart](std::size_t column) {
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->chartLayout().columns[column].bar[1].center().toPoint());
    };
    click(0);
    click(2);
    QTest::keyClick(m_window.get(), Qt::Key_8, Qt::ControlModifier);
    QCOMPARE(bench()->pageShown(), u"inputs"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(bench()->pageShown(), u"overview"_s);
    QCOMPARE(chart->selected(), 2);
    QTest::mouseClick(chart, Qt::BackButton, {}, chart->rect().center());
    QCOMPARE(chart->selected(), 0);
    QTest::mouseClick(chart, Qt::ForwardButton, {}, chart->rect().center());
    QCOMPARE(chart->selected(), 2);
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(bench()->pageShown(), u"inputs"_s);
}

void TestShell::stepsAreSelectedByMouseAndKey()
{
    open(m_fine, m_slow);
    StepSeriesChart* series = bench()->overview()->findChild<StepSeriesChart*>();
    const StepSeriesLayout layout = series->chartLayout();
    QTest::mouseClick(series, Qt::LeftButton, {}, QPointF(layout.x(7), layout.plot.center().y()).toPoint());
    QVERIFY(view().steps == (StepRange{7, 7}));
    QCOMPARE(view().stage, std::string("forward"));
    const QPoint band(static_cast<int>(layout.x(7)) + 3, static_cast<int>(layout.plot.bottom()) - 5);
    const QImage selected = series->grab().toImage();
    QTest::keyClick(series, Qt::Key_Home);
    QTest::keyClick(series, Qt::Key_Return);
    QVERIFY(view().steps == (StepRange{0, 0}));
    QVERIFY(series->grab().toImage().pixelColor(band) != selected.pixelColor(band));
    QTest::keyClick(series, Qt::Key_Return);
    QVERIFY(!view().steps);
}

void TestShell::aFindingSelectsItsEvidence()
{
    open(m_fine, m_slow);
    const auto cards = bench()->findings()->cards();
    QVERIFY(!cards.empty());
    FindingCard* card = cards.front();
    QTest::mouseClick(card, Qt::LeftButton, {}, QPoint(20, card->height() - 8));
    QCOMPARE(QString::fromStdString(view().finding), card->id());
    QVERIFY(card->selected());
    QVERIFY(!view().page.empty());
    QTest::keyClick(cards.back(), Qt::Key_Return);
    QCOMPARE(QString::fromStdString(view().finding), cards.back()->id());
    QVERIFY(!card->selected() || card->id() == cards.back()->id());
}

void TestShell::findingsAreDismissedWithAReasonAndUndone()
{
    open(m_fine, m_slow);
    const QString id = bench()->findings()->cards().front()->id();
    const auto card = [&]() -> FindingCard* {
        for (FindingCard* one : bench()->findings()->cards())
            if (one->id() == id)
                return one;
        return nullptr;
    };
    card()->menu()->actions().at(1)->trigger();
    QVERIFY(fixtures::answer(m_window.get(), u"   "_s));
    QVERIFY(m_window->session().notebook().now().empty());  // no reason, no dismissal
    auto* question = m_window->findChild<QInputDialog*>();
    QVERIFY(question && question->isVisible());  // it waits for one
    QTest::keyClick(question, Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    card()->menu()->actions().at(1)->trigger();
    QVERIFY(fixtures::answer(m_window.get(), u"known since May"_s));
    const FindingDecision said = decisionOn(m_window->session().notebook().now(), id.toStdString());
    QCOMPARE(said.mark, FindingMark::Dismissed);
    QCOMPARE(said.reason, std::string("known since May"));
    QVERIFY(card());  // kept
    bool struck = false;
    bool reason = false;
    for (const QLabel* label : card()->findChildren<QLabel*>()) {
        struck |= label->font().strikeOut();
        reason |= label->text().contains(u"known since May"_s);
    }
    QVERIFY(struck && reason);
    card()->menu()->actions().at(2)->trigger();
    QVERIFY(fixtures::answer(m_window.get(), u"ask Ann"_s));
    QCOMPARE(m_window->session().notebook().now().decisions.front().annotation, std::string("ask Ann"));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(m_window->session().notebook().now().empty());
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(decisionOn(m_window->session().notebook().now(), id.toStdString()).mark, FindingMark::Dismissed);
    card()->menu()->actions().at(0)->trigger();
    QCOMPARE(decisionOn(m_window->session().notebook().now(), id.toStdString()).mark, FindingMark::Accepted);
}

void TestShell::notesArePinnedToTheSelection()
{
    open(m_fine, m_slow);
    StageBarChart* chart = bench()->overview()->chart();
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->chartLayout().columns[2].bar[1].center().toPoint());
    const ViewRef there = view();
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"see <b>this</b> & that"_s));
    QCOMPARE(m_window->session().notebook().now().notes.size(), 1U);
    QVERIFY(m_window->session().notebook().now().notes[0].at == there);
    QCOMPARE(bench()->notes()->entries().size(), 1U);
    QTest::keyClick(chart, Qt::Key_Home);
    QVERIFY(view() != there);
    QTest::mouseClick(bench()->notes()->entries()[0], Qt::LeftButton);
    QVERIFY(view() == there);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(bench()->notes()->entries().empty());
}

void TestShell::bookmarksBringBackAView()
{
    open(m_fine, m_slow);
    QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"first"_s));
    const ViewRef there = view();
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QTest::mouseClick(bench()->notes()->entries()[0], Qt::LeftButton);
    QVERIFY(view() == there);
    QCOMPARE(bench()->pageShown(), u"overview"_s);
}

void TestShell::aFailingLayerAsksOnceForAReason()
{
    open(m_broken + u"/baseline"_s, m_broken + u"/current"_s);
    const auto& nodes = bench()->rail()->nodes();
    QCOMPARE(m_window->session().verdict()->layers[0].status, LayerStatus::Fail);
    QVERIFY(!nodes[1]->node().conditional);
    for (const std::size_t later : {2, 3, 4, 5})
        QVERIFY(nodes[later]->node().conditional);
    QCOMPARE(m_window->session().verdict()->outcomeNode, std::string("correctness"));
    QVERIFY(!nodes[6]->node().conditional);       // that fault is the outcome
    QTest::mouseClick(nodes[1], Qt::LeftButton);  // the failing layer itself is open to all
    QVERIFY(nodes[1]->isChecked());
    QTest::mouseClick(nodes[3], Qt::LeftButton, {}, QPoint(10, 10));
    QVERIFY(!nodes[3]->isChecked());
    QVERIFY(fixtures::answer(m_window.get(), u"loss is seeded anew"_s));
    QVERIFY(nodes[3]->isChecked());
    const auto& continued = m_window->session().notebook().now().continued;
    QCOMPARE(continued.size(), 1U);
    QCOMPARE(continued[0].layer, LayerId::Correctness);
    QCOMPARE(continued[0].reason, std::string("loss is seeded anew"));
    QTest::mouseClick(nodes[5], Qt::LeftButton, {}, QPoint(10, 10));
    QVERIFY(nodes[5]->isChecked());  // asked once
    QVERIFY(markdown(report::verdictReport({*m_window->session().verdict()})).find("loss is seeded anew") !=
            std::string::npos);
    QVERIFY(verdictJson(*m_window->session().verdict()).find("loss is seeded anew") != std::string::npos);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(continued.empty());
    QVERIFY(verdictJson(*m_window->session().verdict()).find("loss is seeded anew") == std::string::npos);
}

void TestShell::runsAreNamedWhole()
{
    m_window->resize(1'280, 800);
    open(m_fine, m_slow);
    QCoreApplication::sendPostedEvents();
    for (const RunChip* chip : m_window->findChildren<RunChip*>())
        QCOMPARE(chip->width(), chip->sizeHint().width());
}

void TestShell::keysAskForTheReasonToo()
{
    open(m_broken + u"/baseline"_s, m_broken + u"/current"_s);
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);  // the failing layer itself is open to all
    QCOMPARE(bench()->pageShown(), u"correctness"_s);
    QTest::keyClick(m_window.get(), Qt::Key_6, Qt::ControlModifier);
    QCOMPARE(bench()->pageShown(), u"correctness"_s);
    QVERIFY(fixtures::answer(m_window.get(), u"only to look"_s));
    QCOMPARE(bench()->pageShown(), u"stragglers"_s);
    QCOMPARE(m_window->session().notebook().now().continued.size(), 1U);
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(bench()->pageShown(), u"timeline"_s);                                 // asked once
    QCOMPARE(m_window->focusWidget(), bench()->page(u"timeline"_s)->keyTarget());  // W A S D work at once
}

void TestShell::theRailProposesTheNextStep()
{
    open(m_broken + u"/baseline"_s, m_broken + u"/current"_s);
    FlowRail* rail = bench()->rail();
    QVERIFY(rail->nodes()[1]->node().proposed);
    QVERIFY(rail->proposal()->isVisible());
    QTest::mouseClick(rail->proposal(), Qt::LeftButton);
    QVERIFY(rail->nodes()[1]->isChecked());
    FlowNode* node = rail->nodes()[1];
    QVERIFY(!node->node().facts.isEmpty());
    const int folded = node->height();
    QTest::mouseClick(node, Qt::LeftButton, {}, node->nodeLayout().chevron.center().toPoint());
    QVERIFY(node->expanded());
    QTRY_VERIFY(node->height() > folded);
    QTest::keyClick(node, Qt::Key_Left);
    QVERIFY(!node->expanded());
    QTest::keyClick(node, Qt::Key_Right);
    QVERIFY(node->expanded());
}

void TestShell::savedNotesComeBack()
{
    open(m_fine, m_slow);
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"remember"_s));
    const QString file = m_folder.filePath(u"saved.headwater"_s);
    QVERIFY(m_window->session().save(file));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    m_window->session().openInvestigation(file);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().notebook().now().notes.size(), 1U, 60'000);
    QCOMPARE(m_window->session().notebook().now().notes[0].text, std::string("remember"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 60'000);
    // Another pair has nothing to do with these notes.
    open(m_slow, m_fine);
    QVERIFY(m_window->session().notebook().now().empty());
}

void TestShell::movedRunsAreOfferedAndOpened()
{
    const QDir dir(m_folder.path());
    QVERIFY(dir.mkpath(u"was"_s));
    const QString fine = fixtures::writeMetrics(QDir(dir.filePath(u"was"_s)), u"a.csv"_s, 24, 20);
    const QString slow = fixtures::writeMetrics(QDir(dir.filePath(u"was"_s)), u"b.csv"_s, 24, 27);
    open(fine, slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().saved().prints.size() == 2, 30'000);
    QVERIFY(dir.mkpath(u"now"_s));
    const QString file = dir.filePath(u"now/x.headwater"_s);
    QVERIFY(m_window->session().save(file));
    QVERIFY(QDir().rename(dir.filePath(u"was"_s), dir.filePath(u"now/there"_s)));
    QVERIFY(fixtures::drop(m_window.get(), {file}));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->offerBar()->isVisible(), 30'000);
    QTest::mouseClick(m_window->offerBar()->acceptButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->session().paths(Side::Current), QStringList{dir.filePath(u"now/there/b.csv"_s)});
}

}  // namespace headwater

QTEST_MAIN(headwater::TestShell)
#include "tst_gui_Shell.moc"
