// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/simulate/RecordFiles.h"
#include "core/simulate/Simulate.h"
#include "tests/core/simulate/Folders.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

/// Values of a metric by "node01 2" (host and device) or "node01 mlx5_2" or "node01".
using Metric = std::map<std::string, std::vector<double>>;

/// Both sides' records of a scenario of 8 ranks on 2 hosts.
class Records {
public:
    explicit Records(const char* scenario, int ranks = 8)
    {
        SimulationOptions options;
        options.ranks = ranks;
        options.steps = 40;
        options.compress = false;
        m_written = simulate(scenario, root(), options, {}).has_value();
    }
    [[nodiscard]] bool written() const { return m_written; }
    [[nodiscard]] std::string text(const char* side, const char* name) const
    {
        return readAll(root() / side / kRecordsFolder / name);
    }
    [[nodiscard]] Metric metric(const char* side, const std::string& name) const
    {
        Metric metric;
        for (const char* file : {"node01.metrics.json", "node02.metrics.json"}) {
            const auto answer = nlohmann::json::parse(text(side, file));
            for (const auto& series : answer["data"]["result"]) {
                const auto& labels = series["metric"];
                if (labels["__name__"] != name)
                    continue;
                std::string key = std::string(file).substr(0, 6);
                for (const char* label : {"gpu", "device"})
                    if (labels.contains(label)) {
                        key += " " + labels[label].get<std::string>();
                        break;
                    }
                for (const auto& pair : series["values"])
                    metric[key].push_back(std::stod(pair[1].get<std::string>()));
            }
        }
        return metric;
    }

private:
    [[nodiscard]] fs::path root() const { return fs::path(m_dir.path().toStdString()) / "run"; }
    QTemporaryDir m_dir;
    bool m_written = false;
};

double growth(const std::vector<double>& values)
{
    return values.back() - values.front();
}

}  // namespace

/// The records tell of the same run as the traces do.
class TestSimulatedRecords : public QObject {
    Q_OBJECT
private slots:
    void aHotDeviceLowersItsClock()
    {
        const Records records("thermal-rank");
        QVERIFY(records.written());
        const Metric clock = records.metric("current", "DCGM_FI_DEV_SM_CLOCK");
        const Metric reasons = records.metric("current", "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS");
        QCOMPARE(clock.size(), std::size_t{8});
        for (const auto& [device, values] : clock) {
            const bool hot = device == "node02 2";  // rank 6
            QCOMPARE(values.front(), 1980.0);       // it begins while the steps are recorded
            QVERIFY(hot ? std::abs(values.back() - 1584) < 10 : values.back() == 1980);
            QCOMPARE(reasons.at(device).back(), hot ? 32.0 : 0.0);
        }
        for (const auto& [device, values] : records.metric("baseline", "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS"))
            QCOMPARE(*std::max_element(values.begin(), values.end()), 0.0);
    }

    void memoryErrorsAreCountedAndReported()
    {
        const Records records("ecc-retries");
        QVERIFY(records.written());
        for (const auto& [device, values] : records.metric("current", "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL"))
            QVERIFY(device == "node01 1" ? growth(values) > 10'000 : values.back() == 0);
        const std::string log = records.text("current", "node01.kernel.log");
        QVERIFY(log.find("NVRM: Xid (PCI:0000:2a:00): 63,") != std::string::npos);
        QVERIFY(records.text("current", "node02.kernel.log").find("Xid") == std::string::npos);
        QVERIFY(records.text("baseline", "node01.kernel.log").find("Xid") == std::string::npos);
    }

    void aNarrowLinkIsSeen()
    {
        const Records records("pcie-downgrade");
        QVERIFY(records.written());
        for (const auto& [device, values] : records.metric("current", "DCGM_FI_DEV_PCIE_LINK_WIDTH"))
            QCOMPARE(values.back(), device == "node02 1" ? 4.0 : 16.0);
        for (const auto& [device, values] : records.metric("current", "DCGM_FI_DEV_PCIE_REPLAY_COUNTER"))
            QCOMPARE(growth(values) > 0, device == "node02 1");
        QVERIFY(records.text("current", "node02.kernel.log").find("limited by") != std::string::npos);
    }

    void onlyTheSharedLinkWaits()
    {
        const Records records("slow-link");
        QVERIFY(records.written());
        const auto waited = [&](const char* side, const char* port) {
            return growth(records.metric(side, "node_infiniband_port_transmit_wait_total").at(port));
        };
        QVERIFY(waited("current", "node01 mlx5_0") > 50 * waited("baseline", "node01 mlx5_0"));
        QVERIFY(waited("current", "node02 mlx5_0") < 2 * waited("baseline", "node02 mlx5_0"));
        for (const auto& [port, values] : records.metric("current", "node_infiniband_symbol_error_total"))
            QCOMPARE(growth(values), 0.0);
    }

    void slowStorageStallsOnlyWhereNothingHidesIt()
    {
        const Records slow("slow-data-loader", 4);
        const Records hidden("hidden-data-loader", 4);
        QVERIFY(slow.written() && hidden.written());
        const auto of = [](const Records& records, const char* side, const char* name) {
            const std::vector<double> values = records.metric(side, name).begin()->second;
            return growth(values) / static_cast<double>(values.size());
        };
        const char* stalled = "node_pressure_io_stalled_seconds_total";
        const char* reading = "node_disk_read_time_seconds_total";
        QVERIFY(of(slow, "current", stalled) > 0.1);
        QVERIFY(of(slow, "baseline", stalled) < 0.005);
        QVERIFY(of(hidden, "current", stalled) < 0.005);
        QVERIFY(of(hidden, "current", reading) > 1.25 * of(hidden, "baseline", reading));
    }

    void utilisationIsNotSaturation()
    {
        const Records records("slow-rank");
        QVERIFY(records.written());
        // Who waits in a collective looks busy; only what it computes tells the difference.
        const Metric used = records.metric("current", "DCGM_FI_DEV_GPU_UTIL");
        const Metric active = records.metric("current", "DCGM_FI_PROF_SM_ACTIVE");
        QVERIFY(std::abs(used.at("node01 0").back() - used.at("node02 1").back()) < 12);
        QVERIFY(active.at("node02 1").back() > active.at("node01 0").back() + 0.08);
    }

    void theLossGoesMissingHalfWay()
    {
        const Records records("nan-loss", 4);
        QVERIFY(records.written());
        QVERIFY(records.text("baseline", "train.log").find("NAN") == std::string::npos);
        const std::string log = records.text("current", "train.log");
        const std::size_t first = log.find("lm loss: NAN");
        QVERIFY(first != std::string::npos);
        const std::string line = log.substr(log.rfind("iteration", log.rfind("consumed", first)), 20);
        QVERIFY2(line.find(" 50/") != std::string::npos, line.c_str());  // 30 of warm-up, half of 40
        QVERIFY(log.find("lm loss: 1.0") < first);
    }

    void bothRunsLearnTheSame()
    {
        const Records records("no-change", 4);
        QVERIFY(records.written());
        const auto losses = [&](const char* side) {
            std::vector<double> values;
            const std::string log = records.text(side, "train.log");
            for (std::size_t at = 0; (at = log.find("lm loss: ", at)) != std::string::npos; ++at)
                values.push_back(std::stod(log.substr(at + 9, 14)));
            return values;
        };
        const std::vector<double> a = losses("baseline");
        const std::vector<double> b = losses("current");
        QCOMPARE(a.size(), std::size_t{69});
        QCOMPARE(a.size(), b.size());
        QVERIFY(a.back() < 0.8 * a.front());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(std::abs(a[i] / b[i] - 1) < 2e-4);
        QVERIFY(a != b);  // sums are not added in the same order twice
    }

    void nothingButTheTimeDiffersInTheManifest()
    {
        const Records records("no-change", 4);
        QVERIFY(records.written());
        auto a = nlohmann::json::parse(records.text("baseline", "manifest.json"))["values"];
        auto b = nlohmann::json::parse(records.text("current", "manifest.json"))["values"];
        QVERIFY(a["start_time"] != b["start_time"]);
        a.erase("start_time");
        b.erase("start_time");
        QVERIFY(a == b);
    }
};

QTEST_APPLESS_MAIN(TestSimulatedRecords)
#include "tst_SimulatedRecords.moc"
