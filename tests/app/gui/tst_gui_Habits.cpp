// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QListView>
#include <QRegularExpression>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/gui/CommandPalette.h"
#include "app/gui/MainWindow.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/TopBar.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/OverviewPage.h"
#include "tests/app/gui/ShownTable.h"
#include "tests/app/gui/StageMetrics.h"
#include "tests/app/gui/WindowTest.h"
#include "tests/app/gui/Workshop.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/panels/FlowRail.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestHabits : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeRuns(); }
    void init() { makeWindow(); }
    void cleanup() { m_window.reset(); }
    void thePaletteFindsEverything();
    void thePaletteKnowsLanguagesAndThemesByAnyName();
    void thePaletteGoesAwayAndGivesTheFocusBack();
    void notesNeedRuns();
    void shortcutsComeFromTheTable();
    void referencesAreCopiedAndOpened();
    void aReferenceOfOtherRunsSaysSo();
    void twoRunsFallAnywhere();
    void aChartIsSavedByTheWindow();
    void textGrowsAndIsRemembered();
    void nothingMovesWhereNothingShall();
};

void TestHabits::thePaletteFindsEverything()
{
    open(m_fine, m_slow);
    CommandPalette* palette = m_window->commandPalette();
    const auto choose = [&](const QString& typed) {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(palette->isVisible());
        QTest::keyClicks(palette->field(), typed);
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
    };
    choose(u"inputs"_s);
    QCOMPARE(bench()->pageShown(), u"inputs"_s);
    choose(u"overv"_s);
    QCOMPARE(bench()->pageShown(), u"overview"_s);
    choose(u"backward stage"_s);
    QCOMPARE(view().stage, std::string("backward"));
    choose(u"rank 2"_s);
    QCOMPARE(view().ranks, std::vector<int>{2});
    QCOMPARE(view().stage, std::string("backward"));  // stays selected
    const Finding& finding = [&]() -> const Finding& {
        for (const Layer& layer : m_window->session().verdict()->layers)
            if (!layer.findings.empty())
                return layer.findings.front();
        qFatal("no finding");
    }();
    choose(QString::fromStdString(finding.statement.english()).left(30));
    QCOMPARE(view().finding, finding.id);
    QTest::mouseClick(bench()->topBar()->searchButton(), Qt::LeftButton);
    QVERIFY(palette->isVisible());
    const QModelIndex first = palette->list()->model()->index(0, 0);
    QVERIFY(first.isValid());
    QTest::keyClick(palette->field(), Qt::Key_Down);
    QCOMPARE(palette->list()->currentIndex().row(), 1);
    QTest::keyClick(palette->field(), Qt::Key_Escape);
}

void TestHabits::thePaletteKnowsLanguagesAndThemesByAnyName()
{
    CommandPalette* palette = m_window->commandPalette();
    const auto first = [&](const QString& typed) {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        palette->field()->setText(typed);
        const QString text = palette->list()->model()->index(0, 0).data().toString();
        QTest::keyClick(palette->field(), Qt::Key_Escape);
        return text;
    };
    const QString chinese = u"\u7b80\u4f53\u4e2d\u6587"_s;
    QCOMPARE(first(u"chinese"_s), chinese);
    QCOMPARE(first(u"\u4e2d\u6587"_s), chinese);
    QCOMPARE(first(u"english"_s), u"English"_s);
    QCOMPARE(first(u"\u82f1\u6587"_s), u"English"_s);
    QCOMPARE(first(u"theme dark"_s), u"Dark theme"_s);
    QCOMPARE(first(u"\u6df1\u8272"_s), u"Dark theme"_s);
    QCOMPARE(first(u"\u6d45\u8272"_s), u"Light theme"_s);
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    palette->field()->setText(u"language"_s);
    QStringList shown;
    for (int i = 0; i < 3; ++i)
        shown << palette->list()->model()->index(i, 0).data().toString();
    for (const QString& one : {u"English"_s, chinese, u"Language of the desktop"_s})
        QVERIFY2(shown.contains(one), qPrintable(shown.join(u'|')));
    QTest::keyClick(palette->field(), Qt::Key_Escape);
}

void TestHabits::thePaletteGoesAwayAndGivesTheFocusBack()
{
    open(m_fine, m_slow);
    StageBarChart* chart = bench()->overview()->chart();
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_K, Qt::ControlModifier);
    QVERIFY(m_window->commandPalette()->field()->hasFocus());
    QTest::keyClicks(m_window->commandPalette()->field(), u"zzqq"_s);
    QCOMPARE(m_window->commandPalette()->list()->model()->rowCount(), 0);
    QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Return);
    QVERIFY(m_window->commandPalette()->isVisible());
    QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Escape);
    QVERIFY(!m_window->commandPalette()->isVisible());
    QVERIFY(chart->hasFocus());
    QCOMPARE(m_window->session().phase(), Session::Phase::Ready);
}

/// What needs runs is not offered without them.
void TestHabits::notesNeedRuns()
{
    CommandPalette* palette = m_window->commandPalette();
    const auto offered = [&](const QString& typed) {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(palette->field(), typed);
        const auto* list = palette->findChild<QListView*>();
        QStringList texts;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            texts << list->model()->index(row, 0).data().toString();
        QTest::keyClick(palette->field(), Qt::Key_Escape);
        return !texts.filter(typed).isEmpty();
    };
    for (const QString& typed : {u"Bookmark this view"_s, u"Add a note"_s})
        QVERIFY2(!offered(typed), qPrintable(typed));
    open(m_fine, m_slow);
    for (const QString& typed : {u"Bookmark this view"_s, u"Add a note"_s})
        QVERIFY2(offered(typed), qPrintable(typed));
}

void TestHabits::shortcutsComeFromTheTable()
{
    QTest::keyClick(m_window.get(), Qt::Key_F1);
    QTableWidget* table = fixtures::shownTable(*m_window);
    QVERIFY(table);
    QStringList keys;
    for (int row = 0; row < table->rowCount(); ++row)
        keys << table->item(row, 0)->text();
    for (const QString& wanted : {u"Ctrl+K"_s, u"Alt+Left"_s, u"Ctrl+M"_s})
        QVERIFY2(keys.contains(wanted), qPrintable(wanted));
    keys.removeAll(QString());
    QCOMPARE(QSet<QString>(keys.begin(), keys.end()).size(), keys.size());  // no key means two things
    table->window()->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QTest::keyClick(m_window.get(), Qt::Key_Question, Qt::ShiftModifier);
    QVERIFY(fixtures::shownTable(*m_window));
}

void TestHabits::referencesAreCopiedAndOpened()
{
    open(m_fine, m_slow);
    StageBarChart* chart = bench()->overview()->chart();
    QTest::keyClick(chart, Qt::Key_End);
    const ViewRef there = view();
    QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(toText(there)));
    QTest::keyClick(chart, Qt::Key_Home);
    QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), QString::fromStdString(toText(there))));
    QVERIFY(view() == there);
    QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"http://elsewhere"_s));
    QVERIFY(bench()->notice()->isVisible());
    QVERIFY(view() == there);
}

/// A reference of a history says of which runs it is, wherever their folders lie.
void TestHabits::aReferenceOfOtherRunsSaysSo()
{
    open(m_fine, m_slow);
    ViewRef wish = view();
    wish.runs = {"elsewhere/" + QFileInfo(m_fine).fileName().toStdString(), QFileInfo(m_slow).fileName().toStdString()};
    const auto follow = [&] {
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        return fixtures::answer(m_window.get(), QString::fromStdString(toText(wish)));
    };
    QVERIFY(follow());
    QVERIFY(!bench()->notice()->isVisible());
    wish.runs[0] = "night-3";
    QVERIFY(follow());
    QVERIFY(bench()->notice()->isVisible());
    QVERIFY(bench()->notice()->findChild<QLabel*>()->text().contains(u"night-3"_s));
    QVERIFY(view().runs[0].empty());
}

void TestHabits::twoRunsFallAnywhere()
{
    open(m_fine, m_slow);
    QVERIFY(fixtures::drop(m_window.get(), {m_slow}));
    QVERIFY(bench()->notice()->isVisible());
    QVERIFY(fixtures::drop(m_window.get(), {m_broken + u"/current"_s, m_broken + u"/baseline"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready &&
                                 m_window->session().verdict()->baselineName.find("baseline") != std::string::npos,
                             60'000);
}

void TestHabits::aChartIsSavedByTheWindow()
{
    open(m_fine, m_slow);
    QList<QAction*> actions = bench()->overview()->chart()->actions();
    QCOMPARE(actions.size(), 5);
    actions.at(4)->trigger();
    auto* dialog = m_window->findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const QString file = m_folder.filePath(u"stages.csv"_s);
    emit dialog->filesSelected({file});
    dialog->close();
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(written.readAll().contains("forward,"));
}

void TestHabits::textGrowsAndIsRemembered()
{
    open(m_fine, m_slow);
    const double before = m_window->font().pointSizeF();
    QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(std::abs(bench()->overview()->chart()->font().pointSizeF() / before - 1.2) < 0.02);
    const QLabel* name = nullptr;
    for (const QLabel* label : bench()->topBar()->findChildren<QLabel*>())
        if (label->text() == u"Headwater"_s)
            name = label;
    QVERIFY(name && std::abs(name->font().pointSizeF() / before - 1.15 * 1.2) < 0.03);
    QTest::qWait(50);
    for (const FlowNode* node : bench()->rail()->nodes())
        QVERIFY(bench()->rail()->rect().contains(node->geometry()) &&
                node->height() >= node->fontMetrics().height() * 3);
    m_window->close();
    QCOMPARE(loadSettings(m_folder.filePath(u"settings.ini"_s)).fontPercent, 120);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
    QVERIFY(std::abs(bench()->overview()->chart()->font().pointSizeF() - before) < 0.02);
    for (int i = 0; i < 30; ++i)
        QTest::keyClick(m_window.get(), Qt::Key_Minus, Qt::ControlModifier);
    QVERIFY(bench()->overview()->chart()->font().pointSizeF() > before * 0.65);
    QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
    m_window->close();
}

void TestHabits::nothingMovesWhereNothingShall()
{
    QAction* calm = nullptr;
    for (QAction* action : m_window->actions())
        if (action->text() == u"Reduced motion"_s)
            calm = action;
    QVERIFY(calm);
    QVERIFY(qApp->style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0);
    calm->trigger();
    QCOMPARE(qApp->style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
    QCOMPARE(QApplication::cursorFlashTime(), 0);
    m_window->close();
    QVERIFY(loadSettings(m_folder.filePath(u"settings.ini"_s)).reducedMotion);
    calm->trigger();
    QVERIFY(qApp->style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0);
    QVERIFY(QApplication::cursorFlashTime() > 0);
    m_window->close();
}

}  // namespace headwater

QTEST_MAIN(headwater::TestHabits)
#include "tst_gui_Habits.moc"
