// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/Outliers.h"

using namespace headwater::stats;

class TestOutliers : public QObject {
    Q_OBJECT
private slots:
    void robust()  // V10, V10b
    {
        const std::vector<double> x{101, 99, 100, 102, 98, 100.5, 99.5, 130};
        QVERIFY(std::abs(modifiedZ(x)[7] - 20.06607006833343) < 1e-9);
        QVERIFY(std::abs(modifiedZ(x)[1] + 0.8431121877451021) < 1e-9);
        QVERIFY(std::abs(sampleZ(x)[7] - 2.4585377554019465) < 1e-9);
        const std::vector<double> madZero{10, 10, 10, 10, 10, 10, 10, 13};
        QVERIFY(std::abs(modifiedZ(madZero)[7] - 6.383076486422923) < 1e-9);
        const std::vector<double> flat(5, 2.0);
        QCOMPARE(modifiedZ(flat)[0], 0.0);
        QCOMPARE(sampleZ(flat)[0], 0.0);
    }

    void threeSigmaCannotFire()  // V9, V9c
    {
        QVERIFY(std::abs(largestPossibleZ(8) - 2.4748737341529163) < 1e-12);
        QVERIFY(largestPossibleZ(10) < 3 && largestPossibleZ(11) > 3);
        const std::vector<double> x{100, 100, 100, 100, 100, 100, 100, 1000};
        QVERIFY(std::abs(sampleZ(x)[7] - largestPossibleZ(8)) < 1e-9);
    }

    void slowNodeIsMasked()  // V10c
    {
        std::vector<double> x;
        for (int i = 0; i < 64; ++i)
            x.push_back(100 + ((37 * i) % 11 - 5) * 0.2 + (i < 8 ? 20 : 0));
        QVERIFY(std::abs(std::ranges::max(sampleZ(x)) - 2.7518488326818713) < 1e-9);
        const std::vector<double> z = modifiedZ(x);
        for (std::size_t i = 0; i < z.size(); ++i)
            QCOMPARE(z[i] > 3.5, i < 8);
    }
};

QTEST_APPLESS_MAIN(TestOutliers)
#include "tst_Outliers.moc"
