// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <random>

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "widgets/charts/LineChart.h"
#include "widgets/charts/WaterfallChart.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Two short lines far apart, with a rule, an event and a value that is no number.
LineChartData specimen()
{
    LineChartData data;
    data.title = u"Loss"_s;
    LineSeries before{Side::Baseline, {}, -1, {}, {}, {}};
    LineSeries after{Side::Current, u"rank 3"_s, 3, {}, {}, {}};
    for (int step = 0; step < 8; ++step) {
        before.x.push_back(step * 10);
        before.y.push_back(1.6);
        after.x.push_back(step * 10);
        after.y.push_back(step == 6 ? kNaN : 3.0 + 0.1 * step);
    }
    after.notFinite = {60};
    data.series = {before, after};
    data.marks = {{LineMark::Kind::Rule, 40, u"diverges at 40"_s, u"First beyond"_s, std::nullopt, true},
                  {LineMark::Kind::Event, 20, {}, u"skipped"_s, Side::Current, false}};
    return data;
}

void press(LineChart& chart, QPointF at)
{
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
}

}  // namespace

class TestLineCharts : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void everythingDrawnCanBeClicked();
    void aNumberThatIsNoneIsAGapAndACross();
    void thousandsOfPointsKeepTheOutlier();
    void equalRunsAreBothSeen();
    void keysReachEveryPoint();
    void unitsAdaptAndAxesHoldTheValues();
    void theTableHasEveryValue();
    void emptySaysWhatToLoad();
    void waterfallAddsUpAndCanBeClicked();
};

void TestLineCharts::everythingDrawnCanBeClicked()
{
    LineChart chart;
    chart.setData(specimen());
    chart.resize(700, 320);
    chart.show();
    const LineChartLayout layout = chart.chartLayout();
    QSignalSpy points(&chart, &LineChart::pointChosen);
    QSignalSpy marks(&chart, &LineChart::markChosen);
    for (std::size_t s = 0; s < layout.traces.size(); ++s)
        for (const LineTrace::Point& point : layout.traces[s].points) {
            press(chart, point.at);
            QCOMPARE(points.last().at(0).toInt(), static_cast<int>(s));
            QCOMPARE(points.last().at(1).toDouble(), chart.data().series[s].x[point.index]);
        }
    QCOMPARE(points.size(), 15);
    press(chart, layout.traces[1].notFinite[0] - QPointF(0, 1));
    QCOMPARE(points.last().at(1).toDouble(), 60.0);
    QVERIFY(chart.accessibleDescription().contains(u"not a finite number"_s));
    for (int i = 0; i < 2; ++i) {
        press(chart, layout.marks[static_cast<std::size_t>(i)].center());
        QCOMPARE(marks.last().at(0).toInt(), i);
    }
    const auto clicks = points.size() + marks.size();
    press(chart, {layout.plot.center().x() + 20, layout.yOf(2.4)});
    QCOMPARE(points.size() + marks.size(), clicks);
}

void TestLineCharts::aNumberThatIsNoneIsAGapAndACross()
{
    LineChart chart;
    chart.setData(specimen());
    chart.resize(700, 320);
    const LineTrace& trace = chart.chartLayout().traces[1];
    QCOMPARE(trace.points.size(), std::size_t{7});
    QVERIFY(trace.points[6].afterGap);
    QVERIFY(!trace.points[5].afterGap);
    QCOMPARE(trace.notFinite.size(), std::size_t{1});
}

void TestLineCharts::thousandsOfPointsKeepTheOutlier()
{
    LineChartData data;
    LineSeries line;
    for (int i = 0; i < 100'000; ++i) {
        line.x.push_back(i);
        line.y.push_back(i == 71'234 ? 9.0 : 1.0);
    }
    data.series = {line};
    LineChart chart;
    chart.setData(data);
    chart.resize(600, 200);
    const LineChartLayout& layout = chart.chartLayout();
    QVERIFY(layout.traces[0].points.size() <= 1'300);
    double highest = layout.plot.bottom();
    double last = -1;
    for (const LineTrace::Point& point : layout.traces[0].points) {
        QVERIFY(point.at.x() >= last);
        last = point.at.x();
        highest = std::min(highest, point.at.y());
    }
    QCOMPARE(highest, layout.yOf(9.0));
}

/// Of a baseline with the values of the current run something is left to see.
void TestLineCharts::equalRunsAreBothSeen()
{
    LineChartData data = specimen();
    data.marks.clear();
    data.series[1] = data.series[0];
    data.series[1].side = Side::Current;
    LineChart chart;
    chart.setData(data);
    chart.resize(600, 200);
    const QImage image = chart.grab().toImage();
    const LineChartLayout& layout = chart.chartLayout();
    const auto between = (layout.traces[0].points[3].at + layout.traces[0].points[4].at).toPoint() / 2;
    const auto isOf = [&](Side side, int dy) {
        const QColor seen = image.pixelColor(between.x(), between.y() + dy);
        const QColor full = paletteOf(&chart).side(side);
        return std::abs(seen.hslHueF() - full.hslHueF()) < 0.08F && seen.hslSaturationF() > 0.2F;
    };
    QVERIFY(isOf(Side::Current, -1) || isOf(Side::Current, 0) || isOf(Side::Current, 1));
    QVERIFY(isOf(Side::Baseline, 2) && isOf(Side::Baseline, -3));
}

void TestLineCharts::keysReachEveryPoint()
{
    LineChart chart;
    chart.setData(specimen());
    chart.resize(700, 320);
    chart.show();
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.cursor().series, std::size_t{0});
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Home);
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.cursor().series, std::size_t{1});
    QVERIFY2(chart.accessibleDescription().contains(u"step 20: 3.2"_s), qPrintable(chart.accessibleDescription()));
    QSignalSpy points(&chart, &LineChart::pointChosen);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(points.size(), 1);
    QCOMPARE(points[0].at(1).toDouble(), 20.0);
    const auto rows = chart.accessibleRows();
    QCOMPARE(rows.size(), std::size_t{4});  // two lines, two marks
    QVERIFY(rows[1].description.contains(u"1"_s));
}

void TestLineCharts::unitsAdaptAndAxesHoldTheValues()
{
    QCOMPARE(format::quantity(1.41e9, "Hz"), u"1.41 GHz"_s);
    QCOMPARE(format::quantity(0.47, "1"), u"47.0 %"_s);
    QCOMPARE(format::quantity(71, "degC"), u"71 \u00b0C"_s);
    QCOMPARE(format::quantity(23.5e9, "B"), u"23.5 GB"_s);
    QCOMPARE(format::quantity(kNaN, "W"), u"\u2014"_s);
    std::mt19937 random(5);  // NOLINT: the same values in every run
    std::uniform_real_distribution<double> exponent(-12, 12);
    for (int round = 0; round < 500; ++round) {
        const double a = std::pow(10, exponent(random)) * (round % 2 ? 1 : -1);
        const double b = a + std::pow(10, exponent(random));
        const ValueAxis axis = valueAxis(a, b, 300, 30, {"W", true, false});
        QVERIFY(axis.lo <= a + axis.step * 1e-3 && axis.hi >= b - axis.step * 1e-3);
        QVERIFY(axis.ticks() >= 2 && axis.ticks() <= 14);
    }
    QCOMPARE(valueAxis(4, 6, 600, 10, {"", false, true}).step, 1.0);  // no half steps
}

void TestLineCharts::theTableHasEveryValue()
{
    LineChart chart;
    LineChartData data = specimen();
    data.series[1].name = u"=1+1"_s;
    chart.setData(data);
    const QStringList lines = chart.table().trimmed().split(u'\n');
    QCOMPARE(lines.size(), 1 + 8 + 7 + 1);
    QVERIFY(!chart.table().contains(u"\t=1"_s));  // no formula for a spreadsheet
}

void TestLineCharts::emptySaysWhatToLoad()
{
    LineChartData data;
    data.title = u"Loss"_s;
    data.empty = u"Add a training log"_s;
    LineChart chart;
    chart.setData(data);
    chart.resize(400, 200);
    QCOMPARE(chart.accessibleDescription(), u"Add a training log"_s);
    QVERIFY(!chart.grab().isNull());
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::mouseClick(&chart, Qt::LeftButton);
}

void TestLineCharts::waterfallAddsUpAndCanBeClicked()
{
    Waterfall fall;
    fall.baseline = 100e6;
    fall.current = 118e6;
    fall.baselineCells = fall.currentCells = 20;
    fall.stages = {{"load", 10e6, 8e6}, {"forward", 40e6, 45e6}, {"backward", 50e6, 65e6}};
    WaterfallChart chart;
    chart.setData(waterfallData(fall, {"load", "forward", "backward"}));
    chart.resize(800, chart.sizeHint().height());
    chart.show();
    const auto& rows = chart.data().rows;
    QCOMPARE(rows.size(), std::size_t{4});
    for (std::size_t i = 1; i + 1 < rows.size(); ++i)
        QCOMPARE(rows[i].from, rows[i - 1].to);
    QCOMPARE(rows[2].to, rows[3].to);
    QCOMPARE(rows[3].to, 18e6);
    QSignalSpy chosen(&chart, &WaterfallChart::stageSelected);
    const WaterfallLayout layout = chart.chartLayout();
    for (int i = 0; i < 3; ++i) {
        QTest::mouseClick(&chart, Qt::LeftButton, {}, layout.bars[static_cast<std::size_t>(i)].center().toPoint());
        QCOMPARE(chosen.last().at(0).toInt(), i);
    }
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chosen.last().at(0).toInt(), 0);
    QVERIFY(std::abs(layout.bars[2].width() / layout.bars[1].width() - 3) < 1e-6);
    QVERIFY(chart.describe(2).contains(u"+15.0 ms"_s));
    QCOMPARE(chart.table().count(u'\n'), 5);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestLineCharts)
#include "tst_LineCharts.moc"
