// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QApplication>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "app/gui/MainWindow.h"
#include "app/gui/TopBar.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/StartPage.h"
#include "core/simulate/Sample.h"
#include "tests/app/gui/Heartbeat.h"
#include "tests/app/gui/StageMetrics.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/StagePanel.h"
#include "widgets/panels/VerdictBanner.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void startPageTakesDroppedRuns();
    void startPageShowsAnErrorInPlace();
    void investigationByMouseAndKeys();
    void epsilonBySliderAndSpinBox();
    void nodesFilterFindings();
    void escapeCancels();
    void pagesByShortcut();
    void recentPairsAreRemembered();
    void themeChangesColours();
    void theSampleOpensInOneClick();
    void loadingNeverBlocksTheWindow();
    void everyFocusableWidgetHasAName();
    void fitsHalfAScreen();
    void theSampleOfAnotherBuildIsNotShown();

private:
    void compare(const QString& current);
    static void drop(QWidget* target, const QStringList& paths);

    QTemporaryDir m_folder;
    QString m_fine, m_slow;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindow::initTestCase()
{
    const QDir dir(m_folder.path());
    m_fine = fixtures::writeMetrics(dir, u"fine.csv"_s, 24, 20);
    m_slow = fixtures::writeMetrics(dir, u"slow.csv"_s, 24, 26);
    QApplication::setApplicationVersion(u"test"_s);
    qputenv("XDG_CACHE_HOME", m_folder.filePath(u"cache"_s).toLocal8Bit());
    applyTheme(*qApp, lightPalette());
}

void TestWindow::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s));
    const QString settings = m_folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    m_window->resize(1'280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestWindow::cleanup()
{
    m_window.reset();
}

void TestWindow::drop(QWidget* target, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QPoint at = target->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
}

void TestWindow::compare(const QString& current)
{
    StartPage* start = m_window->startPage();
    drop(start->zone(Side::Baseline), {m_fine});
    drop(start->zone(Side::Current), {current});
    QVERIFY(start->compareButton()->isEnabled());
    QTest::mouseClick(start->compareButton(), Qt::LeftButton);
}

void TestWindow::startPageTakesDroppedRuns()
{
    StartPage* start = m_window->startPage();
    QVERIFY(start->isVisible());
    QVERIFY(!start->compareButton()->isEnabled());
    const QDir dir(m_folder.path());
    dir.mkpath(u"runs/a"_s);
    dir.mkpath(u"runs/b"_s);
    drop(start, {dir.filePath(u"runs/b"_s), dir.filePath(u"runs/a"_s)});
    QCOMPARE(start->zone(Side::Baseline)->paths(), QStringList{dir.filePath(u"runs/a"_s)});
    QCOMPARE(start->zone(Side::Current)->paths(), QStringList{dir.filePath(u"runs/b"_s)});
    QVERIFY(start->compareButton()->isEnabled());
}

void TestWindow::startPageShowsAnErrorInPlace()
{
    StartPage* start = m_window->startPage();
    drop(start->zone(Side::Baseline), {m_fine});
    drop(start->zone(Side::Current), {m_folder.filePath(u"nowhere"_s)});
    QTest::keyClick(start->compareButton(), Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(
        start->zone(Side::Current)->accessibleDescription().startsWith(m_folder.filePath(u"nowhere: "_s)), 30'000);
    QVERIFY(start->isVisible());
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QCOMPARE(start->zone(Side::Baseline)->paths(), QStringList{m_fine});
}

void TestWindow::investigationByMouseAndKeys()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    OverviewPage* page = m_window->workbench()->overview();
    QVERIFY2(page->banner()->headlineText().startsWith(u"First regressed stage: forward +6.0"_s),
             qPrintable(page->banner()->headlineText()));
    QCOMPARE(page->chart()->selected(), 1);
    const StageBarLayout layout = page->chart()->chartLayout();
    QTest::mouseClick(page->chart(), Qt::LeftButton, {}, layout.columns[2].bar[1].center().toPoint());
    QCOMPARE(page->table()->currentIndex().row(), 2);
    QCOMPARE(m_window->session().view().stage, m_window->session().verdict()->stages.at(2).stage);
    QTest::keyClick(page->chart(), Qt::Key_Home);
    QCOMPARE(page->table()->currentIndex().row(), 0);
    QTest::keyClick(page->table(), Qt::Key_Down);
    QCOMPARE(page->chart()->selected(), 1);
}

void TestWindow::epsilonBySliderAndSpinBox()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    TopBar* top = m_window->workbench()->topBar();
    auto* slider = top->findChild<QSlider*>();
    auto* spin = top->findChild<QDoubleSpinBox*>();
    QCOMPARE(slider->value(), 50);
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(spin->value(), 50.0);
    QCOMPARE(m_window->session().policy().epsilonPpm, 500'000);
    QVERIFY(!m_window->session().verdict()->firstRegressed);
    spin->setValue(2.5);
    QCOMPARE(slider->value(), 25);
    QCOMPARE(m_window->session().policy().epsilonPpm, 25'000);
    QVERIFY(m_window->session().verdict()->firstRegressed);
}

void TestWindow::nodesFilterFindings()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    FlowRail* rail = m_window->workbench()->rail();
    QTest::mouseClick(rail->nodes()[1], Qt::LeftButton);
    QVERIFY(rail->nodes()[1]->isChecked());
    QTest::mouseClick(rail->nodes()[3], Qt::LeftButton);
    QVERIFY(!rail->nodes()[1]->isChecked());
    QTest::mouseClick(rail->nodes()[3], Qt::LeftButton);
    QVERIFY(!rail->nodes()[3]->isChecked());
}

void TestWindow::escapeCancels()
{
    compare(m_slow);
    QCOMPARE(m_window->session().phase(), Session::Phase::Loading);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QCOMPARE(m_window->session().phase(), Session::Phase::Empty);
    QVERIFY(m_window->startPage()->isVisible());
    QTest::qWait(100);
    QVERIFY(!m_window->session().verdict());
}

void TestWindow::pagesByShortcut()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    QTest::keyClick(m_window.get(), Qt::Key_8, Qt::ControlModifier);
    QVERIFY(!m_window->workbench()->overview()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(m_window->workbench()->overview()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    QCOMPARE(m_window->session().phase(), Session::Phase::Loading);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 30'000);
}

void TestWindow::recentPairsAreRemembered()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    m_window->close();
    const Settings settings = loadSettings(m_folder.filePath(u"settings.ini"_s));
    QVERIFY(!settings.recent.isEmpty());
    QCOMPARE(settings.recent.first().current, QStringList{m_slow});
}

void TestWindow::themeChangesColours()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    applyTheme(*qApp, darkPalette());
    QTRY_VERIFY(paletteOf(m_window->workbench()->overview()->chart()).dark);
    const QImage image = m_window->workbench()->overview()->chart()->grab().toImage();
    QVERIFY(image.pixelColor(1, 1).lightness() < 80);
    applyTheme(*qApp, lightPalette());
    QTRY_VERIFY(!paletteOf(m_window->workbench()->overview()->chart()).dark);
}

void TestWindow::theSampleOpensInOneClick()
{
    QTest::mouseClick(m_window->startPage()->sampleButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    const Verdict& verdict = *m_window->session().verdict();
    QCOMPARE(verdict.outcome, Outcome::Regressed);
    QVERIFY(verdict.firstRegressed && verdict.largestIncrease);
    QVERIFY(verdict.firstRegressed->stage != verdict.largestIncrease->stage);
}

void TestWindow::loadingNeverBlocksTheWindow()
{
    const QDir dir(m_folder.path());
    const QString big = fixtures::writeMetrics(dir, u"big.csv"_s, 400, 20, 32);
    const QString slow = fixtures::writeMetrics(dir, u"bigslow.csv"_s, 400, 24, 32);
    const fixtures::Heartbeat heartbeat;
    m_window->session().open({big}, {slow});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() != Session::Phase::Loading, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    qInfo("longest block of the GUI thread: %.1f ms", heartbeat.longest());
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers slow the thread down: not a measurement");
#endif
    QVERIFY2(heartbeat.longest() < 50, qPrintable(u"%1 ms"_s.arg(heartbeat.longest())));
}

void TestWindow::everyFocusableWidgetHasAName()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        if (qobject_cast<const QDoubleSpinBox*>(widget->parentWidget()))
            continue;  // the editor inside a spin box speaks with the box's name
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()) ||
                           !widget->toolTip().isEmpty() || qobject_cast<const QLabel*>(widget);
        QVERIFY2(named, widget->metaObject()->className());
    }
}

void TestWindow::fitsHalfAScreen()
{
    compare(m_slow);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), 30'000);
    // Layouts that the test before left stale settle first.
    QTRY_VERIFY2(m_window->minimumSizeHint().width() <= 960,
                 qPrintable(QString::number(m_window->minimumSizeHint().width())));
    for (const QSize size : {QSize(960, 700), QSize(1'024, 768), QSize(1'280, 800)}) {
        m_window->resize(size);
        QTRY_COMPARE(m_window->size(), size);
        QTest::qWait(20);
        const TopBar* top = m_window->workbench()->topBar();
        for (const QWidget* widget : top->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->width() == 0 || widget->isWindow() ||
                widget->window() != m_window.get())
                continue;
            const QRect place(widget->mapTo(m_window.get(), QPoint(0, 0)), widget->size());
            QVERIFY2(m_window->rect().contains(place), widget->metaObject()->className());
        }
        const StagePanel* table = m_window->workbench()->overview()->table();
        for (const int column : {StageTableModel::Name, StageTableModel::Steps, StageTableModel::State}) {
            QVERIFY(!table->isColumnHidden(column));
            QVERIFY(table->columnViewportPosition(column) + table->columnWidth(column) <= table->viewport()->width());
        }
    }
}

void TestWindow::theSampleOfAnotherBuildIsNotShown()
{
    // What an earlier build kept lies where this version's used to.
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    QTest::mouseClick(m_window->startPage()->sampleButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    const QString path = m_window->session().paths(Side::Baseline).first();
    QVERIFY(path.startsWith(cache));
    QVERIFY2(path.contains(QString::fromStdString(sampleIdentity())), qPrintable(path));
    QCOMPARE(QString::fromStdString(m_window->session().verdict()->baselineName), u"sample/baseline"_s);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWindow)
#include "tst_gui_Window.moc"
