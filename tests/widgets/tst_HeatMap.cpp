// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <random>

#include <QElapsedTimer>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/widgets/OwnTimesOf.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/models/OwnTimeViews.h"

namespace headwater {

using namespace Qt::StringLiterals;
using fixtures::ranks;

namespace {

QPoint middle(const QRectF& rect)
{
    return rect.center().toPoint();
}

}  // namespace

class TestHeatMap : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void everyCellCanBeClicked();
    void theCellCursorMovesByKeys();
    void wheelAndDragMoveTheMap();
    void oneSlowRankAmongThousandsIsSeen();
    void aFastRankHidesNoSlowOne();
    void missingCellsAreNoColour();
    void aLargeMapIsPaintedInTime();
};

void TestHeatMap::everyCellCanBeClicked()
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

void TestHeatMap::theCellCursorMovesByKeys()
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

void TestHeatMap::wheelAndDragMoveTheMap()
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

void TestHeatMap::oneSlowRankAmongThousandsIsSeen()
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

void TestHeatMap::aFastRankHidesNoSlowOne()
{
    // Four ranks and four steps a pixel: each has a rank that is fast by more than another is slow, before and behind.
    HeatMapData data;
    data.diverging = true;
    for (int i = 0; i < 8; ++i) {
        data.rows.push_back({QString::number(i), i, false});
        data.columns.push_back(QString::number(i));
    }
    data.tint.assign(64, 0.0F);
    const auto at = [&data](std::size_t row, std::size_t column) -> float& { return data.tint[row * 8 + column]; };
    at(0, 0) = -1;
    at(1, 0) = 0.5F;
    at(5, 0) = 0.5F;
    at(6, 0) = -1;
    at(0, 4) = -1;
    at(0, 5) = 0.5F;
    at(5, 6) = 0.5F;
    at(5, 7) = NAN;
    const Palette& p = lightPalette();
    const QImage image = heatImage(data, fullView(data), QSize(2, 2), p);
    for (const QPoint pixel : {QPoint(0, 0), QPoint(0, 1), QPoint(1, 0), QPoint(1, 1)})
        QCOMPARE(QColor(image.pixel(pixel)), heatColour(127 / 255.0, true, p));
    data.tint.assign(64, -1.0F);  // where all are fast it is drawn
    QCOMPARE(QColor(heatImage(data, fullView(data), QSize(2, 2), p).pixel(0, 0)), heatColour(-1, true, p));
}

void TestHeatMap::missingCellsAreNoColour()
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

void TestHeatMap::aLargeMapIsPaintedInTime()
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

}  // namespace headwater

QTEST_MAIN(headwater::TestHeatMap)
#include "tst_HeatMap.moc"
