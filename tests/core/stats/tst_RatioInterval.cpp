// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include <QtTest>

#include "core/stats/Normal.h"
#include "core/stats/Random.h"
#include "core/stats/RatioInterval.h"

using namespace headwater::stats;

class TestRatioInterval : public QObject {
    Q_OBJECT
private slots:
    /// Four against four: 2 · 1/70 = 2.9 %, so all 16 ratios at 95 %; three against three reach 90 % only.
    void fewValues()
    {
        const std::vector<double> before{10, 11, 12, 13};
        const std::vector<double> after{20, 21, 22, 26};
        const auto all = ratioInterval(after, before, 0.95);
        QVERIFY(all);
        QCOMPARE((*all)[0], 20.0 / 13 - 1);
        QCOMPARE((*all)[1], 26.0 / 10 - 1);
        QVERIFY(!ratioInterval(std::span(after).first(3), std::span(before).first(3), 0.95));
        QVERIFY(ratioInterval(std::span(after).first(3), std::span(before).first(3), 0.9));
        QVERIFY(!ratioInterval({}, before, 0.95));
        QVERIFY(!ratioInterval(after, std::vector<double>{0, 1, 2, 3}, 0.95));
    }

    /// The published level, exact and by the normal approximation.
    void coverage_data()
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("least");
        QTest::newRow("exact") << 8 << 0.94;
        QTest::newRow("normal") << 60 << 0.935;
    }

    void coverage()
    {
        QFETCH(int, n);
        QFETCH(double, least);
        SplitMix64 random(17);
        int covered = 0;
        constexpr int kRounds = 2000;
        for (int round = 0; round < kRounds; ++round) {
            std::vector<double> before;
            std::vector<double> after;
            for (int i = 0; i < n; ++i) {
                before.push_back(100 + normalQuantile(0.5e-9 + random.unit() * (1 - 1e-9)));
                after.push_back(1.2 * (100 + normalQuantile(0.5e-9 + random.unit() * (1 - 1e-9))));
            }
            const auto interval = ratioInterval(after, before, 0.95);
            covered += interval && (*interval)[0] <= 0.2 && 0.2 <= (*interval)[1] ? 1 : 0;
        }
        const double share = static_cast<double>(covered) / kRounds;
        QVERIFY2(share >= least && share < 0.99, qPrintable(QString::number(share)));
    }
};

QTEST_APPLESS_MAIN(TestRatioInterval)
#include "tst_RatioInterval.moc"
