// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/trace/Trace.h"

namespace headwater {

/// Collects the events of one rank in any order and turns them into a sorted, linked Trace. Readers of every trace
/// format fill it; none of them sorts or links on its own.
class TraceBuilder {
public:
    /// Correlation id of events that have none.
    static constexpr std::int64_t kNoCorrelation = -1;

    struct HostEvent {
        Interval time;
        NameId name{};
        TrackId track{};
        HostKind kind = HostKind::Other;
        std::int64_t correlation = kNoCorrelation;
    };
    struct DeviceEvent {
        Interval time;
        NameId name{};
        TrackId track{};
        ActivityClass activity = ActivityClass::Compute;  ///< kernels are classed later, by name
        bool kernel = true;
        std::int64_t correlation = kNoCorrelation;
        Row collective = kNoRow;
        std::optional<ScheduleSlot> slot;
    };

    struct StreamRecord {
        Interval time;
        NameId name{};
        std::int64_t correlation = kNoCorrelation;
    };

    /// The trace under construction: names, counts, problems, metadata are filled in place.
    [[nodiscard]] Trace& trace() { return m_trace; }
    [[nodiscard]] NameId intern(std::string_view text) { return m_trace.names.intern(text); }
    /// The track of (process, thread); made on first use.
    TrackId track(std::string_view process, std::string_view thread, bool device);

    void add(const HostEvent& event);
    void add(const DeviceEvent& event);
    void add(const StreamRecord& record) { m_records.push_back(record); }
    /// Adds the details of a collective and returns its index for DeviceEvent::collective.
    Row add(const CollectiveInfo& info);

    /// Classes kernels, sorts both tables, links activities to their launches by correlation, adds `shift` to every
    /// time, computes the extent. The builder is empty afterwards.
    [[nodiscard]] Trace finish(const Taxonomy& taxonomy, Ns shift);

private:
    struct Launch {
        std::int64_t correlation;
        Row host;
    };

    void classifyKernels(const Taxonomy& taxonomy);
    void sortHost();
    void sortDevice();
    void linkLaunches();
    void takeRecords();
    [[nodiscard]] Row launchOf(std::int64_t correlation) const;

    Trace m_trace;
    std::unordered_map<std::uint64_t, TrackId> m_tracks;
    std::vector<Launch> m_launches;
    std::vector<std::int64_t> m_correlations;  ///< of activities, same order as the table
    std::vector<bool> m_isKernel;
    std::vector<StreamRecord> m_records;
};

}  // namespace headwater
