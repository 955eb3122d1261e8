// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <QtTest>

#include "core/stats/Energy.h"
#include "core/stats/JointChanges.h"
#include "core/stats/LevelChanges.h"
#include "core/stats/Normal.h"
#include "core/stats/Random.h"

using namespace headwater::stats;

namespace {

double noise(SplitMix64& random)
{
    return normalQuantile(0.5e-9 + random.unit() * (1 - 1e-9));
}

/// 17 runs, 25 in the 5th to 8th and 20 else.
std::vector<double> bump(double sd, std::uint64_t seed)
{
    SplitMix64 random(seed);
    std::vector<double> series;
    for (int i = 0; i < 17; ++i)
        series.push_back((i >= 4 && i < 8 ? 25 : 20) + sd * noise(random));
    return series;
}

}  // namespace

class TestJointChanges : public QObject {
    Q_OBJECT
private slots:
    /// Against the plain definition, window by window.
    void bestWindowIsTheBest()
    {
        SplitMix64 random(11);
        for (int round = 0; round < 20; ++round) {
            std::vector<double> series;
            for (int i = 0; i < 13; ++i)
                series.push_back(noise(random) + (i >= 4 && i < 4 + round % 6 ? 2 : 0));
            double most = -1;
            for (std::size_t from = 0; from <= 10; ++from)
                for (std::size_t to = from + 3; to <= 13; ++to) {
                    if ((from > 0 && from < 3) || (to < 13 && to > 10) || to - from > 10)
                        continue;
                    const std::vector<double> in(series.begin() + static_cast<long>(from),
                                                 series.begin() + static_cast<long>(to));
                    std::vector<double> out(series.begin(), series.begin() + static_cast<long>(from));
                    out.insert(out.end(), series.begin() + static_cast<long>(to), series.end());
                    most = std::max(most, energyDistance(in, out).q);
                }
            const auto best = bestWindow(series);
            QVERIFY(best && std::abs(best->q - most) < 1e-9);
        }
    }

    /// Which a single split does not find: both its parts hold values of both plateaus.
    void aChangeThatGoesBack()
    {
        const std::vector<double> series = bump(0.05, 3);
        QVERIFY(changePoints(series).empty());
        const auto found = jointChanges({series}).front();
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].at, std::size_t{4});
        QCOMPARE(found[1].at, std::size_t{8});
        QVERIFY(found[0].p < 0.03);
    }

    void amongQuietRows()
    {
        SplitMix64 random(5);
        std::vector<std::vector<double>> rows{bump(0.05, 4)};
        for (int row = 0; row < 12; ++row) {
            rows.emplace_back();
            for (int i = 0; i < 17; ++i)
                rows.back().push_back(100 + noise(random));
        }
        const auto found = jointChanges(rows);
        QCOMPARE(found[0].size(), std::size_t{2});
        for (std::size_t row = 1; row < rows.size(); ++row)
            QVERIFY(found[row].empty());
    }

    void aStepIsOneChange()
    {
        int alone = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            SplitMix64 random(seed);
            std::vector<double> series;
            for (int i = 0; i < 16; ++i)
                series.push_back((i < 7 ? 20 : 24) + 0.1 * noise(random));
            const auto found = jointChanges({series}).front();
            QVERIFY(!found.empty());
            QVERIFY(std::ranges::any_of(found, [](const TestedChange& c) { return c.at == 7; }));
            alone += found.size() == 1 ? 1 : 0;
        }
        QVERIFY2(alone >= 17, qPrintable(QString::number(alone)));
    }

    void gapsAreNoValues()
    {
        std::vector<double> row = bump(0.05, 6);
        row.insert(row.begin() + 2, std::numeric_limits<double>::quiet_NaN());
        const auto found = jointChanges({row, std::vector<double>(18, 5.0)});
        QCOMPARE(found[0].size(), std::size_t{2});
        QCOMPARE(found[0][0].at, std::size_t{5});
        QVERIFY(found[1].empty());
    }

    /// A history without a change, of ten stages with little in common: any change at all is false.
    void aQuietHistoryRarelyChanges()
    {
        ChangePointRule rule;
        rule.permutations = 199;
        int changed = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            SplitMix64 random(seed * 7919);
            std::vector<std::vector<double>> rows(10);
            for (int run = 0; run < 17; ++run) {
                const double common = noise(random);
                for (auto& row : rows)
                    row.push_back(100 + common + noise(random));
            }
            rule.seed = seed;
            for (const auto& row : jointChanges(rows, rule))
                if (!row.empty()) {
                    ++changed;
                    break;
                }
        }
        // 5 % of 100 is 5, SD 2.2: more than 11 has a probability below 1 %.
        QVERIFY2(changed <= 11, qPrintable(QString::number(changed)));
        qInfo("changes in %d of 100 quiet histories", changed);
    }

    void tooFew()
    {
        ChangePointRule rule;
        QCOMPARE(fewestForChange(rule), std::size_t{8});
        const std::vector<double> seven{1, 1.01, 1.02, 9, 9.01, 9.02, 9.03};
        QVERIFY(jointChanges({seven}, rule).front().empty());
        std::vector<double> eight = seven;
        eight.insert(eight.begin(), 1.03);
        QCOMPARE(jointChanges({eight}, rule).front().size(), std::size_t{1});
        rule.alpha = 0.2;
        QCOMPARE(fewestForChange(rule), std::size_t{6});
        QVERIFY(jointChanges({}).empty());
        QVERIFY(jointChanges({{}, {1.0}}).front().empty());
        QVERIFY(jointChanges({std::vector<double>(30, 4.0)}).front().empty());
    }
    /// Levels that come and go twice: what a single window cannot tell from the rest.
    void severalLevels()
    {
        SplitMix64 random(3);
        std::vector<double> series;
        for (int i = 0; i < 18; ++i)
            series.push_back(((i >= 5 && i < 8) || i >= 13 ? 23 : 20) + 0.05 * noise(random));
        std::vector<double> gaps = series;
        gaps.insert(gaps.begin() + 6, std::numeric_limits<double>::quiet_NaN());
        series.insert(series.begin() + 6, 23.0);
        std::vector<double> zero = series;
        zero[2] = 0;  // no logarithm
        const auto found = levelChanges({series, gaps, zero, std::vector<double>(19, 4.0)});
        const auto at = [&found](std::size_t row) {
            std::vector<std::size_t> list;
            for (const TestedChange& change : found[row])
                list.push_back(change.at);
            return list;
        };
        QCOMPARE(at(0), (std::vector<std::size_t>{5, 9, 14}));
        QCOMPARE(at(1), (std::vector<std::size_t>{5, 9, 14}));
        QVERIFY(found[2].empty() && found[3].empty());
        QVERIFY(found[0].front().p <= 0.05 && found[0].front().q > 0);
        QVERIFY(levelChanges({}).empty());
        QVERIFY(levelChanges({{}, {1.0}}).front().empty());
    }
};

QTEST_APPLESS_MAIN(TestJointChanges)
#include "tst_JointChanges.moc"
