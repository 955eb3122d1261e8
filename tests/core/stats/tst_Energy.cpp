// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/Energy.h"

using namespace headwater::stats;

class TestEnergy : public QObject {
    Q_OBJECT
private slots:
    void distance()  // V26
    {
        const std::vector<double> x{1, 2, 3};
        const std::vector<double> y{11, 12, 13};
        QVERIFY(std::abs(energyDistance(x, y).e - 17.333333333333336) < 1e-9);
        QVERIFY(std::abs(energyDistance(x, y).q - 26) < 1e-9);
        QCOMPARE(energyDistance(x, {}).q, 0.0);
    }

    void changePoint()  // V26b
    {
        const std::vector<double> series{10, 10.1, 9.9, 10, 10.2, 12.1, 12, 11.9, 12.2, 12};
        const std::array<double, 7> q{2.125714285714286, 3.899999999999999, 6.383999999999997, 9.3, 5.808,
                                      3.540000000000002, 2.177142857142859};
        for (std::size_t split = 2; split <= 8; ++split) {
            const std::span<const double> all(series);
            QVERIFY(std::abs(energyDistance(all.first(split), all.subspan(split)).q - q[split - 2]) < 1e-9);
        }
        const auto change = singleChangePoint(series);
        QVERIFY(change.has_value());
        QCOMPARE(change->at, std::size_t{5});
        QVERIFY(std::abs(change->q - 9.3) < 1e-9);
        const std::vector<double> tooShort{1, 2, 3};
        QVERIFY(!singleChangePoint(tooShort));
    }
};

QTEST_APPLESS_MAIN(TestEnergy)
#include "tst_Energy.moc"
