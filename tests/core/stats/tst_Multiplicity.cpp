// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/Multiplicity.h"

using namespace headwater::stats;

namespace {
bool near(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) < 1e-12; });
}
}  // namespace

class TestMultiplicity : public QObject {
    Q_OBJECT
private slots:
    void adjusted()  // V6
    {
        const std::vector<double> p{0.02, 0.3, 0.004, 0.0005, 0.04};
        QVERIFY(near(holm(p), {0.06, 0.3, 0.016, 0.0025, 0.08}));
        QVERIFY(near(benjaminiHochberg(p), {0.1 / 3, 0.3, 0.01, 0.0025, 0.05}));
        const auto first = [](const std::vector<double>& values) {
            return std::ranges::find_if(values, [](double v) { return v <= 0.05; }) - values.begin();
        };
        QCOMPARE(first(p), 0);
        QCOMPARE(first(holm(p)), 2);
        QVERIFY(holm({}).empty());
    }

    void familyWise()  // V6b
    {
        QVERIFY(std::abs(familyWiseError(0.05, 1) - 0.05) < 1e-12);
        QVERIFY(std::abs(familyWiseError(0.05, 5) - 0.22621906250000023) < 1e-12);
        QVERIFY(std::abs(familyWiseError(0.05, 20) - 0.6415140775914581) < 1e-12);
    }
};

QTEST_APPLESS_MAIN(TestMultiplicity)
#include "tst_Multiplicity.moc"
