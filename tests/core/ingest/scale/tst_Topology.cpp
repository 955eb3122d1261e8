// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "core/ingest/scale/ScaleFiles.h"
#include "core/ingest/scale/TopologyRanks.h"
#include "core/ingest/scale/TopologyText.h"
#include "core/run/HostList.h"

using namespace headwater;
using Names = std::vector<std::string>;

/// Topologies that other programs write, and results that nccl-tests print.
class TestTopology : public QObject {
    Q_OBJECT
private slots:
    void hostLists();
    void brokenHostLists_data();
    void brokenHostLists();
    void slurm();
    void brokenSlurm_data();
    void brokenSlurm();
    void fabric();
    void rails();
    void ports();
    void severalTopologies();
    void noFabric();
    void oddFabric();
    void directors();
    void slurmBlocks();
    void slurmYaml();
    void byContent();
    void ncclResults();
    void ncclOfOtherHosts();
    void ncclWithoutThatSize();

private:
    std::filesystem::path written(const char* name, QByteArray text) const;
    [[nodiscard]] QByteArray results(const QByteArray& nodes, int bytes) const;

    QTemporaryDir m_folder;
};

namespace {

constexpr std::string_view kSlurm = "# the fabric\n"
                                    "SwitchName=leaf1 Nodes=n[01-02],gpu7 LinkSpeed=100\n"
                                    "switchname=leaf2 nodes=n03, # one\n"
                                    "\n"
                                    "SwitchName=top \\\n"
                                    "  Switches=leaf[1-2]\n";

constexpr std::string_view kFabric = "vendid=0x2c9\ndevid=0xcb20\nswitchguid=0xa(a)\n"
                                     "Switch\t36 \"S-a\"\t\t# \"MF0;leaf1:MSX6036/U1\" enhanced port 0 lid 1 lmc 0\n"
                                     "[1]\t\"H-1\"[1](11)\t\t# \"node01 HCA-1\" lid 4 4xFDR\n"
                                     "[2]\t\"H-2\"[1](12)\t\t# \"node02 mlx5_0\" lid 5 4xFDR\n"
                                     "[36]\t\"S-c\"[1]\t\t# \"MF0;spine:MSX6036/U1\" lid 3 4xFDR\n"
                                     "\nswitchguid=0xb(b)\n"
                                     "Switch\t36 \"S-b\"\t\t# \"leaf2\" enhanced port 0 lid 2 lmc 0\n"
                                     "[1]\t\"H-3\"[1](13)\t\t# \"node03 HCA-1\" lid 6 4xFDR\n"
                                     "[36]\t\"S-c\"[2]\t\t# \"MF0;spine:MSX6036/U1\" lid 3 4xFDR\n"
                                     "\nswitchguid=0xc(c)\n"
                                     "Switch\t36 \"S-c\"\t\t# \"MF0;spine:MSX6036/U1\" enhanced port 0 lid 3 lmc 0\n"
                                     "[1]\t\"S-a\"[36]\t\t# \"MF0;leaf1:MSX6036/U1\" lid 1 4xFDR\n"
                                     "[2]\t\"S-b\"[36]\t\t# \"leaf2\" lid 2 4xFDR\n"
                                     "\ncaguid=0x1\n"
                                     "Ca\t1 \"H-1\"\t\t# \"node01 HCA-1\"\n"
                                     "[1](11) \t\"S-a\"[1]\t\t# lid 4 lmc 0 \"MF0;leaf1:MSX6036/U1\" lid 1 4xFDR\n";

}  // namespace

std::filesystem::path TestTopology::written(const char* name, QByteArray text) const
{
    QFile file(m_folder.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text.replace('\'', '"'));
    return file.fileName().toStdString();
}

void TestTopology::hostLists()
{
    QCOMPARE(*expandHosts("n[08-10,3]"), (Names{"n08", "n09", "n10", "n3"}));
    QCOMPARE(*expandHosts("a,r[1-2]n[1-2]-ib,b"), (Names{"a", "r1n1-ib", "r1n2-ib", "r2n1-ib", "r2n2-ib", "b"}));
    QCOMPARE(*expandHosts(""), Names());
}

void TestTopology::brokenHostLists_data()
{
    QTest::addColumn<QByteArray>("list");
    for (const char* list : {"n[1-", "n[3-1]", "n[a-b]", "n[]]x[", "n[1-999999999]", "n[0-999][0-999]", "n[-1]"})
        QTest::newRow(list) << QByteArray(list);
}

void TestTopology::brokenHostLists()
{
    QFETCH(QByteArray, list);
    QVERIFY(!expandHosts(list.toStdString()));
}

void TestTopology::slurm()
{
    const auto cluster = scale::clusterFromSlurm(kSlurm);
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes.size(), std::size_t(4));
    QCOMPARE(cluster->nodes[1].name, std::string("n02"));
    QCOMPARE(cluster->nodes[2].leaf, std::string("leaf1"));
    QCOMPARE(cluster->nodes[3].leaf, std::string("leaf2"));
    for (const ClusterNode& node : cluster->nodes)
        QCOMPARE(node.spine, std::string("top"));
    // As `scontrol show topology` prints it: switches over others repeat the nodes below.
    const auto shown =
        scale::clusterFromSlurm("SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=tux[0-3]\n"
                                "SwitchName=leaf2 Level=0 LinkSpeed=1 Nodes=tux[4-7]\n"
                                "SwitchName=top Level=1 LinkSpeed=1 Nodes=tux[0-7] Switches=leaf[1-2]\n");
    QVERIFY(shown);
    QCOMPARE(shown->nodes.size(), std::size_t(8));
    QCOMPARE(shown->nodes[5].leaf, std::string("leaf2"));
    QCOMPARE(shown->nodes[5].spine, std::string("top"));
}

void TestTopology::brokenSlurm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("no key") << QByteArray("SwitchName=a Nodes=x\nhello") << QByteArray("line 2");
    QTest::newRow("no switch") << QByteArray("Nodes=x") << QByteArray("line 1");
    QTest::newRow("twice") << QByteArray("SwitchName=a Nodes=x\nSwitchName=b Nodes=x") << QByteArray("line 2");
    QTest::newRow("list") << QByteArray("SwitchName=a Nodes=x[1") << QByteArray("line 1");
    QTest::newRow("no nodes") << QByteArray("SwitchName=a Switches=b") << QByteArray();
    QTest::newRow("a key twice") << QByteArray("SwitchName=a Nodes=x Nodes=y") << QByteArray("line 1");
    QTest::newRow("a misspelt key") << QByteArray("SwitchName=a Nodes=x\nSwitchName=b Nodez=y") << QByteArray("line 2");
    QTest::newRow("a switch twice") << QByteArray("SwitchName=a Nodes=x\nSwitchName=a Nodes=y") << QByteArray("line 2");
    QTest::newRow("scontrol: a node of no leaf")
        << QByteArray("SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=a\nSwitchName=top Level=1 LinkSpeed=1 Nodes=a,b "
                      "Switches=leaf1\n")
        << QByteArray();
    QTest::newRow("nodes and switches") << QByteArray("SwitchName=a Nodes=x Switches=b\nSwitchName=b Nodes=y")
                                        << QByteArray("line 1");
    QTest::newRow("a ghost") << QByteArray("SwitchName=a Nodes=x\nSwitchName=b Switches=a,ghost") << QByteArray();
    QTest::newRow("goes on") << QByteArray("SwitchName=a Nodes=x\nSwitchName=b \\") << QByteArray("line 2");
    QTest::newRow("all") << QByteArray("SwitchName=a Nodes=ALL") << QByteArray("line 1");
    QTest::newRow("blocks too") << QByteArray("SwitchName=a Nodes=x\nBlockName=b Nodes=y") << QByteArray("line 2");
}

void TestTopology::brokenSlurm()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    const auto cluster = scale::clusterFromSlurm(text.toStdString());
    QVERIFY(!cluster);
    QCOMPARE(cluster.error().code, ErrorCode::Malformed);
    QCOMPARE(cluster.error().where, where.toStdString());
}

void TestTopology::fabric()
{
    const auto cluster = scale::clusterFromFabric(kFabric);
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes.size(), std::size_t(3));
    QCOMPARE(cluster->nodes[0].name, std::string("node01"));
    QCOMPARE(cluster->nodes[0].leaf, std::string("leaf1"));
    QCOMPARE(cluster->nodes[1].leaf, std::string("leaf1"));
    QCOMPARE(cluster->nodes[2].leaf, std::string("leaf2"));
    QCOMPARE(cluster->nodes[2].spine, std::string("spine"));
}

/// A node with two adapters hangs on both of their switches.
void TestTopology::rails()
{
    const auto cluster = scale::clusterFromFabric("Switch\t2 \"S-a\"\t# \"l1\"\n[1]\t\"H-1\"[1]\t# \"n1 mlx5_0\"\n"
                                                  "Switch\t2 \"S-b\"\t# \"l2\"\n[1]\t\"H-2\"[1]\t# \"n1 mlx5_1\"\n");
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes.size(), std::size_t(1));
    QCOMPARE(cluster->nodes[0].leaf, std::string("l1+l2"));
}

/// What real fabrics say: quotes and spaces in names, names nobody set, units of switches, two ports, several cables.
void TestTopology::oddFabric()
{
    const auto cluster =
        scale::clusterFromFabric("Switch\t40 \"S-a\"\t# \"Quantum Mellanox Technologies\" base port 0 lid 1\n"
                                 "[1]\t\"H-1\"[1](1)\t# \"gpu \"big\" 01 mlx5_0\" lid 4 4xHDR\n"
                                 "[2]\t\"H-2\"[1](2)\t# \"MT4123 ConnectX6 Mellanox Technologies\" lid 5\n"
                                 "[3]\t\"H-3\"[1](3)\t# \"MT4123 ConnectX6 Mellanox Technologies\" lid 6\n"
                                 "[4]\t\"H-4\"[1](4)\t# \"n4 HCA-1\" lid 7\n[5]\t\"H-4\"[2](5)\t# \"n4 HCA-1\" lid 8\n"
                                 "[39]\t\"S-c\"[1]\t# \"spine\" lid 9\n[40]\t\"S-c\"[2]\t# \"spine\" lid 9\n"
                                 "[41]\t\"H-9\"[1](9)\t# \"Mellanox Technologies Aggregation Node\" lid 10\n"
                                 "Switch\t40 \"S-b\"\t# \"Quantum Mellanox Technologies\" base port 0 lid 2\n"
                                 "[1]\t\"H-4\"[1](4)\t# \"n4 HCA-2\" lid 7\n[2]\t\"H-5\"[1](5)\t# \"n5\" lid 11\n"
                                 "[40]\t\"S-c\"[3]\t# \"spine\" lid 9\n"
                                 "Switch\t40 \"S-c\"\t# \"spine\" base port 0 lid 9\n[1]\t\"S-a\"[39]\t# \"x\" lid 1\n"
                                 "[41]\t\"H-8\"[1](8)\t# \"Mellanox Technologies Aggregation Node\" lid 12\n");
    QVERIFY(cluster);
    Names names;
    for (const ClusterNode& node : cluster->nodes) {
        names.push_back(node.name);
        QCOMPARE(node.spine, std::string("spine"));  // which is no leaf, whatever aggregates in it
    }
    QCOMPARE(names, (Names{"H-2", "H-3", "gpu \"big\" 01", "n4", "n5"}));
    // Two switches of one name stay two.
    QCOMPARE(cluster->nodes[0].leaf, std::string("Quantum Mellanox Technologies S-a"));
    QCOMPARE(cluster->nodes[4].leaf, std::string("Quantum Mellanox Technologies S-b"));
    QCOMPARE(cluster->nodes[3].leaf,
             std::string("Quantum Mellanox Technologies S-a+Quantum Mellanox Technologies S-b"));
}

/// The parts of a director are switches of their own.
void TestTopology::directors()
{
    const auto cluster = scale::clusterFromFabric(
        "Switch\t36 \"S-a\"\t# \"MF0;big:CS7510/L01/U1\" lid 1\n[1]\t\"H-1\"[1]\t# \"n1 mlx5_0\"\n[2]\t\"S-c\"[1]\t# "
        "\"x\"\n"
        "Switch\t36 \"S-b\"\t# \"MF0;big:CS7510/L02/U1\" lid 2\n[1]\t\"H-2\"[1]\t# \"n2 mlx5_0\"\n"
        "Switch\t36 \"S-c\"\t# \"MF0;big:CS7510/S01/U1\" lid 3\n");
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes[0].leaf, std::string("big:CS7510/L01/U1"));
    QCOMPARE(cluster->nodes[1].leaf, std::string("big:CS7510/L02/U1"));
    QCOMPARE(cluster->nodes[0].spine, std::string("big:CS7510/S01/U1"));
}

void TestTopology::slurmBlocks()
{
    const auto cluster =
        readCluster(written("block.conf", "\r\nBlockName=b1 Nodes=n[1-2]\r\nBlockName=b2 \\\r\n Nodes=n[3-4]\r\n"
                                          "BlockSizes=2,4\r\n"),
                    {});
    QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
    QCOMPARE(cluster->nodes.size(), std::size_t(4));
    QCOMPARE(cluster->nodes[3].leaf, std::string("b2"));
}

void TestTopology::slurmYaml()
{
    const QByteArray text = "---\n# both\n- topology: flat\n  flat: true\n"
                            "- topology: blocks\n  block:\n    block_sizes: [4, 16]\n    blocks:\n"
                            "      - block: b1\n        nodes: n[1-8]\n"
                            "- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n"
                            "      - switch: top   # all\n        children: s[1-2]\n"
                            "      - switch: 's1'\n        nodes: 'node[01-02]'\n      - switch: s2\n"
                            "        nodes: node03,x[1-2]\n";
    const auto cluster = scale::clusterFromSlurmYaml(text.toStdString());
    QVERIFY2(cluster, cluster ? "" : describe(cluster.error()).c_str());
    QCOMPARE(cluster->nodes.size(), std::size_t(5));
    QCOMPARE(cluster->nodes[1].name, std::string("node02"));
    QCOMPARE(cluster->nodes[1].leaf, std::string("s1"));
    QCOMPARE(cluster->nodes[4].name, std::string("x2"));
    QCOMPARE(cluster->nodes[4].spine, std::string("top"));
    QFile file(m_folder.filePath("topology.yaml"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    QCOMPARE(readCluster(file.fileName().toStdString(), {})->nodes.size(), std::size_t(5));
    // Without a default the first that has switches or blocks.
    QByteArray other = text;
    const auto blocks = scale::clusterFromSlurmYaml(other.replace("cluster_default: true", "x: y").toStdString());
    QCOMPARE(blocks->nodes.size(), std::size_t(8));
    QCOMPARE(blocks->nodes[0].leaf, std::string("b1"));
    QVERIFY(!scale::clusterFromSlurmYaml("- topology: flat\n  flat: true\n"));
}

/// `ibnetdiscover -p`: a line a port, hosts with several adapters on several leaves, ports that lead nowhere.
void TestTopology::ports()
{
    const std::string_view text = "CA   134  1 0xb4bde 4x EDR - SW  1719 10 0x0a ( 'o0001 HCA-1' - 'leaf1' )\n"
                                  "CA   135  1 0xb4bdf 4x EDR - SW  2052 10 0x0b ( 'o0001 HCA-2' - 'leaf2' )\n"
                                  "CA   133  1 0xb4b96 4x EDR - SW  1719 11 0x0a ( 'o0002 HCA-1' - 'leaf1' )\n"
                                  "SW  1719 10 0x0a 4x EDR - CA   134  1 0xb4bde ( 'leaf1' - 'o0001 HCA-1' )\n"
                                  "SW  1719  1 0x0a 4x EDR - SW  1516  1 0x0c ( 'leaf1' - 'spine1' )\n"
                                  "SW  2052 37 0x0b 4x ???                                    'leaf2'\n";
    QVERIFY(scale::isFabric(text));
    const auto cluster = scale::clusterFromFabric(text);
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes.size(), std::size_t(2));
    QCOMPARE(cluster->nodes[0].name, std::string("o0001"));
    QCOMPARE(cluster->nodes[0].leaf, std::string("leaf1+leaf2"));
    QCOMPARE(cluster->nodes[1].leaf, std::string("leaf1"));
    QCOMPARE(cluster->nodes[1].spine, std::string("spine1"));
}

void TestTopology::severalTopologies()
{
    const auto file = written("topology.yaml", "- topology: wide\n  tree:\n    switches:\n      - switch: s1\n"
                                               "        nodes: n[1-2]\n- topology: narrow\n  block:\n    blocks:\n"
                                               "      - block: b1\n        nodes: n[1-2]\n");
    const auto cluster = readCluster(file, {});
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes[0].leaf, std::string("s1"));
    const auto more = scale::readTopologyRanks(file, *cluster, {});
    QVERIFY(more);
    QCOMPARE(more->problems.size(), std::size_t(1));
    QVERIFY(more->problems[0].message.find("narrow") != std::string::npos);
}

void TestTopology::noFabric()
{
    QVERIFY(!scale::clusterFromFabric("Switch\t2 \"S-a\"\t# \"l1\"\n[1]\t\"S-b\"[1]\t# \"l2\"\n"));
}

void TestTopology::byContent()
{
    const auto bytes = [](std::string_view text) { return QByteArray(text.data(), qsizetype(text.size())); };
    QCOMPARE(readCluster(written("topology.conf", bytes(kSlurm)), {})->nodes.size(), std::size_t(4));
    QCOMPARE(readCluster(written("fabric.txt", bytes(kFabric)), {})->nodes.size(), std::size_t(3));
    const auto broken = readCluster(written("x.conf", "SwitchName=a Nodes=x[1"), {});
    QVERIFY(!broken);
    QVERIFY(broken.error().file.ends_with("x.conf"));
}

/// A table as all_reduce_perf prints it, of one GPU on each of two hosts.
static QByteArray table(double busBandwidth)
{
    return QByteArray("# nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 "
                      "agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n"
                      "#  Rank  0 Group  0 Pid  11 on     n1 device  0 [0x0f] NVIDIA H100\n"
                      "#  Rank  1 Group  0 Pid  12 on     n2 device  0 [0x0f] NVIDIA H100\n#\n"
                      "#                                                              out-of-place                     "
                      "  in-place\n"
                      "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
                      "algbw   busbw #wrong\n"
                      "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  "
                      "(GB/s)  (GB/s)\n"
                      "     1048576        262144     float     sum      -1    100.0   10.49   ") +
           QByteArray::number(busBandwidth, 'f', 2) +
           "      0    100.0   10.49   99.00      0\n# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 10\n";
}

QByteArray TestTopology::results(const QByteArray& nodes, int bytes) const
{
    const QByteArray size = QByteArray::number(bytes);
    return "{'schema':'headwater.scale-results/1','experiments':[{'groups':[{'nodes':" + nodes +
           ",'baseline':{'nccl_tests':['all_reduce_b.log'],'message_bytes':" + size +
           "},'current':{'nccl_tests':['all_reduce_c.log','all_reduce_d.log'],'message_bytes':" + size + "}}]}]}";
}

void TestTopology::ncclResults()
{
    written("all_reduce_b.log", table(20.5));
    written("all_reduce_c.log", table(10.25));
    written("all_reduce_d.log", table(10.5));
    const auto read = readScaleResults(written("r.json", results("['n1.cluster','n2']", 1'048'576)), {});
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    const GroupMeasurement& group = read->front().front();
    QVERIFY(group.higherIsBetter);
    QCOMPARE(group.metric, std::string("busbw_gbps"));
    QCOMPARE(group.baseline.values, std::vector<double>{20.5});
    QCOMPARE(group.current.values, (std::vector<double>{10.25, 10.5}));
    QCOMPARE(group.current.invariants.at("message_bytes"), std::string("1048576"));
    QCOMPARE(group.current.invariants.at("ranks"), std::string("2"));
    QCOMPARE(group.current.invariants, group.baseline.invariants);
}

void TestTopology::ncclOfOtherHosts()
{
    const auto read = readScaleResults(written("r.json", results("['n1','n3']", 1'048'576)), {});
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::BadUsage);
    QVERIFY(read.error().what.find("n1, n2") != std::string::npos);
}

void TestTopology::ncclWithoutThatSize()
{
    const auto read = readScaleResults(written("r.json", results("['n1','n2']", 4096)), {});
    QVERIFY(!read);
    QVERIFY(read.error().what.find("4096") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestTopology)
#include "tst_Topology.moc"
