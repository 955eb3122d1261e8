// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "Fixtures.h"
#include "core/report/Report.h"
#include "core/report/model/HistoryReport.h"
#include "core/triage/PageInTime.h"

using namespace headwater;

/// What those get who read a report without the program: lines as they were written, tests of CI that do not look
/// better than the verdict, references that open on something.
class TestOutsideReaders : public QObject {
    Q_OBJECT

private slots:
    void linesOfNotes();
    void inconclusiveIsNotGreen();
    void pagesWithData();
    void oneSlowRankOfMany();
    void aStepThatNoStageExplains();
};

namespace {

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// Ten nights of load and forward; from the sixth on the step takes 178 ms instead of 119 ms, no median changes, and
/// the slowest rank of forward takes `slowest` times what it took.
RunHistory nightsOfOneRank(double slowest)
{
    std::vector<HistoryEntry> runs;
    for (int night = 0; night < 10; ++night) {
        const double noise = 1 + 0.001 * ((night * 7) % 3);
        HistoryEntry entry;
        entry.name = "night-" + std::to_string(night + 1);
        entry.stages = {"load", "forward"};
        entry.values = {2e6 * noise, 20e6 * noise};
        entry.slowest = {2.1e6 * noise, (night < 5 ? 1 : slowest) * 21e6 * noise};
        entry.step = (night < 5 ? 119e6 : 178e6) * noise;
        entry.steps = 30;
        runs.push_back(std::move(entry));
    }
    return *runHistory(std::move(runs), Policy(), {});
}

}  // namespace

void TestOutsideReaders::linesOfNotes()
{
    const Verdict verdict = fixtures::verdict();
    Notes notes;
    notes.notes.push_back({{}, "first <line>\nsecond\r\nthird\x1b"});
    const report::Report report = report::verdictReport({verdict, notes});
    QVERIFY(bytes(html(report)).contains("first &lt;line&gt;<br/>second<br/>third\\x1b"));
    QVERIFY(bytes(markdown(report)).contains("`first <line>`<br>`second`<br>`third\\x1b`"));
    QVERIFY(bytes(junit(report)).contains("first &lt;line&gt;\n  second\n  third\\x1b\n") ||
            bytes(junit(report)).contains("first &lt;line&gt;\n  second\n  third\\x1b</system-out>"));
    QVERIFY(bytes(notesText({verdict, notes}, {})).contains("  - first <line>\n    second\n    third\\x1b"));
    for (const std::string& out : {html(report), markdown(report), junit(report), notesText({verdict, notes}, {})})
        QVERIFY(!bytes(out).contains("\\x0a") && !bytes(out).contains("\\x0d"));
}

void TestOutsideReaders::inconclusiveIsNotGreen()
{
    Verdict verdict = fixtures::verdict();
    verdict.outcome = Outcome::Inconclusive;
    verdict.firstRegressed.reset();
    verdict.course.reset();
    for (StageVerdict& stage : verdict.stages) {
        stage.state = StageState::NotRegressed;
        stage.stateBy.fill(StageState::NotRegressed);
    }
    const QByteArray decided = bytes(junit(report::verdictReport({verdict, {}})));
    QVERIFY(decided.contains("classname=\"headwater.verdict\" name=\"inconclusive\""));
    const auto skipped = decided.count("<skipped");
    verdict.stages[0].stateBy[static_cast<std::size_t>(Statistic::P95)] = StageState::Inconclusive;
    verdict.stages[0].stateBy[static_cast<std::size_t>(Statistic::P99)] = StageState::Inconclusive;
    const QByteArray open = bytes(junit(report::verdictReport({verdict, {}})));
    QCOMPARE(open.count("<skipped"), skipped + 1);
    QVERIFY2(open.contains("<skipped message=\"inconclusive in p95, p99: "), open.constData());
    verdict.outcome = Outcome::Equivalent;  // which did without them
    QVERIFY(!bytes(junit(report::verdictReport({verdict, {}}))).contains("inconclusive in"));
    // Exit code 3 is never green: what was not judged has a case that was skipped.
    for (const auto& [outcome, name] : {std::pair(Outcome::InsufficientData, "insufficient_data"),
                                        std::pair(Outcome::NotComparable, "not_comparable")}) {
        verdict.outcome = outcome;
        verdict.stages.clear();
        QVERIFY2(bytes(junit(report::verdictReport({verdict, {}})))
                     .contains(QByteArray("classname=\"headwater.verdict\" name=\"") + name + '"'),
                 name);
    }
}

void TestOutsideReaders::pagesWithData()
{
    Verdict verdict = fixtures::verdict();
    const auto references = [&verdict] { return bytes(html(report::verdictReport({verdict, {}}))); };
    for (auto* files : {&verdict.baselineInputs, &verdict.currentInputs})
        for (SourceFile& file : *files) {
            file.used = true;
            file.format = "kineto";
        }
    QVERIFY(references().contains("headwater:timeline?steps=7-7&amp;ranks=0-2,4"));
    for (auto* files : {&verdict.baselineInputs, &verdict.currentInputs})
        for (SourceFile& file : *files)
            file.format = "stage-metrics-csv";
    QVERIFY(!references().contains("headwater:timeline?steps=7-7&amp;ranks=0-2,4"));
    QVERIFY(references().contains("headwater:overview?finding=timeline."));
    QVERIFY(references().contains("headwater:overview?steps=7-7&amp;ranks=0-2,4"));
    verdict.baselineInputs[0].format = "nsys-sqlite";  // one side is enough
    QCOMPARE(pageInTime(verdict.baselineInputs, verdict.currentInputs), std::string("timeline"));
    QCOMPARE(pageInTime({}, {}), std::string("timeline"));  // nothing is known
}

void TestOutsideReaders::oneSlowRankOfMany()
{
    const RunHistory history = nightsOfOneRank(3.5);
    QCOMPARE(history.events.size(), std::size_t{1});
    QVERIFY(history.events.front().stages.empty());  // no median changed
    QCOMPARE(history.events.front().slowest.front(), std::size_t{1});
    QCOMPARE(history.slowest[1].changes.front().at, std::size_t{5});
    const report::Report report = report::historyReport(history);
    QVERIFY(report.attention);
    const QByteArray page = bytes(html(report));
    QVERIFY2(page.contains("From run night-6: forward, slowest rank, "), report.title.c_str());
    QVERIFY(page.contains("forward, slowest rank"));
    QVERIFY(!page.contains("load, slowest rank") && !page.contains("No stage changed"));
    const QByteArray suite = bytes(junit(report));
    QVERIFY(suite.contains("message=\"slowest rank ") && suite.contains("classname=\"headwater.step\" name=\"step\""));
    QCOMPARE(suite.count("<failure"), 2);
    QVERIFY(historyText(history, {}).find("forward, slowest rank") != std::string::npos);
    QVERIFY(historyJson(history).find("\"slowest_rank\"") != std::string::npos);
}

void TestOutsideReaders::aStepThatNoStageExplains()
{
    const RunHistory history = nightsOfOneRank(1);
    const report::Report report = report::historyReport(history);
    QVERIFY2(report.title.starts_with("From run night-6: the step takes longer, "), report.title.c_str());
    QVERIFY(report.attention);
    const QByteArray suite = bytes(junit(report));
    QCOMPARE(suite.count("<failure"), 1);
    QVERIFY(suite.contains("classname=\"headwater.step\" name=\"step\""));
    QVERIFY(!bytes(html(report)).contains(", slowest rank"));
}

QTEST_GUILESS_MAIN(TestOutsideReaders)
#include "tst_OutsideReaders.moc"
