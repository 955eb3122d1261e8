// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/Fixtures.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

StageBarData dataOf(const std::vector<fixtures::StageSpecimen>& stages)
{
    return stageBarData(*fixtures::verdictOf(stages));
}

QPoint middle(const QRectF& rect)
{
    return rect.center().toPoint();
}

}  // namespace

class TestStageBarChart : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void everythingDrawnCanBeClicked();
    void barsAreProportionalFromZero();
    void partsFillTheBar();
    void partsOfOtherRanksAreNotDrawn();
    void missingIsABoxOfItsOwn();
    void whatWasNotMeasuredIsNotCalledMissing();
    void firstAndSlowestAreMarked();
    void whatAllNamesShareIsLeftOut();
    void keysSelect();
    void clicksSelectOnce();
    void paintsInTheColoursOfTheRuns();
    void accessibleTextFollowsTheSelection();
    void everyStageIsReadByItself();
};

void TestStageBarChart::everythingDrawnCanBeClicked()
{
    std::mt19937 random(7);  // NOLINT: the same sizes in every run
    std::uniform_int_distribution<int> count(1, 60);
    std::uniform_int_distribution<int> width(260, 2400);
    std::uniform_int_distribution<int> height(160, 900);
    for (int round = 0; round < 60; ++round) {
        const int n = count(random);
        StageBarChart chart;
        chart.setData(dataOf(fixtures::manyStages(n, n / 2)));
        chart.resize(width(random), height(random));
        const StageBarLayout layout = chart.chartLayout();
        QCOMPARE(static_cast<int>(layout.columns.size()), n);
        for (int i = 0; i < n; ++i) {
            const auto& column = layout.columns[static_cast<std::size_t>(i)];
            for (const QRectF& bar : column.bar)
                QCOMPARE(columnAt(layout, bar.center()), i);
            if (layout.names == StageBarLayout::Names::Level)
                QCOMPARE(columnAt(layout, column.name.center()), i);
            else
                QCOMPARE(columnAt(layout, column.nameEnd - QPointF(0.4, 0)), i);
        }
        QCOMPARE(columnAt(layout, layout.flag.center()), chart.data().first);
        QCOMPARE(columnAt(layout, layout.slowest.center()), chart.data().slowest);
        QCOMPARE(columnAt(layout, layout.legend.center()), -1);
    }
}

void TestStageBarChart::barsAreProportionalFromZero()
{
    StageBarChart chart;
    chart.setData(dataOf(fixtures::recommender()));
    chart.resize(900, 400);
    const StageBarLayout layout = chart.chartLayout();
    const QRectF& forward = layout.columns[2].bar[0];
    const QRectF& backward = layout.columns[4].bar[0];
    QCOMPARE(forward.bottom(), layout.plot.bottom());
    QVERIFY(std::abs(backward.height() / forward.height() - 43.5 / 25.15) < 1e-9);
}

void TestStageBarChart::partsFillTheBar()
{
    const StageBarData data = dataOf(fixtures::recommender());
    for (const StageBar& bar : data.bars) {
        for (std::size_t side = 0; side < 2; ++side) {
            double sum = 0;
            for (const double part : bar.parts[side])
                sum += part;
            QVERIFY(std::abs(sum - *bar.value[side]) <= *bar.value[side] * 1e-9);
        }
    }
}

/// A bar whose ranks have no known parts is drawn without.
void TestStageBarChart::partsOfOtherRanksAreNotDrawn()
{
    Verdict verdict = *fixtures::verdictOf(fixtures::recommender());
    QVERIFY(stageBarData(verdict).bars[2].hasParts(Side::Current));
    QCOMPARE(stageBarData(verdict).bars[2].parts[1][0], static_cast<double>(verdict.stages[2].currentParts.compute));
    RegressedIn in;
    in.across = AcrossRanks::Max;
    in.baseline = verdict.stages[2].baseline.value[0];
    in.current = verdict.stages[2].current.value[0];
    verdict.stages[2].regressedIn = in;
    verdict.stages[2].shownParts = {};
    const StageBarData data = stageBarData(verdict);
    QVERIFY(!data.bars[2].hasParts(Side::Baseline) && !data.bars[2].hasParts(Side::Current));
    QVERIFY(data.bars[1].hasParts(Side::Current));
    QVERIFY(data.partsNote.contains(u"Not split: "_s + data.bars[2].name));
}

void TestStageBarChart::missingIsABoxOfItsOwn()
{
    StageBarChart chart;
    chart.setData(dataOf({{"kept", 5'000'000, 5'000'000, StageState::NotRegressed},
                          {"gone", 4'000'000, kMissing, StageState::Missing}}));
    chart.resize(600, 300);
    const StageBarLayout layout = chart.chartLayout();
    QVERIFY(!chart.data().bars[1].value[1]);
    QVERIFY(layout.columns[1].bar[1].height() > 4);
    QVERIFY(describeBar(chart.data().bars[1], true).contains(u"no data"_s));
}

void TestStageBarChart::whatWasNotMeasuredIsNotCalledMissing()
{
    StageBar bar;
    bar.value = {2e9, std::nullopt};
    bar.state = StageState::Inconclusive;  // a NaN in the current run
    QCOMPARE(absenceText(bar), u"no data"_s);
    bar.state = StageState::Missing;
    QCOMPARE(absenceText(bar), u"missing"_s);
    bar.state = StageState::New;
    QCOMPARE(absenceText(bar), u"new"_s);
}

void TestStageBarChart::firstAndSlowestAreMarked()
{
    const StageBarData data = dataOf(fixtures::recommender());
    QCOMPARE(data.first, 2);
    QVERIFY(data.firstConfirmed);
    QVERIFY(data.firstDelta > 0 && data.firstRanks.isEmpty());
    QCOMPARE(data.slowest, 4);
    QVERIFY(!data.bars[2].downstream);
    QVERIFY(data.bars[4].downstream);
    const StageBarData calm = dataOf(fixtures::manyStages(5, 99));
    QCOMPARE(calm.first, -1);
}

void TestStageBarChart::whatAllNamesShareIsLeftOut()
{
    const auto stage = [](const char* name) {
        return fixtures::StageSpecimen{name, 1'000'000, 1'000'000, StageState::NotRegressed};
    };
    const StageBarData layers = dataOf({stage("model.layers.0.mlp"), stage("model.layers.1.mlp"),
                                        stage("model.layers.12.mlp"), stage("(outside stages)")});
    QCOMPARE(layers.bars[2].shortName, u"12.mlp"_s);
    QCOMPARE(layers.bars[2].name, u"model.layers.12.mlp"_s);
    QCOMPARE(layers.bars[3].shortName, u"(outside stages)"_s);
    const StageBarData others = dataOf(fixtures::recommender());
    for (const StageBar& bar : others.bars)
        QCOMPARE(bar.shortName, bar.name);
}

void TestStageBarChart::keysSelect()
{
    StageBarChart chart;
    chart.setData(dataOf(fixtures::recommender()));
    chart.resize(900, 400);
    chart.show();
    QSignalSpy spy(&chart, &StageBarChart::stageSelected);
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.selected(), 0);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.selected(), 2);
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.selected(), 7);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.selected(), 7);
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(chart.selected(), 6);
    QCOMPARE(spy.count(), 5);
}

void TestStageBarChart::clicksSelectOnce()
{
    StageBarChart chart;
    chart.setData(dataOf(fixtures::recommender()));
    chart.resize(900, 400);
    chart.show();
    QSignalSpy spy(&chart, &StageBarChart::stageSelected);
    const StageBarLayout layout = chart.chartLayout();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, middle(layout.columns[4].bar[1]));
    QTest::mouseClick(&chart, Qt::LeftButton, {}, middle(layout.columns[4].name));
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].toInt(), 4);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, middle(layout.flag));
    QCOMPARE(chart.selected(), 2);
}

void TestStageBarChart::paintsInTheColoursOfTheRuns()
{
    for (const Palette* palette : {&lightPalette(), &darkPalette()}) {
        StageBarChart chart;
        chart.setPalette(toQPalette(*palette));
        chart.setAutoFillBackground(true);
        chart.setSplit(false);
        chart.setData(dataOf(fixtures::recommender()));
        chart.resize(900, 400);
        const StageBarLayout layout = chart.chartLayout();
        const QImage image = chart.grab().toImage();
        const auto at = [&](const QRectF& rect) {
            const QPoint point = middle(rect) * image.devicePixelRatio();
            return image.pixelColor(point);
        };
        QCOMPARE(at(layout.columns[2].bar[0]).name(), palette->baseline.name());
        QCOMPARE(at(layout.columns[2].bar[1]).name(), palette->current.name());
        QVERIFY(at(layout.columns[4].bar[1]).name() != palette->current.name());  // downstream is muted
    }
}

void TestStageBarChart::accessibleTextFollowsTheSelection()
{
    StageBarChart chart;
    chart.setData(dataOf(fixtures::recommender()));
    QVERIFY(!chart.accessibleName().isEmpty());
    chart.setSelected(2);
    QVERIFY(chart.accessibleDescription().startsWith(u"forward: baseline 25.1"_s));
    QVERIFY(chart.accessibleDescription().contains(u"regressed"_s));
}

void TestStageBarChart::everyStageIsReadByItself()
{
    StageBarChart chart;
    chart.setData(dataOf(fixtures::recommender()));
    chart.resize(900, 400);
    chart.show();
    chart.setFocus();
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&chart);
    QVERIFY(list);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), 8);
    QAccessibleInterface* forward = list->child(2);
    QCOMPARE(forward->text(QAccessible::Name), u"forward"_s);
    QCOMPARE(forward->text(QAccessible::Value), u"baseline 25.1 ms, current 41.7 ms, +16.6 ms"_s);
    QVERIFY(forward->text(QAccessible::Description).startsWith(u"first regressed, regressed"_s));
    QVERIFY(list->child(4)->text(QAccessible::Description).contains(u"slowest"_s));
    QCOMPARE(list->indexOfChild(forward), 2);
    QCOMPARE(forward->parent(), list);
    const QPoint middleOfBar = chart.mapToGlobal(middle(chart.chartLayout().columns[2].bar[1]));
    QCOMPARE(list->childAt(middleOfBar.x(), middleOfBar.y()), forward);
    QVERIFY(forward->rect().contains(middleOfBar));
    // Every stage is reached by keys, and the screen reader is told where they are.
    QTest::keyClick(&chart, Qt::Key_Home);
    for (int i = 0; i < 8; ++i) {
        QVERIFY(list->child(i)->state().selected);
        QTest::keyClick(&chart, Qt::Key_Right);
    }
    QSignalSpy chosen(&chart, &StageBarChart::stageSelected);
    forward->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(chart.selected(), 2);
    QCOMPARE(chosen.count(), 1);
    // Fewer stages: what is gone is not valid any more.
    chart.setData(dataOf(fixtures::manyStages(2, 0)));
    QCOMPARE(list->childCount(), 2);
    QVERIFY(!forward->isValid());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestStageBarChart)
#include "tst_StageBarChart.moc"
