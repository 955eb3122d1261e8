// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/DeviceTopology.h"
#include "core/run/Places.h"

using namespace headwater;

namespace {

Manifest manifestOf(const std::map<std::string, std::string>& values)
{
    Manifest manifest;
    for (const auto& [key, value] : values)
        manifest[key] = {value, "test", {}};
    return manifest;
}

Run runOn(const std::vector<std::string>& hosts, Manifest manifest)
{
    Run run;
    for (const std::string& host : hosts) {
        RankData data;
        data.rank = static_cast<int>(run.ranks.size());
        data.host = host;
        run.ranks.push_back(std::move(data));
    }
    run.manifest = std::move(manifest);
    return run;
}

}  // namespace

class TestPlaces : public QObject {
    Q_OBJECT
private slots:
    void byWholeNameOrFirstLabel()
    {
        const Manifest manifest = manifestOf({{"leaf.n1", "a"}, {"leaf.n10", "b"}, {"leaf.n2.cluster", "c"}});
        QCOMPARE(placeOf(manifest, kLeafKey, "n1"), std::string("a"));
        QCOMPARE(placeOf(manifest, kLeafKey, "n1.cluster"), std::string("a"));
        QCOMPARE(placeOf(manifest, kLeafKey, "n2"), std::string("c"));
        QCOMPARE(placeOf(manifest, kLeafKey, "n"), std::string());
        QCOMPARE(placeOf(manifest, kLeafKey, ""), std::string());
    }

    void gpusOfAHost()
    {
        const Manifest manifest = manifestOf({{"gpu_numa.n1", "0,0,,1"}, {"gpu_numa", "7,8"}});
        QCOMPARE(gpuPlaceOf(manifest, kGpuNumaKey, "n1", 3), std::string("1"));
        QCOMPARE(gpuPlaceOf(manifest, kGpuNumaKey, "n1", 5), std::string("0"));
        QCOMPARE(gpuPlaceOf(manifest, kGpuNumaKey, "n1", 6), std::string());
        QCOMPARE(gpuPlaceOf(manifest, kGpuNumaKey, "n2", 3), std::string("8"));
        QCOMPARE(gpuPlaceOf(manifest, kGpuNumaKey, "", 3), std::string());
        QCOMPARE(gpuPlaceOf(manifest, kGpuPcieKey, "n1", 0), std::string());
    }

    void ranksOfAHost()
    {
        Run run = runOn({"", "n2", "n3"}, manifestOf({{"gpu_numa", "0,1"},
                                                      {"rank_gpu.0", "1"},
                                                      {"rank_gpu.2", "7"},
                                                      {"rank_gpu.9", "1"},
                                                      {"rank_host.0", "n1"},
                                                      {"rank_host.1", "n2.cluster"},
                                                      {"rank_host.2", "n4"},
                                                      {"rank_host.9", "n9"}}));
        settlePlaces(run);
        QCOMPARE(run.ranks[0].host, std::string("n1"));
        QCOMPARE(run.ranks[1].host, std::string("n2"));
        QCOMPARE(run.ranks[2].host, std::string("n3"));
        QCOMPARE(run.problems.size(), std::size_t(1));
        QCOMPARE(run.problems[0].code, std::string("rank-host-conflict"));
        QCOMPARE(run.problems[0].message,
                 std::string("rank 2 is on n4 here and on n3 by its own file; the latter counts"));
        QCOMPARE(gpuPlaceOf(run.manifest, kGpuNumaKey, "n1", 0), std::string("1"));
        QCOMPARE(gpuPlaceOf(run.manifest, kGpuNumaKey, "n2", 1), std::string("1"));
        QCOMPARE(gpuPlaceOf(run.manifest, kGpuNumaKey, "n3", 2), std::string());  // there is no such GPU
        QVERIFY(!run.manifest.contains("rank_gpu.9") && !run.manifest.contains("rank_host.9"));
    }

    void otherNodesOfTheClusterAreDropped()
    {
        Run run = runOn({"n1", "n2.cluster"}, manifestOf({{"leaf.n1", "a"},
                                                          {"leaf.n2", "a"},
                                                          {"leaf.n3", "b"},
                                                          {"spine.n3", "s"},
                                                          {"gpu_numa.topo", "0,1"},
                                                          {"gpu_pcie.n1", "0,0"},
                                                          {"gpu_pcie.n9", "0,1"},
                                                          {"rack.n9", "r"}}));
        settlePlaces(run);
        QCOMPARE(
            run.manifest,
            manifestOf(
                {{"leaf.n1", "a"}, {"leaf.n2", "a"}, {"gpu_numa", "0,1"}, {"gpu_pcie.n1", "0,0"}, {"rack.n9", "r"}}));
    }

    void pcieGroupsThroughAdapters()
    {
        // NVLink between all GPUs; the first two share a switch with NIC0, the third has one with NIC1.
        const DeviceTopology topology{{"GPU0", "GPU1", "GPU2", "NIC0", "NIC1"},
                                      {{"X", "NV4", "NV4", "PIX", "SYS"},
                                       {"NV4", "X", "NV4", "PXB", "SYS"},
                                       {"NV4", "NV4", "X", "SYS", "PIX"},
                                       {"PIX", "PXB", "SYS", "X", "SYS"},
                                       {"SYS", "SYS", "PIX", "SYS", "X"}},
                                      {"0", "0", "1", "", ""},
                                      {}};
        QCOMPARE(topology.gpus(), std::size_t(3));
        QCOMPARE(pcieGroups(topology), (std::vector<int>{0, 0, 1}));
    }
};

QTEST_APPLESS_MAIN(TestPlaces)
#include "tst_Places.moc"
