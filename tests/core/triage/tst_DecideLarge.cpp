// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QtTest>

#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

constexpr int kRanks = 1024;
constexpr int kSteps = 1000;
constexpr std::size_t kSlowRank = 700;

StageCube large(bool current, std::uint64_t seed)
{
    const std::vector<std::string> stages{"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"};
    stats::SplitMix64 random(seed);
    return cube(stages, kRanks, kSteps, [&](std::size_t k, std::size_t r, std::size_t) {
        const bool slow = current && ((k == 3 && r == kSlowRank) || k == 5);
        return (10 + 5 * static_cast<double>(k)) * (0.98 + 0.04 * random.unit()) * (slow ? 1.3 : 1.0);
    });
}

}  // namespace

class TestDecideLarge : public QObject {
    Q_OBJECT
private slots:
    void newEpsilonIsImmediate()
    {
        const PairAnalysis pair{run(large(false, 1)), run(large(true, 2))};
        QElapsedTimer timer;
        timer.start();
        int reports = 0;
        const Job job{{}, [&](double, std::string_view) { ++reports; }, 2};
        const auto basis = prepareDecision(pair, {}, job);
        qInfo("prepareDecision: %lld ms", timer.elapsed());
        QVERIFY(basis.has_value());
        QVERIFY(reports > 10 && reports < 500);

        qint64 best = 1'000'000;
        for (const std::int64_t ppm : {50'000, 60'000, 70'000, 80'000, 100'000}) {
            Policy policy;
            policy.epsilonPpm = ppm;
            timer.restart();
            const Verdict v = decide(**basis, policy);
            best = std::min(best, timer.nsecsElapsed() / 1000);
            QCOMPARE(v.firstRegressed->index, 3);
            QCOMPARE(v.firstRegressed->scope, Scope::Localised);
            QCOMPARE(v.firstRegressed->ranks, std::vector<int>{static_cast<int>(kSlowRank)});
            QCOMPARE(v.stages[5].state, StageState::Regressed);
        }
        qInfo("decide: %lld us", best);
        QVERIFY2(best <= 50'000, QByteArray::number(best));
    }

    void theNumberOfThreadsDoesNotShow()
    {
        // Ranks wait in the last stage for whoever is slow in the first: the replay explains it.
        constexpr std::size_t kSome = 300;
        const auto side = [](double first, std::uint64_t seed) {
            stats::SplitMix64 random(seed);
            StageCube made =
                cube({"first", "middle", "last"}, kSome, 60, [&](std::size_t k, std::size_t r, std::size_t) {
                    const bool slow = k == 0 && r % 3 == 0;
                    return (k == 0 && slow ? first : 10) * (0.98 + 0.04 * random.unit()) +
                           (k == 2 && r % 3 != 0 ? first - 10 : 0);
                });
            for (std::size_t r = 0; r < kSome; ++r)
                for (std::size_t t = 0; t < 60; ++t) {
                    const Ns wait = r % 3 != 0 ? ms(first - 10) : 0;
                    made.set(Quantity::Wait, 2, r, t, wait);
                }
            return run(std::move(made));
        };
        const PairAnalysis pair{side(10, 1), side(14, 2)};
        const auto judged = [&](int threads) {
            Job job;
            job.threads = threads;
            const auto basis = prepareDecision(pair, {}, job);
            return decide(**basis, {}, job);
        };
        const Verdict one = judged(1);
        QVERIFY(one.firstRegressed.has_value());
        QCOMPARE(one.firstRegressed->index, 0);
        QCOMPARE(one.stages[2].explainedBy, std::string("stage:first"));
        for (const int threads : {2, 7}) {
            const Verdict more = judged(threads);
            QCOMPARE(more.headline, one.headline);
            QCOMPARE(more.stages.size(), one.stages.size());
            for (std::size_t k = 0; k < one.stages.size(); ++k) {
                QCOMPARE(more.stages[k].explainedBy, one.stages[k].explainedBy);
                QCOMPARE(more.stages[k].current.value, one.stages[k].current.value);
                QCOMPARE(more.stages[k].delta, one.stages[k].delta);
                QCOMPARE(more.stages[k].pAdjusted, one.stages[k].pAdjusted);
            }
        }
    }

    void oneRankManySteps()
    {
        const auto side = [](double factor, std::uint64_t seed) {
            stats::SplitMix64 random(seed);
            return cube({"a", "b"}, 1, 60'000, [&, factor](std::size_t k, std::size_t, std::size_t) {
                return 20 * (k == 1 ? factor : 1) * (0.9 + 0.2 * random.unit());
            });
        };
        Policy policy;
        policy.resamples = 2000;
        const Verdict v = verdictOf(side(1, 1), side(1.08, 2), policy);
        QCOMPARE(v.firstRegressed->index, 1);
        bool said = false;
        for (const Text& warning : v.warnings)
            said |= warning.english().find("random subset") != std::string::npos;
        QVERIFY(said);
    }
};

QTEST_APPLESS_MAIN(TestDecideLarge)
#include "tst_DecideLarge.moc"
