// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/whatif/Counterfactual.h"

using namespace headwater;
using namespace headwater::whatif;

namespace {

/// Two ranks, three steps in ns: rank 1 loads for `slow`, both train for 400 after the later one.
RunAnalysis twoRanks(Ns slow)
{
    RunAnalysis analysis;
    analysis.run = std::make_shared<Run>();
    analysis.cube = StageCube({"load", "train"}, {0, 1}, {1, 2, 3});
    for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t r = 0; r < 2; ++r) {
            const Ns load = r == 1 ? slow : 100;
            const Ns wait = std::max<Ns>(slow, 100) - load;
            analysis.cube.set(Quantity::Span, 0, r, t, load);
            analysis.cube.set(Quantity::Span, 1, r, t, 400 + wait);
            analysis.cube.set(Quantity::Wait, 1, r, t, wait);
            analysis.cube.setDuration(r, t, load + 400 + wait);
            analysis.cube.setStatus(r, t, StepStatus::Ok);
        }
    return analysis;
}

}  // namespace

/// "Fix this": a step takes 700 ns because rank 1 loads for 300; in the baseline it took 500.
class TestCounterfactual : public QObject {
    Q_OBJECT

    WhatIf m_answer;

    double step(const Fix& fix) const { return counterfactual(m_answer, fix)->step; }

private slots:
    void initTestCase()
    {
        const RunAnalysis before = twoRanks(60);
        const auto answer = whatIf(twoRanks(300), &before, {});
        QVERIFY(answer && answer->model && answer->attribution);
        m_answer = *answer;
    }

    void whatIsFixedDecides()
    {
        QCOMPARE(step({}), 700.0);
        QCOMPARE(step({FixTo::Baseline, {1, 0}, {}}), 500.0);
        QCOMPARE(step({FixTo::Baseline, {0, 1}, {}}), 700.0);
        QCOMPARE(step({FixTo::Baseline, {}, {0, 1}}), 500.0);
        QCOMPARE(step({FixTo::Baseline, {}, {1, 0}}), 700.0);
        QCOMPARE(step({FixTo::Baseline, {1, 0}, {1, 0}}), 700.0);
        QCOMPARE(step({FixTo::Average, {1, 0}, {}}), 600.0);
        QCOMPARE(counterfactual(m_answer, {FixTo::Average, {1, 0}, {}})->saved, 100.0);
    }

    void whatIsSavedHasAnInterval()
    {
        // Rank 1 loads for 300, 300 and 240 ns, in the baseline for 60; rank 0 loads for 100 all the time.
        const RunAnalysis before = twoRanks(60);
        RunAnalysis now = twoRanks(300);
        now.cube.set(Quantity::Span, 0, 1, 2, 240);
        now.cube.set(Quantity::Span, 1, 0, 2, 540);
        now.cube.set(Quantity::Wait, 1, 0, 2, 140);
        for (std::size_t r = 0; r < 2; ++r)
            now.cube.setDuration(r, 2, 640);
        const auto answer = whatIf(now, &before, {});
        QVERIFY(answer && answer->model);
        const auto fixed = counterfactual(*answer, {FixTo::Baseline, {1, 0}, {}});
        QVERIFY(fixed && fixed->savedCi);
        QVERIFY(qFuzzyCompare(fixed->saved, (200.0 + 200.0 + 140.0) / 3));
        QVERIFY(fixed->savedCi->lo >= 140 && fixed->savedCi->lo < fixed->saved);
        QVERIFY(fixed->savedCi->hi <= 200 && fixed->savedCi->hi > fixed->saved);
        QVERIFY(counterfactual(m_answer, {FixTo::Baseline, {1, 0}, {}})->savedCi->hi == 200);
    }

    void everyWorkerByItself()
    {
        QCOMPARE(savedByWorker(m_answer, FixTo::Baseline, {}), (std::vector<double>{0, 200}));
        std::stop_source stop;
        stop.request_stop();
        Job job;
        job.stop = stop.get_token();
        QVERIFY(savedByWorker(m_answer, FixTo::Baseline, job).empty());
    }

    void withoutABaselineOnlyTheAverage()
    {
        const auto alone = whatIf(twoRanks(300), nullptr, {});
        QVERIFY(alone && alone->model);
        QVERIFY(!counterfactual(*alone, {FixTo::Baseline, {1, 0}, {}}));
        QCOMPARE(counterfactual(*alone, {FixTo::Average, {1, 0}, {}})->step, 600.0);
    }

    void aRefusedRunAnswersNothing()
    {
        RunAnalysis run = twoRanks(300);
        run.cube.setDuration(0, 0, 2000);
        const auto refused = whatIf(run, nullptr, {});
        QVERIFY(refused && !refused->model);
        QVERIFY(!counterfactual(*refused, {FixTo::Average, {1, 0}, {}}));
        QVERIFY(savedByWorker(*refused, FixTo::Average, {}).empty());
    }
};

QTEST_APPLESS_MAIN(TestCounterfactual)
#include "tst_Counterfactual.moc"
