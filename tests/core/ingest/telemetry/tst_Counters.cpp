// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr Ns kSecond = 1'000'000'000;

}  // namespace

class tst_Counters : public QObject {
    Q_OBJECT

private slots:
    void dcgmi()
    {
        const Folder folder;
        const std::string head = "#Entity   GPUTL  POWER     SMACT  XYZZY\nID        %      W\n";
        const FileContent content = readText(
            folder, head + "GPU 0     72     155.300   0.500  1\nGPU 1     N/A    150.000   140737488355328.000  1\n" +
                        head + "GPU 0     74     156.300   0.600  1\nGPU 0 LINK 3     1   2   0.1  4\nnonsense\n");
        const MetricSeries* busy = findSeries(content, "gpu.utilization", "gpu 0");
        QVERIFY(busy && busy->clock == ClockKind::Order && busy->time == (std::vector<Ns>{0, kSecond}));
        QVERIFY(close(busy->value[0], 0.72) && close(busy->value[1], 0.74));
        QVERIFY(!findSeries(content, "gpu.utilization", "gpu 1"));
        QVERIFY(!findSeries(content, "gpu.active.sm", "gpu 1"));
        QVERIFY(findSeries(content, "gpu.power.draw", "gpu 1"));
        QVERIFY(findSeries(content, "gpu.power.draw", "gpu 0 link 3"));
        QVERIFY(findProblem(content, "ragged-row") && findProblem(content, "unknown-metric"));
    }

    void rocm()
    {
        const Folder folder;
        const auto document = [](const char* use) {
            return json(std::string("{'card0': {'GPU use (%)': '") + use +
                        "', 'sclk clock speed:': '(2100Mhz)', 'Average Graphics Package Power (W)': '420.5', "
                        "'Fan speed (%)': null, 'VRAM Total Used Memory (B)': '1024', 'Card series': 'MI300'}, "
                        "'system': {'Driver version': '6.3'}}\n");
        };
        const FileContent content = readText(folder, document("99") + document("50"));
        const MetricSeries* busy = findSeries(content, "gpu.utilization", "gpu 0");
        QVERIFY(busy && close(busy->value[0], 0.99) && close(busy->value[1], 0.5));
        QVERIFY(findSeries(content, "gpu.clock.sm")->value.front() == 2.1e9);
        QVERIFY(findSeries(content, "gpu.memory.used")->value.front() == 1024);
        QVERIFY(!findSeries(content, "gpu.fan"));
        QCOMPARE(content.manifest.at("driver").value, std::string("6.3"));
        QVERIFY(findProblem(content, "unknown-metric")->message.find("Card series") != std::string::npos);
    }

    void superBench()
    {
        const Folder folder;
        const FileContent content = readText(
            folder,
            json("{'time': '2024-05-01 10:11:12', 'gpu_usage:1': 97, 'gpu_mem_used:1': 1000, 'what': 1}\nbroken\n"
                 "{'gpu_usage:1': 5}\n"));
        const MetricSeries* busy = findSeries(content, "gpu.utilization", "gpu 1");
        QVERIFY(busy && busy->clock == ClockKind::LocalTime && close(busy->value.front(), 0.97));
        QCOMPARE(busy->time.front(), 1714558272LL * kSecond);
        QVERIFY(findProblem(content, "malformed-line") && findProblem(content, "bad-time"));
    }

    /// A number of its own that is none any more once its unit is applied.
    void countersBeyondAnyNumberAreLeftOut()
    {
        const Folder folder;
        const std::string file = "/sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data:";
        const FileContent content =
            readText(folder, "1700000000\n" + file + "1.7976931348623157e308\n1700000001\n" + file + "100\n");
        const Problem* problem = findProblem(content, "implausible-value");
        QVERIFY(problem && problem->position == "line 2");
        const MetricSeries* sent = findSeries(content, "net.tx_bytes");
        QVERIFY(sent && std::isnan(sent->value[0]) && sent->value[1] == 400);
        const FileContent text =
            readText(folder, "node_memory_MemFree_bytes 1e308\nDCGM_FI_DEV_FB_USED{gpu=\"0\"} 1e308\n");
        QVERIFY(findProblem(text, "implausible-value") && !findSeries(text, "gpu.memory.used"));
    }

    void perfqueryCountsWords()
    {
        const Folder folder;
        const auto port = [](int number, const char* data) {
            return "# Port extended counters: Lid 1719 port " + std::to_string(number) +
                   " (CapMask: 0x5300)\nPortSelect:......................1\nCounterSelect:...................0x0000\n"
                   "PortXmitData:...................." +
                   data + "\nPortXmitWait:....................7\nPortNew:.........3\n";
        };
        const FileContent content = readText(folder, port(1, "100") + port(2, "500") + port(1, "350") + port(2, "500"));
        const MetricSeries* sent = findSeries(content, "net.tx_bytes", "lid 1719 port 1");
        QVERIFY(sent && sent->kind == SeriesKind::Counter && sent->value == (std::vector<double>{400, 1400}));
        QVERIFY(findSeries(content, "net.tx_bytes.rate", "lid 1719 port 1")->value == std::vector<double>{1000});
        QVERIFY(findSeries(content, "net.tx_bytes.rate", "lid 1719 port 2")->value == std::vector<double>{0});
        QVERIFY(findSeries(content, "net.tx_wait")->value.front() == 7);
        QVERIFY(findProblem(content, "unknown-metric")->message.find("PortNew") != std::string::npos);
    }

    void plainPerfquerySaturates()
    {
        const Folder folder;
        const FileContent content = readText(folder, "# Port counters: Lid 6 port 1 (CapMask: 0x1600)\n"
                                                     "PortXmitData:....................4294967295\n"
                                                     "PortRcvData:.....................10\n"
                                                     "LinkDownedCounter:...............255\n");
        QVERIFY(!findSeries(content, "net.tx_bytes"));
        QVERIFY(!findSeries(content, "net.link_downed"));
        QVERIFY(findSeries(content, "net.rx_bytes")->value.front() == 40);
        QVERIFY(findProblem(content, "saturated-counter")->message.find("perfquery -x") != std::string::npos);
    }

    /// As copied out of /sys: one number a file, only the path says what it counts.
    void sysfsFilesByTheirPath()
    {
        const Folder folder;
        const std::string place = "sys/class/infiniband/mlx5_0/ports/1/counters/";
        const FileContent content = readFile(folder.write(place + "port_xmit_data", "123\n"), {}, {});
        QCOMPARE(content.source.format, std::string("ib-counters"));
        const MetricSeries* sent = findSeries(content, "net.tx_bytes", "mlx5_0 port 1");
        QVERIFY(sent);
        QVERIFY(sent->value == std::vector<double>{123.0 * 4});  // counted in words of four bytes
        QCOMPARE(readFile(folder.write(place + "of_no_name", "123\n"), {}, {}).source.format, std::string("unknown"));
        QCOMPARE(readFile(folder.write(place + "port_rcv_data", "1\n2\n"), {}, {}).source.format,
                 std::string("unknown"));
        QCOMPARE(readFile(folder.write("port_xmit_data", "123\n"), {}, {}).source.format, std::string("unknown"));
    }

    void sysfsInAllSpellings()
    {
        const Folder folder;
        const std::string path = "/sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data";
        const std::vector<std::string> spellings = {path + ":25\n",
                                                    path + " 25\n",
                                                    path + "=25\n",
                                                    path + ": 25\n",
                                                    "==> " + path + " <==\n25\n",
                                                    "mlx5_0/ports/1/counters/port_xmit_data:25\n"};
        for (const std::string& text : spellings) {
            const FileContent content = readText(folder, text);
            const MetricSeries* sent = findSeries(content, "net.tx_bytes", "mlx5_0 port 1");
            QVERIFY2(sent && sent->value == std::vector<double>{100}, text.c_str());
        }
        const FileContent timed = readText(folder, "1700000000\n" + path + ":0\n1700000010\n" + path + ":250\n");
        QVERIFY(findSeries(timed, "net.tx_bytes")->clock == ClockKind::Epoch);
        QVERIFY(findSeries(timed, "net.tx_bytes.rate")->value == std::vector<double>{100});
    }

    void ethtool()
    {
        const Folder folder;
        const FileContent content = readText(
            folder,
            "# ethtool -S eth2\nNIC statistics:\n     rx_bytes_phy: 100\n     rx_prio3_pause_duration: 2000000\n"
            "     rx17_packets: 5\n     duplicate metric: 1\n     tx_packets: lots\n");
        const MetricSeries* pause = findSeries(content, "net.pause_time.rx.prio3", "eth2");
        QVERIFY(pause && pause->unit == "s" && close(pause->value.front(), 2.0));
        QVERIFY(findProblem(content, "malformed-value"));
        QVERIFY(findProblem(content, "unknown-metric")->message.find("rx17_packets") != std::string::npos);
        const FileContent bare = readText(folder, "NIC statistics:\n     rx_bytes: 1\n");
        QVERIFY(findProblem(bare, "device-unknown"));
    }

    void cutInsideANumber()
    {
        const Folder folder;
        const std::string whole = "# Port extended counters: Lid 5 port 1 (CapMask: 0x5300)\n"
                                  "PortXmitData:....................123456\nPortRcvData:.....................123456\n";
        QVERIFY(!findProblem(readText(folder, whole), "no-line-end"));
        const FileContent cut = readText(folder, whole.substr(0, whole.size() - 4));
        QVERIFY(findProblem(cut, "no-line-end"));
        QCOMPARE(findProblem(cut, "no-line-end")->position, std::string("line 3"));
    }

    void rdma()
    {
        const Folder folder;
        const FileContent asJson =
            readText(folder, json("[{'ifname':'rocep1','port':1,'tx_rdma_ucast_bytes':12,'odd':{'a':1}},"
                                  "{'ifname':'rocep2','port':1,'tx_rdma_ucast_bytes':13}]"));
        QVERIFY(findSeries(asJson, "net.tx_bytes", "rocep2 port 1")->value.front() == 13);
        const FileContent asText = readText(folder, "link mlx5_0/1 rx_write_requests 123 out_of_sequence 4\n");
        QCOMPARE(asText.source.variant, std::string("rdma statistic"));
        QVERIFY(findSeries(asText, "net.out_of_sequence", "mlx5_0 port 1")->value.front() == 4);
    }
};

QTEST_GUILESS_MAIN(tst_Counters)
#include "tst_Counters.moc"
