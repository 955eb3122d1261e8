// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/ResourceEvents.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/analysis/resources/EventMeaning.h"
#include "core/analysis/resources/Throttle.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

/// One event before it is put together with its like.
struct Occurrence {
    std::string kind;
    std::optional<std::int64_t> code;
    Text meaning;
    ResourceSeverity severity = ResourceSeverity::Info;
    std::string host, device;
    std::optional<int> rank;
    std::optional<std::int64_t> step;
    EventPlace place = EventPlace::Unplaced;
    Text placedBy;
    ResourceProvenance provenance = ResourceProvenance::Measured;
    std::string message, source, position;
};

ResourceProvenance provenanceOf(ClockBasis basis)
{
    switch (basis) {
    case ClockBasis::Same: return ResourceProvenance::Measured;
    case ClockBasis::InferredZone: return ResourceProvenance::Inferred;
    case ClockBasis::SameZone:
    case ClockBasis::GivenZone:
    case ClockBasis::None: break;
    }
    return ResourceProvenance::Assumed;
}

class Collector {
public:
    Collector(const RunResources& run, const ResourcePolicy& policy) : m_run(run), m_policy(policy) {}

    void add(Occurrence one)
    {
        if (one.place == EventPlace::Before && m_early)
            one.severity = std::min(one.severity, ResourceSeverity::Info);
        const Key key{
            one.kind,   one.code.value_or(-1), one.host,
            one.device, one.rank.value_or(-1), one.kind == "throttle" ? one.meaning.english() : std::string()};
        const auto [found, isNew] = m_index.try_emplace(key, m_events.size());
        if (isNew) {
            ResourceEvent event;
            event.kind = std::move(one.kind);
            event.code = one.code;
            event.meaning = std::move(one.meaning);
            event.severity = one.severity;
            event.host = std::move(one.host);
            event.device = std::move(one.device);
            event.rank = one.rank;
            event.place = one.place;
            event.placedBy = std::move(one.placedBy);
            event.provenance = one.provenance;
            event.message = std::move(one.message);
            event.source = std::move(one.source);
            event.position = std::move(one.position);
            m_events.push_back(std::move(event));
        } else {
            ResourceEvent& event = m_events[found->second];
            ++event.count;
            event.severity = std::max(event.severity, one.severity);
        }
        if (one.step)
            m_steps[found->second].insert(*one.step);
    }

    /// Puts an event at a time of the clock of a file on the steps.
    void place(Occurrence& one, const std::string& source, ClockKind clock, Ns time)
    {
        m_early = false;
        const TelemetryGroup* group = m_run.groupOf(source, clock);
        if (group == nullptr || !group->match.aligned() || m_run.axis.steps.empty()) {
            one.placedBy = group != nullptr && !group->match.statement.empty()
                               ? group->match.statement
                               : say("the run has no times of its steps");
            return;
        }
        one.placedBy = group->match.statement;
        one.provenance = provenanceOf(group->match.basis);
        const Ns at = time + group->match.shift;
        const auto& steps = m_run.axis.steps;
        const auto after = std::ranges::upper_bound(steps, at, {}, [](const auto& s) { return s.window.start; });
        if (after == steps.begin()) {
            constexpr double kMinute = 60e9;
            one.place = EventPlace::Before;
            m_early = static_cast<double>(steps.front().window.start - at) > m_policy.eventLeadMinutes * kMinute;
        } else if (at < (after - 1)->window.end) {
            one.place = EventPlace::InStep;
            one.step = (after - 1)->step;
        } else {
            one.place = after == steps.end() ? EventPlace::After : EventPlace::Between;
        }
    }

    std::vector<ResourceEvent> take()
    {
        for (const auto& [event, steps] : m_steps)
            for (const std::int64_t step : steps) {
                if (m_events[event].steps.size() == ResourceEvent::kMostSteps)
                    break;
                m_events[event].steps.push_back(step);
            }
        return std::move(m_events);
    }

private:
    using Key = std::tuple<std::string, std::int64_t, std::string, std::string, int, std::string>;

    const RunResources& m_run;
    const ResourcePolicy& m_policy;
    bool m_early = false;
    std::vector<ResourceEvent> m_events;
    std::map<Key, std::size_t> m_index;
    std::map<std::size_t, std::set<std::int64_t>> m_steps;
};

void ofKernel(const RunResources& run, Collector& collector)
{
    for (const TelemetryEvent& event : run.run->telemetry.events) {
        Occurrence one;
        EventMeaning meaning = meaningOfEvent(event.kind, event.code, event.message, event.device);
        one.kind = event.kind;
        one.code = event.code;
        one.severity = meaning.severity;
        one.meaning = std::move(meaning.meaning);
        one.host = event.host;
        one.device = event.device;
        one.message = event.message;
        one.source = event.source;
        one.position = event.position;
        collector.place(one, event.source, event.clock, event.time);
        collector.add(std::move(one));
    }
}

Occurrence onDevice(const DeviceResources& device, const MetricSeries& series)
{
    Occurrence one;
    one.host = device.host;
    one.device = device.device;
    one.rank = device.rank;
    one.source = series.source;
    return one;
}

/// DCGM keeps the last XID in a gauge: a change is an event; a value that was there from the start is older.
void ofXidGauge(const DeviceResources& device, Collector& collector)
{
    const DeviceMetric* metric = device.find("gpu.xid");
    if (metric == nullptr)
        return;
    const MetricSeries& series = *metric->series;
    double last = std::nan("");
    for (std::size_t i = 0; i < series.value.size(); ++i) {
        const double value = series.value[i];
        if (std::isnan(value) || value == last)
            continue;
        const bool first = std::isnan(last);
        last = value;
        if (value < 1 || value >= 1e6)
            continue;
        Occurrence one = onDevice(device, series);
        one.kind = "xid";
        one.code = static_cast<std::int64_t>(value);
        EventMeaning meaning = meaningOfEvent("xid", one.code, {}, {});
        one.severity = meaning.severity;
        one.meaning = std::move(meaning.meaning);
        if (first) {
            one.placedBy = say("the gauge had it when recording began: it happened at some time before");
            one.provenance = ResourceProvenance::Inferred;
            one.place = EventPlace::Unplaced;
        } else {
            collector.place(one, series.source, series.clock, series.time[i]);
        }
        collector.add(std::move(one));
    }
}

/// The samples at which a reason that matters (not idle, not the power cap) begins to hold.
void ofThrottling(const DeviceResources& device, std::string_view name, std::uint64_t bits, Collector& collector)
{
    const DeviceMetric* metric = device.find(name);
    if (metric == nullptr)
        return;
    const MetricSeries& series = *metric->series;
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < series.value.size(); ++i) {
        const double value = series.value[i];
        if (std::isnan(value) || value < 0 || value >= std::exp2(63))
            continue;
        std::uint64_t mask = static_cast<std::uint64_t>(value);
        if (bits != 0)
            mask = value > 0 ? bits : 0;
        const std::uint64_t begun = mask & ~last;
        last = mask;
        for (const ThrottleReason* reason : readThrottleMask(begun).reasons) {
            if (reason->severity == ResourceSeverity::None || reason->bit == 0x4)
                continue;
            Occurrence one = onDevice(device, series);
            one.kind = "throttle";
            one.code = static_cast<std::int64_t>(reason->bit);
            one.severity = reason->severity;
            one.meaning = say("{} begins", word(reason->text));
            collector.place(one, series.source, series.clock, series.time[i]);
            collector.add(std::move(one));
        }
    }
}

std::vector<ResourceEvent> eventsOf(const RunResources& run, const ResourcePolicy& policy)
{
    if (!run.run)
        return {};
    Collector collector(run, policy);
    ofKernel(run, collector);
    for (const DeviceResources& device : run.devices) {
        ofXidGauge(device, collector);
        if (device.find("gpu.throttle.reasons") != nullptr) {
            ofThrottling(device, "gpu.throttle.reasons", 0, collector);
            continue;
        }
        for (const ThrottleReason& reason : throttleReasons())
            if (!reason.series.empty())
                ofThrottling(device, fmt::format("gpu.throttle.{}", reason.series), reason.bit, collector);
    }
    return collector.take();
}

using Likeness = std::pair<std::string, std::int64_t>;

std::set<Likeness> kindsOf(const std::vector<ResourceEvent>& events)
{
    std::set<Likeness> kinds;
    for (const ResourceEvent& event : events)
        kinds.emplace(event.kind, event.code.value_or(-1));
    return kinds;
}

void markBoth(std::vector<ResourceEvent>& events, const std::set<Likeness>& other)
{
    for (ResourceEvent& event : events)
        event.inBoth = other.contains({event.kind, event.code.value_or(-1)});
}

}  // namespace

std::vector<ResourceEvent> resourceEvents(const RunResources& baseline, const RunResources& current,
                                          const ResourcePolicy& policy)
{
    std::vector<ResourceEvent> before = eventsOf(baseline, policy);
    std::vector<ResourceEvent> events = eventsOf(current, policy);
    const auto kindsBefore = kindsOf(before);
    const auto kindsNow = kindsOf(events);
    markBoth(events, kindsBefore);
    markBoth(before, kindsNow);
    for (ResourceEvent& event : before) {
        event.inBaselineRun = true;
        events.push_back(std::move(event));
    }
    std::ranges::stable_sort(events, [](const ResourceEvent& a, const ResourceEvent& b) {
        return std::pair(a.inBaselineRun, -static_cast<int>(a.severity)) <
               std::pair(b.inBaselineRun, -static_cast<int>(b.severity));
    });
    return events;
}

}  // namespace headwater
