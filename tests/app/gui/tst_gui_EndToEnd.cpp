// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QWindow>

#include "app/gui/SavedLabel.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/StartPage.h"
#include "tests/app/gui/Investigation.h"
#include "tests/app/gui/Workshop.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/panels/FindingsPanel.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/NotesPanel.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// One investigation from the first click to the next day, in a real window with mouse and keys.
class TestEndToEnd : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup() { m_window.reset(); }
    void aWholeInvestigation();

private:
    void openWindow();
    void compareDroppedRuns();
    void downTheFlowchart();
    void dismissTheFirstFinding();
    void writeDown();
    void chooseFile(const QString& path);
    void everythingIsThere();
    [[nodiscard]] Workbench* bench() const { return m_window->workbench(); }
    [[nodiscard]] const Notes& notes() const { return m_window->session().notebook().now(); }
    void key(int key, Qt::KeyboardModifiers modifiers = {})
    {
        // No window manager gives the focus back after a dialog.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window->windowHandle(), static_cast<Qt::Key>(key), modifiers);
    }

    QTemporaryDir m_folder;
    QString m_runs, m_file, m_report;
    QString m_dismissed;
    ViewRef m_bookmarked;
    std::unique_ptr<MainWindow> m_window;
};

void TestEndToEnd::initTestCase()
{
    if (QGuiApplication::platformName() != u"xcb")
        QSKIP("no xvfb-run: packaging/install-deps tests installs it");
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    m_runs = m_folder.filePath(u"runs"_s);
    m_file = m_folder.filePath(u"monday.headwater"_s);
    m_report = m_folder.filePath(u"monday.html"_s);
    QVERIFY(fixtures::simulateInto(m_runs, "thermal-rank"));
    qputenv("XDG_STATE_HOME", m_folder.filePath(u"state"_s).toLocal8Bit());
    applyTheme(*qApp, lightPalette());
}

void TestEndToEnd::openWindow()
{
    const QString settings = m_folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    m_window->resize(1'600, 1'000);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestEndToEnd::aWholeInvestigation()
{
    for (const auto part :
         {&TestEndToEnd::openWindow, &TestEndToEnd::compareDroppedRuns, &TestEndToEnd::downTheFlowchart,
          &TestEndToEnd::dismissTheFirstFinding, &TestEndToEnd::writeDown, &TestEndToEnd::everythingIsThere}) {
        (this->*part)();
        if (QTest::currentTestFailed())
            return;
    }
}

void TestEndToEnd::compareDroppedRuns()
{
    StartPage* start = m_window->startPage();
    QVERIFY(fixtures::drop(start->zone(Side::Baseline), {m_runs + u"/baseline"_s}));
    QVERIFY(fixtures::drop(start->zone(Side::Current), {m_runs + u"/current"_s}));
    start->compareButton()->setFocus();
    key(Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, fixtures::kPatience);
    QVERIFY(bench()->isVisible());
    QCOMPARE(m_window->session().verdict()->outcome, Outcome::Regressed);
}

/// From node to node as the rail has them: the first with keys, the rest with the mouse. A failing layer asks why.
void TestEndToEnd::downTheFlowchart()
{
    const auto& nodes = bench()->rail()->nodes();
    nodes[0]->setFocus();
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    QCOMPARE(bench()->pageShown(), u"correctness"_s);
    for (std::size_t i = 2; i + 1 < nodes.size(); ++i) {
        QTest::mouseClick(nodes[i], Qt::LeftButton, {}, QPoint(12, 10));
        QCoreApplication::processEvents();
        fixtures::answer(m_window.get(), u"the heat is known, what else is there?"_s);
        QVERIFY(nodes[i]->isChecked());
        const QString shown = bench()->pageShown();
        QVERIFY(shown != u"overview"_s && shown != u"inputs"_s);
        QVERIFY(fixtures::settled(*m_window, shown));
    }
    QCOMPARE(notes().continued.size(), 1U);
    key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(bench()->pageShown(), u"overview"_s);
}

void TestEndToEnd::dismissTheFirstFinding()
{
    FindingCard* card = bench()->findings()->cards().front();
    m_dismissed = card->id();
    QTest::mouseClick(m_window->windowHandle(), Qt::RightButton, {},
                      card->mapTo(m_window.get(), QPoint(card->width() / 2, card->height() - 8)));
    QTRY_VERIFY(card->menu()->isVisible());
    QTest::keyClick(card->menu(), Qt::Key_Down);
    QTest::keyClick(card->menu(), Qt::Key_Down);
    QTest::keyClick(card->menu(), Qt::Key_Return);
    QVERIFY(fixtures::answer(m_window.get(), u"the fan was replaced on Friday"_s));
    QCOMPARE(decisionOn(notes(), m_dismissed.toStdString()).mark, FindingMark::Dismissed);
}

void TestEndToEnd::writeDown()
{
    StageBarChart* chart = bench()->overview()->chart();
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->chartLayout().columns[2].bar[1].center().toPoint());
    key(Qt::Key_M, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"ask Ann about this stage"_s));
    key(Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(bench()->pageShown(), u"timeline"_s);
    m_bookmarked = m_window->session().view();
    key(Qt::Key_D, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"the slow rank"_s));

    key(Qt::Key_E, Qt::ControlModifier);
    chooseFile(m_report);
    QVERIFY(QFileInfo::exists(m_report));
    auto* saved = m_window->findChild<SavedLabel*>();
    QCOMPARE(saved->text(), u"not saved"_s);
    key(Qt::Key_S, Qt::ControlModifier);
    const QTime before = QTime::currentTime();
    chooseFile(m_file);
    QVERIFY(QFileInfo::exists(m_file));
    const QTime after = QTime::currentTime();
    const auto says = [&](const QTime& time) { return saved->text() == u"saved "_s + time.toString(u"HH:mm"_s); };
    QVERIFY2(says(before) || says(after), qPrintable(saved->text()));
    key(Qt::Key_M, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"too late"_s));
    QVERIFY2(saved->text().startsWith(u"changed since "_s), qPrintable(saved->text()));

    QFile report(m_report);
    QVERIFY(report.open(QIODevice::ReadOnly));
    QVERIFY(report.readAll().contains("the heat is known, what else is there?"));
}

/// Types a path into the dialog that is open. Its model of the folder may still be filling and offer completions, which
/// take the key: the path is typed and sent until the dialog goes, as a person would.
void TestEndToEnd::chooseFile(const QString& path)
{
    QTRY_VERIFY(m_window->findChild<QFileDialog*>() && m_window->findChild<QFileDialog*>()->isVisible());
    constexpr int kAttempts = 10;
    for (int attempt = 0; attempt < kAttempts && m_window->findChild<QFileDialog*>(); ++attempt) {
        auto* field = m_window->findChild<QFileDialog*>()->findChild<QLineEdit*>(u"fileNameEdit"_s);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, path);
        if (QCompleter* completer = field->completer())
            completer->popup()->hide();
        QTest::keyClick(field, Qt::Key_Return);
        (void)QTest::qWaitFor([this] { return !m_window->findChild<QFileDialog*>(); }, 1'000);
    }
    QTRY_VERIFY(!m_window->findChild<QFileDialog*>());
}

/// Closed and opened again: decision, note, bookmark and the reason for going on.
void TestEndToEnd::everythingIsThere()
{
    m_window->close();
    QVERIFY(fixtures::giveUp(m_window.get()));  // the note that came too late
    QTRY_VERIFY(!m_window->isVisible());
    m_window.reset();
    openWindow();
    key(Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
    chooseFile(m_file);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, fixtures::kPatience);
    const FindingDecision decision = decisionOn(notes(), m_dismissed.toStdString());
    QCOMPARE(decision.mark, FindingMark::Dismissed);
    QCOMPARE(decision.reason, std::string("the fan was replaced on Friday"));
    QCOMPARE(notes().continued.size(), 1U);
    QCOMPARE(notes().notes.size(), 1U);
    QCOMPARE(notes().notes[0].text, std::string("ask Ann about this stage"));
    const auto& entries = bench()->notes()->entries();
    QCOMPARE(entries.size(), 2U);
    QTest::mouseClick(entries[1], Qt::LeftButton);
    QCOMPARE(bench()->pageShown(), u"timeline"_s);
    QVERIFY(m_window->session().view() == m_bookmarked);
    bool struck = false;
    for (const FindingCard* card : bench()->findings()->cards())
        if (card->id() == m_dismissed)
            for (const QLabel* label : card->findChildren<QLabel*>())
                struck |= label->font().strikeOut();
    QVERIFY(struck);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestEndToEnd)
#include "tst_gui_EndToEnd.moc"
