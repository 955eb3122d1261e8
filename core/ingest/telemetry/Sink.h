// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ingest/Format.h"
#include "core/ingest/telemetry/Cell.h"
#include "core/ingest/telemetry/Fingerprint.h"

namespace headwater::telemetry {

/// Whose values a series holds.
struct SeriesOwner {
    std::string host;
    std::string device;
    std::optional<int> rank;
    ClockKind clock = ClockKind::LocalTime;
};

/// Collects what a reader of telemetry finds: series, events and remarks. Remarks of one code are counted and told
/// once, with the first position.
class TelemetrySink {
public:
    explicit TelemetrySink(std::string file) : m_file(std::move(file)) {}

    /// Index of the series of this metric, label, host, device and clock; new where there is none.
    std::size_t series(const Metric& metric, std::string_view label, const SeriesOwner& owner);
    /// A value in the metric's unit; NaN says that there was none.
    void add(std::size_t series, Ns time, double value);
    /// Reads a cell and adds it; cells without a value are counted, cells that make no sense become a problem.
    void addCell(std::size_t series, Ns time, std::string_view text, std::uint64_t line);
    void addCell(std::size_t series, Ns time, std::string_view text, std::optional<Unit> headerUnit,
                 std::uint64_t line);

    void event(TelemetryEvent event);
    void note(Severity severity, std::string_view code, std::string_view message, std::uint64_t line = 0);
    /// Problems that are complete, with their positions.
    void keep(const Problems& problems) { m_kept.insert(m_kept.end(), problems.begin(), problems.end()); }
    /// Several sources may feed one series, one after the other: times that go back are nothing to report, and of two
    /// values at one time the first stands.
    void expectInterleaving() { m_interleaved = true; }
    /// A column, key or section that is not used.
    void unknown(std::string_view label);

    [[nodiscard]] const MetricSeries& at(std::size_t series) const { return m_series[series]; }
    [[nodiscard]] const Metric& metricAt(std::size_t series) const { return m_metrics[m_metricOf[series]]; }
    [[nodiscard]] bool empty() const { return m_series.empty() && m_events.empty(); }
    [[nodiscard]] const std::string& file() const { return m_file; }

    /// Puts series (in order of time, counters followed by their rates), events and problems into `content`. Series
    /// without a single value are named and left out. Error NothingUsable when nothing is left.
    Status finish(FileContent& content);

private:
    struct Remark {
        Severity severity;
        std::string message;
        std::uint64_t line = 0;
        std::uint64_t count = 0;
    };

    std::uint32_t intern(const Metric& metric);
    void order(MetricSeries& series);
    void deliver(std::vector<MetricSeries>& out);
    void reportUnused(Problems& problems) const;

    std::string m_file;
    std::vector<MetricSeries> m_series;
    std::vector<Metric> m_metrics;  ///< the distinct ones
    std::unordered_map<Fingerprint, std::uint32_t, Fingerprint::Hash> m_metricIds;
    std::vector<std::uint32_t> m_metricOf;                                      ///< of each series, an index
    std::unordered_map<Fingerprint, std::uint32_t, Fingerprint::Hash> m_index;  ///< by name, label, host, device, clock
    std::vector<TelemetryEvent> m_events;
    Problems m_kept;
    std::map<std::string, Remark, std::less<>> m_remarks;
    std::set<std::string, std::less<>> m_unknown;  ///< the first distinct names
    std::uint64_t m_unknownCount = 0;
    bool m_interleaved = false;
    std::uint64_t m_backLine = 0;  ///< the first line whose time lies before that of its series' line before
};

}  // namespace headwater::telemetry
