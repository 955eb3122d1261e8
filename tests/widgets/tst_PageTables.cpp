// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "core/base/Language.h"
#include "tests/widgets/Fixtures.h"
#include "widgets/models/CorrectnessViews.h"
#include "widgets/models/ResourceTables.h"
#include "widgets/models/ThresholdsModel.h"
#include "widgets/models/WhatIfTables.h"
#include "widgets/panels/DifferencesCard.h"
#include "widgets/panels/FixPanel.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/theme/Format.h"

#include <QListWidget>
#include <QPushButton>

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

LoggedSeries logged(const std::vector<double>& values)
{
    LoggedSeries series;
    std::int64_t step = 1;
    for (const double value : values)
        series.points.push_back({step++, 1, {value, 6}, 0, {}});
    return series;
}

/// The current run diverges at step 3, has a NaN at 4 and skipped step 2.
CorrectnessReport diverging()
{
    CorrectnessReport report;
    report.baseline.loss = logged({2.0, 1.9, 1.8, 1.7});
    report.current.loss = logged({2.0, 1.9, 2.5, std::numeric_limits<double>::quiet_NaN()});
    report.current.skippedSteps = {2};
    SeriesComparison loss;
    loss.firstBeyond = StepPair{3, report.baseline.loss.points[2], report.current.loss.points[2], {}};
    report.series = {loss};
    BandVerdict band;
    band.runs = 5;
    band.windowSteps = 2;
    band.window.lo = 1.6;
    band.window.hi = 1.8;
    report.lossBand = band;
    report.checklist = checkReproducibility({{"seed", {"1", "a.log"}}}, {{"seed", {"2", "b.log"}}});
    return report;
}

PairAnalysis configured()
{
    const auto run = [](const Manifest& manifest) {
        auto loaded = std::make_shared<Run>();
        loaded->manifest = manifest;
        auto analysis = std::make_shared<RunAnalysis>();
        analysis->run = loaded;
        return analysis;
    };
    return {run({{"seed", {"1", "a.log"}}, {"batch", {"8", "a.log"}}, {"lr", {"0.1", "a.log"}}}),
            run({{"seed", {"2", "b.log"}}, {"batch", {"8", "b.log"}}, {"host", {"n1", "b.log"}}})};
}

}  // namespace

class TestPageTables : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void lossShowsWhereItDiverges();
    void manifestTellsSourceAndHidesTheSame();
    void checklistSaysWhatIsHidden();
    void unknownChecksStayUnknown();
    void rowsModelKeepsItsPromises();
    void aRowLeadsSomewhere();
    void theFocusChoosesNothing();
    void thousandsOfRowsAreFittedBitByBit();
    void thresholdsAreEditedInPlace();
    void whatIfSaysWhatIsNotKnown();
    void ticksMakeTheFix();
    void differencesInShort();
};

void TestPageTables::lossShowsWhereItDiverges()
{
    const LineChartData chart = loggedChart(diverging(), LoggedQuantity::Loss);
    QCOMPARE(chart.series.size(), std::size_t{2});
    QCOMPARE(chart.series[1].notFinite, std::vector<double>{4});
    QVERIFY(chart.band && chart.band->lo == 1.6 && chart.band->from == 3 && chart.band->to == 4);
    QCOMPARE(chart.marks.size(), std::size_t{2});
    QCOMPARE(chart.marks[0].x, 2.0);
    QVERIFY(chart.marks[0].tip.contains(u"skipped"_s));
    QCOMPARE(chart.marks[1].kind, LineMark::Kind::Rule);
    QCOMPARE(chart.marks[1].label, u"diverges at 3"_s);
    QVERIFY(chart.marks[1].tip.contains(u"1.8"_s) && chart.marks[1].tip.contains(u"2.5"_s));
    const LineChartData none = loggedChart({}, LoggedQuantity::GradNorm);
    QVERIFY(none.isEmpty() && none.empty.contains(u"Megatron"_s));
}

void TestPageTables::manifestTellsSourceAndHidesTheSame()
{
    const PairAnalysis pair = configured();
    const Comparability comparability = compareManifests(pair.baseline->run->manifest, pair.current->run->manifest);
    const RowsData rows = manifestRows(pair, comparability);
    QCOMPARE(rows.rows.size(), std::size_t{4});
    for (const RowsRow& row : rows.rows) {
        const QString key = row.cells[0].text;
        QCOMPARE(row.quiet, key == u"batch"_s);
        if (key == u"seed"_s)
            QCOMPARE(row.cells[4].text, u"a.log \u00b7 b.log"_s);
        if (key == u"lr"_s)
            QVERIFY(row.cells[2].dim && row.cells[2].text == u"unknown"_s);
    }
    RowsTable table(u"settings"_s);
    table.resize(700, 300);
    table.setRows(rows);
    const int all = table.sizeHint().height();
    table.showQuiet(false);
    QVERIFY(table.sizeHint().height() < all);
    QVERIFY(manifestSummary(rows, comparability).contains(u"1 the same"_s));
}

void TestPageTables::checklistSaysWhatIsHidden()
{
    const RowsData rows = checklistRows(diverging());
    QVERIFY(rows.rows.size() > 8);
    const auto seed = std::find_if(rows.rows.begin(), rows.rows.end(),
                                   [](const RowsRow& row) { return row.cells[1].text == u"1"_s; });
    QVERIFY(seed != rows.rows.end() && seed->cells[3].text == u"differs"_s && seed->cells[3].tone == 1);
    for (const RowsRow& row : rows.rows)
        QVERIFY2(!row.cells[4].text.isEmpty(), qPrintable(row.cells[0].text));
}

void TestPageTables::unknownChecksStayUnknown()
{
    ResourceReport report;
    ResourceCheck unknown;
    unknown.id = "xid";
    unknown.missing = "kernel log";
    ResourceCheck clocks;
    clocks.id = "clocks-peers";
    clocks.area = "memory errors";
    clocks.status = ResourceStatus::Warn;
    clocks.devices = 8;
    ResourceHit hit;
    hit.rank = 3;
    hit.device = "rank 3";
    hit.text = "SM clock 1.20 GHz";
    hit.step = 7;
    clocks.hits = {hit};
    report.checks = {unknown, clocks};
    const RowsData rows = checkRows(report, {});
    QCOMPARE(rows.rows[0].cells[0].text, u"unknown"_s);
    QVERIFY(rows.rows[0].cells[0].dim && rows.rows[0].cells[3].text.contains(u"kernel log"_s));
    QVERIFY(rows.rows[1].cells[3].text.contains(u"1.20 GHz"_s));
    QVERIFY(rows.rows[1].cells[4].text.contains(u"clock_ratio 0.97"_s));
    QCOMPARE(rows.rows[1].view.ranks, std::vector<int>{3});
    QCOMPARE(rows.rows[1].view.steps->first, std::int64_t{7});
    QCOMPARE(rows.rows[1].cells[1].text, u"memory errors"_s);
    format::setLanguage(*languageFromName("zh_CN"));
    const RowsData chinese = checkRows(report, {});
    format::setLanguage(Language());
    QCOMPARE(chinese.rows[1].cells[1].text, QString::fromUtf8("内存错误"));
    QVERIFY(checkSummary(report).startsWith(u"1 of 2"_s));
    QVERIFY(checkSummary({{unknown}, {}}).startsWith(u"None of the 1"_s));
}

void TestPageTables::rowsModelKeepsItsPromises()
{
    RowsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(checklistRows(diverging()));
    QVERIFY(model.rowCount() > 0);
    QCOMPARE(model.table().count(u'\n'), model.rowCount() + 1);
    model.setRows(checklistRows(diverging()));
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

void TestPageTables::aRowLeadsSomewhere()
{
    RowsData rows;
    rows.columns = {{u"a"_s, {}, false, 1}};
    rows.rows.resize(3);
    for (RowsRow& row : rows.rows)
        row.cells = {{u"text"_s, {}, 0, false}};
    rows.rows[1].view.ranks = {4};
    RowsTable table(u"rows"_s);
    table.resize(400, 300);
    table.setRows(rows);
    table.show();
    QSignalSpy views(&table, &RowsTable::viewChosen);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(1, 0)).center());
    QCOMPARE(views.size(), 1);
    QCOMPARE(views[0].at(0).value<ViewRef>().ranks, std::vector<int>{4});
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(views.size(), 1);  // the third leads nowhere
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"a\ntext\ntext\ntext\n"_s);
}

void TestPageTables::theFocusChoosesNothing()
{
    RowsData rows;
    rows.columns = {{u"a"_s, {}, false, 1}};
    rows.rows.resize(2);
    for (RowsRow& row : rows.rows) {
        row.cells = {{u"text"_s, {}, 0, false}};
        row.view.ranks = {4};
    }
    RowsTable table(u"rows"_s);
    table.resize(400, 300);
    table.setRows(rows);
    table.show();
    QSignalSpy views(&table, &RowsTable::viewChosen);
    table.activateWindow();
    table.setFocus(Qt::TabFocusReason);
    QVERIFY(QTest::qWaitForWindowActive(&table));
    QTRY_VERIFY(table.hasFocus());
    QCOMPARE(table.currentIndex().row(), 0);
    QCOMPARE(views.size(), 0);
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(views.size(), 1);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(0, 0)).center());
    QCOMPARE(views.size(), 2);
}

void TestPageTables::thousandsOfRowsAreFittedBitByBit()
{
    RowsData rows;
    rows.columns = {{u"n"_s, {}, true, 1}, {u"text"_s, {}, false, 1}};
    for (int i = 0; i < 4'000; ++i) {
        RowsRow row;
        const QString text = u"a few words that have to wrap "_s.repeated(i % 5 + 1);
        row.cells = {{QString::number(i), {}, 0, false}, {text, {}, 0, false}};
        row.quiet = i % 7 == 0;
        rows.rows.push_back(std::move(row));
    }
    RowsTable table(u"many"_s);
    table.resize(500, 300);
    table.show();
    table.setRows(rows);
    QVERIFY(table.fitting());
    const int first = table.rowHeight(4);
    QVERIFY(table.rowHeight(0) < first);  // those that are seen first are fitted already
    QTRY_VERIFY_WITH_TIMEOUT(!table.fitting(), 60'000);
    QCOMPARE(table.rowHeight(4), first);
    QCOMPARE(table.rowHeight(3'999), first);
    QCOMPARE(table.sizeHint().height(),
             table.horizontalHeader()->sizeHint().height() + 2 + table.verticalHeader()->length());
    table.showQuiet(false);
    QTRY_VERIFY_WITH_TIMEOUT(!table.fitting(), 60'000);
    for (int i = 0; i < 4'000; ++i)
        QCOMPARE(table.isRowHidden(i), i % 7 == 0);
    // As wide as the widest number, whichever row it is in.
    QVERIFY(table.columnWidth(0) > QFontMetricsF(table.font()).horizontalAdvance(u"3999"_s));
}

void TestPageTables::thresholdsAreEditedInPlace()
{
    ThresholdsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ResourcePolicy now;
    model.setPolicy(now);
    QSignalSpy refused(&model, &ThresholdsModel::refused);
    QSignalSpy edited(&model, &ThresholdsModel::edited);
    const QModelIndex clock = model.index(0, ThresholdsModel::Value);
    QVERIFY(!model.setData(clock, u"1.5"_s));
    QVERIFY(!model.setData(clock, u"abc"_s));
    QCOMPARE(refused.size(), 2);
    QVERIFY(refused[0].at(0).toString().contains(u"from 0 to 1"_s));
    QVERIFY(!model.setData(clock, u"0.97"_s));  // what it is already
    QCOMPARE(edited.size(), 0);
    QVERIFY(model.setData(clock, u"0.5"_s));
    QCOMPARE(edited.size(), 1);
    now = edited[0].at(0).value<ResourcePolicy>();
    QCOMPARE(now.clockRatio, 0.5);
    QCOMPARE(model.data(clock).toString(), u"0.97"_s);  // shown once it is judged by
    model.setPolicy(now);
    QCOMPARE(model.data(clock).toString(), u"0.5"_s);
    QVERIFY(model.data(clock, RowsModel::StrongRole).toBool());
    QVERIFY(!(model.flags(model.index(0, ThresholdsModel::Key)) & Qt::ItemIsEditable));
}

void TestPageTables::whatIfSaysWhatIsNotKnown()
{
    WhatIfAnswer answer;
    QVERIFY(slowdownRows(answer.whatIf).rows.empty());
    answer.whatIf.problems.push_back({Severity::Warning, "no-coupling", "nothing ties ranks together", {}, {}});
    QCOMPARE(refusalText(answer.whatIf), u"nothing ties ranks together"_s);
    whatif::Slowdown slow;
    slow.slowdown = 1.25;
    slow.waste = 0.2;
    slow.byStage = {{"load", 1.25}};
    slow.byWorker = {{"0", 1.0}, {"1", 1.25}};
    answer.whatIf.slowdown = slow;
    const RowsData stages = stageRows(answer.whatIf);
    QCOMPARE(stages.rows.size(), std::size_t{1});
    QVERIFY(stages.rows[0].cells[1].dim && stages.rows[0].cells[7].text == u"1.250"_s);
    auto model = std::make_shared<whatif::ReplayModel>();
    model->workers = {"0", "1"};
    answer.whatIf.model = model;
    answer.savedAsAverage = {0, 2e6};
    const RowsData ranks = workerRows(answer);
    QCOMPARE(ranks.rows[0].cells[0].text, u"1"_s);  // what costs most first
    QCOMPARE(ranks.rows[0].view.ranks, std::vector<int>{1});
    QVERIFY(ranks.rows[0].cells[2].dim && !ranks.rows[0].cells[3].dim);
    const RowsData numbers = slowdownRows(answer.whatIf);
    QVERIFY(numbers.rows[3].cells[1].dim);  // M_S: no pipeline
}

void TestPageTables::ticksMakeTheFix()
{
    FixPanel panel;
    panel.setModel({"load", "train"}, {"0", "1"}, true);
    panel.resize(700, 300);
    panel.show();
    QSignalSpy changed(&panel, &FixPanel::fixChanged);
    panel.stages()->setCurrentRow(0);
    QTest::keyClick(panel.stages(), Qt::Key_Space);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(panel.fix().stages, (std::vector<char>{1, 0}));
    QCOMPARE(panel.fix().workers, (std::vector<char>{0, 0}));
    QVERIFY(panel.fix().to == whatif::FixTo::Baseline);
    panel.setAnswer(10e6, whatif::Counterfactual{8e6, 2e6});
    QVERIFY(panel.answerText().contains(u"10.0 ms \u2192 8.00 ms"_s));
    QVERIFY(panel.answerText().contains(u"ceiling"_s));
    QVERIFY(!panel.answerText().contains(u"interval"_s));
    panel.setAnswer(10e6, whatif::Counterfactual{8e6, 2e6, whatif::Range{1.5e6, 2.5e6}});
    QVERIFY2(
        panel.answerText().contains(u"95 % interval of the mean over the steps: \u22122.50 ms \u2026 \u22121.50 ms"_s),
        qPrintable(panel.answerText()));
    panel.setModel({"load"}, {"0"}, false);
    QVERIFY(panel.fix().to == whatif::FixTo::Average);
}

void TestPageTables::differencesInShort()
{
    DifferencesCard card;
    const PairAnalysis pair = configured();
    card.setComparability(compareManifests(pair.baseline->run->manifest, pair.current->run->manifest));
    QVERIFY(card.text().contains(u"seed: 1 \u2192 2"_s));
    QVERIFY(!card.text().contains(u"batch"_s));
    QSignalSpy open(&card, &DifferencesCard::openWanted);
    card.resize(400, 200);
    card.show();
    QTest::mouseClick(card.button(), Qt::LeftButton);
    QCOMPARE(open.size(), 1);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestPageTables)
#include "tst_PageTables.moc"
