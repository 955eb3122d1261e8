// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <QtTest>

#include "core/stats/Bootstrap.h"
#include "core/stats/Multiplicity.h"
#include "core/stats/OrderInterval.h"
#include "core/stats/Quantile.h"
#include "core/stats/RankTest.h"

using namespace headwater::stats;

namespace {

/// Normal deviates by Box and Muller; fixed seeds make every figure below repeatable.
class Noise {
public:
    explicit Noise(std::uint64_t seed) : m_random(seed) {}
    double normal()
    {
        const double u = 1 - m_random.unit();
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * m_random.unit());
    }
    std::vector<double> sample(std::size_t n, double centre, double deviation, double rho = 0)
    {
        std::vector<double> x(n);
        double state = normal();
        for (double& value : x) {
            value = centre + deviation * state;
            state = rho * state + std::sqrt(1 - rho * rho) * normal();
        }
        return x;
    }

private:
    SplitMix64 m_random;
};

double coverageOfRatio(std::size_t n, double rho, std::size_t block, Estimator estimator)
{
    Noise noise(1234);
    int covered = 0;
    constexpr int kTrials = 400;
    for (int t = 0; t < kTrials; ++t) {
        BootstrapOptions options;
        options.estimator = estimator;
        options.block = block;
        options.resamples = 400;
        options.seed = static_cast<std::uint64_t>(t) + 1;
        const auto c = noise.sample(n, 108, 5, rho);
        const BootstrapRatio r = bootstrapRatio(c, noise.sample(n, 100, 5, rho), options);
        covered += r.lo <= 1.08 && 1.08 <= r.hi;
    }
    return static_cast<double>(covered) / kTrials;
}

}  // namespace

class TestSimulatedTruth : public QObject {
    Q_OBJECT
private slots:
    void orderIntervalsCover()
    {
        Noise noise(99);
        int median = 0;
        int tail = 0;
        constexpr int kTrials = 2000;
        for (int t = 0; t < kTrials; ++t) {
            const auto x = sortedCopy(noise.sample(100, 0, 1));
            const Bounds m = quantileBounds(x, 0.5, 0.05);
            median += m.lo <= 0 && 0 <= m.hi;
            const Bounds p95 = quantileBounds(x, 0.95, 0.05);
            tail += p95.lo <= 1.6448536269514722 && 1.6448536269514722 <= p95.hi;
        }
        QVERIFY2(median >= 0.94 * kTrials, QByteArray::number(median));
        QVERIFY2(tail >= 0.94 * kTrials, QByteArray::number(tail));
    }

    void bootstrapCoversOnIndependentSteps()
    {
        const double mean = coverageOfRatio(60, 0, 1, Estimator::Mean);
        QVERIFY2(mean > 0.91 && mean < 0.985, QByteArray::number(mean));
        const double median = coverageOfRatio(60, 0, 1, Estimator::Median);
        QVERIFY2(median > 0.91, QByteArray::number(median));
    }

    void blocksAreNeededOnCorrelatedSteps()
    {
        const double iid = coverageOfRatio(100, 0.6, 1, Estimator::Mean);
        const double blocks = coverageOfRatio(100, 0.6, 10, Estimator::Mean);
        QVERIFY2(iid < 0.8, QByteArray::number(iid));
        QVERIFY2(blocks > 0.87 && blocks > iid + 0.1, QByteArray::number(blocks));
    }

    void holmKeepsTheFamilyLevel()
    {
        Noise noise(7);
        int raw = 0;
        int adjusted = 0;
        constexpr int kTrials = 1000;
        for (int t = 0; t < kTrials; ++t) {
            std::vector<double> p;
            for (int stage = 0; stage < 8; ++stage) {
                const auto c = noise.sample(20, 100, 5);
                p.push_back(mannWhitney(c, noise.sample(20, 100, 5)).pOne);
            }
            raw += std::ranges::min(p) <= 0.05;
            adjusted += std::ranges::min(holm(p)) <= 0.05;
        }
        QVERIFY2(raw > 0.28 * kTrials, QByteArray::number(raw));  // 1 − 0.95⁸ = 34 %
        QVERIFY2(adjusted < 0.07 * kTrials, QByteArray::number(adjusted));
    }
};

QTEST_APPLESS_MAIN(TestSimulatedTruth)
#include "tst_SimulatedTruth.moc"
