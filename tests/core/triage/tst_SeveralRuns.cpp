// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/stats/ThreeState.h"
#include "core/triage/FindingIds.h"
#include "core/triage/RunPool.h"
#include "tests/core/analysis/correctness/Logs.h"
#include "tests/core/triage/Noisy.h"

using namespace headwater;
using namespace headwater::test;
using namespace pairs;

namespace {

/// A run whose steps all are `level` times the usual ones, with its own noise.
RunAnalysisPtr levelled(double level, std::uint64_t seed, double forward = 1)
{
    auto out = std::make_shared<RunAnalysis>(*run(noisy(30, {level, level * forward, level, level}, seed, 0.002)));
    auto loaded = std::make_shared<Run>(*out->run);
    loaded->name = "run" + std::to_string(seed);
    out->run = loaded;
    return out;
}

/// Runs whose levels lie `spread` apart from each other's neighbour, around 1.
std::vector<RunAnalysisPtr> runsOf(int count, double spread, std::uint64_t seed, double forward = 1)
{
    std::vector<RunAnalysisPtr> runs;
    for (int i = 0; i < count; ++i)
        runs.push_back(levelled(1 + spread * (i - (count - 1) / 2.0), seed + static_cast<std::uint64_t>(i), forward));
    return runs;
}

PairAnalysis pairOf(std::vector<RunAnalysisPtr> baseline, std::vector<RunAnalysisPtr> current)
{
    PairAnalysis pair{baseline.front(), current.front()};
    pair.baselineRepeats.assign(baseline.begin() + 1, baseline.end());
    pair.currentRepeats.assign(current.begin() + 1, current.end());
    return pair;
}

Verdict judged(const PairAnalysis& pair, Policy policy = fast())
{
    policy.warmup = 0;
    return decide(**prepareDecision(pair, policy, {}), policy);
}

bool warns(const Verdict& v, const std::string& words)
{
    return std::ranges::any_of(v.warnings, [&](const Text& text) { return has(text, words); });
}

}  // namespace

class TestSeveralRuns : public QObject {
    Q_OBJECT
private slots:
    void theRunIsTheUnitFromThreeASide()
    {
        // Runs differ by 3 %, steps hardly: within one run an interval of the step time is far narrower than that.
        const Verdict one = judged(pairOf(runsOf(1, 0, 1), runsOf(1, 0, 50)));
        const Verdict many = judged(pairOf(runsOf(4, 0.03, 1), runsOf(4, 0.03, 50)));
        QCOMPARE(one.evidenceLevel, EvidenceLevel::WithinRun);
        QCOMPARE(many.evidenceLevel, EvidenceLevel::AcrossRuns);
        QCOMPARE(many.stepsBaseline, 4 * 30);
        const auto width = [](const Verdict& v) { return v.stepCi95->hi - v.stepCi95->lo; };
        QVERIFY2(width(one) < 0.005, qPrintable(QString::number(width(one))));
        QVERIFY2(width(many) > 0.04, qPrintable(QString::number(width(many))));
        QVERIFY(warns(many, "Judged across 4 baseline and 4 current runs"));
        QCOMPARE(many.runs[0].size(), std::size_t(4));
        QVERIFY(std::ranges::all_of(many.runs[1], &JudgedRun::judged));
    }

    void aClearRegressionIsFoundAcrossRuns()
    {
        const Verdict v = judged(pairOf(runsOf(5, 0.01, 1), runsOf(5, 0.01, 50, 1.3)));
        QVERIFY(v.firstRegressed && v.firstRegressed->stage == "forward");
        QCOMPARE(v.outcome, Outcome::Regressed);
        QVERIFY(v.firstRegressed->stability.value_or(0) > 0.95);
        QVERIFY(warns(v, "Rank test over the runs: p 0.004, where so many runs can reach 0.004"));
    }

    void runsThatDifferByThemselvesAreNoRegression()
    {
        // The first baseline run is the fastest, the first current run the slowest: 12 % apart, and noise.
        std::vector<RunAnalysisPtr> before = runsOf(5, 0.03, 1);
        std::vector<RunAnalysisPtr> after = runsOf(5, 0.03, 50);
        std::ranges::reverse(after);
        QCOMPARE(judged(pairOf({before.front()}, {after.front()})).outcome, Outcome::Regressed);
        QVERIFY(judged(pairOf(before, after)).outcome != Outcome::Regressed);
    }

    void fiveBaselinesWidenEpsilon()
    {
        const std::vector<RunAnalysisPtr> before = runsOf(5, 0.03, 1);
        const Verdict v = judged(pairOf(before, {levelled(1.08, 50)}));
        QVERIFY(v.policy.noise.has_value());
        QCOMPARE(v.policy.noise->runs, 5);
        QCOMPARE(v.policy.noise->givenEpsilonPpm, std::int64_t(50'000));
        // SD of log(0.94 … 1.06): 0.0475
        QVERIFY(std::abs(v.policy.noise->sigma - 0.0475) < 0.001);
        QVERIFY(std::abs(v.policy.epsilon() - stats::effectiveEpsilon(0.05, v.policy.noise->sigma)) < 1e-6);
        QVERIFY(v.outcome != Outcome::Regressed);
        QCOMPARE(v.evidenceLevel, EvidenceLevel::WithinRun);
        QVERIFY(warns(v, "One current run: how much current runs differ is taken from the 5 baseline runs"));
        QCOMPARE(judged(pairOf(before, {levelled(1, 50, 1.4)})).outcome, Outcome::Regressed);
    }

    void ofTooFewRunsTheFirstIsUsedAndSaidSo()
    {
        const std::vector<RunAnalysisPtr> before = runsOf(3, 0.02, 1);
        const Verdict v = judged(pairOf(before, {levelled(1, 50)}));
        const Verdict alone = judged(pairOf({before.front()}, {levelled(1, 50)}));
        QCOMPARE(v.stepBaseline, alone.stepBaseline);
        QCOMPARE(v.stepsBaseline, 30);
        QVERIFY(warns(v, "3 baseline and 1 current runs were given; the first of each is judged"));
        QVERIFY(!v.runs[0][1].judged && v.runs[0][1].step.has_value());
        QVERIFY(!warns(alone, "were given"));
    }

    void whatIsNoRepetitionIsLeftOut()
    {
        auto other = std::make_shared<RunAnalysis>(*run(noisy(30, none(), 9)));
        auto loaded = std::make_shared<Run>(*other->run);
        loaded->name = "other job";
        loaded->manifest["world_size"] = {"16", "test"};
        other->run = loaded;
        std::vector<RunAnalysisPtr> before;
        for (const RunAnalysisPtr& one : runsOf(3, 0, 1)) {
            auto named = std::make_shared<RunAnalysis>(*one);
            auto with = std::make_shared<Run>(*one->run);
            with->manifest["world_size"] = {"8", "test"};
            named->run = with;
            before.push_back(named);
        }
        before.push_back(other);
        auto stages = std::make_shared<RunAnalysis>(*run(cube({"a", "b"}, 1, 5, [](auto, auto, auto) { return 1; })));
        before.push_back(stages);
        auto empty = std::make_shared<RunAnalysis>();
        empty->run = std::make_shared<Run>();
        before.push_back(empty);
        const Verdict v = judged(pairOf(before, {levelled(1, 50)}));
        QVERIFY(warns(v, "other job is left out of the runs that are judged"));
        QVERIFY(warns(v, "it has other stages"));
        QVERIFY(warns(v, "it has no step"));
        QVERIFY(warns(v, "3 baseline and 1 current runs"));
    }

    void runsOfAnotherConfigurationAreNotPooled()  // METHODS 1.7
    {
        const auto configured = [](const RunAnalysisPtr& one, const std::string& cuda, const std::string& seed) {
            auto loaded = std::make_shared<Run>(*one->run);
            loaded->manifest = {
                {"cuda_runtime", {cuda, "test"}}, {"seed", {seed, "test"}}, {"hostname", {seed, "test"}}};
            auto named = std::make_shared<RunAnalysis>(*one);
            named->run = loaded;
            return RunAnalysisPtr(named);
        };
        const auto side = [&](const std::vector<std::string>& cuda, std::uint64_t seed) {
            std::vector<RunAnalysisPtr> runs;
            for (const std::string& version : cuda) {
                runs.push_back(configured(levelled(version == "12.4" ? 1 : 1.3, seed), version, std::to_string(seed)));
                ++seed;
            }
            return runs;
        };
        const std::vector<std::string> same(5, "12.4");
        // Another seed and another host make no other configuration.
        const Verdict clean = judged(pairOf(side(same, 1), side(same, 50)));
        QVERIFY(!warns(clean, "left out"));
        QVERIFY(std::ranges::all_of(clean.runs[0], &JudgedRun::judged));
        // One of five baselines: it would widen epsilon by what a setting does.
        const std::vector<std::string> mixed{"12.4", "12.4", "12.6", "12.4", "12.4", "12.4"};
        const Verdict v = judged(pairOf(side(mixed, 1), side({"12.4"}, 50)));
        QVERIFY(warns(v, "run3 is left out of the runs that are judged: it has another configuration: cuda_runtime "
                         "12.4 \u2192 12.6"));
        QVERIFY(v.policy.noise.has_value());
        QCOMPARE(v.policy.noise->runs, 5);
        QCOMPARE(v.policy.epsilonPpm, judged(pairOf(side(same, 1), side({"12.4"}, 50))).policy.epsilonPpm);
        // Whichever is first, the layer says that the side is mixed.
        for (const std::vector<std::string>& order :
             {std::vector<std::string>{"12.6", "12.4", "12.4"}, {"12.4", "12.4", "12.6"}}) {
            const Verdict one = judged(pairOf(side(same, 1), side(order, 50)));
            const auto& findings = one.layers[0].findings;
            const auto found = std::ranges::find_if(findings, [](const Finding& finding) {
                return findingKind(finding.id) == "correctness.mixed-configuration";
            });
            QVERIFY(found != findings.end() && found->severity == FindingSeverity::Warning);
            QCOMPARE(one.layers[0].status, LayerStatus::Warn);
            const bool confounded = order.front() != "12.4";  // two things changed, which is said first
            QCOMPARE(one.layers[0].summary == std::string("runs of one side have different configurations"),
                     !confounded);
            QVERIFY(!one.runs[1][2].judged);
        }
    }

    void fiveBaselinesGiveTheBandOfTheLoss()
    {
        const auto withLoss = [](double shift, std::uint64_t seed) {
            auto out = std::make_shared<RunAnalysis>(*levelled(1, seed));
            auto loaded = std::make_shared<Run>(*out->run);
            Noise noise(seed);
            std::vector<double> losses;
            for (int i = 0; i < 40; ++i)
                losses.push_back(3 - 0.02 * i + shift + 0.01 * noise());
            loaded->logs = {lossLog(losses)};
            out->run = loaded;
            return RunAnalysisPtr(out);
        };
        std::vector<RunAnalysisPtr> before;
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            before.push_back(withLoss(0.002 * static_cast<double>(seed), seed));
        const auto idOf = [&](const RunAnalysisPtr& current) {
            const Verdict v = judged(pairOf(before, {current}));
            for (const Finding& finding : v.layers[0].findings)
                if (finding.id.ends_with("side-band"))
                    return finding.id;
            return std::string();
        };
        QCOMPARE(idOf(withLoss(0.006, 9)), std::string("correctness.loss-inside-band"));
        QCOMPARE(idOf(withLoss(0.2, 9)), std::string("correctness.loss-outside-band"));
    }

    void theDrawnRunsDoNotDependOnThreads()
    {
        const PairAnalysis pair = pairOf(runsOf(3, 0.02, 1), runsOf(4, 0.02, 50));
        Job one;
        one.threads = 1;
        Job two;
        two.threads = 2;
        const auto a = decide(**prepareDecision(pair, fast(), one), fast());
        const auto b = decide(**prepareDecision(pair, fast(), two), fast());
        QCOMPARE(a.stepCi95->lo, b.stepCi95->lo);
        QCOMPARE(a.stepCi95->hi, b.stepCi95->hi);
    }
};

QTEST_GUILESS_MAIN(TestSeveralRuns)
#include "tst_SeveralRuns.moc"
