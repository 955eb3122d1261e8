// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/triage/Onset.h"
#include "tests/core/triage/Noisy.h"

using namespace pairs;

namespace {

/// Steps with a little noise; `factor` of the forward stage by step.
template <class Factor>
StageCube course(int n, std::uint64_t seed, const Factor& factor, double cv = 0.01)
{
    auto noise = std::make_shared<Noise>(seed);
    return cube(kStages, 1, n, [=](std::size_t k, std::size_t, std::size_t t) {
        return kTypical[k] * (k == 1 ? factor(t) : 1.0) * (1 + cv * (*noise)());
    });
}

StageCube flat(int n, std::uint64_t seed)
{
    return course(n, seed, [](std::size_t) { return 1.0; });
}

/// 30 % slower from step `from` on.
StageCube slowFrom(int n, std::uint64_t seed, std::size_t from)
{
    return course(n, seed, [=](std::size_t t) { return t >= from ? 1.3 : 1.0; });
}

Verdict judged(StageCube baseline, StageCube current, const Policy& policy = fast())
{
    return decide(**prepareDecision({run(std::move(baseline)), run(std::move(current))}, policy, {}), policy);
}

const Finding* onsetOf(const Verdict& v)
{
    const auto& findings = v.layers[2].findings;
    const auto found = std::ranges::find(findings, kOnsetFinding, &Finding::id);
    return found == findings.end() ? nullptr : &*found;
}

bool advises(const Verdict& v, const std::string& words)
{
    return std::ranges::any_of(v.nextSteps, [&](const Text& step) { return has(step, words); });
}

}  // namespace

/// The step of the current run from which on it is slower.
class TestOnset : public QObject {
    Q_OBJECT
private slots:
    void aSlowdownThatBeginsMidRunIsNamed()
    {
        // Slow in 77 of 197 steps: the median is still the fast one.
        const Verdict v = judged(flat(200, 1), slowFrom(200, 2, 123));
        const Finding* finding = onsetOf(v);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->evidence.front().step, std::optional<std::int64_t>(123));
        QVERIFY2(has(finding->statement, "forward is slower from step 123 on: 25.0 ms \u2192 32."),
                 finding->statement.english().c_str());
        QCOMPARE(v.outcome, Outcome::Inconclusive);
        QCOMPARE(v.headline, std::string("Not decided over all steps: forward is slower from step 123 on"));
        QVERIFY(advises(v, "--warmup 123"));
        QVERIFY(!advises(v, "Record more steps"));
        // What it advises decides.
        Policy later = fast();
        later.warmup = 123;
        const Verdict after = judged(flat(200, 1), slowFrom(200, 2, 123), later);
        QCOMPARE(after.outcome, Outcome::Regressed);
        QCOMPARE(after.firstRegressed->stage, std::string("forward"));
    }

    void fastStepsAreNoWarmUp()
    {
        const Verdict v = judged(flat(200, 1), slowFrom(200, 2, 60));
        QVERIFY(v.warmupRemoved >= 60);
        QCOMPARE(v.outcome, Outcome::Regressed);
        const Finding* finding = onsetOf(v);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->evidence.front().step, std::optional<std::int64_t>(60));
        QVERIFY(has(finding->statement, "left out as warm-up, though they are the fast ones"));
        QVERIFY(!has(finding->nextStep, "--warmup"));
    }

    void aLongRunIsFoundToTheStep()
    {
        const Finding* finding = nullptr;
        const Verdict v = judged(flat(1500, 1), slowFrom(1500, 2, 901));
        finding = onsetOf(v);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->evidence.front().step, std::optional<std::int64_t>(901));
    }

    void noOnsetWithoutOne_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("slow from the first step on") << 0;
        QTest::newRow("every fifth step slow") << 1;
        QTest::newRow("faster from a step on") << 2;
        QTest::newRow("so in the baseline, too") << 3;
        QTest::newRow("too few steps") << 4;
        QTest::newRow("fast at first only, as the baseline is later") << 5;
    }
    void noOnsetWithoutOne()
    {
        QFETCH(const int, kind);
        const auto half = [](std::size_t t) { return t < 100 ? 0.7 : 1.0; };
        const std::vector<std::pair<StageCube, StageCube>> pairs{
            {flat(200, 1), slowFrom(200, 2, 0)},
            {flat(200, 1), course(200, 2, [](std::size_t t) { return t % 5 == 0 ? 1.5 : 1.0; })},
            {flat(200, 1), course(200, 2, [](std::size_t t) { return t < 100 ? 1.3 : 1.0; })},
            {slowFrom(200, 1, 100), slowFrom(200, 2, 100)},
            {flat(16, 1), slowFrom(16, 2, 8)},
            {flat(200, 1), course(200, 2, half)}};
        const auto& [baseline, current] = pairs[static_cast<std::size_t>(kind)];
        QVERIFY(onsetOf(judged(baseline, current)) == nullptr);
    }

    void noChangeHasNone()
    {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Verdict v = judged(course(
                                         120, seed, [](std::size_t) { return 1.0; }, 0.05),
                                     course(
                                         120, seed + 100, [](std::size_t) { return 1.0; }, 0.05));
            QVERIFY2(onsetOf(v) == nullptr, qPrintable(QString::number(seed)));
        }
    }
};

QTEST_APPLESS_MAIN(TestOnset)
#include "tst_Onset.moc"
