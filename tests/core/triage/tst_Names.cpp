// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <QtTest>

#include "core/triage/Names.h"

using namespace headwater;

class TestNames : public QObject {
    Q_OBJECT
private slots:
    void spelling()  // as CONTRACT has it
    {
        QVERIFY(nameOf(Outcome::Regressed) == "regressed");
        QVERIFY(nameOf(Outcome::NotComparable) == "not_comparable");
        QVERIFY(nameOf(Outcome::InsufficientData) == "insufficient_data");
        QVERIFY(nameOf(EvidenceLevel::AcrossRuns) == "across_runs");
        QVERIFY(nameOf(StageState::BelowFloor) == "below_floor");
        QVERIFY(nameOf(StageState::CostShift) == "cost_shift");
        QVERIFY(nameOf(StageState::Latent) == "latent");
        QVERIFY(nameOf(Scope::Localised) == "localised");
        QVERIFY(nameOf(Kind::Rare) == "rare");
        QVERIFY(nameOf(LayerId::Stragglers) == "stragglers");
        QVERIFY(nameOf(LayerStatus::NoData) == "no_data");
        QVERIFY(nameOf(FindingSeverity::Failure) == "failure");
        QVERIFY(nameOf(Provenance::Assumed) == "assumed");
        QVERIFY(nameOf(ComparabilityStatus::Same) == "same");
        QVERIFY(nameOf(ComparabilityStatus::NotComparable) == "not_comparable");
        QVERIFY(nameOf(StepStatus::Absent) == "absent");
        QVERIFY(nameOf(Severity::Error) == "error");
    }

    void thereAndBack()
    {
        for (const Statistic s : {Statistic::P50, Statistic::Mean, Statistic::P95, Statistic::P99})
            QCOMPARE(statisticFromName(nameOf(s)), std::optional(s));
        for (const AcrossRanks a : {AcrossRanks::Median, AcrossRanks::Max, AcrossRanks::Mean})
            QCOMPARE(acrossRanksFromName(nameOf(a)), std::optional(a));
        for (const Measure m : {Measure::Span, Measure::Host, Measure::Busy, Measure::Compute})
            QCOMPARE(measureFromName(nameOf(m)), std::optional(m));
        QVERIFY(!statisticFromName("p42"));
        QVERIFY(!measureFromName(""));
    }

    void exitCodes()
    {
        Verdict v;
        const auto code = [&](Outcome outcome) {
            v.outcome = outcome;
            return exitCode(v);
        };
        QCOMPARE(code(Outcome::Equivalent), 0);
        QCOMPARE(code(Outcome::Improved), 0);
        QCOMPARE(code(Outcome::Regressed), 1);
        QCOMPARE(code(Outcome::Inconclusive), 3);
        QCOMPARE(code(Outcome::NotComparable), 3);
        QCOMPARE(code(Outcome::InsufficientData), 3);
    }
};

QTEST_APPLESS_MAIN(TestNames)
#include "tst_Names.moc"
