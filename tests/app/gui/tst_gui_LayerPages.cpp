// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "app/gui/MainWindow.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/CorrectnessPage.h"
#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/ResourcesPage.h"
#include "app/gui/pages/WhatIfPage.h"
#include "core/report/SavedInvestigation.h"
#include "core/simulate/Simulate.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/LineChart.h"
#include "widgets/charts/WaterfallChart.h"
#include "widgets/panels/DifferencesCard.h"
#include "widgets/panels/FixPanel.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/ThresholdTable.h"
#include "widgets/panels/VerdictBanner.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

constexpr int kPatience = 60'000;

/// The pages of layer 1, layer 2 and of the replay, in a real window over simulated runs whose fault is known.
class TestLayerPages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void lossThatIsNoNumber();
    void bannerSaysWhatWasDismissed();
    void resourcesWithThresholds();
    void whatFixingASlowRankGives();
    void overviewAddsUp();

private:
    void open(const QString& scenario, int page);
    template <class T>
    T* page(const QString& name)
    {
        return qobject_cast<T*>(m_window->workbench()->page(name));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestLayerPages::initTestCase()
{
    applyTheme(*qApp, lightPalette());
}

void TestLayerPages::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s));
    const QString settings = m_folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    m_window->resize(1'280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

/// Opens the scenario and the page with Ctrl and a digit.
void TestLayerPages::open(const QString& scenario, int digit)
{
    const QString folder = m_folder.filePath(scenario);
    if (!QFileInfo::exists(folder)) {
        SimulationOptions options;
        options.ranks = 4;
        options.steps = 12;
        options.seed = 3;
        options.eventsPerStep = 120;
        QVERIFY(simulate(scenario.toStdString(), folder.toStdString(), options, {}));
    }
    m_window->session().open({folder + u"/baseline"_s}, {folder + u"/current"_s});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench()->isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, kPatience);
    QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_0 + digit), Qt::ControlModifier);
}

void TestLayerPages::lossThatIsNoNumber()
{
    open(u"nan-loss"_s, 2);
    auto* shown = page<CorrectnessPage>(u"correctness"_s);
    QVERIFY(shown && shown->isVisible());
    LineChart* loss = shown->chart(LoggedQuantity::Loss);
    QCOMPARE(loss->data().series.size(), std::size_t{2});
    QVERIFY(!loss->data().series[1].notFinite.empty());
    QVERIFY(loss->data().series[0].notFinite.empty());
    QVERIFY(shown->findings()->isVisible());
    QVERIFY(shown->checklist()->rowsModel()->rowCount() > 8);
    // A click on a value selects its step everywhere.
    const LineChartLayout layout = loss->chartLayout();
    const LineTrace::Point& point = layout.traces[0].points[2];
    QTest::mouseClick(loss, Qt::LeftButton, {}, point.at.toPoint());
    QVERIFY(m_window->session().view().steps);
    QCOMPARE(static_cast<double>(m_window->session().view().steps->first), loss->data().series[0].x[point.index]);
    QVERIFY(!m_window->session().view().stage.empty());  // the stage stays selected
    // The switch brings what is the same on both sides.
    const int differing = shown->manifest()->sizeHint().height();
    QTest::mouseClick(shown->sameSwitch(), Qt::LeftButton);
    QVERIFY(shown->manifest()->sizeHint().height() > differing);
}

/// The headline names no finding as a fact that the user set aside.
void TestLayerPages::bannerSaysWhatWasDismissed()
{
    open(u"nan-loss"_s, 1);
    const VerdictBanner* banner = m_window->workbench()->overview()->banner();
    const QString plain = banner->headlineText();
    QVERIFY2(plain.startsWith(u"Correctness first: "_s), qPrintable(plain));
    Notes notes = m_window->session().notebook().now();
    for (const Finding& finding : m_window->session().verdict()->layers[0].findings)
        notes.decisions.push_back({finding.id, FindingMark::Dismissed, "a test of the alarm", {}});
    m_window->session().notebook().change(notes, u"dismissed"_s);
    QVERIFY2(banner->headlineText().contains(u"(dismissed, the user's word: a test of the alarm)"_s),
             qPrintable(banner->headlineText()));
    m_window->session().notebook().change({}, u"taken back"_s);
    QCOMPARE(banner->headlineText(), plain);
}

void TestLayerPages::resourcesWithThresholds()
{
    open(u"thermal-rank"_s, 3);
    auto* shown = page<ResourcesPage>(u"resources"_s);
    QVERIFY(shown && shown->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!shown->charts().empty(), kPatience);
    QVERIFY(shown->checks()->rowsModel()->rowCount() > 30);
    LineChart* chart = shown->charts().front();
    QVERIFY(!chart->data().isEmpty());
    QVERIFY(!shown->heatMap()->data().isEmpty());
    // Which ranks are selected shows in every chart.
    const LineChartLayout layout = chart->chartLayout();
    QTest::mouseClick(chart, Qt::LeftButton, {}, layout.traces.back().points.front().at.toPoint());
    QVERIFY(!m_window->session().view().ranks.empty() || !chart->data().steps || chart->data().series.back().id < 0);

    // A threshold is edited in place: judged by it at once, taken back by Ctrl+Z, saved with the investigation.
    ThresholdTable* table = shown->thresholds();
    const QModelIndex value = table->model()->index(0, ThresholdsModel::Value);
    table->setCurrentIndex(value);
    table->edit(value);
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, u"0.2"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().verdict()->policy.resources.clockRatio, 0.2, kPatience);
    QCOMPARE(table->model()->data(value).toString(), u"0.2"_s);
    const QString saved = m_folder.filePath(u"edited.headwater"_s);
    QVERIFY(m_window->session().save(saved));
    QCOMPARE(loadInvestigation(saved.toStdString())->policy.resources.clockRatio, 0.2);
    QCOMPARE(m_window->session().history().stack()->undoText(), u"clock_ratio = 0.2"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().verdict()->policy.resources.clockRatio, 0.97, kPatience);
}

void TestLayerPages::whatFixingASlowRankGives()
{
    open(u"slow-rank"_s, 7);
    auto* shown = page<WhatIfPage>(u"whatif"_s);
    QVERIFY(shown && shown->isVisible());
    // Cancelled first, then wanted after all.
    QVERIFY(shown->cancelButton()->isVisible());
    QTest::mouseClick(shown->cancelButton(), Qt::LeftButton);
    QVERIFY(!shown->answer());
    QVERIFY(shown->startButton()->isVisible());
    QTest::mouseClick(shown->startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shown->answer(), kPatience);
    QVERIFY(shown->note().contains(u"replay"_s, Qt::CaseInsensitive));
    QVERIFY(shown->stageTable()->rowsModel()->rowCount() >= 4);
    // The rank that costs most is first; fixing it alone brings the step down.
    const QString worst = shown->rankTable()->rowsModel()->index(0, 0).data().toString();
    QListWidget* ranks = shown->fixPanel()->workers();
    const auto found = ranks->findItems(worst, Qt::MatchExactly);
    QCOMPARE(found.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!shown->fixPanel()->answerText().isEmpty(), kPatience);
    ranks->setCurrentItem(found.front());
    QTest::keyClick(ranks, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(shown->fixPanel()->answerText().contains(QChar(0x2192)), kPatience);
    QVERIFY2(shown->fixPanel()->answerText().contains(QChar(0x2212)), qPrintable(shown->fixPanel()->answerText()));
    // ε changes nothing here: what was replayed stays.
    const WhatIfAnswer* before = shown->answer();
    m_window->session().setEpsilon(200'000);
    QCOMPARE(shown->answer(), before);
}

void TestLayerPages::overviewAddsUp()
{
    open(u"slow-rank"_s, 1);
    OverviewPage* shown = m_window->workbench()->overview();
    const WaterfallData& fall = shown->waterfall()->data();
    QVERIFY(fall.rows.size() > 4);
    QVERIFY(std::abs(fall.rows[fall.rows.size() - 2].to - (fall.current - fall.baseline)) < 1e-3);
    const WaterfallLayout layout = shown->waterfall()->chartLayout();
    QTest::mouseClick(shown->waterfall(), Qt::LeftButton, {}, layout.bands[0].center().toPoint());
    QCOMPARE(QString::fromStdString(m_window->session().view().stage), fall.rows[0].name);
    QTest::mouseClick(shown->differences()->button(), Qt::LeftButton);
    QCOMPARE(m_window->workbench()->pageShown(), u"correctness"_s);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestLayerPages)
#include "tst_gui_LayerPages.moc"
