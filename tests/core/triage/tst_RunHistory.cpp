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

/// One stage beside a quiet one: each value with `spread` between runs.
RunHistory course(const std::vector<double>& ms, double spread = 0.004, std::uint64_t seed = 5)
{
    std::vector<HistoryEntry> entries;
    pairs::Noise between(seed);
    for (std::size_t i = 0; i < ms.size(); ++i) {
        HistoryEntry entry{"r" + std::to_string(i + 1), "x", {"load", "forward"}, {}, 0, 20, 0, 0};
        entry.values = {5e6 * (1 + spread * between()), ms[i] * 1e6 * (1 + spread * between())};
        entry.step = entry.values[0] + entry.values[1];
        entries.push_back(std::move(entry));
    }
    return *runHistory(std::move(entries), Policy(), {});
}

std::vector<double> levels(const std::vector<std::pair<int, double>>& parts)
{
    std::vector<double> ms;
    for (const auto& [count, level] : parts)
        ms.insert(ms.end(), static_cast<std::size_t>(count), level);
    return ms;
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
    void aSlowdownThatIsOver();
    void aSlowdownThatIsPartlyOver();
    void aLastingChangeAfterOneThatPassed();
    void anOddRunIsNamed();
    void creepingCounts();
    void quietHistoriesRarelyChange();
    void entryLeavesWarmUpAndFailuresOut();
    void severalSlowdowns_data();
    void severalSlowdowns();
    void runsOfAnotherJobAreLeftOut();
    void oneSlowRankIsNamed();
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
    // Seven: two of the 35 orders of three and four are as distinct as can be, 5.7 %.
    QVERIFY(!isJudged(nights(7, 99).step, six.rule));
    const RunHistory eight = nights(8, 99);
    QVERIFY(isJudged(eight.step, eight.rule));
    QVERIFY(eight.step.runNoise && eight.effectiveEpsilon);
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

/// 25 ms instead of 20 in runs 5 to 8 of 17: both changes, and neither is noise.
void TestRunHistory::aSlowdownThatIsOver()
{
    const RunHistory history = course(levels({{4, 20}, {4, 25}, {9, 20}}));
    const HistorySeries& forward = history.stages[1];
    QCOMPARE(forward.changes.size(), std::size_t{2});
    QCOMPARE(forward.changes[0].at, std::size_t{4});
    QCOMPARE(forward.changes[1].at, std::size_t{8});
    QVERIFY(forward.changes[0].ci95);
    QVERIFY((*forward.changes[0].ci95)[0] > 0.2 && (*forward.changes[0].ci95)[1] < 0.3);
    QVERIFY(forward.changes[0].passing && forward.changes[1].passing);
    QCOMPARE(forward.passing.size(), std::size_t{1});
    QCOMPARE(forward.passing[0].from, std::size_t{4});
    QCOMPARE(forward.passing[0].until, std::size_t{8});
    QVERIFY(std::abs(forward.passing[0].ratio() - 0.25) < 0.02);
    QVERIFY(!forward.slower && !history.step.slower);
    QVERIFY(forward.runNoise && *forward.runNoise < 0.008);
    QVERIFY(history.step.runNoise && *history.step.runNoise < 0.008);
    QCOMPARE(*history.effectiveEpsilon, 0.05);
    QVERIFY(history.stages[0].changes.empty());
}

void TestRunHistory::aSlowdownThatIsPartlyOver()
{
    const RunHistory history = course(levels({{5, 20}, {5, 25}, {7, 22}}));
    const HistorySeries& forward = history.stages[1];
    QCOMPARE(forward.changes.size(), std::size_t{2});
    QVERIFY(forward.changes.back().after < forward.changes.back().before);
    QVERIFY(forward.passing.empty());
    QVERIFY(forward.slower);
    QCOMPARE(forward.slower->since, std::size_t{5});
    QVERIFY(std::abs(forward.slower->ratio() - 0.1) < 0.01);
}

void TestRunHistory::aLastingChangeAfterOneThatPassed()
{
    const RunHistory history = course(levels({{5, 20}, {4, 26}, {5, 20}, {5, 23}}));
    const HistorySeries& forward = history.stages[1];
    QCOMPARE(forward.changes.size(), std::size_t{3});
    QCOMPARE(forward.passing.size(), std::size_t{1});
    QVERIFY(!forward.changes[2].passing);
    QCOMPARE(forward.changes[2].at, std::size_t{14});
    QVERIFY(forward.slower);
    QVERIFY(std::abs(forward.slower->ratio() - 0.15) < 0.01);
}

void TestRunHistory::anOddRunIsNamed()
{
    std::vector<double> ms = levels({{17, 20}});
    ms[6] = 25;
    const RunHistory history = course(ms);
    const HistorySeries& forward = history.stages[1];
    QVERIFY(forward.changes.empty() && history.events.empty());
    QCOMPARE(forward.odd.size(), std::size_t{1});
    QCOMPARE(forward.odd[0].run, std::size_t{6});
    QVERIFY(std::ranges::any_of(history.warnings, [](const Text& warning) {
        return warning.english().find("forward: run r7 is odd, 25") != std::string::npos;
    }));
    QVERIFY(*forward.runNoise < 0.008);
    QCOMPARE(*history.effectiveEpsilon, 0.05);
}

/// Three steps of 4 %, none of which counts by itself.
void TestRunHistory::creepingCounts()
{
    const RunHistory history = course(levels({{6, 20}, {6, 20.8}, {6, 21.6}, {6, 22.4}}), 0.001);
    const HistorySeries& forward = history.stages[1];
    QVERIFY(std::ranges::none_of(forward.changes, &HistoryChange::counted));
    QVERIFY(forward.slower);
    QCOMPARE(forward.slower->since, std::size_t{6});
}

/// The level that is stated, over 100 histories without a change, whatever runs differ by.
void TestRunHistory::quietHistoriesRarelyChange()
{
    for (const double spread : {0.004, 0.06}) {
        int changed = 0;
        int odd = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            const RunHistory history = course(levels({{17, 20}}), spread, 1000 + seed);
            const auto changes = [](const HistorySeries& series) { return !series.changes.empty(); };
            const auto hasOdd = [](const HistorySeries& series) { return !series.odd.empty(); };
            changed += changes(history.step) || std::ranges::any_of(history.stages, changes) ? 1 : 0;
            odd += std::ranges::any_of(history.stages, hasOdd) ? 1 : 0;
        }
        qInfo("spread %g: %d of 100 change, %d have an odd run", spread, changed, odd);
        // 5 % of 100 is 5, SD 2.2: above 11 with a probability below 1 %.
        QVERIFY2(changed <= 11, qPrintable(QString::number(changed)));
        QVERIFY2(odd <= (spread < 0.01 ? 0 : 12), qPrintable(QString::number(odd)));
    }
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

void TestRunHistory::severalSlowdowns_data()
{
    using Parts = std::vector<std::pair<int, double>>;
    QTest::addColumn<Parts>("parts");
    QTest::newRow("5 3 5 5") << Parts{{5, 20}, {3, 23}, {5, 20}, {5, 23}};
    QTest::newRow("10 4 6 4") << Parts{{10, 20}, {4, 23}, {6, 20}, {4, 23}};
    QTest::newRow("4 4 5 3") << Parts{{4, 20}, {4, 23}, {5, 20}, {3, 23}};
    QTest::newRow("3 3 3 4") << Parts{{3, 20}, {3, 23}, {3, 20}, {4, 23}};
}

/// No window of runs differs from all others, yet levels are no noise: a slowdown that was over is back.
void TestRunHistory::severalSlowdowns()
{
    using Parts = std::vector<std::pair<int, double>>;
    QFETCH(Parts, parts);
    const RunHistory history = course(levels(parts), 0.0025);
    const HistorySeries& forward = history.stages[1];
    QCOMPARE(forward.changes.size(), std::size_t{3});
    QCOMPARE(forward.changes[2].at, static_cast<std::size_t>(parts[0].first + parts[1].first + parts[2].first));
    QVERIFY(forward.slower && forward.slower->ratio() > 0.1);
    QVERIFY(history.step.runNoise && *history.step.runNoise < 0.01);
    QVERIFY(*history.effectiveEpsilon < 0.06);
}

void TestRunHistory::runsOfAnotherJobAreLeftOut()
{
    const auto entries = [](const std::string& oldModel) {
        std::vector<HistoryEntry> all;
        for (int i = 0; i < 24; ++i) {
            const bool old = i < 12;
            HistoryEntry entry{
                "r" + std::to_string(i), "x", {"a"}, {(old ? 20e6 : 25e6) + (i * 7 % 5) * 1e3}, 30e6, 20, 0, 0};
            entry.manifest = {{"model", {old ? oldModel : "b", {}}}, {"nccl_version", {old ? "2.18" : "2.19", {}}}};
            all.push_back(std::move(entry));
        }
        return all;
    };
    const RunHistory other = *runHistory(entries("a"), Policy(), {});
    QCOMPARE(other.runs.size(), std::size_t(12));
    QCOMPARE(other.leftOut.size(), std::size_t(12));
    QVERIFY(other.stages.front().changes.empty());
    QVERIFY(other.settings.empty());
    QVERIFY(other.warnings.front().english().find("12 runs, r0 to r11, are left out") == 0);
    // The same job with another library: compared, and what changed is said.
    const RunHistory same = *runHistory(entries("b"), Policy(), {});
    QCOMPARE(same.runs.size(), std::size_t(24));
    QCOMPARE(same.stages.front().changes.front().at, std::size_t(12));
    QCOMPARE(same.settings.size(), std::size_t(1));
    QCOMPARE(same.settings.front().at, std::size_t(12));
    QCOMPARE(same.settings.front().key, std::string("nccl_version"));

    std::vector<HistoryEntry> lastNight = entries("b");
    lastNight.back().manifest["model"].value = "c";
    const RunHistory before = *runHistory(lastNight, Policy(), {});  // it is alone: the job before it
    QCOMPARE(before.runs.size(), std::size_t(23));
    QCOMPARE(before.leftOut.front().name, std::string("r23"));
    std::vector<HistoryEntry> two = {lastNight.front(), lastNight.back()};
    const auto none = runHistory(std::move(two), Policy(), {});
    QVERIFY(!none && none.error().what.find("other jobs") != std::string::npos);
}

void TestRunHistory::oneSlowRankIsNamed()
{
    std::vector<HistoryEntry> entries;
    for (int i = 0; i < 24; ++i) {
        const bool slow = i >= 12;
        HistoryEntry entry{"r" + std::to_string(i), "x", {"a"}, {20e6 + (i * 7 % 5) * 1e3}, 30e6, 20, 0, 0};
        entry.slowest = {(slow ? 25e6 : 20.1e6) + (i * 3 % 5) * 1e3};
        entry.slowestRank = {slow ? 5 : i % 4};
        entries.push_back(std::move(entry));
    }
    const RunHistory history = *runHistory(std::move(entries), Policy(), {});
    QCOMPARE(history.events.size(), std::size_t(1));
    QVERIFY(history.events.front().stages.empty());
    QCOMPARE(history.events.front().slowest, std::vector<std::size_t>{0});
    QCOMPARE(slowestRankOf(history, "a", 12, 24), std::optional(5));
    QCOMPARE(slowestRankOf(history, "a", 0, 12), std::nullopt);  // another each night
}

QTEST_APPLESS_MAIN(TestRunHistory)
#include "tst_RunHistory.moc"
