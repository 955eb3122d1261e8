// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/Autocorrelation.h"

using namespace headwater::stats;

class TestAutocorrelation : public QObject {
    Q_OBJECT
private slots:
    void effective()  // V8
    {
        const std::vector<double> x{10, 10.2, 10.4, 10.5, 10.4, 10.2, 10, 9.8, 9.6, 9.5, 9.6, 9.8};
        const std::vector<double> rhos = positiveAutocorrelations(x);
        QCOMPARE(rhos.size(), std::size_t{3});
        QVERIFY(std::abs(rhos[0] - 0.8615384615384615) < 1e-9);
        QVERIFY(std::abs(rhos[1] - 0.5230769230769226) < 1e-9);
        QVERIFY(std::abs(rhos[2] - 0.12307692307692276) < 1e-9);
        QVERIFY(std::abs(effectiveSamples(x) - 2.988505747126438) < 1e-9);
    }

    void edges()
    {
        const std::vector<double> flat(10, 3.0);
        QCOMPARE(autocorrelationTime(flat), 1.0);
        QCOMPARE(autocorrelationTime({}), 1.0);
        const std::vector<double> alternating{1, -1, 1, -1, 1, -1};
        QCOMPARE(autocorrelationTime(alternating), 1.0);
    }
};

QTEST_APPLESS_MAIN(TestAutocorrelation)
#include "tst_Autocorrelation.moc"
