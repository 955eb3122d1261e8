// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/ingest/telemetry/Stamps.h"
#include "core/run/Alignment.h"
#include "tests/Paths.h"
#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::telemetry;
using namespace headwater::test;

namespace {

constexpr double kMiB = 1048576.0;

std::filesystem::path shared(const char* name)
{
    return std::filesystem::path(HEADWATER_SHARED_DATA) / "telemetry" / name;
}

FileContent readShared(const char* name)
{
    return readFile(shared(name), {}, {});
}

double valueOf(const FileContent& content, std::string_view name, std::string_view device = "*")
{
    const MetricSeries* series = findSeries(content, name, device);
    return series ? series->value.front() : -1;
}

/// The log of exp_0 or exp_3 of the mixture-of-experts job: local times at the end of each step.
TrainingLog trainingLog(const char* name)
{
    TrainingLog log;
    QFile file(QString::fromStdString(shared(name).string()));
    if (!file.open(QIODevice::ReadOnly))
        return log;
    while (!file.atEnd()) {
        const QJsonObject data = QJsonDocument::fromJson(file.readLine()).object().value("data").toObject();
        const auto stamp = readDateTime(data.value("timestamp").toString().toStdString());
        if (!stamp)
            continue;
        LogStep step;
        step.step = data.value("step").toInt();
        step.time = stamp->time;
        log.steps.push_back(step);
    }
    return log;
}

struct Expected {
    double sum;
    std::size_t nearest;
};

void checkAlignment(const char* csv, const char* jsonl, Expected expected)
{
    const FileContent content = readShared(csv);
    const StepAxis axis = stepAxis(trainingLog(jsonl));
    QCOMPARE(axis.steps.size(), std::size_t(99));
    QCOMPARE(axis.steps.front().step, std::int64_t(2));
    const auto groups = alignTelemetry(content.telemetry, axis);
    QCOMPARE(groups.size(), std::size_t(1));
    QVERIFY(groups[0].match.basis == ClockBasis::InferredZone && groups[0].match.shift == 0);
    QVERIFY(groups[0].match.statement.english().find("inferred") != std::string::npos);
    const MetricSeries* memory = findSeries(content, "gpu.memory.used", "gpu 0");
    QVERIFY(memory);
    const auto index = static_cast<std::size_t>(memory - content.telemetry.series.data());
    const auto& aligned = groups[0].series[index];
    QCOMPARE(aligned.series, index);
    double sum = 0;
    for (const double value : aligned.value)
        sum += value / kMiB;
    QCOMPARE(sum, expected.sum);
    const auto nearest = std::ranges::count(aligned.how, StepValueKind::Nearest);
    QCOMPARE(static_cast<std::size_t>(nearest), expected.nearest);
    QCOMPARE(std::ranges::count(aligned.how, StepValueKind::None), std::ptrdiff_t(0));
    // The same steps by UTC, seven hours behind the GPUs' host.
    StepAxis utc = axis;
    utc.clock = ClockKind::Epoch;
    const Ns sevenHours = 7LL * 3600 * 1'000'000'000;
    for (StepAxis::Step& step : utc.steps)
        step.window = {step.window.start - sevenHours, step.window.end - sevenHours};
    const auto shifted = alignTelemetry(content.telemetry, utc);
    QVERIFY(shifted[0].match.basis == ClockBasis::InferredZone && shifted[0].match.shift == -sevenHours);
    QVERIFY(shifted[0].match.statement.english().find("UTC+07:00") != std::string::npos);
    QVERIFY(shifted[0].series[index].value == aligned.value);
}

}  // namespace

class tst_RealTelemetry : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(shared("")))
            QSKIP("the shared data folder is absent");
    }

    void mixtureOfExperts()
    {
        const FileContent slow = readShared("fms-moe-4gpu/exp_0_gpu_memory_logs.csv");
        QCOMPARE(slow.source.format, std::string("nvidia-smi-csv"));
        QCOMPARE(slow.source.events, std::uint64_t(816));
        QCOMPARE(slow.telemetry.series.size(), std::size_t(4));
        const double sums[] = {4614020, 4074402, 4435364, 4248194};
        for (int gpu = 0; gpu < 4; ++gpu) {
            const MetricSeries* memory = findSeries(slow, "gpu.memory.used", "gpu " + std::to_string(gpu));
            QVERIFY(memory && memory->clock == ClockKind::LocalTime);
            QCOMPARE(memory->value.size(), std::size_t(204));
            QCOMPARE(sumOf(*memory) / kMiB, sums[gpu]);
        }
        QCOMPARE(slow.manifest.at("gpu").value, std::string("NVIDIA A100-SXM4-80GB"));
        QVERIFY(slow.source.problems.empty());
        const FileContent fast = readShared("fms-moe-4gpu/exp_3_gpu_memory_logs.csv");
        QCOMPARE(fast.source.events, std::uint64_t(424));
        QCOMPARE(sumOf(*findSeries(fast, "gpu.memory.used", "gpu 2")) / kMiB, 3530720.0);
        for (const char* other :
             {"exp_0_training_logs.jsonl", "exp_0_stdout.txt", "exp_0_stderr.txt", "raw_summary.csv"}) {
            const FileContent content = readShared((std::string("fms-moe-4gpu/") + other).c_str());
            QVERIFY2(content.telemetry.empty(), other);
        }
    }

    void alignsToTheLogOfTheSameRun()
    {
        checkAlignment("fms-moe-4gpu/exp_0_gpu_memory_logs.csv", "fms-moe-4gpu/exp_0_training_logs.jsonl",
                       {2873761.0, 0});
        checkAlignment("fms-moe-4gpu/exp_3_gpu_memory_logs.csv", "fms-moe-4gpu/exp_3_training_logs.jsonl",
                       {4200745.0, 98});
    }

    void anotherRunsTelemetryDoesNotFit()
    {
        const FileContent fast = readShared("fms-moe-4gpu/exp_3_gpu_memory_logs.csv");
        const StepAxis slow = stepAxis(trainingLog("fms-moe-4gpu/exp_0_training_logs.jsonl"));
        const auto groups = alignTelemetry(fast.telemetry, slow);
        QVERIFY(!groups[0].match.aligned());
        QVERIFY(groups[0].series.empty());
    }

    void brokenScript()
    {
        const FileContent calm = readShared("megatron-gpu-metric/gpu_detailed_metrics.csv");
        QCOMPARE(calm.source.events, std::uint64_t(6));
        QVERIFY(findSeries(calm, "gpu.power.draw", "gpu 0")->value == (std::vector<double>{180.51, 30.89, 30.65}));
        QVERIFY(findSeries(calm, "gpu.power.draw", "gpu 1")->value == (std::vector<double>{25.20, 25.28, 25.26}));
        QVERIFY(findSeries(calm, "gpu.temperature", "gpu 0")->value == (std::vector<double>{28, 26, 24}));
        QVERIFY(findSeries(calm, "gpu.memory.total", "gpu 1")->value.back() == 16384 * kMiB);
        QVERIFY(findProblem(calm, "broken-quotes") && findProblem(calm, "device-assumed"));
        const FileContent busy = readShared("megatron-gpu-metric/gpu_detailed_metrics_intenseload.csv");
        QCOMPARE(busy.source.events, std::uint64_t(4));
        const MetricSeries* used = findSeries(busy, "gpu.utilization", "gpu 0");
        QVERIFY(used && close(used->value[0], 0.93) && close(used->value[1], 0.99));
    }

    void captures()
    {
        const FileContent h100 = readShared("nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01.txt");
        QCOMPARE(h100.source.format, std::string("nvidia-smi-q"));
        QCOMPARE(h100.source.events, std::uint64_t(2 + 2 + 10 + 5 + 15));
        const MetricSeries* csv = findSeries(h100, "gpu.power.draw", "gpu 0", "power.draw");
        QVERIFY(csv && csv->value == (std::vector<double>{69.85, 631.95}));
        QCOMPARE(csv->time.back() - csv->time.front(), Ns(14'657'000'000));
        const MetricSeries* monitor = findSeries(h100, "gpu.power.draw", "gpu 0", "pwr");
        QVERIFY(monitor && monitor->value == (std::vector<double>{69, 69, 69, 69, 69, 631, 634, 633, 634, 636}));
        const MetricSeries* query =
            findSeries(h100, "gpu.power.draw.average", "gpu 0", "gpu power readings/average power draw");
        QVERIFY(query && query->value.size() == 2 && query->value.front() == 69.85);
        QVERIFY(findSeries(h100, "gpu.memory.used", "gpu 0", "memory.used")->value ==
                (std::vector<double>{0, 19818 * kMiB}));
        QVERIFY(findSeries(h100, "gpu.throttle.reasons")->value == (std::vector<double>{1, 0}));
        QVERIFY(findSeries(h100, "gpu.clock.sm", "gpu 0", "clocks.current.sm")->value ==
                (std::vector<double>{345e6, 1980e6}));
        QVERIFY(valueOf(h100, "gpu.pcie.replays") == 9);
        const MetricSeries* process = findSeries(h100, "gpu.process.utilization", "gpu 0 pid 11345");
        QVERIFY(process && process->value.size() == 5 && close(process->value.front(), 0.99));
        QVERIFY(!findSeries(h100, "gpu.fan"));
        const Problem* unused = findProblem(h100, "unused-section");
        QVERIFY(unused && unused->message.find("nvidia-smi topo") != std::string::npos);

        const FileContent query2 = readShared("nvidia-smi-captures/query.txt");
        QCOMPARE(query2.source.format, std::string("nvidia-smi-csv"));
        QVERIFY(close(valueOf(query2, "gpu.fan", "gpu 0"), 0.38));
        QVERIFY(valueOf(query2, "gpu.memory.used", "gpu 1") == 1234 * kMiB);
        const FileContent fields = readShared("nvidia-smi-captures/fields.txt");
        QCOMPARE(fields.source.format, std::string("unknown"));
    }

    void dcgmExporter()
    {
        const FileContent content = readShared("dcgm-exporter/datadog_metrics_subset.txt");
        QCOMPARE(content.source.format, std::string("prometheus-text"));
        QCOMPARE(content.source.variant, std::string("dcgm-exporter"));
        QCOMPARE(content.source.events, std::uint64_t(21));
        QCOMPARE(content.telemetry.series.size(), std::size_t(19));  // COUNT and SLOWDOWN_TEMP are not in the table
        QVERIFY(valueOf(content, "gpu.clock.sm") == 300e6);
        QVERIFY(valueOf(content, "gpu.power.draw") == 8.969);
        QVERIFY(close(valueOf(content, "gpu.energy"), 128996.013));
        QVERIFY(valueOf(content, "gpu.memory.free") == 15109 * kMiB);
        QVERIFY(close(valueOf(content, "gpu.memory.used_ratio"), 8e-6));
        QCOMPARE(findSeries(content, "gpu.clock.sm")->host, std::string("424773df46e0"));
        QCOMPARE(findSeries(content, "gpu.pstate")->host, std::string("551bdf382151"));
        for (const char* table : {"dcgm-exporter/default-counters.csv", "dcgm-exporter/dcp-metrics-included.csv"})
            QCOMPARE(readShared(table).source.format, std::string("unknown"));
    }

    void nodeExporter()
    {
        const FileContent content = readShared("node-exporter/e2e-output.txt");
        QCOMPARE(content.source.format, std::string("prometheus-text"));
        QCOMPARE(content.source.variant, std::string("node_exporter"));
        QCOMPARE(content.source.events, std::uint64_t(3027));
        QCOMPARE(content.telemetry.series.size(), std::size_t(247));
        double cpu = 0;
        double disk = 0;
        int modes = 0;
        for (const MetricSeries& series : content.telemetry.series) {
            modes += series.name.starts_with("cpu.time.") ? 1 : 0;
            cpu += series.name.starts_with("cpu.time.") ? series.value.front() : 0;
            disk += series.name == "disk.io_time" ? series.value.front() : 0;
        }
        QCOMPARE(modes, 64);
        QVERIFY(close(cpu, 94008.71));
        QVERIFY(close(disk, 63013.258));
        QVERIFY(valueOf(content, "cpu.time.idle", "cpu 0") == 10870.69);
        QVERIFY(valueOf(content, "host.memory.total") == 3831959552.0);
        QVERIFY(valueOf(content, "net.rx_bytes", "mlx4_0 port 1") == 18527668);
        QVERIFY(valueOf(content, "host.pressure.io.some") == 159.886802);
        QVERIFY(!findProblem(content, "malformed-line"));
    }

    void infiniband()
    {
        const FileContent one = readShared("infiniband/perfquery/0x506b4b03005c2740.out");
        QCOMPARE(one.source.format, std::string("ib-counters"));
        QCOMPARE(one.source.events, std::uint64_t(22));
        QVERIFY(valueOf(one, "net.tx_bytes", "lid 2052 port 1") == 4.0 * 178791657177235);
        QVERIFY(valueOf(one, "net.tx_discards") == 20046 && valueOf(one, "net.link_downed") == 1);
        const FileContent two = readShared("infiniband/perfquery/0x7cfe9003009ce5b0.out");
        QCOMPARE(two.source.events, std::uint64_t(44));
        QVERIFY(valueOf(two, "net.tx_bytes", "lid 1719 port 1") == 4.0 * 36298026860928);
        QVERIFY(valueOf(two, "net.rx_bytes", "lid 1719 port 2") == 4.0 * 39078804993378);
        const FileContent details = readShared("infiniband/perfquery-rcv-error/0x7cfe9003009ce5b0-1.out");
        QCOMPARE(details.source.format, std::string("ib-counters"));
        QCOMPARE(details.source.events, std::uint64_t(6));
        QCOMPARE(readShared("infiniband/ibnetdiscover_test.out").source.variant, std::string("ibnetdiscover"));
    }

    void ethtool()
    {
        const FileContent content = readShared("ethtool/node_exporter_eth0_statistics.txt");
        QCOMPARE(content.source.format, std::string("ethtool-stats"));
        QCOMPARE(content.source.events, std::uint64_t(16));
        QVERIFY(valueOf(content, "net.tx_packets", "eth0") == 961500);
        QVERIFY(valueOf(content, "net.rx_dropped_port", "eth0") == 12028);
        QVERIFY(findProblem(content, "unknown-metric")->message.find("duplicate metric") != std::string::npos);
        QCOMPARE(readShared("ethtool/node_exporter_bond0_statistics.txt").source.format, std::string("unknown"));
    }
};

QTEST_GUILESS_MAIN(tst_RealTelemetry)
#include "tst_RealTelemetry.moc"
