// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/TraceBuilder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace headwater {

namespace {

/// Reorders one column; the copy is the only extra memory, one column at a time.
template <class T>
void permute(std::vector<T>& column, const std::vector<Row>& order)
{
    std::vector<T> sorted;
    sorted.reserve(order.size());
    for (const Row row : order)
        sorted.push_back(column[row]);
    column = std::move(sorted);
}

std::vector<Row> identity(std::size_t size)
{
    std::vector<Row> order(size);
    std::iota(order.begin(), order.end(), Row(0));
    return order;
}

/// Adds `shift` to every time; false, and nothing changed, where one of them would not fit in int64.
bool shiftTimes(const std::array<std::vector<Ns>*, 6>& columns, Ns shift)
{
    Ns sum = 0;
    for (const std::vector<Ns>* column : columns)
        for (const Ns time : *column)
            if (__builtin_add_overflow(time, shift, &sum))
                return false;
    for (std::vector<Ns>* column : columns)
        for (Ns& time : *column)
            time += shift;
    return true;
}

}  // namespace

TrackId TraceBuilder::track(std::string_view process, std::string_view thread, bool device)
{
    const auto p = static_cast<std::uint64_t>(intern(process));
    const auto t = static_cast<std::uint64_t>(intern(thread));
    const std::uint64_t key = (p << 33) | (t << 1) | (device ? 1U : 0U);
    const auto [found, isNew] = m_tracks.try_emplace(key, static_cast<TrackId>(m_trace.tracks.size()));
    if (isNew)
        m_trace.tracks.push_back({std::string(process), std::string(thread), {}, device});
    return found->second;
}

void TraceBuilder::add(const HostEvent& event)
{
    HostTable& host = m_trace.host;
    if (event.correlation != kNoCorrelation)
        m_launches.push_back({event.correlation, static_cast<Row>(host.size())});
    host.start.push_back(event.time.start);
    host.end.push_back(event.time.end);
    host.name.push_back(event.name);
    host.track.push_back(event.track);
    host.kind.push_back(event.kind);
}

void TraceBuilder::add(const DeviceEvent& event)
{
    ActivityTable& device = m_trace.device;
    device.start.push_back(event.time.start);
    device.end.push_back(event.time.end);
    device.name.push_back(event.name);
    device.track.push_back(event.track);
    device.activity.push_back(event.activity);
    device.collective.push_back(event.collective);
    if (event.slot) {
        device.slot.resize(device.size());
        device.slot.back() = *event.slot;
    }
    m_correlations.push_back(event.correlation);
    m_isKernel.push_back(event.kernel);
}

Row TraceBuilder::add(const CollectiveInfo& info)
{
    m_trace.collectives.push_back(info);
    return static_cast<Row>(m_trace.collectives.size() - 1);
}

void TraceBuilder::classifyKernels(const Taxonomy& taxonomy)
{
    ActivityTable& device = m_trace.device;
    std::vector<bool> known(m_trace.names.size(), false);
    std::vector<Taxonomy::Class> classes(m_trace.names.size());
    device.classified.assign(device.size(), true);
    for (std::size_t row = 0; row < device.size(); ++row) {
        if (!m_isKernel[row])
            continue;
        const auto name = static_cast<std::size_t>(device.name[row]);
        if (!known[name]) {
            classes[name] = taxonomy.classify(m_trace.names[device.name[row]]);
            known[name] = true;
        }
        device.activity[row] = classes[name].activity;
        device.classified[row] = classes[name].byRule;
    }
    m_isKernel = {};
}

void TraceBuilder::sortHost()
{
    HostTable& host = m_trace.host;
    std::vector<Row> order = identity(host.size());
    std::ranges::stable_sort(order, [&](Row a, Row b) {
        return host.start[a] != host.start[b] ? host.start[a] < host.start[b] : host.end[a] > host.end[b];
    });
    if (!m_launches.empty()) {
        std::vector<Row> position(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            position[order[i]] = static_cast<Row>(i);
        for (Launch& launch : m_launches)
            launch.host = position[launch.host];
    }
    permute(host.start, order);
    permute(host.end, order);
    permute(host.name, order);
    permute(host.track, order);
    permute(host.kind, order);
}

void TraceBuilder::sortDevice()
{
    ActivityTable& device = m_trace.device;
    std::vector<Row> order = identity(device.size());
    std::ranges::stable_sort(order, [&](Row a, Row b) { return device.start[a] < device.start[b]; });
    permute(device.start, order);
    permute(device.end, order);
    permute(device.name, order);
    permute(device.track, order);
    permute(device.activity, order);
    permute(device.collective, order);
    permute(device.classified, order);
    if (!device.slot.empty()) {
        device.slot.resize(device.size());
        permute(device.slot, order);
    }
    permute(m_correlations, order);
}

void TraceBuilder::linkLaunches()
{
    // Earliest call of a correlation id first: a graph launch fans out to many kernels, all linked to it.
    std::ranges::sort(m_launches, [](const Launch& a, const Launch& b) {
        return a.correlation != b.correlation ? a.correlation < b.correlation : a.host < b.host;
    });
    ActivityTable& device = m_trace.device;
    device.launch.assign(device.size(), kNoRow);
    for (std::size_t row = 0; row < device.size(); ++row)
        device.launch[row] = launchOf(m_correlations[row]);
    takeRecords();
    m_launches = {};
    m_correlations = {};
}

Row TraceBuilder::launchOf(std::int64_t correlation) const
{
    if (correlation == kNoCorrelation)
        return kNoRow;
    const auto found = std::ranges::lower_bound(m_launches, correlation, {}, &Launch::correlation);
    return found != m_launches.end() && found->correlation == correlation ? found->host : kNoRow;
}

void TraceBuilder::takeRecords()
{
    std::ranges::stable_sort(m_records, {}, [](const StreamRecord& record) { return record.time.start; });
    StreamRecords& records = m_trace.streamRecords;
    for (const StreamRecord& record : m_records) {
        records.start.push_back(record.time.start);
        records.end.push_back(record.time.end);
        records.name.push_back(record.name);
        records.launch.push_back(launchOf(record.correlation));
    }
    m_records = {};
}

Trace TraceBuilder::finish(const Taxonomy& taxonomy, Ns shift)
{
    classifyKernels(taxonomy);
    sortHost();
    sortDevice();
    linkLaunches();
    const bool fits =
        shift == 0 || shiftTimes({&m_trace.host.start, &m_trace.host.end, &m_trace.device.start, &m_trace.device.end,
                                  &m_trace.streamRecords.start, &m_trace.streamRecords.end},
                                 shift);
    m_trace.baseTime = fits ? shift : 0;
    if (!fits)
        m_trace.problems.push_back({Severity::Warning,
                                    "bad-base-time",
                                    "the base time of the file is out of range and was ignored; times are relative",
                                    {},
                                    m_trace.file});

    Ns first = std::numeric_limits<Ns>::max();
    Ns last = std::numeric_limits<Ns>::min();
    const auto cover = [&](const std::vector<Ns>& start, const std::vector<Ns>& end) {
        if (start.empty())
            return;
        first = std::min(first, start.front());
        last = std::max(last, *std::ranges::max_element(end));
    };
    cover(m_trace.host.start, m_trace.host.end);
    cover(m_trace.device.start, m_trace.device.end);
    m_trace.extent = first <= last ? Interval{first, last} : Interval{};
    m_trace.counts.host = m_trace.host.size();
    m_trace.counts.device = m_trace.device.size();
    m_tracks.clear();
    return std::exchange(m_trace, Trace());
}

}  // namespace headwater
