// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "tests/core/analysis/GiveBubbles.h"
#include "widgets/charts/BubbleChart.h"
#include "widgets/charts/CauseBars.h"
#include "widgets/models/BubbleViews.h"
#include "widgets/models/CauseTableModel.h"
#include "widgets/theme/CauseStyle.h"

namespace headwater {

using namespace Qt::StringLiterals;
using Mode = QAbstractItemModelTester::FailureReportingMode;

namespace {

Bubbles split(Ns io, Ns wait)
{
    Bubbles out;
    out.byCause[static_cast<std::size_t>(BubbleCause::IoStarvation)] = io;
    out.byCause[static_cast<std::size_t>(BubbleCause::CommWait)] = wait;
    return out;
}

RunAnalysisPtr run(int ranks, int steps, Ns io, Ns zero)
{
    auto out = std::make_shared<RunAnalysis>();
    std::vector<int> numbers;
    std::vector<std::int64_t> stepNumbers;
    for (int s = 0; s < steps; ++s)
        stepNumbers.push_back(10 + s);
    for (int r = 0; r < ranks; ++r) {
        numbers.push_back(r);
        RankAnalysis rank;
        rank.rank = r;
        for (int s = 0; s < steps; ++s) {
            StepAnalysis step;
            step.step = 10 + s;
            step.window = {zero + s * 100'000'000LL, zero + (s + 1) * 100'000'000LL};
            step.status = StepStatus::Ok;
            rank.steps.push_back(step);
        }
        test::giveBubbles(rank, std::vector<std::optional<Bubbles>>(rank.steps.size(), split(io, 5'000'000)));
        out->ranks.push_back(std::move(rank));
    }
    out->cube = StageCube({"load"}, numbers, stepNumbers);
    return out;
}

std::vector<GapList> gapsOf(const RunAnalysis& run, Ns io)
{
    std::vector<GapList> lists;
    for (const RankAnalysis& rank : run.ranks) {
        GapList list;
        for (const StepAnalysis& step : rank.steps) {
            Gap late;
            late.time = {step.window.start + 10'000'000, step.window.start + 10'000'000 + io};
            late.step = step.step;
            late.split = split(io, 0);
            Gap waiting;
            waiting.time = {step.window.start + 60'000'000, step.window.start + 65'000'000};
            waiting.step = step.step;
            waiting.split = split(1'000'000, 4'000'000);
            waiting.stage = 0;
            list.gaps.push_back(late);
            list.gaps.push_back(waiting);
        }
        lists.push_back(std::move(list));
    }
    return lists;
}

struct Both {
    PairAnalysis pair;
    GapPair gaps;
};

Both both(int ranks, int steps)
{
    Both out;
    out.pair = {run(ranks, steps, 2'000'000, 1'000), run(ranks, steps, 20'000'000, 7'000'000'000)};
    out.gaps = {gapsOf(*out.pair.baseline, 2'000'000), gapsOf(*out.pair.current, 20'000'000)};
    return out;
}

/// The processor's time of this thread, not the clock's: other processes do not count.
double busyMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

Verdict verdictOf()
{
    return {};
}

}  // namespace

class TestBubbleCharts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void areaIsDuration();
    void lanesOfARankStandTogether();
    void everyBubbleCanBeClicked();
    void keysGoFromBubbleToBubble();
    void theWheelZoomsTime();
    void whatIsNotDrawnIsSaid();
    void labelsDoNotTouch();
    void thousandsArePaintedInTime();
    void everyPartOfABarCanBeClicked();
    void manyStepsShareABar();
    void anUnknownStepIsNotZero();
    void causesAddUp();
    void nothingIsUnknown();
};

void TestBubbleCharts::areaIsDuration()
{
    const Both b = both(2, 3);
    const BubbleChartData data = bubbleChartData(b.pair, b.gaps);
    QCOMPARE(data.bubbles.size(), std::size_t(24));
    const BubbleLayout layout = layOutBubbles(data, {}, QRectF(0, 0, 900, 300), QFontMetricsF(QFont()));
    const auto radius = [&](double length) {
        for (const BubbleLayout::Spot& spot : layout.spots)
            if (data.bubbles[spot.bubble].length == length)
                return spot.radius;
        return 0.0;
    };
    QVERIFY(std::abs(std::pow(radius(20e6) / radius(5e6), 2) - 4) < 1e-9);
    QVERIFY(std::abs(std::pow(radius(20e6) / radius(2e6), 2) - 10) < 1e-9);
    QCOMPARE(data.bubbles.front().cause, BubbleCause::IoStarvation);
    QCOMPARE(data.bubbles.front().length, 20e6);
    QCOMPARE(data.bubbles.front().start, 10e6);  // each rank's own first step is zero
}

void TestBubbleCharts::lanesOfARankStandTogether()
{
    const Both b = both(3, 2);
    const BubbleChartData data = bubbleChartData(b.pair, b.gaps);
    QCOMPARE(data.lanes.size(), std::size_t(6));
    for (std::size_t i = 0; i < data.lanes.size(); ++i) {
        QCOMPARE(data.lanes[i].rank, static_cast<int>(i / 2));
        QCOMPARE(data.lanes[i].side, i % 2 == 0 ? Side::Baseline : Side::Current);
    }
}

void TestBubbleCharts::everyBubbleCanBeClicked()
{
    const Both b = both(3, 4);
    BubbleChart chart;
    chart.setData(bubbleChartData(b.pair, b.gaps));
    for (const QSize size : {QSize(500, 260), QSize(1'300, 500)}) {
        chart.resize(size);
        QSignalSpy chosen(&chart, &BubbleChart::bubbleActivated);
        const BubbleLayout layout = chart.chartLayout();
        QVERIFY(layout.spots.size() > 20);
        for (const BubbleLayout::Spot& spot : layout.spots) {
            QTest::mouseClick(&chart, Qt::LeftButton, {}, spot.centre.toPoint());
            QCOMPARE(chosen.last().first().toInt(), static_cast<int>(spot.bubble));
        }
        QVERIFY(chart.accessibleRows().size() == layout.spots.size());
    }
}

void TestBubbleCharts::keysGoFromBubbleToBubble()
{
    const Both b = both(2, 3);
    BubbleChart chart;
    chart.setData(bubbleChartData(b.pair, b.gaps));
    chart.resize(900, 300);
    QSignalSpy chosen(&chart, &BubbleChart::bubbleActivated);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.cursor(), 0);
    const BubbleChartData::Bubble first = chart.data().bubbles[0];
    QTest::keyClick(&chart, Qt::Key_Right);
    const BubbleChartData::Bubble next = chart.data().bubbles[static_cast<std::size_t>(chart.cursor())];
    QCOMPARE(next.lane, first.lane);
    QCOMPARE(next.start, 60e6);
    QTest::keyClick(&chart, Qt::Key_Up);
    QCOMPARE(chart.data().bubbles[static_cast<std::size_t>(chart.cursor())].lane, first.lane - 1);
    QVERIFY(chosen.isEmpty());
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(chosen.last().first().toInt(), chart.cursor());
    QVERIFY(chart.currentRow() >= 0);
}

void TestBubbleCharts::theWheelZoomsTime()
{
    const Both b = both(2, 30);
    BubbleChart chart;
    chart.setData(bubbleChartData(b.pair, b.gaps));
    chart.resize(900, 300);
    const double all = chart.chartLayout().view.length;
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(chart.chartLayout().view.length < all);
    const BubbleLayout layout = chart.chartLayout();
    const QPoint from = layout.plot.center().toPoint();
    QTest::mousePress(&chart, Qt::LeftButton, {}, from);
    QTest::mouseMove(&chart, from - QPoint(60, 0));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, from - QPoint(60, 0));
    QVERIFY(chart.chartLayout().view.time > layout.view.time);
    QTest::keyClick(&chart, Qt::Key_0);
    QCOMPARE(chart.chartLayout().view.length, all);
}

void TestBubbleCharts::whatIsNotDrawnIsSaid()
{
    Both b = both(1, 2);
    b.gaps[1][0].rest = split(3'000'000, 0);
    b.gaps[1][0].restCount = 70;
    const BubbleChartData data = bubbleChartData(b.pair, b.gaps);
    QCOMPARE(data.lanes[1].note, u"70 shorter gaps, together 3.00 ms, are not drawn"_s);
    QVERIFY(data.lanes[0].note.isEmpty());
    QVERIFY(describeGap(b.gaps[1][0].gaps[1], b.pair.current->cube).contains(u"load"_s));
    QVERIFY(describeGap(b.gaps[1][0].gaps[1], b.pair.current->cube).contains(u"4.00 ms"_s));
}

void TestBubbleCharts::labelsDoNotTouch()
{
    // Waits beside each other, each wide enough for its label, closer than the labels are wide.
    BubbleChartData data;
    data.lanes = {{u"rank 0"_s, 0, Side::Baseline, {}}, {u"rank 1"_s, 1, Side::Baseline, {}}};
    data.span = 1e9;
    data.longest = 10e6;
    for (int i = 0; i < 400; ++i)
        data.bubbles.push_back({static_cast<std::size_t>(i % 2), i * 2.4e6, 10e6 - i * 1e3, BubbleCause::CommWait, 0});
    data.spacing = spacingOf(data);
    QCOMPARE(data.spacing, 4.8e6 - 1e3);  // of their middles: each is 1 µs shorter than the one before
    const QFontMetricsF metrics{QFont()};
    const BubbleLayout all = layOutBubbles(data, {}, QRectF(0, 0, 900, 300), metrics);
    QVERIFY(all.spots.size() > 300);
    for (const BubbleLayout::Spot& spot : all.spots)  // none covers its neighbour or leaves its lane
        QVERIFY(spot.radius * 2 <= std::max(6.0, all.xOf(4.8e6) - all.xOf(0)) && spot.radius * 2 < all.laneHeight);
    BubbleView some;
    some.length = 80e6;
    const BubbleLayout dense = layOutBubbles(data, some, QRectF(0, 0, 900, 300), metrics);
    QVERIFY(dense.labels.size() > 3 && dense.labels.size() < 100);
    QCOMPARE(dense.labels.front().bubble, std::size_t(0));  // the longest comes first
    for (const BubbleLayout::Label& one : dense.labels) {
        const auto spot = std::ranges::find(dense.spots, one.bubble, &BubbleLayout::Spot::bubble);
        QVERIFY(one.box.width() <= spot->radius * 2 && one.box.center() == spot->centre);
        for (const BubbleLayout::Label& other : dense.labels)
            QVERIFY(one.bubble == other.bubble || !one.box.adjusted(-2, -2, 2, 2).intersects(other.box));
    }
    // Where there is room each has its own.
    BubbleView near;
    near.length = 20e6;
    const BubbleLayout wide = layOutBubbles(data, near, QRectF(0, 0, 2'000, 300), metrics);
    QVERIFY(wide.spots.size() > 4);
    QCOMPARE(wide.labels.size(), wide.spots.size());
}

void TestBubbleCharts::thousandsArePaintedInTime()
{
    const Both b = both(64, 16);
    BubbleChart chart;
    chart.setData(bubbleChartData(b.pair, b.gaps));
    chart.resize(1'200, 600);
    QCOMPARE(chart.data().bubbles.size(), std::size_t(64 * 16 * 4));
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const double start = busyMs();
        static_cast<void>(chart.grab());
        best = std::min(best, busyMs() - start);
    }
    qInfo("bubble chart of 4,096 bubbles: best frame %.1f ms", best);
    QVERIFY(best < 50);
}

void TestBubbleCharts::everyPartOfABarCanBeClicked()
{
    const Both b = both(2, 6);
    CauseBars bars;
    bars.setData(causeBarsData(b.pair, verdictOf()));
    bars.resize(700, 400);
    QSignalSpy chosen(&bars, &CauseBars::stepsChosen);
    const CauseBarsLayout layout = bars.chartLayout();
    int parts = 0;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < layout.rows[side].bars.size(); ++i)
            for (const CauseBarsLayout::Part& part : layout.rows[side].bars[i].parts) {
                ++parts;
                QTest::mouseClick(&bars, Qt::LeftButton, {}, part.box.center().toPoint());
                QCOMPARE(chosen.last().at(0).value<Side>(), static_cast<Side>(side));
                QCOMPARE(chosen.last().at(1).toLongLong(), 10 + static_cast<qint64>(i));
            }
    QCOMPARE(parts, 2 * 6 * 2);
    // Both runs on one scale.
    const double baseline = layout.rows[0].bars[0].parts[0].box.height();
    const double current = layout.rows[1].bars[0].parts[0].box.height();
    QVERIFY(std::abs(current / baseline - 10) < 1e-6);
    QTest::keyClick(&bars, Qt::Key_Home);
    QTest::keyClick(&bars, Qt::Key_Right);
    QCOMPARE(chosen.last().at(1).toLongLong(), 11);
    QTest::keyClick(&bars, Qt::Key_Up);
    QCOMPARE(chosen.last().at(0).value<Side>(), Side::Baseline);
    QCOMPARE(bars.currentRow(), 1);
}

void TestBubbleCharts::manyStepsShareABar()
{
    const Both b = both(1, 1'000);
    const CauseBarsLayout layout =
        layOutCauseBars(causeBarsData(b.pair, verdictOf()), QRectF(0, 0, 500, 400), QFontMetricsF(QFont()), false);
    QVERIFY(layout.merged > 1);
    QCOMPARE(layout.rows[0].bars.back().last, std::size_t(999));
    QCOMPARE(layout.rows[1].bars.front().mean.bubbles.of(BubbleCause::IoStarvation), Ns(20'000'000));
}

void TestBubbleCharts::anUnknownStepIsNotZero()
{
    const Both b = both(1, 3);
    auto holed = std::make_shared<RunAnalysis>(*b.pair.current);
    holed->ranks[0].steps[1].status = StepStatus::Unknown;
    const CauseBarsData data = causeBarsData({b.pair.baseline, holed}, verdictOf());
    const CauseBarsLayout layout = layOutCauseBars(data, QRectF(0, 0, 500, 400), QFontMetricsF(QFont()), false);
    QVERIFY(!layout.rows[1].bars[1].known);
    QVERIFY(layout.rows[1].bars[1].parts.empty());
    CauseBars bars;
    bars.setData(data);
    bars.resize(500, 400);
    QCOMPARE(bars.accessibleRows()[4].value, u"no data"_s);
}

void TestBubbleCharts::causesAddUp()
{
    const Both b = both(2, 6);
    const CauseBarsData data = causeBarsData(b.pair, verdictOf());
    CauseTableModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setData({meanOf(data.sides[0]), meanOf(data.sides[1])}, lightPalette());
    QCOMPARE(model.rowCount(), 3);  // two causes and their sum
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(0, CauseTableModel::Name), cause::word(BubbleCause::IoStarvation));
    QCOMPARE(cell(0, CauseTableModel::Baseline), u"2.00 ms"_s);
    QCOMPARE(cell(0, CauseTableModel::Delta), u"+18.0 ms"_s);
    QCOMPARE(cell(1, CauseTableModel::Delta), u"0 ns"_s);
    QCOMPARE(cell(2, CauseTableModel::Current), u"25.0 ms"_s);
    QCOMPARE(cell(2, CauseTableModel::CurrentShare), u"25 % (100 %)"_s);
    model.setData({std::nullopt, meanOf(data.sides[1])}, darkPalette());
    QCOMPARE(cell(0, CauseTableModel::Baseline), u"no data"_s);
    QCOMPARE(cell(0, CauseTableModel::Delta), u"\u2014"_s);
}

void TestBubbleCharts::nothingIsUnknown()
{
    const BubbleChartData data = bubbleChartData({}, {});
    QVERIFY(data.isEmpty());
    QVERIFY(data.empty.contains(u"unknown"_s));
    BubbleChart chart;
    chart.setData(data);
    chart.resize(400, 200);
    static_cast<void>(chart.grab());
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(200, 100));
    QCOMPARE(chart.cursor(), -1);
    QVERIFY(causeBarsData({}, verdictOf()).isEmpty());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestBubbleCharts)
#include "tests/core/analysis/GiveBubbles.h"
#include "tst_BubbleCharts.moc"
