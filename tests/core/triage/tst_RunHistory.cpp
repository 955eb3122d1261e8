// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/triage/RunHistory.h"
#include "tests/core/triage/Noisy.h"

using namespace headwater;

namespace {

/// Nights of one job: from `from` on forward takes 12 % more and, as its victim, backward 5.5 %.
RunHistory nights(int count, int from, double runSpread = 0.002)
{
    std::vector<HistoryEntry> entries;
    pairs::Noise between(99);
    for (int night = 0; night < count; ++night) {
        const double run = 1 + runSpread * between();
        std::vector<double> factor{run, run, run, run};
        if (night >= from) {
            factor[1] *= 1.12;
            factor[2] *= 1.08;
        }
        RunAnalysis analysis;
        analysis.cube = pairs::noisy(30, factor, static_cast<std::uint64_t>(night) + 1);
        analysis.stageSource = "stage metrics";
        entries.push_back(historyEntry(analysis, Policy()));
        entries.back().name = "night " + std::to_string(night);
    }
    return *runHistory(std::move(entries), Policy(), {});
}

}  // namespace

class TestRunHistory : public QObject {
    Q_OBJECT
private slots:
    void theFirstStageOfTheNight();
    void nothingChanged();
    void anImprovementIsNoRegression();
    void aStageThatComesLater();
    void tooFewRuns();
    void newestRunsThatDifferAreNotJudged_data();
    void newestRunsThatDifferAreNotJudged();
    void entryLeavesWarmUpAndFailuresOut();
};

void TestRunHistory::theFirstStageOfTheNight()
{
    const RunHistory history = nights(20, 12);
    QCOMPARE(history.events.size(), std::size_t{1});
    const HistoryEvent& event = history.events.front();
    QCOMPARE(event.at, std::size_t{12});
    QCOMPARE(event.stages, (std::vector<std::size_t>{1, 2}));
    QCOMPARE(history.stages[*event.firstRegressed].stage, std::string("forward"));
    const HistoryChange& change = history.stages[1].changes.front();
    QVERIFY(std::abs(change.ratio() - 0.12) < 0.01);
    QVERIFY(history.step.runNoise && *history.step.runNoise < 0.006);
    QVERIFY(history.effectiveEpsilon);
    QCOMPARE(*history.effectiveEpsilon, 0.05);
}

void TestRunHistory::nothingChanged()
{
    const RunHistory history = nights(20, 99, 0.012);
    QVERIFY(history.events.empty());
    // V31: σ 0.012 gives ε_eff 0.0279; the ε of 5 % is larger and stands.
    QVERIFY(*history.step.runNoise > 0.006 && *history.step.runNoise < 0.02);
    QCOMPARE(*history.effectiveEpsilon, 0.05);
}

void TestRunHistory::anImprovementIsNoRegression()
{
    std::vector<HistoryEntry> entries;
    for (int i = 0; i < 16; ++i)
        entries.push_back(
            {"r" + std::to_string(i), "x", {"a"}, {(i < 8 ? 20e6 : 10e6) + (i * 7 % 5) * 1e3}, 30e6, 20, 0, 0});
    const RunHistory history = *runHistory(entries, Policy(), {});
    QCOMPARE(history.events.size(), std::size_t{1});
    QVERIFY(!history.events[0].firstRegressed);
    QVERIFY(history.stages[0].changes[0].ratio() < -0.4);
}

void TestRunHistory::aStageThatComesLater()
{
    std::vector<HistoryEntry> entries;
    for (int i = 0; i < 14; ++i) {
        HistoryEntry entry{"r", "x", {"a"}, {10e6 + (i * 7 % 5) * 1e3}, 30e6, 20, 0, 0};
        if (i >= 4) {
            entry.stages.emplace_back("b");
            entry.values.push_back(i < 9 ? 5e6 + (i * 7 % 5) * 1e3 : 8e6 + (i * 7 % 5) * 1e3);
        }
        entries.push_back(std::move(entry));
    }
    const RunHistory history = *runHistory(entries, Policy(), {});
    QCOMPARE(history.stages[1].stage, std::string("b"));
    QVERIFY(std::isnan(history.stages[1].values[3]));
    QCOMPARE(history.stages[1].changes.front().at, std::size_t{9});
}

void TestRunHistory::tooFewRuns()
{
    QVERIFY(!runHistory({}, Policy(), {}));
    const RunHistory history = nights(3, 99);
    QVERIFY(!history.warnings.empty());
    QVERIFY(!history.effectiveEpsilon);
    // Six: no change can be told from noise, so neither is widened by what may be one.
    const RunHistory six = nights(6, 3);
    QVERIFY(six.events.empty());
    QVERIFY(!isJudged(six.step, six.rule));
    QVERIFY(!six.step.runNoise && !six.stages[1].runNoise && !six.effectiveEpsilon);
    const RunHistory seven = nights(7, 99);
    QVERIFY(isJudged(seven.step, seven.rule));
    QVERIFY(seven.step.runNoise && seven.effectiveEpsilon);
}

void TestRunHistory::newestRunsThatDifferAreNotJudged_data()
{
    QTest::addColumn<int>("slow");
    QTest::newRow("one") << 1;
    QTest::newRow("two") << 2;
    QTest::newRow("three are judged") << 3;
    QTest::newRow("five are judged") << 5;
}

void TestRunHistory::newestRunsThatDifferAreNotJudged()
{
    QFETCH(int, slow);
    const RunHistory history = nights(9 + slow, 9);
    const HistorySeries& forward = history.stages[1];
    QCOMPARE(forward.apart.has_value(), slow < 3);
    if (slow >= 3) {
        QCOMPARE(history.events.front().at, std::size_t{9});
        return;
    }
    QVERIFY(history.events.empty());  // and no run is named that did nothing
    QCOMPARE(forward.apart->count, static_cast<std::size_t>(slow));
    QVERIFY(forward.apart->counted);
    QVERIFY(*forward.runNoise < 0.006);
    QVERIFY(history.step.runNoise && *history.step.runNoise < 0.006);  // they are kept out of ε
    QCOMPARE(*history.effectiveEpsilon, 0.05);
    QVERIFY(history.warnings.back().english().find("not judged") != std::string::npos);
}

void TestRunHistory::entryLeavesWarmUpAndFailuresOut()
{
    RunAnalysis analysis;
    analysis.cube = pairs::cube({"a"}, 1, 40, [](std::size_t, std::size_t, std::size_t step) {
        return step < 5 ? 100.0 : 10.0 + 0.001 * static_cast<double>(step % 3);
    });
    analysis.cube.setStatus(0, 20, StepStatus::Failed);
    const HistoryEntry entry = historyEntry(analysis, Policy());
    QCOMPARE(entry.failedSteps, std::size_t{1});
    QCOMPARE(entry.warmupRemoved, std::size_t{5});
    QCOMPARE(entry.steps, std::size_t{34});
    QVERIFY(entry.values[0] < 10.1e6);
}

QTEST_APPLESS_MAIN(TestRunHistory)
#include "tst_RunHistory.moc"
