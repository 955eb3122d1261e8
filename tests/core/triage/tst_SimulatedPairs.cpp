// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <QtTest>

#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

const std::vector<std::string> kStages{"data", "forward", "loss", "backward", "optimizer"};
const std::vector<double> kTypical{5, 25, 4, 45, 8};

StageCube noisy(int n, std::vector<double> factor, std::uint64_t seed, double cv)
{
    auto noise = std::make_shared<Noise>(seed);
    return cube(kStages, 1, n, [=](std::size_t k, std::size_t, std::size_t) {
        return kTypical[k] * factor[k] * std::exp(cv * (*noise)());
    });
}

Policy fast()
{
    Policy policy;
    policy.resamples = 1000;
    return policy;
}

}  // namespace

/// Many pairs with known truth: how often the verdict is wrong.
class TestSimulatedPairs : public QObject {
    Q_OBJECT
private slots:
    void falseAlarms_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("cv");
        QTest::addColumn<double>("trueChange");
        for (const int n : {6, 12, 40})
            for (const double cv : {0.05, 0.10})
                QTest::addRow("n=%d cv=%g equal", n, cv) << n << cv << 1.0;
        QTest::addRow("n=40 at epsilon") << 40 << 0.05 << 1.05;
    }
    void falseAlarms()
    {
        QFETCH(int, n);
        QFETCH(double, cv);
        QFETCH(double, trueChange);
        int confirmed = 0;
        int improved = 0;
        constexpr int kPairs = 200;
        for (int i = 0; i < kPairs; ++i) {
            const auto seed = static_cast<std::uint64_t>(i) * 2;
            const std::vector<double> factor(5, trueChange);
            const Verdict v =
                verdictOf(noisy(n, {1, 1, 1, 1, 1}, seed + 1, cv), noisy(n, factor, seed + 2, cv), fast());
            confirmed += v.outcome == Outcome::Regressed;
            improved += v.outcome == Outcome::Improved;
        }
        qInfo("false alarms: %d, false improvements: %d of %d", confirmed, improved, kPairs);
        // Family level 5 %, and room for the chance of 200 pairs.
        QVERIFY2(confirmed <= 0.08 * kPairs, QByteArray::number(confirmed));
    }

    void power()
    {
        int right = 0;
        constexpr int kPairs = 100;
        for (int i = 0; i < kPairs; ++i) {
            const auto seed = static_cast<std::uint64_t>(i) * 2;
            const Verdict v = verdictOf(noisy(40, {1, 1, 1, 1, 1}, seed + 1, 0.03),
                                        noisy(40, {1, 1.12, 1, 1.3, 1}, seed + 2, 0.03), fast());
            right += v.firstRegressed && v.firstRegressed->confirmed && v.firstRegressed->index == 1;
        }
        QVERIFY2(right >= 0.95 * kPairs, QByteArray::number(right));
    }
};

QTEST_APPLESS_MAIN(TestSimulatedPairs)
#include "tst_SimulatedPairs.moc"
