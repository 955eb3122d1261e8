// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include "tests/widgets/Fixtures.h"
#include "widgets/charts/DistributionStrip.h"
#include "widgets/charts/StepSeriesChart.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestStageSeries : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void medianHasTheOrderStatisticInterval();
    void warmupIsShownButNotCounted();
    void unknownStageIsNoData();
    void cursorMovesByKeyAndMouse();
    void thousandsOfStepsKeepTheOutlier();
};

void TestStageSeries::medianHasTheOrderStatisticInterval()
{
    // Median 95 % interval: none for n = 5, ranks (1, 6) for 6 and (2, 9) for 10 (METHODS 1.4).
    QVERIFY(!centreOf({}));
    QVERIFY(!centreOf({1, 2, 3, 4, 5})->interval);
    const auto six = centreOf({6, 5, 4, 3, 2, 1});
    QCOMPARE(six->median, 3.5);
    QCOMPARE((*six->interval)[0], 1.0);
    QCOMPARE((*six->interval)[1], 6.0);
    const auto ten = centreOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    QCOMPARE((*ten->interval)[0], 2.0);
    QCOMPARE((*ten->interval)[1], 9.0);
}

void TestStageSeries::warmupIsShownButNotCounted()
{
    const auto stages = fixtures::recommender();
    const StageDetail detail = stageDetail(fixtures::pairOf(stages, 10), *fixtures::verdictOf(stages), "forward");
    QCOMPARE(detail.series[0].steps.size(), std::size_t{10});
    QVERIFY(detail.series[0].steps[1].warmup);
    QVERIFY(!detail.series[0].steps[2].warmup);
    QCOMPARE(detail.series[0].counted().size(), std::size_t{8});
    QCOMPARE(detail.series[1].steps[3].step, std::int64_t{103});
    QVERIFY(detail.centre[1]->median > detail.centre[0]->median);
}

void TestStageSeries::unknownStageIsNoData()
{
    const auto stages = fixtures::recommender();
    const StageDetail detail = stageDetail(fixtures::pairOf(stages, 4), *fixtures::verdictOf(stages), "no such stage");
    QVERIFY(!detail.centre[0]);
    QVERIFY(!detail.series[0].steps[0].ns);
    QCOMPARE(detail.largest(), 0.0);
}

void TestStageSeries::cursorMovesByKeyAndMouse()
{
    const auto stages = fixtures::recommender();
    StepSeriesChart chart;
    chart.setData(stageDetail(fixtures::pairOf(stages, 10), *fixtures::verdictOf(stages), "forward"));
    chart.resize(500, 200);
    chart.show();
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.cursorStep(), 0);
    QVERIFY(chart.accessibleDescription().contains(u"warm-up"_s));
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.cursorStep(), 1);
    const StepSeriesLayout layout = chart.chartLayout();
    QTest::mouseMove(&chart, QPoint(static_cast<int>(layout.x(7)), static_cast<int>(layout.plot.center().y())));
    QTRY_COMPARE(chart.cursorStep(), 7);
    QVERIFY(chart.describeStep(7).contains(u"baseline step 107"_s));
}

void TestStageSeries::thousandsOfStepsKeepTheOutlier()
{
    StageDetail detail;
    for (int i = 0; i < 5'000; ++i) {
        StepValue step;
        step.step = i;
        step.ns = i == 2'345 ? 90e6 : 10e6;
        step.counted = true;
        detail.series[0].steps.push_back(step);
    }
    StepSeriesChart chart;
    chart.setPalette(toQPalette(lightPalette()));
    chart.setAutoFillBackground(true);
    chart.setData(detail);
    chart.resize(400, 200);
    const QImage image = chart.grab().toImage();
    const StepSeriesLayout layout = chart.chartLayout();
    // Half way up the outlier some pixel near its place has the baseline's hue: the spike is drawn, not averaged away.
    const int y = static_cast<int>(layout.y(50e6));
    const int x = static_cast<int>(layout.plot.left() + layout.plot.width() * 2'345 / 5'000);
    bool seen = false;
    for (int dx = -2; dx <= 2; ++dx)
        seen |= image.pixelColor(x + dx, y).blue() > image.pixelColor(x + dx, y).red() + 40;
    QVERIFY(seen);
    DistributionStrip strip;
    strip.setData(detail);
    strip.resize(400, 120);
    QVERIFY(!strip.grab().isNull());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestStageSeries)
#include "tst_StageSeries.moc"
