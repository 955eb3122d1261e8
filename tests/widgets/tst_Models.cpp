// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <memory>

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "core/base/Language.h"
#include "tests/widgets/Fixtures.h"
#include "widgets/models/InputModels.h"
#include "widgets/models/StageTableModel.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;
using Mode = QAbstractItemModelTester::FailureReportingMode;

class TestModels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void stageTable();
    void aNewThresholdKeepsTheRows();
    void missingIsNoNumber();
    void sources();
    void problemsAreShownOnceWorstFirst();
    void problemsFollowTheLanguage();
};

void TestModels::stageTable()
{
    StageTableModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setVerdict(fixtures::verdictOf(fixtures::recommender()));
    QCOMPARE(model.rowCount(), 8);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(2, StageTableModel::Name), u"forward"_s);
    QCOMPARE(cell(2, StageTableModel::Baseline), u"25.15"_s);
    QCOMPARE(cell(2, StageTableModel::Current), u"41.74"_s);
    QCOMPARE(cell(2, StageTableModel::Delta), u"+16.59"_s);
    QCOMPARE(cell(2, StageTableModel::Ratio), u"+66 % [+57, +77]"_s);
    QCOMPARE(cell(2, StageTableModel::State), u"regressed"_s);
    QCOMPARE(cell(4, StageTableModel::State), u"downstream"_s);
    QCOMPARE(cell(1, StageTableModel::Delta), u"\u22121.30"_s);
    const auto marks = [&](int row) { return model.index(row, 0).data(StageTableModel::MarkRole).toInt(); };
    QCOMPARE(marks(2), static_cast<int>(StageTableModel::First));
    QCOMPARE(marks(4), static_cast<int>(StageTableModel::Slowest));
    QCOMPARE(marks(0), static_cast<int>(StageTableModel::NoMark));
    QCOMPARE(model.headerData(StageTableModel::Baseline, Qt::Horizontal).toString(), u"Baseline\nms"_s);
    // Few steps give an interval without ends: none.
    auto few = std::make_shared<Verdict>(*fixtures::verdictOf(fixtures::recommender()));
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    few->stages[2].ci95 = RatioInterval{-kEndless, kEndless};
    model.setVerdict(few);
    QCOMPARE(cell(2, StageTableModel::Ratio), u"+66 % [none]"_s);
    QVERIFY(model.index(2, StageTableModel::Ratio).data(Qt::ToolTipRole).toString().contains(u"too few steps"_s));
    model.setVerdict(fixtures::verdictOf(fixtures::manyStages(25, 3)));
    QCOMPARE(model.rowCount(), 25);
    model.setVerdict(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::aNewThresholdKeepsTheRows()
{
    StageTableModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    model.setVerdict(fixtures::verdictOf(fixtures::recommender()));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    auto stages = fixtures::recommender();
    stages[2].state = StageState::NotRegressed;
    model.setVerdict(fixtures::verdictOf(stages));
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(model.index(2, StageTableModel::State).data().toString(), u"not regressed"_s);
}

void TestModels::missingIsNoNumber()
{
    StageTableModel model;
    model.setVerdict(fixtures::verdictOf({{"kept", 1'000'000, 1'000'000, StageState::NotRegressed},
                                          {"gone", 2'000'000, kMissing, StageState::Missing}}));
    QCOMPARE(model.index(1, StageTableModel::Current).data().toString(), u"no data"_s);
    QCOMPARE(model.index(1, StageTableModel::Delta).data().toString(), u"\u2014"_s);
    QCOMPARE(model.index(1, StageTableModel::Ratio).data().toString(), u"\u2014"_s);
}

void TestModels::sources()
{
    SourcesModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    const PairAnalysis pair = fixtures::pairOf(fixtures::recommender(), 6);
    model.setRuns(pair.baseline->run, pair.current->run);
    QCOMPARE(model.rowCount(), 4);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(0, SourcesModel::File), u"rank.json.gz"_s);
    QCOMPARE(cell(0, SourcesModel::Events), u"109,005"_s);
    QCOMPARE(cell(0, SourcesModel::Steps), u"100\u2013105"_s);
    QCOMPARE(cell(0, SourcesModel::Note), u"ok"_s);
    QCOMPARE(cell(1, SourcesModel::Note), u"not used"_s);
    QCOMPARE(cell(2, SourcesModel::SideName), u"Current"_s);
    model.setRuns(nullptr, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::problemsAreShownOnceWorstFirst()
{
    ProblemsModel model;
    QAbstractItemModelTester tester(&model, Mode::QtTest);
    auto run = std::make_shared<Run>();
    const Problem same{Severity::Warning, "truncated", "the file ends early", "byte 12", "/r/a.json"};
    run->sources.push_back({"/r/a.json", "kineto", "", 1, 1, {}, {}, {same}, true});
    run->problems = {same,
                     {Severity::Error, "missing-rank", "rank 3 is missing", "", ""},
                     {Severity::Info, "repaired-text", "2 events were repaired", "", ""}};
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = run;
    model.setAnalyses({analysis, nullptr});
    QCOMPARE(model.rowCount(), 3);
    for (int row = 0; row < 3; ++row)  // even a note says that there is nothing to do
        QVERIFY(!model.index(row, ProblemsModel::Advice).data().toString().isEmpty());
    QCOMPARE(model.index(0, ProblemsModel::Message).data().toString(), u"rank 3 is missing"_s);
    QCOMPARE(model.index(1, ProblemsModel::Where).data().toString(), u"a.json, byte 12"_s);
    QCOMPARE(model.count(Severity::Error), 1);
}

void TestModels::problemsFollowTheLanguage()
{
    ProblemsModel model;
    auto run = std::make_shared<Run>();
    run->problems = {{Severity::Warning, "missing-rank",
                      "the file does not say which rank it is; it counts as rank 0 (assumed)", "line 7", "/r/a.json"},
                     {Severity::Error, "unreadable",
                      "the unit of the durations is unknown; name the column duration_ms (or _s, _us, _ns), or give "
                      "--unit",
                      "", "/r/b.csv"}};
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = run;
    model.setAnalyses({analysis, nullptr});
    const auto shown = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QVERIFY(shown(1, ProblemsModel::Message).startsWith(u"the file does not say"));
    format::setLanguage(*languageFromName("zh_CN"));
    const QString unit = shown(0, ProblemsModel::Message);
    const QString rank = shown(1, ProblemsModel::Message);
    const QString where = shown(1, ProblemsModel::Where);
    format::setLanguage(Language());
    QCOMPARE(rank, QString::fromUtf8("文件没有说明是哪个 rank；算作 rank 0（假定）"));
    QCOMPARE(where, QString::fromUtf8("a.json, 第 7 行"));
    QCOMPARE(unit, QString::fromUtf8("时长的单位未知; 请把列命名为 duration_ms（或 _s、_us、_ns）"));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestModels)
#include "tst_Models.moc"
