// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "Fixtures.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/model/PlainWords.h"
#include "core/triage/Waterfall.h"

using namespace headwater;

namespace {

QString markdownOf(const report::Report& report)
{
    return QString::fromStdString(markdown(report));
}

}  // namespace

/// What the paragraph for people without statistics and the summary below it say.
class TestPlainWords : public QObject {
    Q_OBJECT
private slots:
    void plainWordsNameTheFault();
    void plainWordsSayTheMeanWhereItChanged();
    void plainWordsSayOnWhoseWord();
    void spansSayThatWaitingIsLeftOut();
    void nothingMeasuredIsNotNone();
    void equalTimesAreNotInsteadOfEachOther();
    void whatIsWrongComesBeforeSpeed();
};

void TestPlainWords::plainWordsNameTheFault()
{
    Verdict verdict = fixtures::verdict();
    const std::string none = report::plainWords(verdict).english();
    QVERIFY(none.find("fault") == std::string::npos);
    Finding fault;
    fault.severity = FindingSeverity::Failure;
    fault.statement = "rank 3: software thermal slowdown in 100 % of the samples.";
    Finding lesser;
    lesser.severity = FindingSeverity::Warning;
    lesser.statement = "rank 3: the clock is lower.";
    verdict.layers[1].findings = {lesser, fault};
    std::string text = report::plainWords(verdict).english();
    QVERIFY2(text.find("A fault was found: rank 3: software thermal slowdown in 100 % of the samples. How") !=
                 std::string::npos,
             text.c_str());
    verdict.layers[1].findings.push_back(fault);
    text = report::plainWords(verdict).english();
    QVERIFY2(text.find("Faults were found: rank 3") != std::string::npos &&
                 text.find("And 1 more.") != std::string::npos,
             text.c_str());
}

/// The typical step hardly changed, so that its figure alone would deny the slowdown that the next sentence tells.
void TestPlainWords::plainWordsSayTheMeanWhereItChanged()
{
    Verdict verdict = fixtures::verdict();
    verdict.policy.acknowledgement.clear();
    verdict.headlineStatistic = Statistic::Mean;
    verdict.firstRegressed->kind = Kind::Rare;
    verdict.firstRegressed->scope = Scope::Systemic;
    verdict.firstRegressed->delta = 14'700'000;
    verdict.firstRegressed->ratio = 0.66;
    Waterfall means;
    means.baseline = 119e6;
    means.current = 133e6;
    means.baselineCells = means.currentCells = 80;
    verdict.waterfall = std::make_shared<const Waterfall>(means);
    const std::string text = report::plainWords(verdict).english();
    QVERIFY2(text.starts_with("On average a training step takes 133 ms instead of 119 ms (+12 %); the typical one 112 "
                              "ms instead of 77.2 ms (+44 %). The slowdown starts in forward: a few very long steps "
                              "raise its mean by 14.7 ms (+66 %)."),
             text.c_str());
    const Fact last = summaryFacts(verdict).back();
    QCOMPARE(last.label.english(), std::string("Mean step time"));
    QCOMPARE(last.value.english(), std::string("+14.0 ms"));
    verdict.headlineStatistic = Statistic::P50;
    QCOMPARE(summaryFacts(verdict).back().label.english(), std::string("Step time"));
}

void TestPlainWords::plainWordsSayOnWhoseWord()
{
    Verdict verdict = fixtures::verdict();
    verdict.comparability.status = ComparabilityStatus::NotComparable;
    verdict.comparability.changed = {
        {"world_size", "8", "2", false, true}, {"gpu", "A100", "H100", false, true}, {"host", "n1", "n2", true, false}};
    verdict.policy.acknowledgement.clear();
    QVERIFY(report::plainWords(verdict).english().find("word") == std::string::npos);
    verdict.policy.acknowledgement = "same model";
    const std::string text = report::plainWords(verdict).english();
    QVERIFY2(text.starts_with("The runs are of different jobs (world_size 8 \u2192 2, gpu A100 \u2192 H100) and are "
                              "compared on the user's word: \u201csame model\u201d. A training step"),
             text.c_str());
    QVERIFY(markdownOf(fixtures::reportOf(verdict)).contains("*on the user's word*"));
}

void TestPlainWords::spansSayThatWaitingIsLeftOut()
{
    Verdict verdict = fixtures::verdict();
    const auto said = [&](const char* text) { return markdownOf(fixtures::reportOf(verdict)).contains(text); };
    QVERIFY(said("Values: span without waiting of the stage"));
    QVERIFY(said("waiting left out"));
    verdict.policy.measure = Measure::Host;
    QVERIFY(said("Values: host of the stage"));
    QVERIFY(!said("waiting left out") && !said("without waiting"));
}

void TestPlainWords::nothingMeasuredIsNotNone()
{
    Verdict verdict = fixtures::emptyVerdict();
    StageVerdict stage;
    stage.stage = "forward";
    stage.baseline.n = 12;  // and nothing on the other side
    verdict.stages = {stage};
    for (const Fact& fact : summaryFacts(verdict))
        QVERIFY2(fact.value.english() != "none", fact.label.english().c_str());
    verdict.stages[0].current.n = 12;
    QCOMPARE(summaryFacts(verdict).front().value.english(), std::string("none"));
}

void TestPlainWords::equalTimesAreNotInsteadOfEachOther()
{
    Verdict verdict = fixtures::verdict();
    verdict.policy.acknowledgement.clear();
    verdict.stepBaseline = 118'600'000;
    verdict.stepCurrent = 119'000'000;
    verdict.stepRatio = 0.0034;
    const std::string text = report::plainWords(verdict).english();
    QVERIFY2(text.starts_with("A training step takes about as long as before: 119 ms (+0.3 %)."), text.c_str());
}

void TestPlainWords::whatIsWrongComesBeforeSpeed()
{
    Verdict verdict = fixtures::verdict();
    verdict.policy.acknowledgement.clear();
    Finding finding;
    finding.id = "correctness.not-a-number";
    finding.layer = LayerId::Correctness;
    finding.severity = FindingSeverity::Failure;
    finding.statement = say("In the current run the loss is NaN.");
    verdict.layers[0].findings = {finding};
    const auto said = [](const Verdict& of, const Notes& notes) { return report::plainWords(of, notes).english(); };
    QVERIFY(!said(verdict, {}).starts_with("To be settled"));
    verdict.outcomeNode = "correctness";
    QVERIFY(said(verdict, {}).starts_with("To be settled before speed counts: In the current run the loss is NaN. A "));
    Notes notes;
    notes.decisions.push_back({finding.id, FindingMark::Dismissed, "a test of the alarm", {}});
    QVERIFY(said(verdict, notes)
                .starts_with("To be settled before speed counts: In the current run the loss is NaN. "
                             "(dismissed, the user's word: a test of the alarm). A "));
}

QTEST_APPLESS_MAIN(TestPlainWords)
#include "tst_PlainWords.moc"
