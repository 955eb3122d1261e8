// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// What the times of a source are measured from; decides whether it can be laid beside the steps of a trace.
enum class ClockKind : std::uint8_t {
    Epoch,      ///< ns since 1970 UTC
    LocalTime,  ///< wall clock of a host without its zone, as if it were UTC: off by whole quarter hours
    Relative,   ///< ns since the source began
    Order,      ///< no times at all: rows at an assumed period
};

/// How values of a series behave.
enum class SeriesKind : std::uint8_t {
    Gauge,    ///< a level: %, W, MHz, bytes in use
    Counter,  ///< grows; only differences mean something, a fall is a reset
    Rate,     ///< a counter turned into units per second, with resets and wraps removed
    State,    ///< a code or bit mask: throttle reasons, P-state
};

/// One metric of one device over time. `unit` is explicit and normalised: "1" (ratio 0…1), "W", "J", "Hz", "B", "B/s",
/// "s", "degC", "count", "count/s", "bitmask". A value that was not measured is NaN, never 0.
struct MetricSeries {
    std::string name;   ///< normalised, lower case with dots: "gpu.utilization", "gpu.clock.sm", "net.rx_bytes"
    std::string label;  ///< as the source spells it
    std::string unit;
    SeriesKind kind = SeriesKind::Gauge;
    std::string host;    ///< empty: unknown
    std::string device;  ///< "gpu 0", "mlx5_0 port 1", "eth0", "cpu", or empty
    std::optional<int> rank;
    ClockKind clock = ClockKind::Epoch;
    std::vector<Ns> time;       ///< ascending
    std::vector<double> value;  ///< same length as time
    std::string source;         ///< file
    std::uint64_t line = 0;     ///< of its first value in the file; 0: it has no lines
    std::uint64_t resets = 0;   ///< falls of a counter that were taken as resets
    std::uint64_t missing = 0;  ///< cells that said N/A
    bool zoneAssumed = false;   ///< Epoch because the user named the zone of its local times
};

/// Something that happened at a moment: an XID, a machine check, a PCIe error, an out-of-memory kill.
struct TelemetryEvent {
    std::string kind;     ///< "xid", "aer", "mce", "oom-kill", "link-down", "throttle" …
    std::string message;  ///< the line as it stood (untrusted)
    std::string host;
    std::string device;
    std::optional<std::int64_t> code;  ///< XID number
    ClockKind clock = ClockKind::Order;
    Ns time = 0;  ///< by `clock`; row number for Order
    std::string source;
    std::string position;      ///< "line 12"
    bool zoneAssumed = false;  ///< as of a series
};

/// What devices, hosts and links of a run reported over time.
struct Telemetry {
    std::vector<MetricSeries> series;
    std::vector<TelemetryEvent> events;

    [[nodiscard]] bool empty() const { return series.empty() && events.empty(); }
};

}  // namespace headwater
