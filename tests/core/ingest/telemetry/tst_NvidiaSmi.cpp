// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kFirst = 1739904995LL * kSecond + 571'000'000;  ///< 2025/02/18 18:56:35.571

}  // namespace

class tst_NvidiaSmi : public QObject {
    Q_OBJECT

private slots:
    void everyUnitStyleGivesTheSame()
    {
        const Folder folder;
        const std::vector<std::string> styles = {
            "timestamp, index, memory.used [MiB], utilization.gpu [%]\n2025/02/18 18:56:35.571, 3, 2771 MiB, 38 %\n",
            "timestamp, index, memory.used [MiB], utilization.gpu [%]\n2025/02/18 18:56:35.571, 3, 2771, 38\n",
            "timestamp, index, memory.used, utilization.gpu\n2025/02/18 18:56:35.571, 3, 2771 MiB, 38 %\n",
            "utilization.gpu [%],memory.used [MiB],index,timestamp\n38,2771,3,2025/02/18 18:56:35.571\n",
            "timestamp,index,memory_used,utilization_gpu\n2025/02/18 18:56:35.571,3,2771 MiB,38 %\n",
        };
        for (const std::string& text : styles) {
            const FileContent content = readText(folder, text);
            const MetricSeries* memory = findSeries(content, "gpu.memory.used", "gpu 3");
            const MetricSeries* busy = findSeries(content, "gpu.utilization", "gpu 3");
            QVERIFY2(memory && busy, text.c_str());
            QVERIFY(memory->value == std::vector<double>{2771.0 * 1048576});
            QVERIFY(close(busy->value.front(), 0.38));
            QCOMPARE(memory->unit, std::string("B"));
            QCOMPARE(busy->unit, std::string("1"));
            QVERIFY(memory->kind == SeriesKind::Gauge && memory->clock == ClockKind::LocalTime);
            QCOMPARE(memory->time.front(), kFirst);
        }
    }

    void impossibleValuesAreLeftOutAndNamed()
    {
        const Folder folder;
        const FileContent content =
            readText(folder, "timestamp, index, power.draw [W], utilization.gpu [%], memory.used [MiB]\n"
                             "2025/02/18 18:56:35.571, 3, 700, 100, 5\n2025/02/18 18:56:36.571, 3, 18000, 380, -5\n");
        for (const char* name : {"gpu.power.draw", "gpu.utilization", "gpu.memory.used"}) {
            const MetricSeries* series = findSeries(content, name, "gpu 3");
            QVERIFY2(series && series->missing == 1 && std::isnan(series->value[1]), name);
        }
        const auto odd = std::ranges::find(content.source.problems, "implausible-value", &Problem::code);
        QVERIFY(odd != content.source.problems.end());
        QCOMPARE(odd->position, std::string("line 3"));
        QVERIFY(odd->message.ends_with("(3 times)"));
    }

    void aCellAgainstItsHeaderIsNamed()
    {
        const Folder folder;
        const FileContent content =
            readText(folder, "timestamp, index, power.draw [mW]\n2025/02/18 18:56:35.571, 3, 200 W\n");
        QVERIFY(close(findSeries(content, "gpu.power.draw", "gpu 3")->value.front(), 200));
        const auto conflict = std::ranges::find(content.source.problems, "unit-conflict", &Problem::code);
        QVERIFY(conflict != content.source.problems.end());
        QCOMPARE(conflict->position, std::string("line 2"));
    }

    void ownWordsNeedAUnit()
    {
        const Folder folder;
        const FileContent content = readText(folder, "timestamp,gpu_utilization,memory_used,temperature\n"
                                                     "2025/02/18 18:56:35.571,38,2771,41\n");
        QVERIFY(findSeries(content, "gpu.temperature"));
        QVERIFY(!findSeries(content, "gpu.memory.used"));
        QVERIFY(!findSeries(content, "gpu.utilization"));
        QVERIFY(findProblem(content, "unit-unclear"));
    }

    void restartsRepeatTheHeader()
    {
        const Folder folder;
        const std::string header = "timestamp, index, power.draw [W], clocks_throttle_reasons.active\n";
        const FileContent content =
            readText(folder, header + "2025/02/18 18:56:35.571, 0, 100.00 W, 0x0000000000000004\n" + header +
                                 "2025/02/18 18:56:36.571, 0, [N/A], 0x0000000000000000\n"
                                 "timestamp, power.draw [W], index\n2025/02/18 18:56:37.571, 120.00 W, 0\n");
        const MetricSeries* power = findSeries(content, "gpu.power.draw", "gpu 0");
        QVERIFY(power);
        QCOMPARE(power->value.size(), std::size_t(3));
        QVERIFY(power->value[0] == 100 && std::isnan(power->value[1]) && power->value[2] == 120);
        QCOMPARE(power->missing, std::uint64_t(1));
        const MetricSeries* reasons = findSeries(content, "gpu.throttle.reasons");
        QVERIFY(reasons && reasons->kind == SeriesKind::State && reasons->unit == "bitmask");
        QVERIFY(reasons->value == (std::vector<double>{4, 0}));
        QCOMPARE(content.source.events, std::uint64_t(3));
        QVERIFY(findProblem(content, "malformed-line") == nullptr);
    }

    void countersBecomeRates()
    {
        const Folder folder;
        const FileContent content =
            readText(folder, "timestamp, index, clocks_event_reasons_counters.sw_power_cap [us]\n"
                             "2025/02/18 18:56:35.571, 0, 0 us\n2025/02/18 18:56:36.571, 0, 250000 us\n"
                             "2025/02/18 18:56:38.571, 0, 750000 us\n2025/02/18 18:56:39.571, 0, 10 us\n");
        const MetricSeries* raw = findSeries(content, "gpu.throttle_time.sw_power_cap");
        const MetricSeries* rate = findSeries(content, "gpu.throttle_time.sw_power_cap.rate");
        QVERIFY(raw && raw->kind == SeriesKind::Counter && raw->unit == "s" && raw->resets == 1);
        QVERIFY(rate && rate->kind == SeriesKind::Rate && rate->unit == "1");
        QCOMPARE(rate->value.size(), std::size_t(3));
        QVERIFY(close(rate->value[0], 0.25) && close(rate->value[1], 0.25) && std::isnan(rate->value[2]));
    }

    void quotesAcrossLines()
    {
        const Folder folder;
        const FileContent content = readText(folder, "timestamp,gpu_name,power_draw,memory_total\r\n"
                                                     "2025/03/25 09:37:08.898,Tesla P100,180.51 W,\"16384 MiB\n"
                                                     "2025/03/25 09:37:08.903\",Tesla P100,25.20 W,16384 MiB\r\n"
                                                     "2025/03/25 09:38:09.013,Tesla P100,30.89 W,\"16384 MiB\n"
                                                     "2025/03/25 09:38:09.018\",Tesla P100,25.28 W,16384 MiB\r\n");
        const MetricSeries* first = findSeries(content, "gpu.power.draw", "gpu 0");
        const MetricSeries* second = findSeries(content, "gpu.power.draw", "gpu 1");
        QVERIFY(first && second);
        QVERIFY(first->value == (std::vector<double>{180.51, 30.89}));
        QVERIFY(second->value == (std::vector<double>{25.20, 25.28}));
        QVERIFY(findProblem(content, "broken-quotes"));
        QVERIFY(findProblem(content, "device-assumed"));
        QCOMPARE(findProblem(content, "device-assumed")->position, std::string("line 2"));
        QCOMPARE(content.manifest.at("gpu").value, std::string("Tesla P100"));
    }

    void noHeader()
    {
        const Folder folder;
        const FileContent told =
            readText(folder, "2025/02/18 18:56:35.571, NVIDIA A100-SXM4-80GB, 0, 2771 MiB, 38 %\n"
                             "2025/02/18 18:56:35.572, NVIDIA A100-SXM4-80GB, 1, 2337 MiB, 40 %\n");
        const MetricSeries* memory = findSeries(told, "gpu.memory.used", "gpu 1");
        QVERIFY(memory && memory->value.front() == 2337.0 * 1048576);
        QVERIFY(findSeries(told, "gpu.utilization", "gpu 0"));
        QVERIFY(findProblem(told, "columns-inferred"));
        // Two percentages: which is which cannot be told.
        const FileContent half = readText(folder, "2025/02/18 18:56:35.571, 0, 2771 MiB, 38 %, 12 %\n");
        QVERIFY(findSeries(half, "gpu.memory.used"));
        QVERIFY(!findSeries(half, "gpu.utilization"));
        const FileContent none = readText(folder, "2025/02/18 18:56:35.571, NVIDIA A100-SXM4-80GB, 0, 2771, 38\n");
        QCOMPARE(none.source.format, std::string("nvidia-smi-csv"));
        QVERIFY(none.error && none.error->code == ErrorCode::NothingUsable);
        QVERIFY(none.error->advice.find("--query-gpu") != std::string::npos);
    }

    void aUnitThatIsNotSaidIsAssumedAloud()
    {
        const Folder folder;
        const FileContent content = readText(folder, "timestamp, index, power.draw, memory.used [MiB]\n"
                                                     "2025/02/18 18:56:35.571, 0, 38, 2771\n");
        const Problem* problem = findProblem(content, "unit-assumed");
        QVERIFY(problem && problem->message.find("power.draw") != std::string::npos);
        QCOMPARE(problem->position, std::string("line 2"));
        const FileContent said = readText(folder, "timestamp, index, power.draw\n2025/02/18 18:56:35.571, 0, 38 W\n");
        QVERIFY(!findProblem(said, "unit-assumed"));
    }

    void oddRows()
    {
        const Folder folder;
        const FileContent content = readText(folder, "timestamp, index, memory.used [MiB], fan.speed [%]\n"
                                                     "2025/02/18 18:56:35.571, 0, 2771 MiB, [N/A]\n"
                                                     "garbage\n"
                                                     "not a time, 0, 1 MiB, [N/A]\n"
                                                     "2025/02/18 18:56:34.571, 0, 5 MiB, [N/A]\n"
                                                     "2025/02/18 18:56:37.571, 0, lots, [N/A]\n"
                                                     "2025/02/18 18:56:38.571, 0, 27, [N/A]\n");
        const MetricSeries* memory = findSeries(content, "gpu.memory.used");
        QVERIFY(memory);
        QCOMPARE(memory->value.size(), std::size_t(4));
        QVERIFY(memory->value[0] == 5.0 * 1048576 && memory->value[1] == 2771.0 * 1048576);
        QVERIFY(std::isnan(memory->value[2]) && std::isnan(memory->value[3]));
        for (const char* code : {"ragged-row", "bad-time", "times-not-ascending", "malformed-value", "cut-value"})
            QVERIFY2(findProblem(content, code), code);
        QCOMPARE(findProblem(content, "ragged-row")->position, std::string("line 3"));
        QCOMPARE(findProblem(content, "times-not-ascending")->position, std::string("line 5"));
        QVERIFY(!findSeries(content, "gpu.fan"));
        QVERIFY(findProblem(content, "no-values")->message.find("fan.speed") != std::string::npos);
    }

    void devicesByBusOrUuidAndProcess()
    {
        const Folder folder;
        const FileContent bus = readText(
            folder,
            "timestamp, pci.bus_id, power.draw [W], hostname\n2025/02/18 18:56:35.571, 00000000:3B:00.0, 9 W, n7\n");
        const MetricSeries* power = findSeries(bus, "gpu.power.draw", "gpu 00000000:3B:00.0");
        QVERIFY(power && power->host == "n7");
        const FileContent apps = readText(folder, "timestamp, gpu_uuid, pid, used_gpu_memory [MiB]\n"
                                                  "2025/02/18 18:56:35.571, GPU-9, 77, 2566 MiB\n");
        QVERIFY(findSeries(apps, "gpu.process.memory", "gpu GPU-9 pid 77"));
    }

    void noTimesMeansOrder()
    {
        const Folder folder;
        const FileContent content = readText(folder, "index, power.draw [W]\n0, 1 W\n1, 2 W\n0, 3 W\n1, 4 W\n");
        const MetricSeries* power = findSeries(content, "gpu.power.draw", "gpu 1");
        QVERIFY(power && power->clock == ClockKind::Order);
        QVERIFY(power->time == (std::vector<Ns>{0, kSecond}));
        QVERIFY(power->value == (std::vector<double>{2, 4}));
        QVERIFY(findProblem(content, "no-clock"));
    }

    void monitorsWithAndWithoutTimes()
    {
        const Folder folder;
        const std::string plain = "# gpu    pwr  gtemp     sm  rxpci\n# Idx      W      C      %   MB/s\n"
                                  "    0     69     41     12      2\n    1     70      -     13      2\n"
                                  "# gpu    pwr  gtemp     sm  rxpci\n# Idx      W      C      %   MB/s\n"
                                  "    0     71     42     14      2\n    1     72     43\n";
        const FileContent order = readText(folder, plain);
        const MetricSeries* power = findSeries(order, "gpu.power.draw", "gpu 0");
        QVERIFY(power && power->clock == ClockKind::Order);
        QVERIFY(power->value == (std::vector<double>{69, 71}) && power->time == (std::vector<Ns>{0, kSecond}));
        QVERIFY(!findSeries(order, "gpu.temperature", "gpu 1"));
        QVERIFY(findSeries(order, "gpu.pcie.rx")->value.front() == 2.0 * 1048576);
        QVERIFY(findProblem(order, "ragged-row"));
        const FileContent dated =
            readText(folder, "#Date       Time        gpu    pwr\n#YYYYMMDD   HH:MM:SS    Idx      W\n"
                             " 20250218   18:56:35      0     69\n 20250218   18:56:36      0     70\n");
        const MetricSeries* local = findSeries(dated, "gpu.power.draw");
        QVERIFY(local && local->clock == ClockKind::LocalTime);
        QCOMPARE(local->time.front(), 1739904995LL * kSecond);
        const FileContent hours = readText(folder, "#Time        gpu    pwr\n#HH:MM:SS    Idx      W\n"
                                                   " 23:59:59      0     69\n 00:00:01      0     70\n");
        const MetricSeries* relative = findSeries(hours, "gpu.power.draw");
        QVERIFY(relative && relative->clock == ClockKind::Relative);
        QVERIFY(relative->time == (std::vector<Ns>{0, 2 * kSecond}));
    }

    void processMonitor()
    {
        const Folder folder;
        const FileContent content = readText(
            folder,
            "# gpu         pid   type     sm    mem    command \n# Idx           #    C/G      %      %    name \n"
            "    0      11345     C     99     10    gpu burn now\n    0          -     -      -      -    - \n");
        const MetricSeries* busy = findSeries(content, "gpu.process.utilization", "gpu 0 pid 11345");
        QVERIFY(busy && close(busy->value.front(), 0.99));
        QCOMPARE(content.source.variant, std::string("pmon"));
        QCOMPARE(content.telemetry.series.size(), std::size_t(2));
    }

    void queryLogsAreSamples()
    {
        const Folder folder;
        const std::string body = "Attached GPUs                         : 2\n"
                                 "GPU 00000000:00:09.0\n"
                                 "    Product Name                      : NVIDIA H100\n"
                                 "    Clocks Throttle Reasons\n"
                                 "        SW Power Cap                  : Active\n"
                                 "        HW Slowdown                   : Not Active\n"
                                 "            HW Thermal Slowdown       : Active\n"
                                 "    FB Memory Usage\n"
                                 "        Used                          : 19818 MiB\n"
                                 "    BAR1 Memory Usage\n"
                                 "        Used                          : 1 MiB\n"
                                 "    PCI\n"
                                 "        Replays Since Reset           : 9\n"
                                 "GPU 00000000:00:0A.0\n"
                                 "    FB Memory Usage\n"
                                 "        Used                          : N/A\n"
                                 "    Temperature\n"
                                 "        GPU Current Temp              : 59 C\n";
        const std::string log = "==============NVSMI LOG==============\n\nTimestamp : ";
        const FileContent content = readText(folder, log + "Tue Jul 14 08:12:38 2026\nDriver Version : 590.48\n" +
                                                         body + "\n" + log + "Tue Jul 14 08:12:53 2026\n" + body);
        const MetricSeries* memory = findSeries(content, "gpu.memory.used", "gpu 0");
        QVERIFY(memory && memory->value == (std::vector<double>{19818.0 * 1048576, 19818.0 * 1048576}));
        QCOMPARE(memory->time.front(), 1784016758LL * kSecond);
        QCOMPARE(memory->time.back() - memory->time.front(), 15 * kSecond);
        QVERIFY(!findSeries(content, "gpu.memory.used", "gpu 1"));
        QVERIFY(findSeries(content, "gpu.temperature", "gpu 1"));
        QVERIFY(findSeries(content, "gpu.bar1.used")->value.front() == 1048576);
        QVERIFY(findSeries(content, "gpu.throttle.sw_power_cap")->value.front() == 1);
        QVERIFY(findSeries(content, "gpu.throttle.hw_slowdown")->value.front() == 0);
        QVERIFY(findSeries(content, "gpu.throttle.hw_thermal")->value.front() == 1);
        QVERIFY(findSeries(content, "gpu.pcie.replays")->kind == SeriesKind::Counter);
        QVERIFY(findSeries(content, "gpu.pcie.replays.rate")->value == std::vector<double>{0});
        QCOMPARE(content.manifest.at("driver").value, std::string("590.48"));
        QCOMPARE(content.source.events, std::uint64_t(4));
    }

    void notAllGpusListed()
    {
        const Folder folder;
        const FileContent content = readText(folder, "==============NVSMI LOG==============\nAttached GPUs : 8\n"
                                                     "GPU 00000000:3B:00.0\n    Utilization\n        GPU : 7 %\n");
        QVERIFY(findSeries(content, "gpu.utilization", "gpu 00000000:3B:00.0"));
        QVERIFY(findProblem(content, "device-by-bus"));
    }

    void cutInsideARow()
    {
        const Folder folder;
        const FileContent content = readText(folder, "timestamp, index, utilization.gpu [%], power.draw [W]\n"
                                                     "2025/02/18 18:56:35.571, 0, 38 %, 180.51 W\n"
                                                     "2025/02/18 18:56:36.571, 0, 4");
        QVERIFY(findProblem(content, "truncated"));
        QCOMPARE(findProblem(content, "truncated")->position, std::string("line 3"));
    }

    void twoColumnsOfOneQuantity()
    {
        const Folder folder;
        const FileContent content = readText(folder, "timestamp, index, power.draw [W], power.draw [W]\n"
                                                     "2025/02/18 18:56:35.571, 0, 180.51 W, 3.00 W\n");
        QVERIFY(findProblem(content, "doubled-column"));
        QVERIFY(findProblem(content, "doubled-column")->message.find("columns 3 and 4") != std::string::npos);
    }

    void captureOfSeveralCommands()
    {
        const Folder folder;
        const FileContent content =
            readText(folder, "# $ nvidia-smi topo -m\n        GPU0 CPU\nGPU0 X 0-3\n"
                             "# $ nvidia-smi --query-gpu=timestamp,power.draw --format=csv\n"
                             "timestamp, index, power.draw [W]\n2025/02/18 18:56:35.571, 0, 5 W\n"
                             "# $ nvidia-smi dmon -c 5\n# gpu    pwr\n# Idx      W\n    0     69\n");
        QCOMPARE(content.source.format, std::string("nvidia-smi-q"));
        QCOMPARE(content.source.variant, std::string("mixed capture"));
        QVERIFY(findSeries(content, "gpu.power.draw", "gpu 0", "power.draw"));
        QVERIFY(findSeries(content, "gpu.power.draw", "gpu 0", "pwr"));
        QVERIFY(findProblem(content, "unused-section")->message.find("nvidia-smi topo") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(tst_NvidiaSmi)
#include "tst_NvidiaSmi.moc"
