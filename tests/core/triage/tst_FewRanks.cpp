// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <nlohmann/json.hpp>

#include "core/report/Report.h"
#include "core/triage/EvidencePlace.h"
#include "tests/core/triage/Noisy.h"

using namespace headwater;
using namespace pairs;

namespace {

/// Three stages on `ranks` ranks; on rank `slow` the second takes `factor` times as long.
StageCube uneven(int ranks, int slow, double factor, std::uint64_t seed)
{
    auto noise = std::make_shared<Noise>(seed);
    return cube({"data", "forward", "backward"}, ranks, 30, [=](std::size_t k, std::size_t r, std::size_t) {
        const double own = k == 1 && static_cast<int>(r) == slow ? factor : 1;
        return (k == 0 ? 5 : 25) * own * (1 + 0.004 * (*noise)());
    });
}

Verdict judged(StageCube baseline, StageCube current)
{
    Policy policy = fast();
    policy.warmup = 0;
    return decide(*basisOf(std::move(baseline), std::move(current), policy), policy);
}

std::optional<Finding> find(const Layer& layer, const std::string& id)
{
    const auto found = std::ranges::find(layer.findings, id, &Finding::id);
    return found == layer.findings.end() ? std::nullopt : std::optional(*found);
}

StageCube withoutSteps(StageCube cube)
{
    for (std::size_t r = 0; r < cube.ranks().size(); ++r)
        for (std::size_t t = 0; t < cube.steps().size(); ++t)
            cube.setStatus(r, t, StepStatus::Unknown);
    return cube;
}

}  // namespace

/// Few ranks, few steps: what is not known is not said.
class TestFewRanks : public QObject {
    Q_OBJECT
private slots:
    void eachOfTwoRanksAgainstItsOwnBaseline()
    {
        const Verdict v = judged(uneven(2, -1, 1, 1), uneven(2, 1, 1.25, 2));
        const auto own = find(v.layers[3], "stragglers.own-history");
        QVERIFY(own.has_value());
        QCOMPARE(own->severity, FindingSeverity::Warning);
        QCOMPARE(own->evidence.size(), std::size_t(2));
        QVERIFY2(has(own->statement, "Only rank 1 got slower") && !has(own->statement, "So few ranks"),
                 own->statement.english().c_str());
        QVERIFY(v.layers[3].status != LayerStatus::Pass);
        const auto quiet = find(judged(uneven(2, -1, 1, 1), uneven(2, -1, 1, 2)).layers[3], "stragglers.own-history");
        QCOMPARE(quiet->severity, FindingSeverity::Info);
        // Both slower, one more than the other: no rank is odd.
        const auto both = judged(uneven(2, -1, 1, 1),
                                 cube({"data", "forward", "backward"}, 2, 30,
                                      [](auto, std::size_t r, auto) { return 30 + 6 * static_cast<double>(r); }));
        QCOMPARE(find(both.layers[3], "stragglers.own-history")->severity, FindingSeverity::Info);
        QVERIFY(!find(judged(uneven(8, -1, 1, 1), uneven(8, 1, 1.25, 2)).layers[3], "stragglers.own-history"));
    }

    /// A rank that stops midway: its numbers are of the steps that it has.
    void aNumberCountsTheStepsOfItsRank()
    {
        StageCube stopped = uneven(3, -1, 1, 2);
        for (std::size_t t = 15; t < 30; ++t)
            stopped.setStatus(2, t, StepStatus::Absent);
        const auto own = find(judged(uneven(3, -1, 1, 1), std::move(stopped)).layers[3], "stragglers.own-history");
        QVERIFY(own.has_value());
        QCOMPARE(own->evidence.size(), std::size_t(3));
        for (const Evidence& row : own->evidence) {
            const EvidenceOrigin& from = row.place->from[1];
            QCOMPARE(from.stepCount, row.rank == 2 ? 15 : 30);
            QVERIFY(from.steps == (StepRange{0, row.rank == 2 ? 14 : 29}));
            QCOMPARE(row.place->from[0].stepCount, 30);
        }
    }

    /// A difference is that of the two numbers beside it, to the nanosecond.
    void differencesAreThoseOfTheNumbersShown()
    {
        int halves = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Verdict v = judged(uneven(2, -1, 1, seed), uneven(2, -1, 1.1, seed + 100));
            for (const StageVerdict& stage : v.stages) {
                const double before = stage.baseline.value[0];
                const double now = stage.current.value[0];
                halves += std::llround(now - before) != std::llround(now) - std::llround(before);
                QCOMPARE(stage.delta, std::llround(now) - std::llround(before));
            }
        }
        QVERIFY(halves > 0);  // or the numbers were whole and the test says nothing
    }

    /// Three steps confirm nothing. Who grew is shown all the same: a median over ranks would hide it.
    void fewStepsShowTheSlowestRank()
    {
        const auto job = [](double third) {
            return cube({"data", "forward", "backward"}, 4, 3, [=](std::size_t k, std::size_t r, std::size_t t) {
                const double own = k == 1 && r == 2 ? third : 1;
                return (k == 0 ? 5 : 25) * own * (1 + 0.004 * static_cast<double>(t));
            });
        };
        const Verdict v = judged(job(1), job(10));
        QCOMPARE(v.outcome, Outcome::InsufficientData);
        const StageVerdict& forward = v.stages[1];
        QVERIFY(forward.regressedIn && forward.regressedIn->across == AcrossRanks::Max);
        QCOMPARE(forward.regressedIn->ranks, std::vector<int>{2});
        QVERIFY(forward.state == StageState::Inconclusive);
        QVERIFY(v.largestIncrease && v.largestIncrease->stage == "forward" && v.largestIncrease->value > ms(220));
        QVERIFY(v.firstRegressed && v.firstRegressed->stage == "forward" && !v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->ranks, std::vector<int>{2});
        QVERIFY2(has(v.headline, "what grew most is forward +226 ms on rank 2"), v.headline.english().c_str());
        // Where all ranks grew alike the row is what it was.
        const Verdict all = judged(job(1), cube({"data", "forward", "backward"}, 4, 3,
                                                [](std::size_t k, auto, auto) { return k == 0 ? 5 : 50; }));
        QVERIFY(!all.stages[1].regressedIn);
        QVERIFY(!has(all.headline, "what grew most"));
    }

    /// The answer about IO or communication is of what grew, not of a trifle that comes first.
    void fewStepsAskAboutWhatGrew()
    {
        const auto job = [](double first, double third) {
            StageCube out = cube({"zero", "forward"}, 4, 3, [=](std::size_t k, std::size_t r, std::size_t) {
                return k == 0 ? first : r == 2 ? third : 25;
            });
            for (std::size_t k = 0; k < 2; ++k)
                for (std::size_t r = 0; r < 4; ++r)
                    for (std::size_t t = 0; t < 3; ++t)
                        out.set(k == 0 ? Quantity::Idle : Quantity::Compute, k, r, t, out.at(Quantity::Span, k, r, t));
            return out;
        };
        const Verdict v = judged(job(1, 25), job(1.5, 250));
        QCOMPARE(v.firstRegressed->stage, std::string("zero"));
        const auto asked = find(v.layers[2], "timeline.io-or-communication");
        QVERIFY(asked.has_value());
        QVERIFY2(has(asked->statement, "in forward compute grew") && has(asked->statement, "asked of forward"),
                 asked->statement.english().c_str());
    }

    /// All got slower, and one host by more: that host is named still.
    void aSlowHostAmongSlowerOnesIsNamed()
    {
        const auto job = [](double all, double host, std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube({"data", "forward", "backward"}, 16, 30, [=](std::size_t, std::size_t r, std::size_t) {
                return 25 * all * (r / 4 == 1 ? host : 1) * (1 + 0.004 * (*noise)());
            });
        };
        QVERIFY(find(judged(job(1, 1, 1), job(1.2, 1.15, 2)).layers[3], "stragglers.slow-host").has_value());
        QVERIFY(!find(judged(job(1, 1, 1), job(1.2, 1, 2)).layers[3], "stragglers.slow-host").has_value());
        // As it was before, beside a slowdown of all: a warning, as ever.
        const auto old = find(judged(job(1, 1.15, 1), job(1.2, 1.15, 2)).layers[3], "stragglers.slow-host");
        QVERIFY(old.has_value());
        QCOMPARE(old->severity, FindingSeverity::Warning);
    }

    /// Slow before as well, and by far more now: that is new.
    void whatGrewIsNotAsBefore()
    {
        const auto severity = [](double before, double now) {
            const auto finding =
                find(judged(uneven(8, 2, before, 1), uneven(8, 2, now, 2)).layers[3], "stragglers.slow-rank");
            return finding ? std::optional(finding->severity) : std::nullopt;
        };
        QCOMPARE(severity(1.3, 1.3), std::optional(FindingSeverity::Warning));
        QCOMPARE(severity(1.3, 3), std::optional(FindingSeverity::Failure));
        QCOMPARE(severity(1, 3), std::optional(FindingSeverity::Failure));
    }

    /// Few ranks cannot say who is odd, but where one is named nobody says that they cannot.
    void theNamedRankIsNotDenied()
    {
        const Layer named = judged(uneven(3, -1, 1, 1), uneven(3, 1, 4, 2)).layers[3];
        QVERIFY(named.status == LayerStatus::Fail);
        QVERIFY(!has(find(named, "stragglers.own-history")->statement, "So few ranks"));
        const Layer even = judged(uneven(3, -1, 1, 1), uneven(3, -1, 1, 2)).layers[3];
        QVERIFY(has(find(even, "stragglers.own-history")->statement, "So few ranks cannot say"));
    }

    /// A log has one time for the whole job, whatever its ranks are.
    void aLogIsNoJobOfOneRank()
    {
        const auto log = [](std::uint64_t seed) {
            RunAnalysisPtr made = run(uneven(1, -1, 1, seed));
            auto loaded = std::make_shared<Run>(*made->run);
            loaded->metricsFromLogs = true;
            auto analysis = std::make_shared<RunAnalysis>(*made);
            analysis->run = loaded;
            return RunAnalysisPtr(analysis);
        };
        Policy policy = fast();
        policy.warmup = 0;
        const Verdict v = decide(**prepareDecision({log(1), log(2)}, policy, {}), policy);
        QCOMPARE(v.layers[3].status, LayerStatus::NoData);
        const auto peers = find(v.layers[3], "stragglers.no-peers");
        QVERIFY2(has(peers->statement, "one step time for the whole job"), peers->statement.english().c_str());
        const Verdict ranks = decide(**prepareDecision({run(uneven(4, -1, 1, 1)), log(2)}, policy, {}), policy);
        for (const Text& warning : ranks.warnings)
            QVERIFY2(!has(warning, "do not have the same ranks"), warning.english().c_str());
    }

    void oneOfAllSlowerRanksIsNotOdd()
    {
        const auto job = [](std::vector<double> factor) {
            auto noise = std::make_shared<Noise>(3);
            return cube({"data", "forward", "backward"}, 4, 30, [=](std::size_t, std::size_t r, std::size_t) {
                return 25 * factor[r] * (1 + 0.004 * (*noise)());
            });
        };
        const Verdict all = judged(job({1, 1, 1, 1}), job({1.31, 1.23, 1.36, 1.26}));
        QVERIFY(!find(all.layers[3], "stragglers.slower-than-itself"));
        QVERIFY(all.stragglers.empty());
        const Verdict one = judged(job({1, 1, 1, 1}), job({1.02, 1, 1.36, 1.01}));
        QVERIFY(find(one.layers[3], "stragglers.slower-than-itself").has_value() || !one.stragglers.empty());
    }

    void aSideWithoutStepsIsUnknown()
    {
        const Verdict v = judged(uneven(4, -1, 1, 1), withoutSteps(uneven(4, -1, 1, 2)));
        QCOMPARE(v.outcome, Outcome::InsufficientData);
        for (const std::size_t layer : {std::size_t(2), std::size_t(3)}) {
            QCOMPARE(v.layers[layer].status, LayerStatus::NoData);
            QVERIFY2(has(v.layers[layer].summary, "no step of the current run has a complete time, of 30"),
                     v.layers[layer].summary.english().c_str());
        }
        QVERIFY(!find(v.layers[3], "stragglers.no-peers"));
        QVERIFY(find(v.layers[3], "stragglers.no-steps").has_value());
        QVERIFY2(has(v.headline, "No usable steps: no step of the current run has a complete time, of 30"),
                 v.headline.english().c_str());
        QCOMPARE(v.nextSteps.size(), std::size_t(1));
        QVERIFY(has(v.nextSteps.front(), "Record the current run with a time for every step"));
    }

    void aSlowHostIsNamedOnce()
    {
        const auto job = [](double factor, std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube({"data", "forward", "backward"}, 16, 30, [=](std::size_t k, std::size_t r, std::size_t) {
                return (k == 0 ? 5 : 25) * (r / 4 == 1 ? factor : 1) * (1 + 0.004 * (*noise)());
            });
        };
        const Verdict v = judged(job(1, 1), job(1.3, 2));
        QVERIFY(find(v.layers[3], "stragglers.slow-host").has_value());
        QCOMPARE(v.outcomeNode, std::string("straggler"));
        const auto saying = [&](const char* words) {
            return std::ranges::count_if(v.nextSteps, [&](const Text& step) { return has(step, words); });
        };
        QCOMPARE(saying("of host host1 with the others"), 1);
        QCOMPARE(saying("Swap the device"), 0);
        QCOMPARE(saying("Repeat both runs"), 1);
    }

    void aRowSaysWhatItWasJudgedBy()
    {
        const Verdict v = judged(uneven(8, -1, 1, 1), uneven(8, 3, 1.4, 2));
        const auto document = nlohmann::json::parse(verdictJson(v));
        const auto& row = document["stages"][1];
        QCOMPARE(row["state"].get<std::string>(), std::string("regressed"));
        // Of the slowest rank, whose forward took 10 ms more; the typical rank did not change.
        QVERIFY(std::abs(row["delta_ns"].get<double>() - 10e6) < 0.5e6);
        QVERIFY(std::abs(row["ratio"].get<double>() - 0.4) < 0.02);
        QVERIFY(row["ci95"][0].get<double>() > 0.05);
        QVERIFY(row["p_adjusted"].get<double>() < 0.05);
        for (const char* key : {"p50_ns", "mean_ns", "p95_ns", "p99_ns"})
            QVERIFY(row["current"][key].get<double>() - row["baseline"][key].get<double>() > 8e6);
        QVERIFY(std::abs(row["typical_rank"]["delta_ns"].get<double>()) < 0.5e6);
        QVERIFY(document["stages"][2]["typical_rank"].is_null());
    }
};

QTEST_GUILESS_MAIN(TestFewRanks)
#include "tst_FewRanks.moc"
