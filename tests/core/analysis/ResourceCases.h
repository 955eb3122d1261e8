// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/core/analysis/ResourceRuns.h"

/// What every resource check must say of made telemetry: that which just fires and that which just does not.
namespace headwater::test {

using Make = std::function<void(MadeRun&)>;

/// A check that must say `expected` of `current` beside `baseline`.
struct Case {
    const char* name;
    const char* check;
    const char* expected;
    Make current;
    Make baseline = [](MadeRun&) {};
};

inline MadeRun made(const Make& make)
{
    MadeRun run;
    make(run);
    return run;
}

inline Make mask(double value)
{
    return [value](MadeRun& run) { run.state("gpu.throttle.reasons", "gpu 0", {0, value, 0}); };
}

inline Make counting(const char* name, const char* device, double perSecond)
{
    return [=](MadeRun& run) { run.counter(name, device, perSecond); };
}

inline Make level(const char* name, const char* device, double value)
{
    return [=](MadeRun& run) { run.gauge(name, device, {value}); };
}

/// GPU 0 at a clock, at work.
inline Make clock(double mhz, double utilization = 1)
{
    return [=](MadeRun& run) {
        run.gauge("gpu.clock.sm", "gpu 0", {mhz * 1e6}).gauge("gpu.utilization", "gpu 0", {utilization});
    };
}

/// Four GPUs at 1400 MHz but for the last.
inline Make fourClocks(double last)
{
    return [=](MadeRun& run) {
        for (int i = 0; i < 4; ++i)
            run.gauge("gpu.clock.sm", "gpu " + std::to_string(i), {i == 3 ? last * 1e6 : 1400e6});
    };
}

inline Make link(double generation, double width, double utilization = 1)
{
    return [=](MadeRun& run) {
        run.gauge("gpu.pcie.generation", "gpu 0", {1, generation})
            .gauge("gpu.pcie.generation.max", "gpu 0", {4})
            .gauge("gpu.pcie.width", "gpu 0", {width})
            .gauge("gpu.pcie.width.max", "gpu 0", {16})
            .gauge("gpu.utilization", "gpu 0", {utilization});
    };
}

inline Make core(double idle)
{
    return
        [=](MadeRun& run) { run.counter("cpu.time.idle", "cpu 3", idle).counter("cpu.time.user", "cpu 3", 1 - idle); };
}

inline Make reads(double seconds)
{
    return [=](MadeRun& run) {
        run.counter("disk.read_time", "nvme0n1", seconds).counter("disk.read_bytes", "nvme0n1", 1e8);
    };
}

inline Make quota(double throttled)
{
    return [=](MadeRun& run) {
        run.counter("cgroup.cpu.periods", "container a", 1000)
            .counter("cgroup.cpu.throttled_periods", "container a", throttled);
    };
}

/// A rank whose allocator holds `reserved` and uses `allocated` of 80 units.
inline Make allocator(double reserved, double allocated)
{
    return [=](MadeRun& run) {
        run.gauge("gpu.memory.total", "gpu 0", {80e9});
        for (const auto& [name, value] :
             {std::pair("torch.memory.reserved", reserved), std::pair("torch.memory.allocated", allocated)}) {
            run.gauge(name, "", {value * 1e9}, "");
            run.run().telemetry.series.back().rank = 0;
        }
    };
}

inline Make logValue(const char* name, std::vector<double> values)
{
    return [=](MadeRun& run) { run.logged(name, values); };
}

inline Make memory(double used)
{
    return
        [=](MadeRun& run) { run.gauge("gpu.memory.used", "gpu 0", {used}).gauge("gpu.memory.total", "gpu 0", {100}); };
}

inline const Make kNothing = [](MadeRun&) {};

inline std::vector<Case> clockCases()
{
    return {
        {"hw thermal", "throttle-reasons", "fail", mask(0x40)},
        {"hw slowdown with power cap", "throttle-reasons", "fail", mask(0xC)},
        {"application clocks", "throttle-reasons", "warn", mask(0x2)},
        {"idle only", "throttle-reasons", "pass", mask(0x1)},
        {"no reason", "throttle-reasons", "pass", mask(0)},
        {"hw thermal as in the baseline", "throttle-reasons", "warn", mask(0x40), mask(0x40)},
        {"application clocks as in the baseline", "throttle-reasons", "info", mask(0x2), mask(0x2)},
        {"power cap as in the baseline", "throttle-reasons", "pass", mask(0x4), mask(0x4)},
        {"power cap rises by 5 points", "throttle-reasons", "pass", mask(0x4), mask(0)},
        {"power cap rises", "throttle-reasons", "warn",
         [](MadeRun& run) { run.state("gpu.throttle.reasons", "gpu 0", {4}); }, mask(0)},
        {"power cap, no baseline", "throttle-reasons", "info",
         [](MadeRun& run) { run.state("gpu.throttle.reasons", "gpu 0", {4}); }},
        {"single flag", "throttle-reasons", "fail",
         [](MadeRun& run) {
             run.state("gpu.throttle.sw_thermal", "gpu 0", {0, 0, 1, 0});
         }},
        {"dmon's flag", "throttle-reasons", "fail",
         [](MadeRun& run) {
             run.state("gpu.throttle.thermal", "gpu 0", {0, 0, 1, 0});
         }},
        {"not recorded", "throttle-reasons", "unknown", kNothing, mask(0x40)},
        {"thermal 6 %", "throttle-time", "fail", counting("gpu.throttle_time.thermal", "gpu 0", 0.06)},
        {"thermal 4 %", "throttle-time", "warn", counting("gpu.throttle_time.thermal", "gpu 0", 0.04)},
        {"thermal 0.9 %", "throttle-time", "pass", counting("gpu.throttle_time.thermal", "gpu 0", 0.009)},
        {"power 6 % as before", "throttle-time", "warn", counting("gpu.throttle_time.power", "gpu 0", 0.06),
         counting("gpu.throttle_time.power", "gpu 0", 0.055)},
        {"sync boost 60 %", "throttle-time", "warn", counting("gpu.throttle_time.sync_boost", "gpu 0", 0.6)},
        {"at the power cap as before", "throttle-time", "pass",
         counting("gpu.throttle_time.sw_power_cap", "gpu 0", 0.9),
         counting("gpu.throttle_time.sw_power_cap", "gpu 0", 0.85)},
        {"at the power cap, rises", "throttle-time", "warn", counting("gpu.throttle_time.sw_power_cap", "gpu 0", 0.9),
         counting("gpu.throttle_time.sw_power_cap", "gpu 0", 0.7)},
        {"clock 4 % below", "clocks-baseline", "warn", clock(1344), clock(1400)},
        {"clock 2 % below", "clocks-baseline", "pass", clock(1372), clock(1400)},
        {"idle clock", "clocks-baseline", "unknown", clock(300, 0), clock(1400)},
        {"no baseline clock", "clocks-baseline", "unknown", clock(1400)},
        {"one of four 5 % below", "clocks-peers", "warn", fourClocks(1330)},
        {"one of four 2 % below", "clocks-peers", "pass", fourClocks(1372)},
        {"one of four above", "clocks-peers", "pass", fourClocks(1900)},
        {"alone", "clocks-peers", "unknown", clock(1000)},
        {"power limit lowered", "power-limit", "warn", level("gpu.power.limit", "gpu 0", 300),
         level("gpu.power.limit", "gpu 0", 400)},
        {"power limit kept", "power-limit", "pass", level("gpu.power.limit", "gpu 0", 400),
         level("gpu.power.limit", "gpu 0", 400)},
        {"hotter", "temperature", "info", level("gpu.temperature", "gpu 0", 80), level("gpu.temperature", "gpu 0", 60)},
        {"as warm", "temperature", "pass", level("gpu.temperature", "gpu 0", 65),
         level("gpu.temperature", "gpu 0", 60)},
    };
}

inline std::vector<Case> errorCases()
{
    const auto flag = [](const char* name, double value) { return level(name, "gpu 0", value); };
    return {
        {"xid 79", "xid", "fail", [](MadeRun& run) { run.happened("xid", 5.5, 79); }},
        {"xid 43", "xid", "warn", [](MadeRun& run) { run.happened("xid", 5.5, 43); }},
        {"xid 79 in both", "xid", "warn", [](MadeRun& run) { run.happened("xid", 5.5, 79); },
         [](MadeRun& run) { run.happened("xid", 2.5, 79); }},
        {"xid 79 a day before", "xid", "info", [](MadeRun& run) { run.happened("xid", -86'400, 79); }},
        {"xid 79 an hour before", "xid", "fail", [](MadeRun& run) { run.happened("xid", -3600, 79); }},
        {"quiet kernel log", "xid", "pass", [](MadeRun& run) { run.kernelLog(); }},
        {"no kernel log", "xid", "unknown", kNothing},
        {"xid gauge changes", "xid", "fail",
         [](MadeRun& run) {
             run.state("gpu.xid", "gpu 0", {0, 0, 48});
         }},
        {"xid gauge quiet", "xid", "pass", [](MadeRun& run) { run.state("gpu.xid", "gpu 0", {0}); }},
        {"aer", "kernel-errors", "warn", [](MadeRun& run) { run.happened("aer", 5.5); }},
        {"lockup", "kernel-errors", "fail", [](MadeRun& run) { run.happened("lockup", 5.5); }},
        {"uncorrected", "ecc-uncorrected", "fail", flag("gpu.ecc.uncorrected.volatile", 1)},
        {"uncorrected as before", "ecc-uncorrected", "warn", flag("gpu.ecc.uncorrected.volatile", 1),
         flag("gpu.ecc.uncorrected.volatile", 1)},
        {"none uncorrected", "ecc-uncorrected", "pass", flag("gpu.ecc.uncorrected.volatile", 0)},
        {"corrected, many", "ecc-corrected", "warn", counting("gpu.ecc.corrected.volatile", "gpu 0", 5),
         counting("gpu.ecc.corrected.volatile", "gpu 0", 0)},
        {"corrected, as before", "ecc-corrected", "pass", counting("gpu.ecc.corrected.volatile", "gpu 0", 5),
         counting("gpu.ecc.corrected.volatile", "gpu 0", 1)},
        {"corrected, now and then", "ecc-corrected", "pass", counting("gpu.ecc.corrected.volatile", "gpu 0", 0.01)},
        {"corrected in all", "ecc-corrected", "warn", flag("gpu.ecc.corrected.aggregate", 3e7)},
        {"remap pending", "row-remap", "fail", flag("gpu.remapped_rows.pending", 1)},
        {"remap failed", "row-remap", "fail", flag("gpu.remapped_rows.failure", 1)},
        {"512 remaps", "row-remap", "fail", flag("gpu.remapped_rows.uncorrectable", 512)},
        {"511 remaps", "row-remap", "pass", flag("gpu.remapped_rows.uncorrectable", 511)},
        {"63 retired pages", "row-remap", "fail",
         [](MadeRun& run) {
             run.gauge("gpu.retired_pages.sbe", "gpu 0", {60}).gauge("gpu.retired_pages.dbe", "gpu 0", {3});
         }},
        {"62 retired pages", "row-remap", "pass", flag("gpu.retired_pages.sbe", 62)},
        {"16 double-bit pages", "row-remap", "fail", flag("gpu.retired_pages.dbe", 16)},
        {"15 double-bit pages", "row-remap", "pass", flag("gpu.retired_pages.dbe", 15)},
    };
}

inline std::vector<Case> linkCases()
{
    return {
        {"full link", "pcie-link", "pass", link(4, 16)},
        {"generation 3 of 4", "pcie-link", "warn", link(3, 16)},
        {"8 lanes of 16", "pcie-link", "fail", link(4, 8)},
        {"8 lanes in both", "pcie-link", "warn", link(4, 8), link(4, 8)},
        {"idle link", "pcie-link", "unknown", link(1, 16, 0)},
        {"replays beyond 16 a minute", "pcie-replays", "warn", counting("gpu.pcie.replays", "gpu 0", 0.3)},
        {"replays within 16 a minute", "pcie-replays", "pass", counting("gpu.pcie.replays", "gpu 0", 0.2)},
        {"one reading of replays", "pcie-replays", "unknown",
         [](MadeRun& run) {
             run.add(SeriesKind::Counter, "gpu.pcie.replays", "count", "gpu 0", {kNone, 900, kNone});
         }},
        {"crc 120/s", "nvlink", "warn", counting("gpu.nvlink.crc_flit_errors", "gpu 0", 120)},
        {"crc 90/s", "nvlink", "pass", counting("gpu.nvlink.crc_flit_errors", "gpu 0", 90)},
        {"nvlink replay", "nvlink", "fail", counting("gpu.nvlink.replay_errors", "gpu 0", 0.1)},
        {"nvlink no replay", "nvlink", "pass", counting("gpu.nvlink.replay_errors", "gpu 0", 0)},
    };
}

inline std::vector<Case> memoryCases()
{
    return {
        {"gpu utilisation is no evidence", "sm-activity", "unknown", level("gpu.utilization", "gpu 0", 1),
         level("gpu.utilization", "gpu 0", 0.2)},
        {"gpu utilisation is no saturation", "saturation", "unknown", level("gpu.utilization", "gpu 0", 1)},
        {"sm 12 points less", "sm-activity", "info", level("gpu.active.sm", "gpu 0", 0.7),
         level("gpu.active.sm", "gpu 0", 0.82)},
        {"sm 8 points less", "sm-activity", "pass", level("gpu.active.sm", "gpu 0", 0.7),
         level("gpu.active.sm", "gpu 0", 0.78)},
        {"dram saturated", "saturation", "info", level("gpu.active.dram", "gpu 0", 0.8),
         level("gpu.active.dram", "gpu 0", 0.4)},
        {"dram as before", "saturation", "pass", level("gpu.active.dram", "gpu 0", 0.8),
         level("gpu.active.dram", "gpu 0", 0.8)},
        {"dram 0.7", "saturation", "pass", level("gpu.active.dram", "gpu 0", 0.7)},
        {"pcie 30 GB/s of 31.5", "saturation", "info",
         [](MadeRun& run) {
             link(4, 16)(run);
             run.gauge("gpu.pcie.rx", "gpu 0", {30e9});
         }},
        {"pcie 25 GB/s of 31.5", "saturation", "pass",
         [](MadeRun& run) {
             link(4, 16)(run);
             run.gauge("gpu.pcie.rx", "gpu 0", {25e9});
         }},
        {"retries", "alloc-retries", "fail", logValue("memory_alloc_retries", {2, 2, 2, 3, 7})},
        {"retries of the warm-up", "alloc-retries", "pass", logValue("memory_alloc_retries", {2})},
        {"retries as before", "alloc-retries", "warn", logValue("memory_alloc_retries", {0, 1}),
         logValue("memory_alloc_retries", {0, 1})},
        {"no allocator values", "alloc-retries", "unknown", kNothing},
        {"ooms", "out-of-memory", "fail", logValue("memory_ooms", {0, 0, 1})},
        {"no ooms", "out-of-memory", "pass", logValue("memory_ooms", {0})},
        {"oom kill", "out-of-memory", "fail", [](MadeRun& run) { run.happened("oom-kill", 5.5, {}, ""); }},
        {"nothing about memory", "out-of-memory", "unknown", kNothing},
        {"fragmented and tight", "fragmentation", "warn", allocator(78, 61)},
        {"fragmented, room left", "fragmentation", "pass", allocator(70, 50)},
        {"tight, not fragmented", "fragmentation", "pass", allocator(78, 65)},
        {"little left", "headroom", "info", memory(97)},
        {"enough left", "headroom", "pass", memory(94)},
        {"more in use", "memory-use", "info", memory(60), memory(50)},
        {"as much in use", "memory-use", "pass", memory(52), memory(50)},
        {"in use of one run alone", "memory-use", "unknown", memory(52)},
    };
}

inline std::vector<Case> networkCases()
{
    const auto port = [](const char* name, double perSecond) { return counting(name, "mlx5_0 port 1", perSecond); };
    const auto speed = [](double gigabit) { return level("net.speed", "mlx5_0 port 1", gigabit * 1e9 / 8); };
    return {
        {"slower link", "net-rate", "fail", speed(100), speed(400)},
        {"same link", "net-rate", "pass", speed(400), speed(400)},
        {"other port", "net-rate", "unknown", speed(100), level("net.speed", "mlx5_9 port 1", 5e10)},
        {"link went down", "net-link-down", "fail", port("net.link_downed", 0.06)},
        {"link stayed", "net-link-down", "pass", port("net.link_downed", 0)},
        {"link down in the kernel log", "net-link-down", "fail",
         [](MadeRun& run) { run.happened("link-down", 5.5, {}, "eth0"); }},
        {"symbol errors", "net-errors", "warn", port("net.symbol_errors", 3), port("net.symbol_errors", 0.1)},
        {"symbol errors as before", "net-errors", "pass", port("net.symbol_errors", 3), port("net.symbol_errors", 1)},
        {"a rare symbol error", "net-errors", "pass", port("net.symbol_errors", 0.01), port("net.symbol_errors", 0)},
        {"retransmits", "net-retransmits", "warn", port("net.out_of_sequence", 40), port("net.out_of_sequence", 1)},
        {"tcp alone", "net-retransmits", "info", port("net.tcp_retransmits", 40), port("net.tcp_retransmits", 1)},
        {"credits", "net-credits", "warn", port("net.tx_wait", 5000), port("net.tx_wait", 1000)},
        {"credits as before", "net-credits", "pass", port("net.tx_wait", 3000), port("net.tx_wait", 1000)},
        {"credits alone", "net-credits", "unknown", port("net.tx_wait", 3000)},
        {"pause 6 %", "net-pause", "fail", port("net.pause_time.rx.prio3", 0.06)},
        {"pause 2 %", "net-pause", "warn", port("net.pause_time.tx.prio3", 0.02)},
        {"pause 0.5 %", "net-pause", "pass", port("net.pause_time.rx.prio3", 0.005)},
        {"pause 6 % as before", "net-pause", "warn", port("net.pause_time.rx.prio3", 0.06),
         port("net.pause_time.rx.prio3", 0.06)},
        {"pause storm", "net-pause", "fail", port("net.pause_storm_errors", 1)},
        {"marked", "net-congestion", "info", port("net.ecn_marked_packets", 100), port("net.ecn_marked_packets", 0)},
        {"card waits for PCIe", "net-pcie", "warn", level("net.pcie_stalled_reads", "eth0", 0.2)},
        {"card does not wait", "net-pcie", "pass", level("net.pcie_stalled_reads", "eth0", 0.01)},
    };
}

inline std::vector<Case> hostCases()
{
    return {
        {"pinned", "pinned-core", "info", core(0.02), core(0.5)},
        {"pinned as before", "pinned-core", "pass", core(0.02), core(0.03)},
        {"busy, not pinned", "pinned-core", "pass", core(0.1)},
        {"cpu pressure 12 %", "pressure", "warn", counting("host.pressure.cpu.some", "", 0.12)},
        {"cpu pressure 8 %", "pressure", "pass", counting("host.pressure.cpu.some", "", 0.08)},
        {"io stalled 2 %", "pressure", "warn", counting("host.pressure.io.full", "", 0.02)},
        {"io stalled 0.5 %", "pressure", "pass", counting("host.pressure.io.full", "", 0.005)},
        {"memory stalled 2 %", "pressure", "warn", counting("host.pressure.memory.full", "", 0.02)},
        {"io stalled as before", "pressure", "info", counting("host.pressure.io.full", "", 0.02),
         counting("host.pressure.io.full", "", 0.02)},
        {"quota 6 %", "cgroup-throttle", "fail", quota(60)},
        {"quota 2 %", "cgroup-throttle", "warn", quota(20)},
        {"quota 0.5 %", "cgroup-throttle", "pass", quota(5)},
        {"six times the switches", "context-switches", "warn", counting("host.context_switches", "", 6e5),
         counting("host.context_switches", "", 1e5)},
        {"four times the switches", "context-switches", "pass", counting("host.context_switches", "", 4e5),
         counting("host.context_switches", "", 1e5)},
        {"switches alone", "context-switches", "unknown", counting("host.context_switches", "", 4e5)},
        {"reads slower", "storage-read", "warn", reads(0.25), reads(0.2)},
        {"reads a little slower", "storage-read", "pass", reads(0.23), reads(0.2)},
        {"reads alone", "storage-read", "unknown", reads(0.25)},
        {"core throttled", "cpu-throttle", "warn", counting("cpu.core_throttles", "core 1", 0.5),
         counting("cpu.core_throttles", "core 1", 0)},
        {"core not throttled", "cpu-throttle", "pass", counting("cpu.core_throttles", "core 1", 0)},
    };
}

inline std::vector<Case> allCases()
{
    std::vector<Case> all;
    for (auto&& cases : {clockCases(), errorCases(), linkCases(), memoryCases(), networkCases(), hostCases()})
        all.insert(all.end(), cases.begin(), cases.end());
    return all;
}

}  // namespace headwater::test
