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
