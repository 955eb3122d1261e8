// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/MetricsFile.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "core/simulate/Hardware.h"

namespace headwater {

namespace {

using Values = std::vector<double>;

double seconds(Ns time)
{
    return static_cast<double>(time) / 1e9;
}

/// Metrics of one host, series by series.
class MetricsText {
public:
    MetricsText(const JobModel& model, const RunRecords& records, int host, Ns jobStart)
        : m_model(model)
        , m_records(records)
        , m_host(host)
        , m_jobStart(jobStart)
        , m_name(hostName(host))
    {}

    std::string write()
    {
        m_text = R"({"status":"success","data":{"resultType":"matrix","result":[)";
        for (int rank = m_host * m_model.ranksPerHost; rank < lastRank(); ++rank) {
            device(rank);
            link(rank);
            core(rank);
        }
        wholeHost();
        m_text += "]}}\n";
        return std::move(m_text);
    }

private:
    using Total = std::int64_t Tally::*;

    [[nodiscard]] int lastRank() const { return std::min(m_model.ranks, (m_host + 1) * m_model.ranksPerHost); }
    [[nodiscard]] const std::vector<Tally>& samples(int rank) const
    {
        return m_records.ranks[static_cast<std::size_t>(rank)];
    }

    /// Growth of a total over the period before each sample, as a share of the period. The first has no period.
    [[nodiscard]] Values share(int rank, Total total) const
    {
        const std::vector<Tally>& all = samples(rank);
        Values values(all.size(), 0);
        for (std::size_t i = 1; i < all.size(); ++i)
            values[i] =
                static_cast<double>(all[i].*total - all[i - 1].*total) / static_cast<double>(m_records.grid.period);
        return values;
    }
    [[nodiscard]] Values counter(int rank, Total total, double unit) const
    {
        Values values;
        for (const Tally& tally : samples(rank))
            values.push_back(static_cast<double>(tally.*total) * unit);
        return values;
    }
    [[nodiscard]] Values constant(double value) const { return Values(m_records.grid.count, value); }

    void series(std::string_view name, std::string_view labels, const Values& values, int decimals = 0)
    {
        auto out = std::back_inserter(m_text);
        fmt::format_to(out, "{}\n{{\"metric\":{{\"__name__\":\"{}\",{}}},\"values\":[", m_first ? "" : ",", name,
                       labels);
        m_first = false;
        bool first = true;
        // A gauge over a period begins with the second sample.
        for (std::size_t i = 1; i < values.size(); ++i) {
            const Ns time = m_jobStart + m_records.grid.at(i);
            fmt::format_to(out, "{}[{}.{:03},\"{:.{}f}\"]", first ? "" : ",", time / 1'000'000'000,
                           time / 1'000'000 % 1000, values[i], decimals);
            first = false;
        }
        m_text += "]}";
    }

    void device(int rank);
    void memory(int rank, const std::string& labels);
    void link(int rank);
    void core(int rank);
    void wholeHost();

    const JobModel& m_model;
    const RunRecords& m_records;
    int m_host;
    Ns m_jobStart;
    std::string m_name;
    std::string m_text;
    bool m_first = true;
};

void MetricsText::device(int rank)
{
    const int index = rank % m_model.ranksPerHost;
    const std::string labels = fmt::format(
        R"("gpu":"{}","UUID":"GPU-{:08x}-6d26-a36a-e7af1ce2586e","pci_bus_id":"{}","device":"nvidia{}",)"
        R"("modelName":"{}","Hostname":"{}")",
        index, 0x20c56d28U + static_cast<unsigned>(rank) * 0x9e3779U, pciAddress(index), index, kGpuName, m_name);
    const Values clock = share(rank, &Tally::clockTime);
    const Values kernels = share(rank, &Tally::kernels);
    const Values collectives = share(rank, &Tally::collectives);
    Values megahertz, reasons, temperature, power, used, active;
    for (std::size_t i = 0; i < clock.size(); ++i) {
        const bool hot = i > 0 && clock[i] < 0.99;
        // A device is "used" as soon as any kernel is there; only computing makes it warm.
        used.push_back(std::min(100.0, 100 * (kernels[i] + 0.8 * collectives[i])));
        active.push_back(std::min(0.97, 0.93 * kernels[i] + 0.03 * collectives[i]));
        megahertz.push_back(std::round(kBoostMHz * clock[i]));
        reasons.push_back(hot ? kThermalSlowdown : 0);
        temperature.push_back(hot ? 88 : std::round(41 + 26 * active[i]));
        power.push_back(112 + 540 * active[i] * clock[i] * clock[i]);
    }
    series("DCGM_FI_DEV_SM_CLOCK", labels, megahertz);
    series("DCGM_FI_DEV_MEM_CLOCK", labels, constant(2619));
    series("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", labels, reasons);
    series("DCGM_FI_DEV_GPU_TEMP", labels, temperature);
    series("DCGM_FI_DEV_POWER_USAGE", labels, power, 2);
    series("DCGM_FI_DEV_GPU_UTIL", labels, used);
    series("DCGM_FI_PROF_SM_ACTIVE", labels, active, 4);
    memory(rank, labels);
}

void MetricsText::memory(int rank, const std::string& labels)
{
    constexpr double kMebi = 1048576;
    const bool narrow = rank == m_model.narrowCopyRank;
    Values xid, pending;
    for (const Tally& tally : samples(rank)) {
        xid.push_back(lastXid(tally.correctedErrors));
        pending.push_back(tally.correctedErrors >= kRemapAfter ? 1 : 0);
    }
    const double reserved = static_cast<double>(m_model.reservedBytes) / kMebi + 1210;
    series("DCGM_FI_DEV_FB_USED", labels, constant(std::round(reserved)));
    series("DCGM_FI_DEV_FB_FREE", labels, constant(std::round(kDeviceMiB - reserved)));
    series("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", labels, counter(rank, &Tally::correctedErrors, 1));
    series("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", labels, constant(0));
    series("DCGM_FI_DEV_ROW_REMAP_PENDING", labels, pending);
    series("DCGM_FI_DEV_ROW_REMAP_FAILURE", labels, constant(0));
    series("DCGM_FI_DEV_XID_ERRORS", labels, xid);
    series("DCGM_FI_DEV_PCIE_LINK_GEN", labels, constant(narrow ? kNarrowGeneration : kPcieGeneration));
    series("DCGM_FI_DEV_PCIE_MAX_LINK_GEN", labels, constant(kPcieGeneration));
    series("DCGM_FI_DEV_PCIE_LINK_WIDTH", labels, constant(narrow ? kNarrowWidth : kPcieWidth));
    series("DCGM_FI_DEV_PCIE_MAX_LINK_WIDTH", labels, constant(kPcieWidth));
    Values replays = constant(0);
    for (std::size_t i = 0; i < replays.size(); ++i)
        replays[i] = narrow ? std::floor(kReplaysPerSecond * seconds(m_records.grid.at(i))) : 0;
    series("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", labels, replays);
}

void MetricsText::link(int rank)
{
    const std::string labels =
        fmt::format(R"("device":"mlx5_{}","port":"1","instance":"{}:9100")", rank % m_model.ranksPerHost, m_name);
    Values sent, waited;
    const double ring = m_model.ranks > 1 ? 2.0 * (m_model.ranks - 1) / m_model.ranks : 0;
    const double slowness = m_model.busBytesPerNs / m_model.linkBytesPerNs(m_host) - 1;
    for (const Tally& tally : samples(rank)) {
        const double bytes = m_model.hosts() > 1 ? static_cast<double>(tally.sentBytes) * ring : 0;
        sent.push_back(std::round(bytes));
        // A tick a nanosecond with something to send and nobody to take it, and a little of that at all times.
        waited.push_back(std::round(bytes / m_model.busBytesPerNs * (slowness + 0.004)));
    }
    series("node_infiniband_port_data_transmitted_bytes_total", labels, sent);
    series("node_infiniband_port_data_received_bytes_total", labels, sent);
    series("node_infiniband_port_transmit_wait_total", labels, waited);
    series("node_infiniband_symbol_error_total", labels, constant(0));
    series("node_infiniband_link_downed_total", labels, constant(0));
    series("node_infiniband_rate_bytes_per_second", labels, constant(50e9));
}

/// Each training process is pinned to a core of its own.
void MetricsText::core(int rank)
{
    const int cpu = 8 * (rank % m_model.ranksPerHost);
    const std::string labels = fmt::format(R"("cpu":"{}","instance":"{}:9100")", cpu, m_name);
    Values busy, idle;
    for (std::size_t i = 0; i < m_records.grid.count; ++i) {
        const double wall = seconds(m_records.grid.at(i));
        busy.push_back(std::min(wall, seconds(samples(rank)[i].hostBusy)));
        idle.push_back(wall - busy.back());
    }
    series("node_cpu_seconds_total", labels + R"(,"mode":"user")", busy, 3);
    series("node_cpu_seconds_total", labels + R"(,"mode":"idle")", idle, 3);
    series("node_cpu_scaling_frequency_hertz", labels, constant(kCpuHertz));
}

void MetricsText::wholeHost()
{
    const std::string labels = fmt::format(R"("instance":"{}:9100")", m_name);
    const std::string disk = R"("device":"nvme0n1",)" + labels;
    Values bytes = constant(0), reading = constant(0), stalled = constant(0);
    const int first = m_host * m_model.ranksPerHost;
    for (std::size_t i = 0; i < m_records.grid.count; ++i) {
        for (int rank = first; rank < lastRank(); ++rank) {
            const Tally& tally = samples(rank)[i];
            bytes[i] += static_cast<double>(tally.readBytes);
            reading[i] += seconds(tally.reading);
            stalled[i] += seconds(tally.starved) / (lastRank() - first);
        }
    }
    // All ranks read the same batches from the same storage at the same time.
    const Values busy = counter(first, &Tally::reading, 1e-9);
    series("node_disk_read_bytes_total", disk, bytes);
    series("node_disk_read_time_seconds_total", disk, reading, 3);
    series("node_disk_io_time_seconds_total", disk, busy, 3);
    series("node_pressure_io_waiting_seconds_total", labels, busy, 3);
    series("node_pressure_io_stalled_seconds_total", labels, stalled, 3);
    series("node_pressure_memory_stalled_seconds_total", labels, constant(0), 3);
    Values switches = constant(0);
    for (std::size_t i = 0; i < switches.size(); ++i)
        switches[i] = std::round(5200 * seconds(m_records.grid.at(i)));
    series("node_context_switches_total", labels, switches);
    series("node_memory_MemAvailable_bytes", labels, constant(1.61e12));
}

}  // namespace

std::string metricsText(const JobModel& model, const RunRecords& records, int host, Ns jobStart)
{
    return MetricsText(model, records, host, jobStart).write();
}

}  // namespace headwater
