// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <random>

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "core/stats/Outliers.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/Histogram.h"
#include "widgets/charts/Scatter.h"
#include "widgets/models/OwnTimeViews.h"
#include "widgets/models/RankTreeModel.h"

namespace headwater {

using namespace Qt::StringLiterals;
using Mode = QAbstractItemModelTester::FailureReportingMode;
using Ids = std::vector<int>;

namespace {

/// Ranks of 100 ms with some noise, one of them slow; the others wait for it. Four to a host, two hosts to a rack.
OwnTimesPtr ranks(int count, std::size_t steps, int slow, double factor = 2, bool waits = true)
{
    std::mt19937 engine(11);  // NOLINT: the same values in every run
    std::normal_distribution<double> noise(0, 0.01);
    StragglerSeries series;
    series.metric = "time between collectives";
    std::vector<std::int64_t> numbers;
    for (std::size_t s = 0; s < steps; ++s)
        numbers.push_back(static_cast<std::int64_t>(100 + s));
    std::vector<std::vector<double>> waiting;
    for (int r = 0; r < count; ++r) {
        RankSeries rank;
        rank.rank = r;
        rank.host = "host" + std::to_string(r / 4);
        rank.rack = "rack" + std::to_string(r / 8);
        std::vector<double> wait;
        for (std::size_t s = 0; s < steps; ++s) {
            const double own = 100e6 * (r == slow ? factor : 1) * (1 + noise(engine));
            rank.local.push_back(own);
            rank.pure.push_back(own * 0.6);
            wait.push_back(waits ? std::max(0.0, 100e6 * factor - own) : NAN);
        }
        waiting.push_back(std::move(wait));
        series.ranks.push_back(std::move(rank));
    }
    return std::make_shared<const OwnTimes>(ownTimes(std::move(series), numbers, std::move(waiting)));
}

QPoint middle(const QRectF& rect)
{
    return rect.center().toPoint();
}

Ids lastIds(const QSignalSpy& spy)
{
    return spy.last().first().value<Ids>();
}

}  // namespace

class TestRankCharts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void bothRunsAreCountedInTheSameBins();
    void everyBarCanBeClicked();
    void aBrushTakesEveryRankUnderIt();
    void keysMoveOverBins();
    void cutsAreDrawnOrSaid();
    void tenThousandRanksAreBrushedInTime();
    void tenThousandPointsArePaintedInTime();
    void everyPointCanBeClicked();
    void aFrameTakesPoints();
    void waitingUnknownIsSaid();
    void everyCellCanBeClicked();
    void theCellCursorMovesByKeys();
    void wheelAndDragMoveTheMap();
    void oneSlowRankAmongThousandsIsSeen();
    void missingCellsAreNoColour();
    void aLargeMapIsPaintedInTime();
    void rankTree();
    void pureComputeThatWasNotMeasured();
    void theAnswerSaysWhatIsMissing();
};

void TestRankCharts::bothRunsAreCountedInTheSameBins()
{
    const HistogramData data = ownTimeHistogram({ranks(16, 8, -1), ranks(16, 8, 5)}, OwnTime::Local, "");
    const HistogramLayout layout = layOutHistogram(data, QRectF(0, 0, 700, 300), QFontMetricsF(QFont()), true);
    std::array<std::size_t, 2> counted{};
    for (const HistogramLayout::Bin& bin : layout.bins)
        for (std::size_t side = 0; side < 2; ++side) {
            counted[side] += bin.count[side];
            for (std::size_t i = 0; i < bin.count[side]; ++i) {
                const double value = data.sides[side][bin.first[side] + i].value;
                QVERIFY(value >= bin.low && value < bin.high);
            }
            QCOMPARE(bin.bar[side].isEmpty(), bin.count[side] == 0);
        }
    QCOMPARE(counted[0], std::size_t(16));
    QCOMPARE(counted[1], std::size_t(16));
    QCOMPARE(layout.low, 0.0);
    const HistogramLayout close = layOutHistogram(data, QRectF(0, 0, 700, 300), QFontMetricsF(QFont()), false);
    QVERIFY(close.low > 0 && close.low <= data.sides[0].front().value);
}

void TestRankCharts::everyBarCanBeClicked()
{
    qRegisterMetaType<Ids>();
    Histogram chart;
    chart.setData(ownTimeHistogram({ranks(24, 8, -1), ranks(24, 8, 5, 3)}, OwnTime::Local, ""));
    for (const QSize size : {QSize(360, 200), QSize(900, 360), QSize(1'800, 500)}) {
        chart.resize(size);
        QSignalSpy chosen(&chart, &Histogram::idsSelected);
        const HistogramLayout layout = chart.chartLayout();
        int bars = 0;
        for (std::size_t b = 0; b < layout.bins.size(); ++b)
            for (const QRectF& bar : layout.bins[b].bar) {
                if (bar.isEmpty())
                    continue;
                ++bars;
                QTest::mouseClick(&chart, Qt::LeftButton, {}, middle(bar));
                QCOMPARE(lastIds(chosen), idsIn(chart.data(), layout, static_cast<int>(b), static_cast<int>(b)));
                QVERIFY(!lastIds(chosen).empty());
            }
        QVERIFY(bars >= 3);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(size.width() / 2, size.height() - 3));
        QVERIFY(lastIds(chosen).empty());  // beside every bin
    }
}

void TestRankCharts::aBrushTakesEveryRankUnderIt()
{
    Histogram chart;
    chart.setData(ownTimeHistogram({nullptr, ranks(24, 8, 5, 3)}, OwnTime::Local, ""));
    chart.resize(900, 360);
    QSignalSpy chosen(&chart, &Histogram::idsSelected);
    const QRectF plot = chart.chartLayout().plot;
    const int y = static_cast<int>(plot.center().y());
    QTest::mousePress(&chart, Qt::LeftButton, {}, QPoint(static_cast<int>(plot.left()) + 2, y));
    QTest::mouseMove(&chart, QPoint(static_cast<int>(plot.right()) + 200, y));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(static_cast<int>(plot.right()) + 200, y));
    QCOMPARE(lastIds(chosen).size(), std::size_t(24));
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(lastIds(chosen).empty());
}

void TestRankCharts::keysMoveOverBins()
{
    Histogram chart;
    chart.setData(ownTimeHistogram({nullptr, ranks(24, 8, 5, 3)}, OwnTime::Local, ""));
    chart.resize(900, 360);
    QSignalSpy chosen(&chart, &Histogram::idsSelected);
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(lastIds(chosen), Ids{5});
    QTest::keyClick(&chart, Qt::Key_Home, Qt::ShiftModifier);
    QCOMPARE(lastIds(chosen).size(), std::size_t(24));
    const auto rows = chart.accessibleRows();
    QVERIFY(rows.size() >= 2);
    QVERIFY(rows.back().description.contains(u"rank 5"_s));
    chart.chooseRow(static_cast<int>(rows.size()) - 1);
    QCOMPARE(lastIds(chosen), Ids{5});
    QCOMPARE(chart.currentRow(), static_cast<int>(rows.size()) - 1);
}

void TestRankCharts::cutsAreDrawnOrSaid()
{
    const HistogramData few = ownTimeHistogram({nullptr, ranks(4, 8, 2, 3)}, OwnTime::Local, "");
    QCOMPARE(few.cuts.size(), std::size_t(2));
    QVERIFY(few.cuts[0].at);
    QVERIFY(!few.cuts[1].at);
    QCOMPARE(few.cuts[1].note, u"3\u03c3: cannot fire with 4 ranks (max z = 1.50)"_s);
    const HistogramLayout layout = layOutHistogram(few, QRectF(0, 0, 700, 300), QFontMetricsF(QFont()), true);
    QVERIFY(layout.lines[0].drawn);
    QVERIFY(std::abs(layout.lines[0].x - layout.xOf(*few.cuts[0].at)) < 1e-9);
    QVERIFY(!layout.lines[1].drawn);
    QVERIFY(layout.lines[1].label.width() > 0);
    const HistogramData many = ownTimeHistogram({nullptr, ranks(64, 8, 2, 3)}, OwnTime::Local, "");
    QVERIFY(many.cuts[1].at);
    QVERIFY(ownTimeHistogram({nullptr, ranks(1, 8, -1)}, OwnTime::Local, "").cuts.empty());
}

void TestRankCharts::tenThousandRanksAreBrushedInTime()
{
    Histogram chart;
    chart.setData(ownTimeHistogram({ranks(10'000, 2, -1), ranks(10'000, 2, 77, 3)}, OwnTime::Local, ""));
    chart.resize(900, 360);
    const HistogramLayout layout = chart.chartLayout();
    const int y = static_cast<int>(layout.plot.center().y());
    QTest::mousePress(&chart, Qt::LeftButton, {}, QPoint(static_cast<int>(layout.plot.left()) + 2, y));
    std::vector<double> frames;
    for (double x = layout.plot.left(); x < layout.plot.right(); x += layout.plot.width() / 25) {
        QElapsedTimer timer;
        timer.start();
        QTest::mouseMove(&chart, QPoint(static_cast<int>(x), y));
        static_cast<void>(chart.grab());
        frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(frames);
    // The machine may be busy with other things: the typical move has to be far below the limit of 50 ms.
    QVERIFY2(frames[frames.size() / 2] < 50, qPrintable(QString::number(frames[frames.size() / 2])));
}

void TestRankCharts::tenThousandPointsArePaintedInTime()
{
    Scatter chart;
    chart.setData(waitScatter({ranks(10'000, 2, -1), ranks(10'000, 2, 77, 3)}, ""));
    chart.resize(700, 400);
    std::vector<int> half;
    for (int r = 0; r < 5'000; ++r)
        half.push_back(r);
    chart.setSelected(half);
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        static_cast<void>(chart.grab());
        best = std::min(best, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    qInfo("scatter of 20,000 points: best frame %.1f ms", best);
    QVERIFY(best < 50);
}

void TestRankCharts::everyPointCanBeClicked()
{
    Scatter chart;
    chart.setData(waitScatter({nullptr, ranks(24, 8, 5, 3)}, ""));
    chart.resize(700, 400);
    QSignalSpy chosen(&chart, &Scatter::idsSelected);
    const ScatterLayout layout = chart.chartLayout();
    QCOMPARE(layout.points[1].size(), std::size_t(24));
    for (std::size_t i = 0; i < layout.points[1].size(); ++i) {
        const QPoint at = layout.points[1][i].toPoint();
        QTest::mouseClick(&chart, Qt::LeftButton, {}, at);
        const ScatterHit hit = pointAt(layout, at);
        QCOMPARE(hit.side, 1);
        QCOMPARE(lastIds(chosen), Ids{chart.data().sides[1][hit.item].id});
        // A neighbour that lies closer than a pixel may be taken instead, never one farther off.
        const QPointF away = layout.points[1][hit.item] - layout.points[1][i];
        QVERIFY(std::hypot(away.x(), away.y()) < 1.5);
    }
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(lastIds(chosen), Ids{5});
    QVERIFY(chart.accessibleRows().back().description == u"flagged"_s);
}

void TestRankCharts::aFrameTakesPoints()
{
    Scatter chart;
    chart.setData(waitScatter({nullptr, ranks(24, 8, 5, 3)}, ""));
    chart.resize(700, 400);
    QSignalSpy chosen(&chart, &Scatter::idsSelected);
    const QRectF plot = chart.chartLayout().plot;
    QTest::mousePress(&chart, Qt::LeftButton, {}, QPoint(static_cast<int>(plot.center().x()), 1));
    QTest::mouseMove(&chart, QPoint(699, 399));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(699, 399));
    QCOMPARE(lastIds(chosen), Ids{5});
}

void TestRankCharts::waitingUnknownIsSaid()
{
    const ScatterData data = waitScatter({nullptr, ranks(4, 8, 2, 3, false)}, "");
    QVERIFY(data.isEmpty());
    QVERIFY(data.empty.contains(u"unknown"_s));
}

void TestRankCharts::everyCellCanBeClicked()
{
    HeatMap map;
    map.setData(ownTimeMap(ranks(12, 9, 5), OwnTime::Local));
    map.resize(700, 420);
    QSignalSpy chosen(&map, &HeatMap::cellChosen);
    QSignalSpy named(&map, &HeatMap::rowChosen);
    const HeatMapLayout layout = map.chartLayout();
    for (int r = 0; r < 12; ++r) {
        for (int c = 0; c < 9; ++c) {
            QTest::mouseClick(&map, Qt::LeftButton, {},
                              middle(layout.cell(static_cast<std::size_t>(r), static_cast<std::size_t>(c))));
            QCOMPARE(chosen.last().at(0).toInt(), r);
            QCOMPARE(chosen.last().at(1).toInt(), c);
        }
        QTest::mouseClick(&map, Qt::LeftButton, {},
                          QPoint(static_cast<int>(layout.names.center().x()), static_cast<int>(layout.yOf(r + 0.5))));
        QCOMPARE(named.last().first().toInt(), r);
    }
    QCOMPARE(cellAt(map.data(), layout, layout.legend.center()), std::pair(-1, -1));
}

void TestRankCharts::theCellCursorMovesByKeys()
{
    HeatMap map;
    map.setData(ownTimeMap(ranks(40, 30, 5), OwnTime::Local));
    map.resize(500, 300);
    QSignalSpy activated(&map, &HeatMap::cellActivated);
    QTest::keyClick(&map, Qt::Key_Down);  // the first key goes to the first cell
    QTest::keyClick(&map, Qt::Key_Right);
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.cursorRow(), 0);
    QCOMPARE(map.cursorColumn(), 2);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&map, Qt::Key_Plus);
    QVERIFY(map.chartLayout().view.rows < 12);
    QTest::keyClick(&map, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(map.cursorRow(), 39);
    QCOMPARE(map.cursorColumn(), 29);
    const HeatMapLayout layout = map.chartLayout();
    QVERIFY(layout.plot.adjusted(-1, -1, 1, 1).contains(layout.cell(39, 29)));  // it is scrolled to
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(activated.last().at(0).toInt(), 39);
    QTest::keyClick(&map, Qt::Key_0);
    QCOMPARE(map.chartLayout().view, fullView(map.data()));
    QCOMPARE(map.accessibleRows().size(), std::size_t(40));
    QCOMPARE(map.currentRow(), 39);
}

void TestRankCharts::wheelAndDragMoveTheMap()
{
    HeatMap map;
    map.setData(ownTimeMap(ranks(200, 50, 5), OwnTime::Local));
    map.resize(500, 300);
    const auto wheel = [&map](int delta, Qt::KeyboardModifiers modifiers) {
        const QPointF at = map.chartLayout().cell(100, 25).center();
        QWheelEvent event(at, map.mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(&map, &event);
        return event.isAccepted();
    };
    QVERIFY(!wheel(120, Qt::NoModifier));  // all is shown: the page may scroll
    QVERIFY(wheel(480, Qt::ControlModifier));
    const HeatMapView view = map.chartLayout().view;
    QVERIFY(view.rows < 120);
    // What lay under the pointer still does.
    QVERIFY(std::abs(view.row + view.rows / 2 - 100.5) < 25);
    QVERIFY(wheel(-120, Qt::NoModifier));
    QVERIFY(map.chartLayout().view.row > view.row);
    const HeatMapView before = map.chartLayout().view;
    const QPoint from = middle(map.chartLayout().plot);
    QTest::mousePress(&map, Qt::LeftButton, {}, from);
    QTest::mouseMove(&map, from + QPoint(0, 40));
    QTest::mouseRelease(&map, Qt::LeftButton, {}, from + QPoint(0, 40));
    QVERIFY(map.chartLayout().view.row < before.row);
    QCOMPARE(map.cursorRow(), -1);  // a drag takes no cell
}

void TestRankCharts::oneSlowRankAmongThousandsIsSeen()
{
    const HeatMapData data = ownTimeMap(ranks(5'000, 20, 3'777, 2), OwnTime::Local);
    const Palette& p = lightPalette();
    const QImage image = heatImage(data, fullView(data), QSize(200, 250), p);
    const QColor slow(image.pixel(100, 3'777 * 250 / 5'000));
    const QColor even(image.pixel(100, 10));
    QVERIFY(contrast(slow, p.page) > 2.5);
    QVERIFY(contrast(even, p.page) < 1.8);
    QVERIFY(data.rows[3'777].flag);
}

void TestRankCharts::missingCellsAreNoColour()
{
    HeatMapData data;
    data.rows = {{u"0"_s, 0, false}};
    data.columns = {u"1"_s, u"2"_s};
    data.tint = {NAN, 0.0F};
    data.diverging = true;
    const Palette& p = lightPalette();
    const QImage image = heatImage(data, fullView(data), QSize(40, 10), p);
    QCOMPARE(QColor(image.pixel(9, 5)), p.page);
    QVERIFY(QColor(image.pixel(8, 5)) != p.page);  // dotted, so that it is told from nothing at all
    QCOMPARE(QColor(image.pixel(30, 5)), heatColour(0, true, p));
}

void TestRankCharts::aLargeMapIsPaintedInTime()
{
    HeatMapData data;
    for (int r = 0; r < 10'000; ++r)
        data.rows.push_back({QString::number(r), r, r == 1'234});
    for (int c = 0; c < 200; ++c)
        data.columns.push_back(QString::number(c));
    std::mt19937 engine(3);  // NOLINT: the same values in every run
    std::uniform_real_distribution<float> value(-0.2F, 0.2F);
    for (std::size_t i = 0; i < data.rows.size() * data.columns.size(); ++i)
        data.tint.push_back(value(engine));
    data.diverging = true;
    data.text = [](std::size_t, std::size_t) { return QString(); };
    HeatMap map;
    map.setData(data);
    map.resize(1'200, 700);
    std::vector<double> frames;
    QImage target(map.size(), QImage::Format_ARGB32_Premultiplied);
    for (int i = 0; i < 21; ++i) {
        map.setView({100.0 * i, 8'000 - 300.0 * i, 0, 200});
        QElapsedTimer timer;
        timer.start();
        QPainter painter(&target);
        map.paint(painter, QRectF(map.rect()));
        frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(frames);
    qInfo("heat map of 10,000 x 200 cells: median frame %.1f ms, worst %.1f ms", frames[10], frames.back());
    QVERIFY(frames.front() < 16.6);
}

void TestRankCharts::rankTree()
{
    RankTreeModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    const OwnTimesPtr own = ranks(16, 20, 5);
    model.setData(own, OwnTime::Local, RankTreeModel::By::Role);
    QCOMPARE(model.rowCount(), 1);
    const QModelIndex all = model.index(0, 0);
    QCOMPARE(model.rowCount(all), 16);
    const auto cell = [&](int row, int column) { return model.index(row, column, all).data().toString(); };
    QCOMPARE(cell(0, RankTreeModel::Name), u"\u2691 rank 5"_s);  // the slowest first
    QCOMPARE(cell(0, RankTreeModel::Ratio), u"2.00"_s);
    QCOMPARE(cell(0, RankTreeModel::Persistence), u"100 %"_s);
    QCOMPARE(cell(0, RankTreeModel::Class), u"fixed, device"_s);
    QCOMPARE(cell(1, RankTreeModel::Class), u"\u2014"_s);
    const double z = stats::sampleZ(own->typicalLocal)[5];
    QCOMPARE(cell(0, RankTreeModel::Z), QString::number(z, 'f', 2));
    QCOMPARE(model.headerData(RankTreeModel::Own, Qt::Horizontal).toString(), u"own, ms"_s);

    model.setData(own, OwnTime::Local, RankTreeModel::By::Host);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.ranksOf(model.index(3, 0)).size(), std::size_t(4));
    const QModelIndex five = model.indexOf(5);
    QCOMPARE(model.ranksOf(five), Ids{5});
    QCOMPARE(five.parent().data().toString(), u"host1 (4)"_s);
    model.setData(own, OwnTime::Local, RankTreeModel::By::Rack);
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(!model.indexOf(99).isValid());
    QCOMPARE(model.table().count(u'\n'), 1 + 2 + 16);
}

void TestRankCharts::pureComputeThatWasNotMeasured()
{
    StragglerSeries series;
    series.metric = "step time";
    for (int r = 0; r < 3; ++r)
        series.ranks.push_back({r, "", "", "", {1e6, 1e6}, {}, {}});
    const auto own = std::make_shared<const OwnTimes>(ownTimes(std::move(series), {1, 2}, {}));
    QVERIFY(!has({nullptr, own}, OwnTime::Pure));
    QVERIFY(ownTimeHistogram({nullptr, own}, OwnTime::Pure, "").isEmpty());
    QVERIFY(ownTimeMap(own, OwnTime::Pure).isEmpty());
    RankTreeModel model;
    model.setData(own, OwnTime::Pure, RankTreeModel::By::Role);
    QCOMPARE(model.index(0, RankTreeModel::Own, model.index(0, 0)).data().toString(), u"no data"_s);
}

void TestRankCharts::theAnswerSaysWhatIsMissing()
{
    const StragglerAnswer slow = stragglerAnswer({ranks(8, 20, -1), ranks(8, 20, 5)});
    QVERIFY(slow.slow);
    QVERIFY2(slow.headline.startsWith(u"Rank 5 holds the others back: own time 2"_s), qPrintable(slow.headline));
    QVERIFY(slow.detail.contains(u"wait"_s) && slow.detail.contains(u"kernels take longer"_s));
    const StragglerAnswer even = stragglerAnswer({ranks(8, 20, -1), ranks(8, 20, -1)});
    QVERIFY(!even.slow);
    QCOMPARE(even.headline, u"8 ranks are even"_s);
    const StragglerAnswer one = stragglerAnswer({ranks(1, 20, -1), ranks(1, 20, -1)});
    QVERIFY(one.headline.contains(u"unknown"_s));
    const StragglerAnswer noWaits = stragglerAnswer({nullptr, ranks(8, 20, 5, 2, false)});
    QVERIFY(noWaits.detail.contains(u"Waiting is unknown"_s));
    QVERIFY(stragglerAnswer({}).headline.contains(u"unknown"_s));
    QVERIFY(stragglerAnswer({ranks(1, 20, -1), ranks(8, 20, 5)}).detail.contains(u"baseline has one rank"_s));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestRankCharts)
#include "tst_RankCharts.moc"
