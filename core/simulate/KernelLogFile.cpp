// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/KernelLogFile.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "core/simulate/Hardware.h"

namespace headwater {

namespace {

constexpr Ns kSecond = 1'000'000'000;

/// Lines with their times, in any order until written.
class KernelLog {
public:
    explicit KernelLog(std::string host) : m_host(std::move(host)) {}
    void line(Ns time, std::string text) { m_lines.emplace_back(time, std::move(text)); }
    std::string write()
    {
        std::stable_sort(m_lines.begin(), m_lines.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::string text;
        for (const auto& [time, message] : m_lines)
            text += fmt::format("{}+0000 {} kernel: {}\n", isoTime(time), m_host, message);
        return text;
    }

private:
    std::string m_host;
    std::vector<std::pair<Ns, std::string>> m_lines;
};

/// When a rank's corrected errors reached `count`, or −1.
Ns reached(const std::vector<Tally>& samples, const SampleGrid& grid, std::int64_t count)
{
    const auto found =
        std::find_if(samples.begin(), samples.end(), [&](const Tally& t) { return t.correctedErrors >= count; });
    return found == samples.end() ? -1 : grid.at(static_cast<std::size_t>(found - samples.begin()));
}

void memoryErrors(const RunRecords& records, int rank, int device, Ns jobStart, KernelLog& log)
{
    const auto& samples = records.ranks[static_cast<std::size_t>(rank)];
    const std::string address = pciAddress(device).substr(0, 10);
    if (const Ns at = reached(samples, records.grid, kWarnAfter); at >= 0)
        log.line(jobStart + at, fmt::format("NVRM: Xid (PCI:{}): {}, pid='<unknown>', name=<unknown>, High single-bit "
                                            "ECC error rate",
                                            address, kXidHighRate));
    if (const Ns at = reached(samples, records.grid, kRemapAfter); at >= 0)
        log.line(jobStart + at,
                 fmt::format("NVRM: Xid (PCI:{}): {}, pid='<unknown>', name=<unknown>, Row Remapper: New "
                             "row (0x000000002a7a1f80) marked for remapping, reset gpu to activate.",
                             address, kXidRemap));
}

void narrowLink(const RunRecords& records, int device, Ns jobStart, KernelLog& log)
{
    const std::string address = pciAddress(device);
    log.line(jobStart - 5'400 * kSecond,
             fmt::format("nvidia {}: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 link at "
                         "0000:17:01.0 (capable of 504.112 Gb/s with 32.0 GT/s PCIe x16 link)",
                         address));
    constexpr std::size_t kEvery = 6;  // the kernel does not print every one of them
    for (std::size_t i = 3; i < records.grid.count; i += kEvery) {
        const Ns at = jobStart + records.grid.at(i);
        log.line(at, fmt::format("pcieport 0000:17:01.0: AER: Corrected error received: {}", address));
        log.line(at + 21'000,
                 fmt::format("nvidia {}: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver "
                             "ID)",
                             address));
    }
}

}  // namespace

std::string isoTime(Ns time, char separator)
{
    const std::tm calendar = fmt::gmtime(static_cast<std::time_t>(time / kSecond));
    return fmt::format("{:%Y-%m-%d}{}{:%H:%M:%S}.{:06}", calendar, separator, calendar, time % kSecond / 1000);
}

std::string kernelLogText(const JobModel& model, const RunRecords& records, int host, Ns jobStart)
{
    KernelLog log(hostName(host));
    log.line(jobStart - 5'430 * kSecond, "Linux version 5.15.0-1066-nvidia (buildd@lcy02-amd64-041) #67-Ubuntu SMP");
    log.line(jobStart - 5'402 * kSecond,
             "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  560.35.03  Fri Aug 16 21:39:15 UTC 2024");
    log.line(jobStart - 5'391 * kSecond, "nvidia-uvm: Loaded the UVM driver, major device number 234.");
    log.line(jobStart - 612 * kSecond, "perf: interrupt took too long (2509 > 2500), lowering "
                                       "kernel.perf_event_max_sample_rate to 79500");
    const int first = host * model.ranksPerHost;
    for (int rank = first; rank < std::min(model.ranks, first + model.ranksPerHost); ++rank) {
        memoryErrors(records, rank, rank - first, jobStart, log);
        if (rank == model.narrowCopyRank)
            narrowLink(records, rank - first, jobStart, log);
    }
    return log.write();
}

}  // namespace headwater
