// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include <QTest>
#include <nlohmann/json.hpp>

#include "Fixtures.h"
#include "core/analysis/OwnTimes.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"

using namespace headwater;
using fixtures::verdictHtml;
using fixtures::verdictMarkdown;

/// Of whom and of what the statements of a report are: people's, conditional, of which ranks.
class TestReportScopes : public QObject {
    Q_OBJECT

private slots:
    void whatPeopleWroteIsForMachinesToo();
    void flowchartBehindAFailureIsConditional();
    void tablesSayWhoseNumbersTheyAre();
    void nobodyIsEvenWhoIsNamedElsewhere();
    void aWholeRoleIsMeasuredAgainstItself();
    void numbersSayTheirFiles();
    void ranksHaveTheirTimesAsText();
    void noIntervalIsInfinite();
};

void TestReportScopes::whatPeopleWroteIsForMachinesToo()
{
    const Notes notes = fixtures::notes("see <the> wiki");
    const auto document = nlohmann::json::parse(verdictJson(fixtures::verdict(), notes))["notes"];
    QCOMPARE(document["findings"].size(), notes.decisions.size());
    QCOMPARE(document["notes"][0]["text"].get<std::string>(), std::string("see <the> wiki"));
    QVERIFY(nlohmann::json::parse(verdictJson(fixtures::verdict()))["notes"].empty());
    const std::string xml = junit(fixtures::reportOf(fixtures::verdict(), "see <the> wiki"));
    for (const FindingDecision& decision : notes.decisions)
        QVERIFY2(decision.mark == FindingMark::Open || xml.find(decision.finding) != std::string::npos,
                 decision.finding.c_str());
    QVERIFY(xml.find("the user&#39;s word: see &lt;the&gt; wiki") != std::string::npos ||
            xml.find("the user's word: see &lt;the&gt; wiki") != std::string::npos);
    // A dismissed finding fails its layer all the same, and says so there.
    Verdict verdict = fixtures::verdict();
    verdict.layers[0].status = LayerStatus::Fail;
    verdict.layers[0].findings[0].severity = FindingSeverity::Failure;
    const FindingDecision no{verdict.layers[0].findings[0].id, FindingMark::Dismissed, "known since May", {}};
    const report::Report report = report::verdictReport({verdict, withDecision({}, no)});
    const auto check = std::ranges::find(report.checks.list, std::string("correctness"), &report::Check::name);
    QVERIFY(check->result == report::Check::Result::Failed);
    QVERIFY2(check->detail.find("(dismissed, the user's word: known since May)") != std::string::npos,
             check->detail.c_str());
}

void TestReportScopes::flowchartBehindAFailureIsConditional()
{
    Verdict verdict = fixtures::verdict();
    verdict.flowchart = {
        {"alert", "slower", {}},          {"correctness", "pass", {}},          {"resources", "pass", {}},
        {"timeline", "fail", {}},         {"io-or-communication", "input", {}}, {"stragglers", "pass", {}},
        {"outcome", "input pipeline", {}}};
    const auto count = [&] {
        std::size_t conditional = 0;
        for (const FlowStep& step : verdict.flowchart)
            conditional += isConditional(step, verdict) ? 1 : 0;
        return conditional;
    };
    for (Layer& layer : verdict.layers)
        layer.status = LayerStatus::Pass;
    QCOMPARE(count(), std::size_t(0));
    verdict.outcomeNode = "input-pipeline";
    verdict.layers[2].status = LayerStatus::Fail;
    QCOMPARE(count(), std::size_t(1));  // stragglers: the question and the outcome are the timeline's own
    verdict.outcomeNode = "straggler";
    QCOMPARE(count(), std::size_t(2));
    verdict.layers[0].status = LayerStatus::NoData;
    QCOMPARE(count(), std::size_t(5));
    const QString page = QString::fromStdString(verdictHtml(verdict));
    QCOMPARE(page.count("node-if\""), 5);
    const QString text = QString::fromStdString(verdictMarkdown(verdict));
    QVERIFY(text.contains("Conditional: a layer before it fails"));
}

/// Numbers of the slowest rank and of the median rank are never in one row, and each row says which it has.
void TestReportScopes::tablesSayWhoseNumbersTheyAre()
{
    Verdict verdict = fixtures::verdict();
    StageVerdict& forward = verdict.stages[1];
    forward.regressedIn.emplace();
    forward.regressedIn->across = AcrossRanks::Max;
    forward.regressedIn->baseline = 26e6;
    forward.regressedIn->current = 57e6;
    forward.regressedIn->row.baseline = forward.baseline;
    forward.regressedIn->row.current = forward.current;
    forward.regressedIn->row.current.value = {57e6, 58e6, 59e6, 60e6};
    const QStringList lines = QString::fromStdString(verdictMarkdown(verdict)).split('\n');
    int slowest = 0;
    int median = 0;
    for (const QString& line : lines)
        if (line.startsWith('|') && line.contains("forward") && line.contains("slowest rank")) {
            ++slowest;
            QVERIFY2(line.contains("57.0 ms"), qPrintable(line));
        } else if (line.startsWith('|') && line.contains("forward") && line.contains("median over ranks")) {
            ++median;
            QVERIFY2(!line.contains("57.0 ms") && !line.contains("59.0 ms"), qPrintable(line));
        }
    const report::Report report = report::verdictReport({verdict});
    const auto check = std::ranges::find_if(report.checks.list,
                                            [](const report::Check& one) { return one.name.ends_with(" forward"); });
    QVERIFY2(check->message.find("57.0 ms") != std::string::npos, check->message.c_str());
    QCOMPARE(check->seconds, 0.057);
    QCOMPARE(slowest, 2);  // the stage table and the table of every statistic
    QCOMPARE(median, 1);
    verdict.firstRegressed->scope = Scope::Both;
    verdict.firstRegressed->ranks = {2};
    QVERIFY(verdictMarkdown(verdict).find("the number is of all ranks; more on rank 2") != std::string::npos);
}

/// The rules for a rank among its peers and the comparison with the baseline answer different questions.
void TestReportScopes::nobodyIsEvenWhoIsNamedElsewhere()
{
    Verdict verdict = fixtures::verdict();
    verdict.stragglers.clear();
    verdict.firstRegressed->scope = Scope::Systemic;
    verdict.layers[3].findings.clear();
    QVERIFY(verdictMarkdown(verdict).find("No rank is called slow.") != std::string::npos);
    verdict.firstRegressed->scope = Scope::Localised;
    verdict.firstRegressed->ranks = {2};
    Finding own;
    own.id = "stragglers.own-history";
    own.severity = FindingSeverity::Warning;
    own.statement = "Only rank 2 got slower.";
    verdict.layers[3].findings = {own};
    const std::string text = verdictMarkdown(verdict);
    QVERIFY(text.find("No rank is called slow.") == std::string::npos);
    QVERIFY2(text.find("By the rules for a rank among its peers, which look at the whole step, no rank is slow. By the "
                       "comparison of stages with the baseline rank 2 is: ") != std::string::npos,
             text.c_str());
    QVERIFY(text.find("Another rule says: Only rank 2 got slower.") != std::string::npos);
}

/// A rank that is all of its role has no peers: its figure is not one over their median.
void TestReportScopes::aWholeRoleIsMeasuredAgainstItself()
{
    Verdict verdict = fixtures::verdict();
    QVERIFY(verdictMarkdown(verdict).find("| +25 % |") != std::string::npos);
    Finding role;
    role.id = "stragglers.slow-role";
    role.severity = FindingSeverity::Failure;
    role.evidence.emplace_back();
    role.evidence.front().rank = verdict.stragglers.front().rank;
    verdict.layers[3].findings = {role};
    QVERIFY(verdictMarkdown(verdict).find("| +25 %, over its own baseline |") != std::string::npos);
}

/// By numbers, which a list explains where the inputs are not printed.
void TestReportScopes::numbersSayTheirFiles()
{
    report::ReportOptions options;
    options.sections = {"summary"};
    const report::Report report = fixtures::reportOf(fixtures::verdict(), "x", options);
    QCOMPARE(report.sections.size(), std::size_t(2));
    QCOMPARE(report.sections.back().id, std::string("files"));
    const QString text = QString::fromStdString(markdown(report));
    QVERIFY(text.contains(QStringLiteral("`files [1]\u2013[2] \u2192 rank0.json.gz [3]`")));
    QVERIFY(text.contains(QStringLiteral("- \\[2\\] `control/notes.txt`")));
    options.sections = {"summary", "inputs"};
    QCOMPARE(fixtures::reportOf(fixtures::verdict(), "x", options).sections.back().id, std::string("inputs"));
    options.sections = {"thresholds"};
    QCOMPARE(fixtures::reportOf(fixtures::verdict(), "x", options).sections.size(), std::size_t(1));
}

/// Though none is slow: what the drawing shows is there for who reads text.
void TestReportScopes::ranksHaveTheirTimesAsText()
{
    Verdict verdict = fixtures::verdict();
    verdict.stragglers.clear();
    report::ReportOptions options;
    options.sections = {"stragglers"};
    const QString few = QString::fromStdString(markdown(fixtures::reportOf(verdict, "x", options)));
    QVERIFY(few.contains(QStringLiteral("No rank is called slow.")));
    QVERIFY(few.contains(QStringLiteral("| 1 | 71.0 ms | 90.0 ms | +19.0 ms | +24 % |")));
    StragglerSeries series;
    for (int rank = 0; rank < 201; ++rank)
        series.ranks.push_back({rank, "", "", "", {1e6 * rank, 1e6 * rank}, {}, {}});
    verdict.ownTimes[1] = std::make_shared<const OwnTimes>(ownTimes(std::move(series), {5, 6}, {}));
    const QString many = QString::fromStdString(markdown(fixtures::reportOf(verdict, "x", options)));
    QVERIFY(many.contains(QStringLiteral("| p95 |")) && many.contains(QStringLiteral("| 190 ms |")));
    QVERIFY(many.contains(QStringLiteral("The 16 slowest ranks:")));
    QVERIFY(many.contains(QStringLiteral("\n| 200 |")) && many.contains(QStringLiteral("\n| 185 |")));
    QVERIFY(!many.contains(QStringLiteral("\n| 184 |")));
}

void TestReportScopes::noIntervalIsInfinite()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QCOMPARE(intervalWords(RatioInterval{-kInfinity, kInfinity}).english(), std::string("none, too few steps"));
    QCOMPARE(intervalWords(RatioInterval{0.05, kInfinity}).english(), std::string("at least +5.0 %"));
    QCOMPARE(intervalWords(RatioInterval{-kInfinity, 0.05}).english(), std::string("at most +5.0 %"));
    Verdict verdict = fixtures::verdict();
    verdict.stepCi95 = verdict.firstRegressed->ci95 = RatioInterval{-kInfinity, kInfinity};
    for (StageVerdict& stage : verdict.stages)
        stage.ci95 = verdict.stepCi95;
    for (const std::string& text : {verdictHtml(verdict), verdictMarkdown(verdict), verdictText(verdict, false)}) {
        QVERIFY(text.find("\u221e") == std::string::npos);
        QVERIFY(text.find("+66 % (95 % interval: none, too few steps)") != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(TestReportScopes)
#include "tst_ReportScopes.moc"
