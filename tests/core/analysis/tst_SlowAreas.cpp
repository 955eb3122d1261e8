// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/SlowAreas.h"

using namespace headwater;

namespace {

/// Ranks of 24 steps, some slower by a fifth; eight to a host.
template <class IsSlow>
StragglerReport reportOf(int ranks, IsSlow isSlow)
{
    StragglerSeries all;
    for (int rank = 0; rank < ranks; ++rank) {
        RankSeries one;
        one.rank = rank;
        one.host = "h" + std::to_string(rank / 8);
        for (int step = 0; step < 24; ++step)
            one.local.push_back((isSlow(rank) ? 1.2e6 : 1e6) + (rank * 7 + step * 13) % 17 * 100);
        all.ranks.push_back(std::move(one));
    }
    return findStragglers(all);
}

Manifest manifestOf(const std::map<std::string, std::string>& values)
{
    Manifest manifest;
    for (const auto& [key, value] : values)
        manifest[key] = {value, "test", {}};
    return manifest;
}

/// Eight hosts on four leaves, all below one spine.
Manifest network()
{
    Manifest manifest;
    for (int host = 0; host < 8; ++host) {
        manifest["leaf.h" + std::to_string(host)] = {"leaf" + std::to_string(host / 2), "test", {}};
        manifest["spine.h" + std::to_string(host)] = {"spine", "test", {}};
    }
    return manifest;
}

}  // namespace

class TestSlowAreas : public QObject {
    Q_OBJECT
private slots:
    void aLeaf()
    {
        const StragglerReport report = reportOf(64, [](int rank) { return rank >= 48; });
        const std::vector<SlowArea> areas = slowAreas(report, network());
        QCOMPARE(areas.size(), std::size_t(1));
        QCOMPARE(areas[0].kind, AreaKind::Leaf);
        QCOMPARE(areas[0].name, std::string("leaf3"));
        QCOMPARE(areas[0].ranks.size(), std::size_t(16));
        QVERIFY(areas[0].ratio > 1.15 && areas[0].ratio < 1.25);
        QVERIFY(areas[0].explains({48, 63}) && !areas[0].explains({47, 48}));
    }

    void oneHostOfALeafIsNoLeaf()
    {
        QVERIFY(slowAreas(reportOf(64, [](int rank) { return rank >= 56; }), network()).empty());
        QVERIFY(slowAreas(reportOf(64, [](int) { return false; }), network()).empty());
        QVERIFY(slowAreas(reportOf(64, [](int rank) { return rank >= 48; }), {}).empty());
    }

    void aNumaNodeOfOneHost()
    {
        // Ranks 12 to 15: the second half of host h1.
        const StragglerReport report = reportOf(64, [](int rank) { return rank >= 12 && rank < 16; });
        Manifest manifest = network();
        manifest.merge(manifestOf({{"gpu_numa", "0,0,0,0,1,1,1,1"}, {"gpu_pcie", "0,0,1,1,2,2,3,3"}}));
        const std::vector<SlowArea> areas = slowAreas(report, manifest);
        QCOMPARE(areas.size(), std::size_t(1));
        QCOMPARE(areas[0].kind, AreaKind::Numa);
        QCOMPARE(areas[0].name, std::string("h1:1"));
        QCOMPARE(areas[0].ranks, (std::vector<int>{12, 13, 14, 15}));
    }

    void twoGpusOfAPcieSwitch()
    {
        const StragglerReport report = reportOf(64, [](int rank) { return rank == 20 || rank == 21; });
        const std::vector<SlowArea> areas =
            slowAreas(report, manifestOf({{"gpu_numa", "0,0,0,0,1,1,1,1"}, {"gpu_pcie", "0,0,1,1,2,2,3,3"}}));
        QCOMPARE(areas.size(), std::size_t(1));
        QCOMPARE(areas[0].kind, AreaKind::Pcie);
        QCOMPARE(areas[0].name, std::string("h2:2"));
    }

    void aSlowHostIsNotDivided()
    {
        const StragglerReport report = reportOf(64, [](int rank) { return rank / 8 == 5; });
        QCOMPARE(report.places.size(), std::size_t(1));
        QVERIFY(slowAreas(report, manifestOf({{"gpu_numa", "0,0,0,0,1,1,1,1"}})).empty());
    }
};

QTEST_APPLESS_MAIN(TestSlowAreas)
#include "tst_SlowAreas.moc"
