// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "widgets/models/DrillViews.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

StageVerdict part(int index, const char* name, double baseline, double current, StageState state)
{
    StageVerdict out;
    out.index = index;
    out.stage = name;
    out.baseline.value.fill(baseline);
    out.current.value.fill(current);
    out.baseline.n = out.current.n = 20;
    out.delta = static_cast<Ns>(current - baseline);
    out.ratio = current / baseline - 1;
    out.ci95 = RatioInterval{0.19, 0.21};
    out.state = state;
    return out;
}

QStringList texts(const RowsRow& row)
{
    QStringList out;
    for (const RowsCell& cell : row.cells)
        out << cell.text;
    return out;
}

}  // namespace

/// The inside of the first regressed stage as a table of the window.
class TestDrillViews : public QObject {
    Q_OBJECT
private slots:
    void nothingTakenApart();
    void aHeadAndARowForEachPart();
    void aPartOfOneRunHasNoChange();
};

void TestDrillViews::nothingTakenApart()
{
    const RowsData data = drillRows(Verdict());
    QVERIFY(data.rows.empty());
    QVERIFY(data.columns.empty());
}

void TestDrillViews::aHeadAndARowForEachPart()
{
    Verdict verdict;
    DrillLevel level;
    level.inside = "forward";
    level.stages = {part(0, "aten::linear", 5e6, 5e6, StageState::NotRegressed),
                    part(1, "aten::gelu\n<b>", 10e6, 12e6, StageState::Regressed)};
    level.stages[0].ci95.reset();
    level.first = FirstRegressed();
    level.first->index = 1;
    verdict.drillDown = DrillDown{{"forward", "aten::gelu"}, {level}, {}, {}, {}};
    const RowsData data = drillRows(verdict);
    RowsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(data);
    QCOMPARE(data.rows.size(), std::size_t(3));
    QCOMPARE(texts(data.rows[0]), (QStringList{u"Inside forward"_s, {}, {}, {}, {}, {}}));
    QCOMPARE(texts(data.rows[1]),
             (QStringList{u"aten::linear"_s, u"5.00 ms"_s, u"5.00 ms"_s, u"0 ns"_s, u"\u2014"_s, u"not regressed"_s}));
    QCOMPARE(texts(data.rows[2]), (QStringList{u"aten::gelu\\x0a<b>"_s, u"10.0 ms"_s, u"12.0 ms"_s, u"+2.00 ms"_s,
                                               u"[+19, +21]"_s, u"regressed"_s}));
    QVERIFY(data.rows[0].strong && !data.rows[1].strong && data.rows[2].strong);
    QCOMPARE(data.rows[2].cells.back().tone, 1);
}

void TestDrillViews::aPartOfOneRunHasNoChange()
{
    Verdict verdict;
    DrillLevel level;
    level.inside = "forward";
    level.stages = {part(0, "aten::send", 5e6, 0, StageState::NotRegressed)};
    level.stages[0].current.n = 0;
    verdict.drillDown = DrillDown{{"forward"}, {level}, {}, {}, {}};
    const RowsData data = drillRows(verdict);
    QCOMPARE(texts(data.rows.at(1)).mid(1, 4), (QStringList{u"5.00 ms"_s, u"\u2014"_s, u"\u2014"_s, u"\u2014"_s}));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestDrillViews)
#include "tst_DrillViews.moc"
