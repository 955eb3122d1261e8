// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <ctime>

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "core/stats/Outliers.h"
#include "tests/widgets/OwnTimesOf.h"
#include "widgets/charts/Histogram.h"
#include "widgets/charts/Scatter.h"
#include "widgets/models/OwnTimeViews.h"
#include "widgets/models/RankTreeModel.h"

namespace headwater {

using namespace Qt::StringLiterals;
using Mode = QAbstractItemModelTester::FailureReportingMode;
using Ids = std::vector<int>;

namespace {

using fixtures::ranks;

QPoint middle(const QRectF& rect)
{
    return rect.center().toPoint();
}

/// Processor time of this thread: what a move costs, whatever else the machine does.
double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
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
    void ranksInOnePlaceShareAName();
    void aFrameTakesPoints();
    void waitingUnknownIsSaid();
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
        const double before = threadMilliseconds();
        QTest::mouseMove(&chart, QPoint(static_cast<int>(x), y));
        static_cast<void>(chart.grab());
        frames.push_back(threadMilliseconds() - before);
    }
    std::ranges::sort(frames);
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
    for (const ScatterLayout::Label& label : layout.labels)  // a bare number reads as a count
        QVERIFY2(label.text.startsWith(u"rank "_s), qPrintable(label.text));
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

void TestRankCharts::ranksInOnePlaceShareAName()
{
    ScatterData data;
    for (int rank = 0; rank < 8; ++rank)
        data.sides[1].push_back({rank == 6 ? 127e6 : 90e6 + rank * 1e5, rank == 6 ? 0 : 24e6, rank, rank == 6});
    for (int rank = 0; rank < 8; ++rank)
        data.sides[0].push_back({97e6 + rank * 1e4, 0, rank, false});
    QFont font;
    const ScatterLayout layout = layOutScatter(data, QRectF(0, 0, 330, 280), QFontMetricsF(font));
    QStringList names;
    for (const ScatterLayout::Label& label : layout.labels) {
        QVERIFY(layout.plot.left() <= label.box.left() && label.box.right() <= layout.plot.right());
        names << label.text;
    }
    QCOMPARE(names, (QStringList{u"rank 6"_s, u"ranks 0\u20135, 7"_s, u"ranks 0\u20137"_s}));
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

void TestRankCharts::rankTree()
{
    RankTreeModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    const OwnTimesPtr own = ranks(16, 20, 5);
    model.setData({nullptr, own}, Side::Current, OwnTime::Local, RankTreeModel::By::Role);
    QCOMPARE(model.rowCount(), 1);
    const QModelIndex all = model.index(0, 0);
    QCOMPARE(model.rowCount(all), 16);
    const auto cell = [&](int row, int column) { return model.index(row, column, all).data().toString(); };
    QCOMPARE(cell(0, RankTreeModel::Name), u"\u2691 rank 5"_s);  // the slowest first
    QCOMPARE(cell(0, RankTreeModel::Ratio), u"1.999"_s);
    QCOMPARE(cell(0, RankTreeModel::Persistence), u"100 %"_s);
    QCOMPARE(cell(0, RankTreeModel::Class), u"fixed, device"_s);
    QCOMPARE(cell(1, RankTreeModel::Class), u"\u2014"_s);
    const double z = stats::sampleZ(own->typicalLocal)[5];
    QCOMPARE(cell(0, RankTreeModel::Z), QString::number(z, 'f', 2));
    QCOMPARE(model.headerData(RankTreeModel::Own, Qt::Horizontal).toString(), u"own, ms"_s);
    QCOMPARE(cell(0, RankTreeModel::Other), u"\u2014"_s);  // no baseline
    QCOMPARE(cell(0, RankTreeModel::Change), u"\u2014"_s);

    // Beside the other run, whichever is shown: the change is always from the baseline to the current run.
    const OwnTimesPtr before = ranks(16, 20, -1);
    const auto all5 = [&](int column) {
        const QModelIndex five = model.indexOf(5);
        return five.siblingAtColumn(column).data().toString();
    };
    model.setData({before, own}, Side::Current, OwnTime::Local, RankTreeModel::By::Role);
    const QString now = all5(RankTreeModel::Own);
    const QString change = all5(RankTreeModel::Change);
    const double grown = (own->typicalLocal[5] - before->typicalLocal[5]) / 1e6;
    QCOMPARE(change, format::delta(grown * 1e6));
    QCOMPARE(model.headerData(RankTreeModel::Other, Qt::Horizontal).toString(), u"baseline, ms"_s);
    model.setData({before, own}, Side::Baseline, OwnTime::Local, RankTreeModel::By::Role);
    QCOMPARE(all5(RankTreeModel::Other), now);
    QCOMPARE(all5(RankTreeModel::Change), change);
    QCOMPARE(model.headerData(RankTreeModel::Other, Qt::Horizontal).toString(), u"current, ms"_s);

    model.setData({nullptr, own}, Side::Current, OwnTime::Local, RankTreeModel::By::Host);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.ranksOf(model.index(3, 0)).size(), std::size_t(4));
    const QModelIndex five = model.indexOf(5);
    QCOMPARE(model.ranksOf(five), Ids{5});
    QCOMPARE(five.parent().data().toString(), u"host1 (4)"_s);
    model.setData({nullptr, own}, Side::Current, OwnTime::Local, RankTreeModel::By::Rack);
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
    model.setData({nullptr, own}, Side::Current, OwnTime::Pure, RankTreeModel::By::Role);
    QCOMPARE(model.index(0, RankTreeModel::Own, model.index(0, 0)).data().toString(), u"no data"_s);
}

/// Two stages of a pipeline of two ranks each; those of the second have half as much again to do.
static OwnTimesPtr twoStages()
{
    StragglerSeries series;
    for (int r = 0; r < 4; ++r) {
        const double own = r < 2 ? 100e6 : 150e6;
        series.ranks.push_back(
            {r, "", "", r < 2 ? "pipeline stage 0" : "pipeline stage 1", {own, own}, {own, own}, {}});
    }
    return std::make_shared<const OwnTimes>(
        ownTimes(std::move(series), {1, 2}, {{1e6, 1e6}, {1e6, 1e6}, {0, 0}, {0, 0}}));
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
    const StragglerAnswer uneven = stragglerAnswer({nullptr, twoStages()});
    QVERIFY(!uneven.slow);
    QCOMPARE(uneven.headline, u"4 ranks are even within their roles"_s);
    QVERIFY2(uneven.detail.contains(u"pipeline stage 1 (Ranks 2\u20133) has 1.50x the work"_s),
             qPrintable(uneven.detail));
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
