// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QRegularExpression>
#include <QTest>

#include "Fixtures.h"
#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/Svg.h"
#include "core/report/model/HistoryReport.h"
#include "core/report/model/PlainWords.h"
#include "core/report/model/PlanInput.h"

using namespace headwater;

class TestReportModel : public QObject {
    Q_OBJECT

private slots:
    void sectionsInTheirOrder();
    void chosenSectionsOnly();
    void everythingTheUserWrote();
    void thePlanAtScale();
    void namesOfThePlan();
    void dismissedFindingsAreStruck();
    void nothingWithoutData();
    void numbersPointAtTheirPlace();
    void whatWasNotMeasured();
    void failedStepsAndRanks();
    void inputsHaveFingerprints();
    void dateOnlyWhereGiven();
    void otherLanguage();
    void historyChecks();
    void plainWordsForEveryOutcome();
    void slowestRankHasItsOwnNumbers();
    void explanationsStandTogether();
    void versionsOfTheRuns();
    void endsOfIntervalsCarryTheirUnit();
};

namespace {

QStringList idsOf(const report::Report& report)
{
    QStringList ids;
    for (const report::Section& section : report.sections)
        ids << QString::fromStdString(section.id);
    return ids;
}

QString markdownOf(const report::Report& report)
{
    return QString::fromStdString(markdown(report));
}

}  // namespace

void TestReportModel::sectionsInTheirOrder()
{
    const QStringList ids = idsOf(fixtures::reportOf(fixtures::verdict()));
    QCOMPARE(ids,
             (QStringList{"summary", "flowchart", "layers", "stages", "stragglers", "bubbles", "scale", "comparability",
                          "unmeasured", "dismissed", "failed", "notes", "next", "thresholds", "inputs", "versions"}));
}

void TestReportModel::chosenSectionsOnly()
{
    report::ReportOptions options;
    options.sections = {"inputs", "summary"};
    QCOMPARE(idsOf(fixtures::reportOf(fixtures::verdict(), "x", options)), (QStringList{"summary", "inputs"}));
}

void TestReportModel::everythingTheUserWrote()
{
    const QString text = markdownOf(fixtures::reportOf(fixtures::verdict(), "ask the storage team"));
    // An annotation, a reason in its layer and among the dismissed, one of a finding that is gone, the layer gone past,
    // and note and bookmark with the stage that they are pinned to.
    QCOMPARE(text.count("ask the storage team"), 9);
    QVERIFY(text.contains("Went on past correctness: `ask the storage team`"));
    QVERIFY(text.contains("headwater:timeline?stage=ask%20the%20storage%20team&steps=5-6&ranks=0-1"));
    QVERIFY(text.contains("same model, smaller cluster"));
}

void TestReportModel::thePlanAtScale()
{
    report::ReportOptions options;
    options.sections = {"scale"};
    const Verdict verdict = fixtures::verdict();
    const QString text = markdownOf(report::verdictReport({verdict, {}, {}, fixtures::plan("n3")}, options));
    QVERIFY(text.contains("n3: slow whoever is at the other end"));
    QVERIFY(text.contains("batch\\_per\\_gpu: 4 \u2192 8"));
    QVERIFY(text.contains("Slow with each of its partners, beyond twice the median: n3"));
    QVERIFY(text.contains("Random tensors are as slow as the data set"));
    QVERIFY(text.contains("190 GB/s") && text.contains("\u221250 %"));
    QVERIFY(!text.contains("simulated"));
    // Nothing was asked: no section.
    QVERIFY(!report::reportPlan({}).plan);
    QVERIFY(report::verdictReport({verdict}, options).sections.empty());
}

void TestReportModel::namesOfThePlan()
{
    report::ReportOptions options;
    options.sections = {"scale"};
    options.redaction.hosts = true;
    const Verdict verdict = fixtures::verdict();
    const report::Report report = report::verdictReport({verdict, {}, {}, fixtures::plan("gpu-node-<b>")}, options);
    QVERIFY(!markdownOf(report).contains("gpu-node"));
    QVERIFY(markdownOf(report).contains("host-"));
    options.redaction = {};
    const std::string page = html(report::verdictReport({verdict, {}, {}, fixtures::plan("<script>")}, options));
    QVERIFY(page.find("<script>") == std::string::npos && page.find("&lt;script&gt;") != std::string::npos);
}

void TestReportModel::dismissedFindingsAreStruck()
{
    const report::Report report = fixtures::reportOf(fixtures::verdict(), "measured again");
    const QString text = markdownOf(report);
    QCOMPARE(text.count("~~The batch per rank probably grew~~"), 2);
    QVERIFY(text.contains("Dismissed, the user's word: `measured again`"));
    QVERIFY(text.contains("`timeline.gone`"));
    QVERIFY(text.contains("no longer found"));
    QCOMPARE(QString::fromStdString(html(report)).count("<s>The batch per rank probably grew</s>"), 2);
}

void TestReportModel::nothingWithoutData()
{
    const report::Report report = report::verdictReport({fixtures::emptyVerdict()});
    const QStringList ids = idsOf(report);
    for (const char* none :
         {"flowchart", "stages", "stragglers", "bubbles", "scale", "dismissed", "failed", "notes", "next", "inputs"})
        QVERIFY2(!ids.contains(QLatin1String(none)), none);
    QVERIFY(ids.contains("unmeasured"));
    QVERIFY(html(report).find("<svg") == std::string::npos);
}

void TestReportModel::numbersPointAtTheirPlace()
{
    const QString page = QString::fromStdString(html(fixtures::reportOf(fixtures::verdict())));
    for (const char* part :
         {"<a href=\"headwater:timeline?steps=7-7&amp;ranks=0&amp;finding=timeline.host-device-disagree\">rank 0, step "
          "7</a>",
          "<a href=\"headwater:overview?stage=backward\">", "<a href=\"headwater:stragglers?ranks=1\">rank 1</a>",
          "<a href=\"headwater:timeline?steps=7-7&amp;ranks=0-2,4&amp;side=current\">step 7</a>",
          "finding=correctness.manifest"})
        QVERIFY2(page.contains(QLatin1String(part)), part);
    // Every reference opens.
    int references = 0;
    for (qsizetype at = page.indexOf("href=\""); at >= 0; at = page.indexOf("href=\"", at + 1)) {
        const qsizetype start = at + 6;
        QString target = page.mid(start, page.indexOf('"', start) - start);
        target.replace("&amp;", "&");
        QVERIFY2(viewRefFromText(target.toStdString()), qPrintable(target));
        ++references;
    }
    QVERIFY(references > 20);
}

void TestReportModel::whatWasNotMeasured()
{
    report::ReportOptions options;
    options.sections = {"unmeasured"};
    const QString text = markdownOf(fixtures::reportOf(fixtures::verdict(), "x", options));
    for (const char* part :
         {"**resources**: no telemetry loaded", "**stragglers**: one rank a side",
          "`metrics`: no data in the baseline run", "remapped rows", "nvidia-smi -q", "p99 needs 299 steps a side"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
    QVERIFY(!text.contains("SM clock under load"));  // had its data
    QVERIFY(!text.contains("timeline**"));
}

void TestReportModel::failedStepsAndRanks()
{
    report::ReportOptions options;
    options.sections = {"failed"};
    const QString text = markdownOf(fixtures::reportOf(fixtures::verdict(), "x", options));
    QVERIFY(text.contains("| ranks 0\u20132, 4 | failed |"));
    QVERIFY(text.contains("ranks 2\u20134, 7"));
    // A rank that stops is one row, whatever became of other ranks on the way.
    Verdict verdict = fixtures::verdict();
    verdict.lostSteps[1] = {{20, StepStatus::Absent, {3}},
                            {21, StepStatus::Absent, {3}},
                            {22, StepStatus::Failed, {1}},
                            {22, StepStatus::Absent, {3}},
                            {23, StepStatus::Absent, {3}}};
    const QString stopped = markdownOf(fixtures::reportOf(verdict, "x", options));
    QVERIFY2(stopped.contains("steps 20\u201323](") && stopped.contains("| rank 3 | not there, though other ranks"),
             qPrintable(stopped));
    QCOMPARE(stopped.count("rank 3 |"), qsizetype(1));
    QVERIFY(!stopped.contains("more of them"));
    // Its reference opens the others in those steps: of a rank that is not there nothing is to be shown.
    static const QRegularExpression reference("steps 20\u2013\\S+\\]\\(([^)]*)\\)");
    const QString target = reference.match(stopped).captured(1);
    QVERIFY2(target.contains("steps=20-23") && !target.contains("ranks="), qPrintable(stopped));
    const QString xml = QString::fromStdString(junit(fixtures::reportOf(verdict, "x", options)));
    QVERIFY2(xml.contains("<property name=\"lost_steps.current\" value=\"steps 20\u201323, rank 3: not there, though "
                          "other ranks have it; step 22, rank 1: failed\"/>"),
             qPrintable(xml));
    QVERIFY(!xml.contains("lost_steps.baseline"));
}

void TestReportModel::inputsHaveFingerprints()
{
    report::ReportOptions options;
    options.sections = {"inputs"};
    const QString text = markdownOf(fixtures::reportOf(fixtures::verdict(), "x", options));
    QVERIFY(text.contains("| `control/rank0.json.gz` | `kineto` | 40573 | yes | 1234567 | `feed0123456789ab` |"));
    QVERIFY(text.contains("| `control/notes.txt` | `unknown` | 0 | no | 12 | \u2014 |"));
}

void TestReportModel::dateOnlyWhereGiven()
{
    report::ReportOptions options;
    options.date = "2026-11-30";
    QVERIFY(html(fixtures::reportOf(fixtures::verdict(), "x", options)).find(", 2026-11-30</footer>") !=
            std::string::npos);
    static const QRegularExpression versionAlone("<footer>headwater [0-9.]+</footer>");
    QVERIFY(QString::fromStdString(html(fixtures::reportOf(fixtures::verdict()))).contains(versionAlone));
}

void TestReportModel::otherLanguage()
{
    report::ReportOptions options;
    options.language = Language(
        "zh-CN", {{"Inputs", "\u8f93\u5165"}, {"baseline", "\u57fa\u7ebf"}, {"rank {}", "\u7b2c {} \u4e2a rank"}});
    const QString page = QString::fromStdString(html(fixtures::reportOf(fixtures::verdict(), "x", options)));
    QVERIFY(page.contains("<html lang=\"zh-CN\">"));
    QVERIFY(page.contains("<h2>\u8f93\u5165</h2>"));
    QVERIFY(page.contains(">\u7b2c 1 \u4e2a rank</a>"));
    QVERIFY(page.contains(">\u57fa\u7ebf</text>"));  // in the drawings too
}

void TestReportModel::historyChecks()
{
    const report::Report report = report::historyReport(fixtures::history("forward"));
    QCOMPARE(report.checks.list.size(), std::size_t(2));
    QCOMPARE(report.checks.list[0].result, report::Check::Result::Passed);
    QCOMPARE(report.checks.list[1].result, report::Check::Result::Failed);
    QVERIFY(report.attention);
    QVERIFY(report.title.find("night-5") != std::string::npos);
}

void TestReportModel::plainWordsForEveryOutcome()
{
    Verdict verdict = fixtures::verdict();
    verdict.policy.acknowledgement.clear();
    QCOMPARE(report::plainWords(verdict).english(),
             std::string("A training step takes 112 ms instead of 77.2 ms (+44 %). The slowdown starts in forward. How "
                         "much such runs differ by themselves was not measured. First to do: Run both with 8 ranks"));
    verdict.firstRegressed->scope = Scope::Systemic;
    QVERIFY(markdownOf(fixtures::reportOf(verdict)).contains("*systemic*"));
    verdict.firstRegressed->scope = Scope::Localised;
    verdict.firstRegressed->ranks = {2};
    verdict.policy.noise = NoiseFloor{};
    verdict.policy.noise->runs = 6;
    const std::string alone = report::plainWords(verdict).english();
    QVERIFY2(alone.find("starts in forward, and there on rank 2 alone. The threshold allows for what 6 earlier runs") !=
                 std::string::npos,
             alone.c_str());
    verdict.evidenceLevel = EvidenceLevel::AcrossRuns;
    QVERIFY(report::plainWords(verdict).english().find("Several runs were compared") != std::string::npos);
    verdict.firstRegressed->confirmed = false;
    QVERIFY(report::plainWords(verdict).english().find("may start in forward, which is not confirmed") !=
            std::string::npos);
    for (const auto& [outcome, said] :
         {std::pair(Outcome::Improved, "at least one got faster"),
          std::pair(Outcome::Equivalent, "No stage got slower"), std::pair(Outcome::Inconclusive, "do not decide"),
          std::pair(Outcome::NotComparable, "of different jobs"),
          std::pair(Outcome::InsufficientData, "too little data")}) {
        verdict.outcome = outcome;
        const std::string text = report::plainWords(verdict).english();
        QVERIFY2(text.find(said) != std::string::npos, text.c_str());
        QVERIFY2(text.find("The slowdown") == std::string::npos, text.c_str());
        QVERIFY(!markdownOf(fixtures::reportOf(verdict)).contains("*localised*"));  // no tags of a regression above
    }
    QVERIFY(report::plainWords(fixtures::emptyVerdict()).empty());
}

void TestReportModel::slowestRankHasItsOwnNumbers()
{
    Verdict verdict = fixtures::verdict();
    StageVerdict& forward = verdict.stages[1];
    forward.regressedIn =
        RegressedIn{Statistic::P50, AcrossRanks::Max, {2}, 30e6, 90e6, 60'000'000, 2.0, {{1.5, 2.5}}, 0.001, {}};
    DrillLevel level{"forward", "operators", {forward}, FirstRegressed()};
    level.stages[0].stage = "aten::mm";
    level.first->index = forward.index;
    verdict.drillDown = DrillDown{{"forward", "aten::mm"}, {level}, {2}, {}, {}};
    report::ReportOptions options;
    options.sections = {"stages"};
    const QString text = markdownOf(fixtures::reportOf(verdict, "x", options));
    for (const char* part :
         {"| **\u2691 [`forward`](headwater:overview?stage=forward&ranks=2)<br>p50, slowest rank<br>[all ranks, 8 "
          "\u2192 2, "
          "steps 4\u201311](headwater:overview?stage=forward&steps=4-11&ranks=2&side=current); `files [1]\u2013[2] "
          "\u2192 rank0.json.gz [3]`** | 30.0 ms | 90.0 ms | +60.0 ms |",
          "regressed, first (slowest rank)", "| **`aten::mm`** | p50, slowest rank<br>[all ranks, 8 \u2192 2, steps",
          "A state counts the slowest rank of each step too"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    // The drawing has room for the interval that the row gives: no arrow out of it.
    QCOMPARE(intervalAxis(verdict).hi, 1.5);
    verdict.stages[1].regressedIn->ratio = 0.9;
    verdict.stages[1].regressedIn->ci95 = RatioInterval{0.85, 0.95};
    QCOMPARE(intervalAxis(verdict).hi, 0.95);
}

void TestReportModel::explanationsStandTogether()
{
    Verdict verdict = fixtures::verdict();
    verdict.stages[0].explainedBy = verdict.stages[1].explainedBy = "wait";
    report::ReportOptions options;
    options.sections = {"stages"};
    const QString text = markdownOf(fixtures::reportOf(verdict, "x", options));
    QVERIFY(text.contains("- [`load_batch`](headwater:overview?stage=load_batch), "
                          "[`forward`](headwater:overview?stage=forward): `explained by waiting`\n"));
    QVERIFY(text.contains("- [`backward`](headwater:overview?stage=backward): `explained by forward`\n"));
}

void TestReportModel::versionsOfTheRuns()
{
    Verdict verdict = fixtures::verdict();
    CorrectnessReport known = *verdict.correctness;
    known.checklist = {{"pytorch", "PyTorch", "", false, CheckState::Differs, "2.5.1", "2.6.0", "pytorch"},
                       {"nccl", "NCCL or RCCL", "", false, CheckState::Unknown, "2.21.5", "", "nccl"},
                       {"driver", "GPU driver", "", false, CheckState::Unknown, "", "", ""},
                       {"seed", "random seed", "", true, CheckState::Same, "1", "1", "seed"}};
    verdict.correctness = std::make_shared<const CorrectnessReport>(std::move(known));
    report::ReportOptions options;
    options.sections = {"versions"};
    const QString text = markdownOf(fixtures::reportOf(verdict, "x", options));
    QVERIFY(text.contains("| PyTorch | `2.5.1` | `2.6.0` |"));
    QVERIFY(text.contains("| NCCL or RCCL | `2.21.5` | unknown |"));
    QVERIFY(!text.contains("GPU driver") && !text.contains("seed"));
}

void TestReportModel::endsOfIntervalsCarryTheirUnit()
{
    QCOMPARE(intervalText(RatioInterval{0.05, 0.5}), std::string("[+5.0, +50] %"));
    QCOMPARE(intervalText(RatioInterval{0.05, 85}), std::string("[+5.0 %, \u00d786]"));
    QCOMPARE(intervalText(RatioInterval{9.91, 5000}), std::string("[+991 %, over \u00d71000]"));
}

QTEST_GUILESS_MAIN(TestReportModel)
#include "tst_ReportModel.moc"
