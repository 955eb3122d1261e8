// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include <QtTest>

#include "core/stats/LeaveOneOut.h"
#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/RelativeScore.h"
#include "core/stats/SlowestCount.h"

using namespace headwater::stats;

namespace {

bool near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

}  // namespace

/// What tells a slow rank from chance: METHODS 2, vectors V9 to V12.
class TestStragglers : public QObject {
    Q_OBJECT
private slots:
    void largestZ()  // V9, V9b
    {
        const std::map<std::size_t, double> sample{{2, 0.7071067811865475},
                                                   {3, 1.1547005383792517},
                                                   {4, 1.5},
                                                   {6, 2.041241452319315},
                                                   {10, 2.846049894151541},
                                                   {11, 3.015113445777636},
                                                   {12, 3.1754264805429417},
                                                   {64, 7.875}};
        for (const auto& [n, z] : sample)
            QVERIFY(near(largestPossibleZ(n), z, 1e-12));
        QVERIFY(near(largestPossibleZ(8, 2), 1.620185174601965, 1e-12));
        QVERIFY(near(largestPossibleZ(32, 4), 2.6040833319999575, 1e-12));
        QVERIFY(near(largestPossibleZ(128, 8), 3.857824840502741, 1e-12));
        const std::map<std::size_t, std::size_t> smallest{{1, 11}, {2, 21}, {3, 31}, {4, 41}, {8, 81}, {16, 161}};
        for (const auto& [outliers, n] : smallest)
            QVERIFY(largestPossibleZ(n, outliers) > 3 && largestPossibleZ(n - 1, outliers) <= 3);
    }

    void leaveOneOut()  // V10
    {
        const std::vector<double> x{101, 99, 100, 102, 98, 100.5, 99.5, 130};
        const std::array<double, 8> expected{-0.25631120781263, -0.44760640505790, -0.35117155057562, -0.16257834438102,
                                             -0.54609906144423, -0.30357319470035, -0.39916295770203, 21.2132034355964};
        const std::vector<double> t = leaveOneOutT(x);
        for (std::size_t i = 0; i < x.size(); ++i)
            QVERIFY(near(t[i], expected[i], 1e-6));
        QCOMPARE(leaveOneOutT(std::vector<double>{1, 9})[1], 0.0);
        QVERIFY(std::isinf(leaveOneOutT(std::vector<double>{5, 5, 5, 9})[3]));
        QCOMPARE(leaveOneOutT(std::vector<double>{5, 5, 5, 5})[3], 0.0);
    }

    void leaveOneOutCuts()  // V10d
    {
        const std::map<std::size_t, double> table{{4, 14.089},  {5, 8.053},   {6, 6.254},  {8, 4.981}, {10, 4.501},
                                                  {12, 4.259},  {16, 4.026},  {24, 3.867}, {32, 3.82}, {64, 3.819},
                                                  {128, 3.899}, {256, 4.016}, {512, 4.149}};
        for (const auto& [n, cut] : table)
            QVERIFY2(near(leaveOneOutCut(n, 0.01), cut, 6e-4), std::to_string(leaveOneOutCut(n, 0.01)).c_str());
        QVERIFY(std::isinf(leaveOneOutCut(2, 0.01)));
        QVERIFY(near(studentUpperTail(0, 7), 0.5, 1e-12));
        QVERIFY(near(studentUpperTail(-2, 5) + studentUpperTail(2, 5), 1, 1e-12));
        QVERIFY(near(studentUpperTail(2.015048, 5), 0.05, 1e-7));
    }

    void robustCut()
    {
        for (const auto& [n, cut] : std::map<std::size_t, double>{{5, 14.1}, {8, 6.6}, {16, 5.0}, {64, 4.1}})
            QVERIFY(near(modifiedZCut(n), cut, 1e-9));
        QVERIFY(modifiedZCut(7) < 8.2 && modifiedZCut(7) > 6.6);
        QVERIFY(modifiedZCut(4096) > modifiedZCut(512));
        QVERIFY(std::isinf(modifiedZCut(2)));
    }

    void slowestCounts()  // V11
    {
        QVERIFY(near(slowestCountP(8, 20, 6), 0.24934375948344542, 1e-10));
        QVERIFY(near(slowestCountP(8, 20, 9), 0.002719168323907631, 1e-10));
        QVERIFY(near(slowestCountP(64, 50, 6), 0.008207752506017135, 1e-10));
        QCOMPARE(slowestCountCut(2, 20, 0.01), std::size_t(17));
        QCOMPARE(slowestCountCut(4, 20, 0.01), std::size_t(12));
        QCOMPARE(slowestCountCut(8, 20, 0.01), std::size_t(9));
        QCOMPARE(slowestCountCut(8, 50, 0.01), std::size_t(15));
        QCOMPARE(slowestCountCut(16, 50, 0.01), std::size_t(11));
        QCOMPARE(slowestCountCut(128, 50, 0.01), std::size_t(5));
        QCOMPARE(slowestCountCut(512, 100, 0.01), std::size_t(5));
        QCOMPARE(slowestCountP(8, 20, 0), 1.0);
        QCOMPARE(slowestCountCut(8, 2, 0.01), std::size_t(3));  // two steps never decide
    }

    void relativeScore()  // V12
    {
        const auto rank = [](double gemm, double ln) {
            return WorkItems{{"gemm", {gemm, gemm * 100}}, {"ln", {ln, ln * 200}}};
        };
        std::vector<WorkItems> ranks{rank(10, 1), rank(12.5, 1), rank(10.2, 1.25), rank(10, 1)};
        ranks[3]["only here"] = {1, 1000};
        const std::vector<double> score = relativeScores(ranks);
        const std::array<double, 4> expected{1, 0.8275862068965517, 0.9448818897637795, 1};
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(near(score[i], expected[i], 1e-12));
        QVERIFY(std::isnan(relativeScores({{{"a", {1, 1}}}, {{"b", {1, 1}}}})[0]));
    }
};

QTEST_APPLESS_MAIN(TestStragglers)
#include "tst_Stragglers.moc"
