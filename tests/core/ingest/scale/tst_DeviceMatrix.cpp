// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "core/ingest/ReadFile.h"
#include "core/ingest/scale/DeviceMatrix.h"

using namespace headwater;
using scale::deviceTopologyOf;

namespace {

/// Four GPUs with NVLink and two adapters, as a driver of 2023 prints it.
const std::string kFour =
    "\t\x1b[4mGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \tNV12\tNV12\tNV12\tPXB\tSYS\t0-31,64-95\t0\t\tN/A\n"
    "GPU1\tNV12\t X \tNV12\tNV12\tPXB\tSYS\t0-31,64-95\t0\t\tN/A\n"
    "GPU2\tNV12\tNV12\t X \tNV12\tSYS\tPXB\t32-63,96-127\t1\t\tN/A\n"
    "GPU3\tNV12\tNV12\tNV12\t X \tSYS\tPXB\t32-63,96-127\t1\t\tN/A\n"
    "NIC0\tPXB\tPXB\tSYS\tSYS\t X \tSYS\t\t\t\t\n"
    "NIC1\tSYS\tSYS\tPXB\tPXB\tSYS\t X \t\t\t\t\n"
    "\nLegend:\n\n  X    = Self\n  PIX  = Connection traversing at most a single PCIe bridge\n"
    "\nNIC Legend:\n\n  NIC0: mlx5_0\n  NIC1: mlx5_1\n\n";

}  // namespace

class TestDeviceMatrix : public QObject {
    Q_OBJECT
private slots:
    void newerDrivers()
    {
        const auto topology = deviceTopologyOf(kFour);
        QVERIFY2(topology, topology ? "" : describe(topology.error()).c_str());
        QCOMPARE(topology->devices, (std::vector<std::string>{"GPU0", "GPU1", "GPU2", "GPU3", "NIC0", "NIC1"}));
        QCOMPARE(topology->gpus(), std::size_t(4));
        QCOMPARE(topology->links[2][0], std::string("NV12"));
        QCOMPARE(topology->links[4][1], std::string("PXB"));
        QCOMPARE(topology->numa, (std::vector<std::string>{"0", "0", "1", "1", "", ""}));
        QCOMPARE(topology->nicNames.at("NIC1"), std::string("mlx5_1"));
        QCOMPARE(pcieGroups(*topology), (std::vector<int>{0, 0, 1, 1}));
    }

    void olderDriversAndBlanks()
    {
        // No NUMA column, adapters by their own names, columns by blanks.
        const auto topology = deviceTopologyOf("        GPU0   GPU1   mlx5_0  CPU Affinity\n"
                                               "GPU0     X     PHB    PIX     0-9\n"
                                               "GPU1    PHB     X     SYS     0-9\n"
                                               "mlx5_0  PIX    SYS     X\n");
        QVERIFY2(topology, topology ? "" : describe(topology.error()).c_str());
        QCOMPARE(topology->devices.size(), std::size_t(3));
        QCOMPARE(topology->numa, std::vector<std::string>(3));
        QCOMPARE(pcieGroups(*topology), (std::vector<int>{0, 1}));
    }

    void oneGpu()
    {
        const auto topology = deviceTopologyOf("\tGPU0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\r\n"
                                               "GPU0\t X \t0-19\tN/A\t\tN/A\r\n");
        QVERIFY2(topology, topology ? "" : describe(topology.error()).c_str());
        QCOMPARE(topology->numa, std::vector<std::string>{""});
    }

    void broken_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& what) {
            QTest::newRow(name) << text << what;
        };
        const QByteArray whole = QByteArray::fromStdString(kFour);
        row("empty", "", "no line of devices");
        row("another text", "Legend:\n  X    = Self\n", "no line of devices");
        row("cut between rows", whole.left(whole.indexOf("GPU2\tNV12\tNV12")), "2 rows of 6 devices");
        row("cut inside a row", whole.left(whole.indexOf("NV12\tPXB\tSYS\t0-31")), "GPU0 has 3 links");
        row("slipped", "\tGPU0\tGPU1\tCPU Affinity\nGPU0\tNV1\tX\t0\nGPU1\tX\tNV1\t0\n", "to itself is 'NV1'");
        row("twice", "\tGPU0\tGPU0\tCPU Affinity\nGPU0\tX\tNV1\t0\n", "names GPU0 twice");
        row("second row", "\tGPU0\tCPU Affinity\nGPU0\tX\t0\nGPU0\tX\t0\n", "GPU0 has a second row");
    }
    void broken()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, what);
        const auto topology = deviceTopologyOf(text.toStdString());
        QVERIFY(!topology);
        QCOMPARE(topology.error().code, ErrorCode::Malformed);
        QVERIFY2(topology.error().what.find(what.toStdString()) != std::string::npos, topology.error().what.c_str());
    }

    void everyTopologyIsAFactOfARun_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("variant");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("devices") << QByteArray::fromStdString(kFour) << QByteArray("nvidia-smi topo -m")
                                 << QByteArray("gpu_numa.node7") << QByteArray("0,0,1,1");
        QTest::newRow("PCIe") << "\n$ nvidia-smi topo -m\n" + QByteArray::fromStdString(kFour)
                              << QByteArray("nvidia-smi topo -m") << QByteArray("gpu_pcie.node7")
                              << QByteArray("0,0,1,1");
        QTest::newRow("Slurm") << QByteArray("# ours\nSwitchName=l1 Nodes=a[1-2]\nSwitchName=s1 Switches=l1\n")
                               << QByteArray("Slurm topology") << QByteArray("spine.a2") << QByteArray("s1");
        QTest::newRow("Slurm YAML") << QByteArray("---\n- topology: t\n  tree:\n    switches:\n      - switch: l1\n"
                                                  "        nodes: a[1-2]\n")
                                    << QByteArray("Slurm topology") << QByteArray("leaf.a2") << QByteArray("l1");
        QTest::newRow("fabric") << QByteArray(
                                       "#\n# Topology file: generated on Mon Nov  3 2025\n#\nSwitch\t2 "
                                       "\"S-a\"\t# \"MF0;l1:X/U1\" enhanced\n[1]\t\"H-1\"[1](1)\t# \"a1 HCA-1\"\n")
                                << QByteArray("ibnetdiscover") << QByteArray("leaf.a1") << QByteArray("l1");
        QTest::newRow("own") << QByteArray(
                                    "{\"schema\": \"headwater.topology/1\", \"nodes\": [{\"name\": \"a1\", \"leaf\": "
                                    "\"l3\"}]}")
                             << QByteArray("topology") << QByteArray("leaf.a1") << QByteArray("l3");
    }
    void everyTopologyIsAFactOfARun()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, variant);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("node7.topo.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const FileContent content = readFile(file.fileName().toStdString(), {}, {});
        QVERIFY(!content.error);
        QCOMPARE(content.source.format, std::string("manifest"));
        QCOMPARE(content.source.variant, variant.toStdString());
        QVERIFY(content.source.used);
        QCOMPARE(content.manifest.at(key.toStdString()).value, value.toStdString());
    }

    void aCutFileOfARunIsNamed()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("topo.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kFour.substr(0, kFour.find("GPU2\tNV12\tNV12")).c_str());
        file.close();
        const FileContent content = readFile(file.fileName().toStdString(), {}, {});
        QVERIFY(content.error);
        QCOMPARE(content.error->file, file.fileName().toStdString());
        QVERIFY(content.manifest.empty());
    }
};

QTEST_APPLESS_MAIN(TestDeviceMatrix)
#include "tst_DeviceMatrix.moc"
