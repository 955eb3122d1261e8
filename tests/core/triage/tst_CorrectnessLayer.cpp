// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QtTest>

#include "core/triage/DecisionBasis.h"
#include "tests/core/analysis/correctness/Logs.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace headwater::test;
using namespace pairs;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A run of one stage that is the same on both sides, with what the logs and the manifest say.
RunAnalysisPtr logged(std::vector<TrainingLog> logs, Manifest manifest = {})
{
    auto loaded = std::make_shared<Run>();
    loaded->logs = std::move(logs);
    loaded->manifest = std::move(manifest);
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = loaded;
    analysis->cube = cube({"forward"}, 1, 12,
                          [](std::size_t, std::size_t, std::size_t t) { return 10 + 0.01 * static_cast<double>(t); });
    analysis->ranks.push_back({});
    return analysis;
}

Verdict judged(const RunAnalysisPtr& baseline, const RunAnalysisPtr& current)
{
    Policy policy;
    policy.resamples = 200;
    const auto basis = prepareDecision({baseline, current}, policy, {});
    return decide(**basis, policy);
}

std::optional<Finding> find(const Verdict& v, const std::string& id)
{
    const auto& findings = v.layers[0].findings;
    const auto found = std::ranges::find(findings, id, &Finding::id);
    return found == findings.end() ? std::nullopt : std::optional(*found);
}

bool says(const std::optional<Finding>& finding, const char* words)
{
    return finding && finding->statement.english().find(words) != std::string::npos;
}

Manifest manifest(std::initializer_list<std::pair<const char*, const char*>> values)
{
    Manifest result;
    for (const auto& [key, value] : values)
        result[key] = {value, "test"};
    return result;
}

std::vector<double> course(int steps, double factor = 1, int from = 0)
{
    std::vector<double> losses;
    for (int i = 0; i < steps; ++i)
        losses.push_back((3 - 0.02 * i) * (i >= from ? factor : 1));
    return losses;
}

}  // namespace

class TestCorrectnessLayer : public QObject {
    Q_OBJECT
private slots:
    void aRunAgainstItself()
    {
        const auto run = logged({withGradNorms(lossLog(course(40)), course(40))}, manifest({{"seed", "1"}}));
        const Verdict v = judged(run, run);
        QCOMPARE(v.layers[0].status, LayerStatus::Pass);
        QVERIFY(says(find(v, "correctness.loss-equal"), "equal bits in 40 common steps"));
        QVERIFY(find(v, "correctness.grad-norm-equal"));
        QVERIFY(says(find(v, "correctness.manifest"), "A/A"));
        QCOMPARE(v.layers[0].summary, std::string("durations and stages are sound; loss equal in 40 steps"));
    }

    void lossThatIsNoNumber()
    {
        std::vector<double> losses = course(20);
        losses[12] = kNan;
        losses[13] = kNan;
        const Verdict v = judged(logged({lossLog(course(20))}), logged({lossLog(losses, -1, "x/b.log")}));
        const auto finding = find(v, "correctness.not-a-number");
        QVERIFY(says(finding, "In the current run the loss is NaN in step 13, and in 1 more"));
        QCOMPARE(finding->severity, FindingSeverity::Failure);
        QCOMPARE(finding->evidence[0].step, std::optional<std::int64_t>(13));
        QCOMPARE(finding->evidence[0].source, std::string("b.log, line 13"));
        QCOMPARE(v.layers[0].status, LayerStatus::Fail);
        QCOMPARE(v.outcomeNode, std::string("correctness"));
        QVERIFY(v.layers[0].summary.english().find("step 13") != std::string::npos);
    }

    void printedPrecisionOnly()
    {
        const Verdict v = judged(logged({lossLog({2.5, 2.25, 2.12}, 3)}), logged({lossLog({2.5, 2.25, 2.12}, 3)}));
        QVERIFY(says(find(v, "correctness.loss-equal"), "3 common steps, at printed precision only"));
        QCOMPARE(v.layers[0].status, LayerStatus::Pass);
        QVERIFY(v.layers[0].summary.english().find("as printed") != std::string::npos);
        const Verdict unit = judged(logged({lossLog({2.5, 2.25}, 3)}), logged({lossLog({2.5, 2.26}, 3)}));
        QCOMPARE(find(unit, "correctness.loss-within-tolerance").value().severity, FindingSeverity::Info);
    }

    void drift()
    {
        const Verdict v = judged(logged({lossLog(course(40))}), logged({lossLog(course(40, 1.001, 20))}));
        const auto finding = find(v, "correctness.loss-beyond-tolerance");
        QCOMPARE(finding->severity, FindingSeverity::Warning);
        QCOMPARE(finding->provenance, Provenance::Assumed);
        QVERIFY(says(finding, "No statistical claim is possible with 1 baseline run"));
        QVERIFY(says(finding, "assumed because no number format is known"));
        QVERIFY(says(finding, "ULP of float32"));
        QCOMPARE(finding->evidence[0].step, std::optional<std::int64_t>(21));
        QCOMPARE(v.layers[0].status, LayerStatus::Warn);
    }

    void steadyShiftInsideTheNoise()
    {
        const auto noisy = [](std::uint64_t seed, double shift) {
            Noise noise(seed);
            std::vector<double> losses;
            for (int i = 0; i < 60; ++i)
                losses.push_back(4.2 + shift + 0.05 * noise());
            return lossLog(losses);
        };
        const auto baseline = logged({noisy(1, 0)});
        const Verdict v = judged(baseline, logged({noisy(2, 0.15)}));
        const auto finding = find(v, "correctness.loss-shifted");
        QVERIFY(finding.has_value());
        QCOMPARE(finding->severity, FindingSeverity::Warning);
        QVERIFY2(says(finding, "Over all common steps the current run lies +0.1"),
                 finding->statement.english().c_str());
        QVERIFY(says(finding, "with a standard error of 0.0"));
        QVERIFY(says(finding, "No statistical claim is possible with 1 baseline run"));
        QCOMPARE(v.layers[0].status, LayerStatus::Warn);
        for (std::uint64_t seed = 3; seed < 23; ++seed)
            QVERIFY2(judged(baseline, logged({noisy(seed, 0)})).layers[0].status == LayerStatus::Pass,
                     judged(baseline, logged({noisy(seed, 0)})).layers[0].summary.english().c_str());
    }

    void aSpikeOfTheLossIsCalledOne()
    {
        std::vector<double> losses = course(60);
        Noise noise(5);
        for (double& loss : losses)
            loss += 0.01 * noise();
        const auto baseline = logged({lossLog(losses)});
        losses[40] *= 3;
        const Verdict v = judged(baseline, logged({lossLog(losses)}));
        const auto finding = find(v, "correctness.loss-spike");
        QVERIFY(finding.has_value());
        QCOMPARE(finding->severity, FindingSeverity::Warning);
        QVERIFY2(says(finding, "Spikes of the loss"), finding->statement.english().c_str());
        QVERIFY(says(finding, "0 in the baseline, 1 in the current run"));
        QCOMPARE(finding->evidence.front().step, std::optional<std::int64_t>(41));
        QVERIFY(!find(judged(baseline, baseline), "correctness.loss-spike"));
        // What the baseline has as well is no news.
        const auto spiky = logged({lossLog(losses)});
        QCOMPARE(find(judged(spiky, spiky), "correctness.loss-spike")->severity, FindingSeverity::Info);
    }

    void theStepToLocaliseIsWhereTheTwoPart()  // METHODS 5, d0
    {
        // Equal for 30 steps, then off by a little, and beyond the tolerance only later.
        std::vector<double> losses = course(60);
        Noise noise(5);
        for (double& loss : losses)
            loss += 0.01 * noise();
        const auto baseline = logged({lossLog(losses)});
        for (std::size_t i = 30; i < losses.size(); ++i)
            losses[i] += 0.01 * static_cast<double>(i - 29);
        const Verdict v = judged(baseline, logged({lossLog(losses)}));
        const auto finding = std::ranges::find_if(v.layers[0].findings, [](const Finding& one) {
            return one.id.starts_with("correctness.loss-") && one.severity != FindingSeverity::Info;
        });
        QVERIFY(finding != v.layers[0].findings.end());
        QVERIFY(finding->evidence.size() > 1 && finding->evidence[1].step > finding->evidence[0].step);
        QCOMPARE(finding->evidence[0].step, std::optional<std::int64_t>(31));
        QVERIFY2(finding->nextStep.english().starts_with("Localise step 31:"), finding->nextStep.english().c_str());
    }

    void aSpikeOfAFallingLossWarns()
    {
        std::vector<double> losses;
        for (auto [i, noise] = std::pair(0, Noise(7)); i < 200; ++i)
            losses.push_back((2 + 10 * std::exp(-i / 60.0)) * (1 + 0.003 * noise()));
        const auto baseline = logged({lossLog(losses)});
        losses[149] += 6;
        const Verdict v = judged(baseline, logged({lossLog(losses)}));
        const auto finding = find(v, "correctness.loss-spike");
        QVERIFY(finding && finding->severity == FindingSeverity::Warning && !finding->nextStep.empty());
        QCOMPARE(v.layers[0].status, LayerStatus::Warn);
        QCOMPARE(v.layers[0].summary, std::string("new spikes of the loss"));
    }

    void lossesThatGoUpAndDownInWavesAreNoFault()
    {
        const auto waves = [](std::uint64_t seed) {  // neighbours correlate by one half
            Noise noise(seed);
            std::vector<double> losses;
            for (double i = 0, apart = 0; i < 300; ++i)
                losses.push_back(2 + 10 * std::exp(-i / 60) + (apart = 0.5 * apart + 0.03 * noise()));
            return logged({lossLog(losses)});
        };
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Verdict v = judged(waves(seed), waves(seed + 100));
            QVERIFY2(v.layers[0].status == LayerStatus::Pass, v.layers[0].summary.english().c_str());
        }
    }

    void aLossThatIsNoNumberIsAskedAboutOnce()
    {
        std::vector<double> losses = course(40);
        losses[20] = kNan;
        TrainingLog log = lossLog(losses);
        log.steps[20].nanIterations = 1;
        const Verdict v = judged(logged({lossLog(course(40))}), logged({log}));
        QVERIFY(find(v, "correctness.nan-iterations").has_value());
        QVERIFY(std::ranges::any_of(v.nextSteps, [](const Text& step) {
            return step.english().find("Find what makes the loss NaN in step 21") != std::string::npos;
        }));
        QVERIFY(std::ranges::none_of(v.nextSteps, [](const Text& step) {
            return step.english().find("Find out why the loss was NaN") != std::string::npos;
        }));
    }

    void oneStepTellsNoCourse()
    {
        const auto norms = [](std::vector<double> values) {
            return logged({withGradNorms(lossLog(std::vector<double>(values.size(), 2.5)), values)});
        };
        const auto one = find(judged(norms({1}), norms({3})), "correctness.grad-norm-beyond-tolerance");
        QVERIFY(one.has_value());
        QVERIFY2(says(one, "So few steps tell no course"), one->statement.english().c_str());
        QCOMPARE(one->severity, FindingSeverity::Info);
        const auto many = find(judged(norms(course(20)), norms(course(20, 1.5))), "correctness.grad-norm-diverged");
        QVERIFY(many.has_value() && !says(many, "So few steps"));
    }

    void settingsOfOneRunOnlyAreNoChange()
    {
        const Verdict v = judged(logged({}, manifest({{"seed", "1"}, {"torch", "2.1"}, {"driver", "535"}})),
                                 logged({}, manifest({{"seed", "2"}, {"nccl", "2.19"}})));
        const auto finding = find(v, "correctness.manifest");
        QVERIFY(says(finding, "one thing changed: seed 1"));
        QVERIFY2(says(finding, "3 settings are known of one run only"), finding->statement.english().c_str());
        QCOMPARE(v.correctness->variables.changes.size(), std::size_t(1));
        const auto same = judged(logged({}, manifest({{"seed", "1"}})), logged({}, manifest({{"seed", "1"}})));
        QVERIFY(!says(find(same, "correctness.manifest"), "one run only"));
    }

    void driftWithinBfloat16()
    {
        const Manifest bf16 = manifest({{"precision", "bfloat16"}});
        const Verdict v = judged(logged({lossLog(course(40))}, bf16), logged({lossLog(course(40, 1.001))}, bf16));
        QVERIFY(says(find(v, "correctness.loss-within-tolerance"), "No step lies beyond the tolerance of bfloat16"));
        QCOMPARE(v.layers[0].status, LayerStatus::Pass);
    }

    void otherCourse()
    {
        const auto baseline = logged({lossLog(course(40))}, manifest({{"optimizer", "adam"}}));
        const auto current = lossLog(course(40, 1.2, 10));
        const Verdict v = judged(baseline, logged({current}, manifest({{"optimizer", "adam"}})));
        QCOMPARE(find(v, "correctness.loss-diverged").value().severity, FindingSeverity::Failure);
        QCOMPARE(v.outcomeNode, std::string("correctness"));
        const Verdict asked = judged(baseline, logged({current}, manifest({{"optimizer", "sgd"}})));
        QCOMPARE(find(asked, "correctness.loss-diverged").value().severity, FindingSeverity::Warning);
    }

    void seedsAndDeterminism()
    {
        const TrainingLog a = lossLog(course(40));
        const TrainingLog b = lossLog(course(40, 1.001));
        const Verdict other = judged(logged({a}, manifest({{"seed", "1"}})), logged({b}, manifest({{"seed", "2"}})));
        QVERIFY(says(find(other, "correctness.loss-beyond-tolerance"), "equal bits are not expected"));
        QCOMPARE(find(other, "correctness.loss-beyond-tolerance").value().severity, FindingSeverity::Info);
        const Manifest fixed = manifest({{"seed", "1"}, {"deterministic", "true"}});
        const Verdict same = judged(logged({a}, fixed), logged({b}, fixed));
        QCOMPARE(find(same, "correctness.loss-beyond-tolerance").value().severity, FindingSeverity::Failure);
    }

    void bandOfSeveralBaselines()
    {
        std::vector<TrainingLog> baselines;
        for (int i = 0; i < 5; ++i)
            baselines.push_back(lossLog(course(40, 1 + 0.001 * i), 7, "run" + std::to_string(i)));
        const Verdict inside = judged(logged(baselines), logged({lossLog(course(40, 1.0025), 7)}));
        QCOMPARE(find(inside, "correctness.loss-inside-band").value().severity, FindingSeverity::Info);
        QCOMPARE(inside.layers[0].status, LayerStatus::Pass);
        QVERIFY(inside.layers[0].summary.english().find("band of 5 runs") != std::string::npos);
        const Verdict outside = judged(logged(baselines), logged({lossLog(course(40, 1.03), 7)}));
        QCOMPARE(find(outside, "correctness.loss-outside-band").value().severity, FindingSeverity::Failure);
    }

    void whatWasNotCompared()
    {
        QVERIFY(
            says(find(judged(logged({}), logged({})), "correctness.no-loss"), "No loss or gradient norm was loaded"));
        TrainingLog mute = lossLog(course(3));
        for (LogStep& step : mute.steps)
            step.loss.reset();
        QVERIFY(says(find(judged(logged({mute}), logged({mute})), "correctness.no-loss"), "1 log without a loss"));
        QVERIFY(says(find(judged(logged({lossLog(course(3))}), logged({mute})), "correctness.loss-not-compared"),
                     "The baseline has a loss in 3 steps; the current run has 1 log without a loss"));
        const Verdict resumed = judged(logged({lossLog(course(3))}), logged({lossLog(course(3), -1, "b", 1001)}));
        QVERIFY(says(find(resumed, "correctness.loss-not-compared"), "no step is in both"));
        QCOMPARE(resumed.layers[0].summary, std::string("durations and stages are sound; loss not compared"));
    }

    void severalRunsAndFiles()
    {
        const auto two =
            logged({lossLog(course(6), -1, "a"), lossLog(course(5, 1.1), -1, "b"), lossLog(course(4), -1, "a2", 101)});
        const Verdict v = judged(two, logged({lossLog(course(6))}));
        QVERIFY(says(find(v, "correctness.loss-equal"), "Of 2 runs of the baseline the one with most values"));
        QVERIFY(says(find(v, "correctness.loss-equal"), "The baseline goes on in 2 files"));
    }

    void skippedIterations()
    {
        const auto skipping = [](int count) {
            TrainingLog log = lossLog(course(100, 0.1));
            for (int i = 0; i < 100; ++i)
                log.steps[static_cast<std::size_t>(i)].skipped = i < count ? 1 : 0;
            return logged({log});
        };
        QCOMPARE(find(judged(skipping(0), skipping(1)), "correctness.skipped-iterations").value().severity,
                 FindingSeverity::Info);
        QCOMPARE(find(judged(skipping(0), skipping(8)), "correctness.skipped-iterations").value().severity,
                 FindingSeverity::Warning);
        QCOMPARE(find(judged(skipping(0), skipping(50)), "correctness.skipped-iterations").value().severity,
                 FindingSeverity::Failure);
        QCOMPARE(find(judged(skipping(50), skipping(50)), "correctness.skipped-iterations").value().severity,
                 FindingSeverity::Info);
    }

    void spikes()
    {
        std::vector<double> norms;
        for (int i = 0; i < 40; ++i)
            norms.push_back(1 + 0.1 * std::sin(i));
        const auto quiet = logged({withGradNorms(lossLog(course(40)), norms)});
        norms[30] = 9;
        const auto loud = logged({withGradNorms(lossLog(course(40)), norms)});
        const Verdict v = judged(quiet, loud);
        const auto finding = find(v, "correctness.grad-norm-spike");
        QCOMPARE(finding->severity, FindingSeverity::Warning);
        QCOMPARE(finding->evidence[0].step, std::optional<std::int64_t>(31));
        QCOMPARE(find(judged(loud, loud), "correctness.grad-norm-spike").value().severity, FindingSeverity::Info);
        QVERIFY(!find(judged(quiet, quiet), "correctness.grad-norm-spike"));
    }

    void deterministicOnOneSide()
    {
        const auto on = logged({}, manifest({{"deterministic", "true"}}));
        const auto off = logged({}, manifest({{"deterministic", "false"}}));
        const Verdict v = judged(off, on);
        QVERIFY(says(find(v, "correctness.deterministic-one-side"), "on in the current run only"));
        QVERIFY(says(find(v, "correctness.deterministic-one-side"), "4\u201317 %"));
        QCOMPARE(v.layers[0].summary, std::string("deterministic mode on one side only"));
        QVERIFY(says(find(v, "correctness.manifest"), "controlled"));
        const Verdict silent = judged(logged({}), on);
        QCOMPARE(find(silent, "correctness.deterministic-one-side").value().provenance, Provenance::Inferred);
        QVERIFY(!find(judged(on, on), "correctness.deterministic-one-side"));
    }

    void runsThatTellChangesApart()
    {
        const Verdict v = judged(logged({}, manifest({{"x", "old"}, {"y", "old"}})),
                                 logged({}, manifest({{"x", "new"}, {"y", "new"}})));
        const std::string expected = "(new x, old y), (new y, old x)";
        QVERIFY(find(v, "correctness.manifest").value().nextStep.english().find(expected) != std::string::npos);
        QVERIFY(std::ranges::any_of(
            v.nextSteps, [&](const Text& step) { return step.english().find(expected) != std::string::npos; }));
    }

    void checklistSaysWhatIsHidden()
    {
        const Verdict v = judged(logged({}, manifest({{"NCCL_ALGO", "Ring"}})), logged({}));
        const auto finding = find(v, "correctness.reproducibility");
        const auto row = [&](const char* word) {
            return std::ranges::any_of(finding->evidence, [&](const Evidence& evidence) {
                return evidence.what.english().find(word) != std::string::npos &&
                       evidence.what.english().find("may hide") != std::string::npos;
            });
        };
        for (const char* word : {"random seed", "NCCL_ALGO", "NCCL_PROTO", "CUBLAS_WORKSPACE_CONFIG", "workers"})
            QVERIFY2(row(word), word);
    }
};

QTEST_APPLESS_MAIN(TestCorrectnessLayer)
#include "tst_CorrectnessLayer.moc"
