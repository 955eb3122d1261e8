// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <vector>

#include <QtTest>

#include "core/stats/ThreeState.h"

using namespace headwater::stats;

class TestThreeState : public QObject {
    Q_OBJECT
private slots:
    void states()  // V27
    {
        const std::vector<std::pair<double, double>> intervals{
            {-0.01, 0.02}, {-0.03, 0.09}, {0.08, 0.14}, {0.20, 0.30}, {-0.01, 0.01}};
        std::vector<ThreeState> found;
        for (const auto& [lo, hi] : intervals)
            found.push_back(threeState(lo, hi, 0.05));
        const std::vector<ThreeState> expected{ThreeState::NotRegressed, ThreeState::Inconclusive,
                                               ThreeState::Regressed, ThreeState::Regressed, ThreeState::NotRegressed};
        QCOMPARE(found, expected);
        const FirstRange range = firstRange(found);
        QCOMPARE(range.confirmed, std::optional<std::size_t>{2});
        QCOMPARE(range.earliestPossible, std::optional<std::size_t>{1});
    }

    void limits()
    {
        QCOMPARE(threeState(-0.2, -0.06, 0.05), ThreeState::Improved);
        QCOMPARE(threeState(-0.2, -0.05, 0.05), ThreeState::NotRegressed);
        QCOMPARE(threeState(0.05, 0.1, 0.05), ThreeState::Inconclusive);  // exactly ε is not above it
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        QCOMPARE(threeState(-kInfinity, kInfinity, 0.05), ThreeState::Inconclusive);
        QCOMPARE(threeState(std::nan(""), std::nan(""), 0.05), ThreeState::Inconclusive);
        QVERIFY(!firstRange({}).confirmed);
    }

    void needed()  // V28
    {
        QCOMPARE(neededSamples(40, 0.08, 0.05), std::size_t{103});
        QCOMPARE(neededSamples(40, std::numeric_limits<double>::infinity(), 0.05), std::size_t{0});
        QCOMPARE(neededSamples(40, 0.08, 0), std::size_t{0});
    }

    void noiseFloor()  // V31
    {
        QVERIFY(std::abs(effectiveEpsilon(0.01, 0.012) - 0.02791409168824017) < 1e-9);
        QCOMPARE(effectiveEpsilon(0.05, 0.012), 0.05);
    }

    void costShift()  // V33
    {
        const std::vector<double> b{20, 30, 10};
        const std::vector<double> moved{20, 22, 17.8};
        const std::vector<double> grew{20, 30, 18};
        QVERIFY(isCostShift(b, moved, 0.05));
        QVERIFY(!isCostShift(b, grew, 0.05));
        QVERIFY(!isCostShift(b, b, 0.05));
    }

    void pipeline()  // V30
    {
        QVERIFY(std::abs(pipelineBubbleShare(4, 8) - 0.2727272727272727) < 1e-12);
        QVERIFY(std::abs(pipelineBubbleShare(8, 32) - 0.1794871794871795) < 1e-12);
        QVERIFY(std::abs(pipelineBubbleShare(3, 4) - 0.3333333333333333) < 1e-12);
        QVERIFY(std::abs(pipelineBubbleRatio(4, 8) - 0.375) < 1e-12);
        QVERIFY(std::abs(pipelineBubbleRatio(4, 8, 2) - 0.1875) < 1e-12);
    }
};

QTEST_APPLESS_MAIN(TestThreeState)
#include "tst_ThreeState.moc"
