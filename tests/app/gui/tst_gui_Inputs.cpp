// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/InputChoices.h"
#include "app/gui/MainWindow.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/InputsPage.h"
#include "app/gui/pages/RecentList.h"
#include "app/gui/pages/StartPage.h"
#include "core/report/SavedInvestigation.h"
#include "tests/app/gui/StageMetrics.h"
#include "tests/app/gui/Workshop.h"
#include "widgets/models/InputModels.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/panels/FileEditor.h"
#include "widgets/panels/InputHealthPanel.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// What the user says about files, by mouse and keys, and its way through reading, undo, saving and recent pairs.
class TestInputs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void historyGoesBackToWhatWasShown();
    void aRankIsGivenAndTakenBack();
    void filesChangeSidesAndAreIgnored();
    void severalFilesAtOnce();
    void aZoneIsNamedForALog();
    void cancelKeepsWhatWasShown();
    void savedAndRemembered();
    void aMissingUnitIsSaidAfterTheFailure();
    void problemsSayWhereAndWhatToDo();

private:
    [[nodiscard]] InputHealthPanel* panel() const { return m_window->workbench()->inputs()->panel(); }
    [[nodiscard]] Session& session() const { return m_window->session(); }
    void open();
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) { QTest::keyClick(m_window.get(), key, modifiers); }
    static void clickRow(QTableView* table, int row, Qt::KeyboardModifiers modifiers = {});
    static void pick(QComboBox* combo, int index);
    void ready();

    QTemporaryDir m_folder;
    QString m_settings, m_base, m_current;
    std::unique_ptr<MainWindow> m_window;
};

void TestInputs::initTestCase()
{
    QDir dir(m_folder.path());
    for (const QString& name : {u"base"_s, u"current"_s, u"bare"_s})
        QVERIFY(dir.mkpath(name));
    m_base = dir.filePath(u"base"_s);
    m_current = dir.filePath(u"current"_s);
    // Both files of the baseline say rank 0; the second one is of rank 1.
    fixtures::writeMetrics(QDir(m_base), u"first.csv"_s, 24, 20);
    fixtures::writeMetrics(QDir(m_base), u"second.csv"_s, 24, 20);
    fixtures::writeMetrics(QDir(m_current), u"only.csv"_s, 24, 26);
    QFile bare(dir.filePath(u"bare/bare.csv"_s));
    QVERIFY(bare.open(QIODevice::WriteOnly));
    bare.write("step,stage,duration\n");
    for (int step = 0; step < 24; ++step)
        bare.write(u"%1,load,5\n%1,forward,%2\n%1,backward,40\n"_s.arg(step).arg(20 + 0.01 * (step % 3)).toUtf8());
    applyTheme(*qApp, lightPalette());
}

void TestInputs::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s));
    m_settings = m_folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(m_settings), m_settings, QApplication::palette());
    m_window->resize(1'280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestInputs::ready()
{
    QTRY_COMPARE_WITH_TIMEOUT(session().phase(), Session::Phase::Ready, 30'000);
}

void TestInputs::open()
{
    session().open({m_base}, {m_current});
    ready();
    press(Qt::Key_8, Qt::ControlModifier);
    QVERIFY(panel()->isVisible());
}

void TestInputs::clickRow(QTableView* table, int row, Qt::KeyboardModifiers modifiers)
{
    const QRect cell = table->visualRect(table->model()->index(row, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, cell.center());
}

void TestInputs::pick(QComboBox* combo, int index)
{
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Home);
    for (int i = 0; i < index; ++i)
        QTest::keyClick(combo, Qt::Key_Down);
}

void TestInputs::historyGoesBackToWhatWasShown()
{
    ChoiceHistory history;
    QSignalSpy changed(&history, &ChoiceHistory::changed);
    history.keep();
    InputChoices one;
    one.files["/a"].rank = 1;
    history.change(one, u"one"_s);
    history.change(one, u"the same"_s);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(history.stack()->undoText(), u"one"_s);
    history.keep();
    InputChoices two = one;
    two.files["/b"].place = FileOverride::Place::Ignored;
    two.files["/c"] = {};
    history.change(two, u"two"_s);
    QCOMPARE(history.now().files.size(), std::size_t{2});
    history.goBack();
    QVERIFY(history.now() == one);
    QVERIFY(history.stack()->canRedo());
    // An undo, then something new: the way back is cut off, the state is not.
    history.stack()->undo();
    history.change(two, u"new"_s);
    history.goBack();
    QVERIFY(history.now() == one);
    // Walking through values is one change; going back to the first is none.
    history.reset({});
    for (const int rank : {3, 4, 5}) {
        InputChoices next;
        next.files["/a"].rank = rank;
        history.change(next, u"rank %1"_s.arg(rank));
    }
    QCOMPARE(history.stack()->count(), 1);
    QCOMPARE(history.stack()->undoText(), u"rank 5"_s);
    history.change({}, u"as read"_s);
    QCOMPARE(history.stack()->count(), 0);
}

void TestInputs::aRankIsGivenAndTakenBack()
{
    open();
    QCOMPARE(session().verdict()->baselineInputs.size(), std::size_t{2});
    QCOMPARE(session().pair().baseline->run->ranks.size(), std::size_t{1});
    clickRow(panel()->files(), 1);
    QSpinBox* rank = panel()->editor()->rank();
    QVERIFY(rank->isEnabled());
    QCOMPARE(rank->text(), u"as read: 0"_s);
    rank->setFocus();
    rank->selectAll();
    QTest::keyClicks(rank, u"1"_s);
    QTest::keyClick(rank, Qt::Key_Return);
    QCOMPARE(session().phase(), Session::Phase::Rereading);
    QVERIFY(m_window->workbench()->isVisible());  // what was shown stays
    QVERIFY(m_window->workbench()->cancelButton()->isVisible());
    ready();
    QCOMPARE(session().pair().baseline->run->ranks.size(), std::size_t{2});
    QCOMPARE(rank->value(), 1);
    press(Qt::Key_Z, Qt::ControlModifier);
    ready();
    QCOMPARE(session().pair().baseline->run->ranks.size(), std::size_t{1});
    QCOMPARE(rank->value(), -1);
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    ready();
    QCOMPARE(session().pair().baseline->run->ranks.size(), std::size_t{2});
    QTest::mouseClick(panel()->editor()->resetButton(), Qt::LeftButton);
    ready();
    QVERIFY(session().overrides().empty());
    QCOMPARE(session().pair().baseline->run->ranks.size(), std::size_t{1});
}

void TestInputs::filesChangeSidesAndAreIgnored()
{
    open();
    clickRow(panel()->files(), 1);
    pick(panel()->editor()->place(), 3);
    ready();
    const auto& files = session().pair().baseline->run->sources;
    QCOMPARE(files.size(), std::size_t{2});
    QCOMPARE(files[1].problems.at(0).code, std::string("left-out"));
    QVERIFY(panel()->files()->model()->index(1, SourcesModel::Note).data().toString().contains(u"ignored"_s));
    // It is still selected: to the other side.
    pick(panel()->editor()->place(), 2);
    ready();
    QCOMPARE(session().pair().baseline->run->sources.size(), std::size_t{1});
    QCOMPARE(session().pair().current->run->sources.size(), std::size_t{2});
    QVERIFY(session().verdict()->currentName.ends_with("/current"));  // no "and 1 more"
}

void TestInputs::severalFilesAtOnce()
{
    open();
    clickRow(panel()->files(), 0);
    clickRow(panel()->files(), 1, Qt::ControlModifier);
    QVERIFY(!panel()->editor()->rank()->isEnabled());
    const double before = static_cast<double>(session().verdict()->stepBaseline);
    pick(panel()->editor()->unit(), 2);
    ready();
    QCOMPARE(session().overrides().size(), std::size_t{2});
    QVERIFY(std::abs(static_cast<double>(session().verdict()->stepBaseline) * 1000 / before - 1) < 1e-3);
    press(Qt::Key_Z, Qt::ControlModifier);  // one step for both
    ready();
    QVERIFY(session().overrides().empty());
}

void TestInputs::aZoneIsNamedForALog()
{
    QDir dir(m_folder.path());
    QVERIFY(dir.mkpath(u"logged"_s));
    const QString folder = dir.filePath(u"logged"_s);
    fixtures::writeMetrics(QDir(folder), u"a.csv"_s, 24, 20);
    QFile csv(QDir(folder).filePath(u"smi.csv"_s));
    QVERIFY(csv.open(QIODevice::WriteOnly));
    csv.write("timestamp, index, power.draw [W]\n2025/02/18 18:56:35.500, 0, 100 W\n");
    csv.close();
    session().open({folder}, {m_current});
    ready();
    press(Qt::Key_8, Qt::ControlModifier);
    clickRow(panel()->files(), 0);
    QVERIFY(!panel()->editor()->zone()->isEnabled());  // stage metrics have no times of day
    clickRow(panel()->files(), 1);
    ArrowCombo* zone = panel()->editor()->zone();
    QVERIFY(zone->isEnabled());
    QCOMPARE(zone->currentIndex(), 0);
    const auto firstTime = [this] { return session().pair().baseline->run->telemetry.series.at(0).time.at(0); };
    const Ns written = firstTime();
    pick(zone, zone->findText(u"+02:00"_s));
    ready();
    QCOMPARE(firstTime(), written - Ns(7'200'000'000'000));
    QVERIFY(panel()->files()->model()->index(1, SourcesModel::Note).data().toString().contains(u"+02:00"_s));
    press(Qt::Key_Z, Qt::ControlModifier);
    ready();
    QCOMPARE(firstTime(), written);
    QCOMPARE(zone->currentIndex(), 0);
}

void TestInputs::cancelKeepsWhatWasShown()
{
    open();
    const VerdictPtr before = session().verdict();
    clickRow(panel()->files(), 1);
    pick(panel()->editor()->place(), 3);
    QCOMPARE(session().phase(), Session::Phase::Rereading);
    QTest::mouseClick(m_window->workbench()->cancelButton(), Qt::LeftButton);
    QCOMPARE(session().phase(), Session::Phase::Ready);
    QCOMPARE(session().verdict(), before);
    QVERIFY(session().overrides().empty());
    QCOMPARE(panel()->editor()->place()->currentIndex(), 0);
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);  // it can be tried again
    ready();
    QCOMPARE(session().overrides().size(), std::size_t{1});
    QVERIFY(session().verdict() != before);
}

void TestInputs::savedAndRemembered()
{
    open();
    clickRow(panel()->files(), 1);
    pick(panel()->editor()->place(), 3);
    ready();
    const QString file = m_folder.filePath(u"night.headwater"_s);
    QVERIFY(session().save(file));
    QCOMPARE(loadInvestigation(file.toStdString())->overrides.size(), std::size_t{1});
    QVERIFY(!m_window->close());  // the window was not told of that file
    QVERIFY(fixtures::giveUp(m_window.get()));
    QTRY_VERIFY(!m_window->isVisible());
    QCOMPARE(loadSettings(m_settings).recent.first().overrides, session().overrides());
    init();
    session().openInvestigation(file);
    ready();
    QCOMPARE(session().overrides().size(), std::size_t{1});
    QVERIFY(!session().history().stack()->canUndo());
    // From the list of pairs compared before, too.
    session().open({m_base}, {m_base});
    ready();
    QVERIFY(session().overrides().empty());
    press(Qt::Key_N, Qt::ControlModifier);
    RecentList* list = m_window->startPage()->recentList();
    const auto found = list->findItems(u"base  \u2192  current"_s, Qt::MatchExactly);
    QVERIFY(list->isVisible() && !found.isEmpty());
    const auto at = [&] { return list->visualItemRect(found.first()).center(); };
    QTRY_VERIFY(list->viewport()->rect().contains(at()));  // laid out
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at());
    ready();
    QCOMPARE(session().overrides().size(), std::size_t{1});
}

void TestInputs::aMissingUnitIsSaidAfterTheFailure()
{
    StartPage* start = m_window->startPage();
    start->setPaths(Side::Baseline, {m_folder.filePath(u"bare"_s)});
    start->setPaths(Side::Current, {m_current});
    QTest::mouseClick(start->compareButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(start->filesButton()->isVisible(), 30'000);
    QVERIFY(start->zone(Side::Baseline)->accessibleDescription().contains(u"unit"_s));
    QTest::mouseClick(start->filesButton(), Qt::LeftButton);
    InputsPage* repair = m_window->repairPage();
    QTRY_VERIFY_WITH_TIMEOUT(repair->isVisible(), 30'000);
    InputHealthPanel* files = repair->panel();
    QCOMPARE(files->files()->model()->rowCount(), 2);
    clickRow(files->problems(), 0);  // leads to its file
    QCOMPARE(files->files()->currentIndex().row(), 0);
    pick(files->editor()->unit(), 3);
    QCOMPARE(session().phase(), Session::Phase::Empty);
    QTest::mouseClick(repair->compareButton(), Qt::LeftButton);
    ready();
    QCOMPARE(session().verdict()->firstRegressed->stage, std::string("forward"));
    QCOMPARE(session().overrides().begin()->second.unit, std::string("ms"));
}

void TestInputs::problemsSayWhereAndWhatToDo()
{
    open();
    const QAbstractItemModel* problems = panel()->problems()->model();
    int row = 0;
    while (row < problems->rowCount() &&
           !problems->index(row, ProblemsModel::Message).data().toString().contains(u"several files"_s))
        ++row;
    QVERIFY(row < problems->rowCount());
    QCOMPARE(problems->index(row, ProblemsModel::Where).data().toString(), u"second.csv, rank 0"_s);
    QVERIFY(problems->index(row, ProblemsModel::Advice).data().toString().startsWith(u"Give one of the files"_s));
    clickRow(panel()->problems(), row);
    QCOMPARE(panel()->files()->currentIndex().row(), 1);
    // At this size no column of the files that is shown is cut off.
    const QTableView* files = panel()->files();
    QVERIFY(files->columnViewportPosition(SourcesModel::Note) + files->columnWidth(SourcesModel::Note) <=
            files->viewport()->width());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestInputs)
#include "tst_gui_Inputs.moc"
