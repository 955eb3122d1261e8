// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/Bootstrap.h"
#include "core/stats/FirstStability.h"
#include "core/stats/Random.h"

using namespace headwater::stats;

namespace {
const std::vector<double> kB{100.2, 99.1, 101.4, 98.7, 100.9, 99.8, 100.5, 99.4};
const std::vector<double> kC{108.3, 106.9, 109.5, 107.2, 110.1, 106.1, 108.8, 107.7};
bool near(double a, double b, double tolerance = 1e-9)
{
    return std::abs(a - b) < tolerance;
}
}  // namespace

class TestBootstrap : public QObject {
    Q_OBJECT
private slots:
    void splitMix()  // V5
    {
        SplitMix64 random(42);
        QCOMPARE(random.next(), std::uint64_t{0xbdd732262feb6e95});
        QCOMPARE(random.next(), std::uint64_t{0x28efe333b266f103});
        QCOMPARE(random.next(), std::uint64_t{0x47526757130f9f52});
        SplitMix64 indices(42);
        for (const std::size_t expected : {5U, 1U, 2U, 2U, 0U, 6U, 1U, 6U, 2U, 4U})
            QCOMPARE(indices.index(8), expected);
        SplitMix64 walked(7);
        SplitMix64 skipped(7);
        for (int i = 0; i < 1000; ++i)
            walked.next();
        skipped.skip(1000);
        QCOMPARE(skipped.next(), walked.next());
    }

    void ratioOfMeans()  // V5a
    {
        const BootstrapRatio r = bootstrapRatio(kC, kB, {});
        QVERIFY(near(r.ratio, 1.08075));
        QVERIFY(near(r.lo, 1.0701877323028053));
        QVERIFY(near(r.hi, 1.092016106557836));
    }

    void ratioOfMedians()  // V5b
    {
        BootstrapOptions options;
        options.estimator = Estimator::Median;
        const BootstrapRatio r = bootstrapRatio(kC, kB, options);
        QVERIFY(near(r.ratio, 1.08));
        QVERIFY(near(r.lo, 1.0655412115193645));
        QVERIFY(near(r.hi, 1.097194388777555));
    }

    void circularBlocks()  // V5c
    {
        BootstrapOptions options;
        options.block = 3;
        const BootstrapRatio r = bootstrapRatio(kC, kB, options);
        QVERIFY(near(r.lo, 1.0751371323279222));
        QVERIFY(near(r.hi, 1.086892016780922));
        SplitMix64 random(1);
        SplitMix64 counted(1);
        int visited = 0;
        drawCircularBlocks(random, 8, 3, [&](std::size_t) { ++visited; });
        counted.skip(drawsPerSample(8, 3));
        QCOMPARE(visited, 8);
        QCOMPARE(random.next(), counted.next());
    }

    void pValue()  // V29b
    {
        const BootstrapRatio r = bootstrapRatio(kC, kB, {});
        QVERIFY(near(bootstrapP(r.replicates, 1.05), 0.0004997501249375312));
        QVERIFY(near(bootstrapP(r.replicates, 1.08), 0.4332833583208396));
        QVERIFY(near(bootstrapP(r.replicates, 1.10), 0.999000499750125));
    }

    void firstIndexStability()  // V29
    {
        const std::vector<std::vector<double>> b{
            {20, 21, 19, 20, 22, 18, 20, 20}, {5, 5.2, 4.9, 5.1, 5, 4.8, 5.1, 5}, {60, 61, 59, 60, 62, 58, 60, 61}};
        const std::vector<std::vector<double>> c{{20.5, 21, 20, 20, 22, 19, 20, 21},
                                                 {5.4, 5.1, 5.6, 5.3, 5.0, 5.5, 5.2, 5.4},
                                                 {70, 72, 69, 71, 70, 73, 68, 70}};
        const FirstStability s = firstStability(b, c, 0.05, 2000, 42);
        QVERIFY(near(s.share[0], 0.0805));
        QVERIFY(near(s.share[1], 0.5885));
        QVERIFY(near(s.share[2], 0.331));
        QVERIFY(near(s.none, 0));
        QVERIFY(near(firstStability(b, b, 0.5, 100, 42).none, 1));
    }
};

QTEST_APPLESS_MAIN(TestBootstrap)
#include "tst_Bootstrap.moc"
