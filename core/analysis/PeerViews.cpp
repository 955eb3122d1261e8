// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PeerViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/analysis/DeviceBreakdown.h"

namespace headwater {

namespace {

constexpr Ns kMicro = 1000;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool containsAnyCase(std::string_view text, std::string_view lower)
{
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    return std::search(text.begin(), text.end(), lower.begin(), lower.end(), same) != text.end();
}

/// What the other tools tell by an activity's name, looked up once a name.
class NameCache {
public:
    NameCache(const Trace& trace, bool (*test)(std::string_view))
        : m_trace(trace)
        , m_test(test)
        , m_known(trace.names.size(), -1)
    {}
    bool operator()(NameId name)
    {
        signed char& known = m_known[static_cast<std::size_t>(name)];
        if (known < 0)
            known = m_test(m_trace.names[name]) ? 1 : 0;
        return known > 0;
    }

private:
    const Trace& m_trace;
    bool (*m_test)(std::string_view);
    std::vector<signed char> m_known;
};

bool isTraceLensComm(std::string_view name)
{
    return containsAnyCase(name, "nccl") || containsAnyCase(name, "rccl") || contains(name, "cross_device_reduce");
}

/// The tools read a file's times as binary64 µs. Where a file counts from 1970 these are quarters of a µs, which moves
/// their sums over thousands of kernels by tens of µs; so the views count the same way.
struct ToolTime {
    double start = 0;
    double end = 0;
};

double toMicroseconds(Ns time)
{
    return static_cast<double>(static_cast<long double>(time) / kMicro);
}

ToolTime toolTime(const Trace& trace, Ns start, Ns end)
{
    const double begin = toMicroseconds(start - trace.baseTime);
    return {begin, begin + toMicroseconds(end - start)};
}

Interval asRead(const Trace& trace, Row row)
{
    const ToolTime time = toolTime(trace, trace.device.start[row], trace.device.end[row]);
    return {static_cast<Ns>(std::llroundl(static_cast<long double>(time.start) * kMicro)),
            static_cast<Ns>(std::llroundl(static_cast<long double>(time.end) * kMicro))};
}

std::optional<TraceLensView> traceLensView(const Trace& trace, bool linkedOnly)
{
    NameCache isComm(trace, isTraceLensComm);
    std::vector<Interval> compute;
    std::vector<Interval> comm;
    std::vector<Interval> memcpy;
    Ns first = std::numeric_limits<Ns>::max();
    Ns last = std::numeric_limits<Ns>::min();
    const ActivityTable& device = trace.device;
    for (Row row = 0; row < device.size(); ++row) {
        if (!isCounted(trace, row, linkedOnly))
            continue;
        const Interval time = asRead(trace, row);
        first = std::min(first, time.start);
        last = std::max(last, time.end);
        if (device.activity[row] == ActivityClass::Memcpy)
            memcpy.push_back(time);
        else
            (isComm(device.name[row]) ? comm : compute).push_back(time);
    }
    if (first > last)
        return std::nullopt;
    const IntervalSet computeSet = unionOf(std::move(compute));
    const IntervalSet commSet = unionOf(std::move(comm));
    TraceLensView view;
    view.computation = totalLength(computeSet);
    view.exposedComm = totalLength(subtract(commSet, computeSet));
    view.exposedMemcpy = totalLength(subtract(unionOf(std::move(memcpy)), unite(computeSet, commSet)));
    view.busy = view.computation + view.exposedComm + view.exposedMemcpy;
    view.total = last - first;
    view.idle = view.total - view.busy;
    return view;
}

/// HTA's regular expression for compute, read as what it leaves out.
bool isHtaCompute(std::string_view name)
{
    for (const std::string_view prefix : {"nccl", "hip", "hccl", "runFunction", "job_exe", "packet", "pe_exe",
                                          "cpum_exe_subgraph", "collective_subgraph_execution", "Stream Wait Event"})
        if (name.starts_with(prefix))
            return false;
    for (const std::string_view part : {"ncclKernel", "Memcpy", "Memset", "dma", "Sync"})
        if (contains(name, part))
            return false;
    const std::size_t cuda = name.find("cuda");
    return cuda == std::string_view::npos || !contains(name.substr(cuda), "LaunchKernel");
}

/// Traces of 2021 write "stream 7" where later ones write 7.
std::string streamName(const std::string& thread)
{
    constexpr std::string_view kPrefix = "stream ";
    return thread.starts_with(kPrefix) ? thread.substr(kPrefix.size()) : thread;
}

/// One row of HTA's device table; rounding may leave it with a negative length, which its sums keep.
struct HtaRow {
    Interval time;
    bool compute = false;
    bool activity = false;  ///< false: a record that only names a stream
    Row launch = kNoRow;
    TrackId track{};
};

class HtaTable {
public:
    explicit HtaTable(const Trace& trace) : m_trace(trace)
    {
        findLastStep();
        const ActivityTable& device = trace.device;
        NameCache isCompute(trace, isHtaCompute);
        for (Row row = 0; row < device.size(); ++row)
            add({rounded(trace, device.start[row], device.end[row]), isCompute(device.name[row]), true,
                 device.launch[row], device.track[row]});
        const StreamRecords& records = trace.streamRecords;
        for (std::size_t i = 0; i < records.size(); ++i)
            add({rounded(trace, records.start[i], records.end[i]),
                 isCompute(records.name[i]),
                 false,
                 records.launch[i],
                 {}});
        std::ranges::stable_sort(m_rows, {}, [](const HtaRow& row) { return row.time.start; });
    }

    [[nodiscard]] std::optional<HtaView> view() const
    {
        if (m_rows.empty())
            return std::nullopt;
        HtaView view;
        Ns last = std::numeric_limits<Ns>::min();
        for (const HtaRow& row : m_rows)
            last = std::max(last, row.time.end);
        view.kernel = last - m_rows.front().time.start;
        view.idle = view.kernel - unionLength(false);
        view.compute = unionLength(true);
        view.nonCompute = view.kernel - view.idle - view.compute;
        view.streams = streams();
        return view;
    }

private:
    /// Starts rounded up and ends down to whole µs.
    static Interval rounded(const Trace& trace, Ns start, Ns end)
    {
        const ToolTime time = toolTime(trace, start, end);
        return {static_cast<Ns>(std::ceil(time.start)) * kMicro, static_cast<Ns>(std::floor(time.end)) * kMicro};
    }

    [[nodiscard]] Ns hostStart(Row row) const
    {
        return rounded(m_trace, m_trace.host.start[row], m_trace.host.end[row]).start;
    }

    /// With two or more profiler steps HTA drops the last one.
    void findLastStep()
    {
        std::set<NameId> names;
        Ns last = std::numeric_limits<Ns>::min();
        for (Row row = 0; row < m_trace.host.size(); ++row) {
            if (!m_trace.hostName(row).starts_with("ProfilerStep"))
                continue;
            names.insert(m_trace.host.name[row]);
            last = std::max(last, hostStart(row));
        }
        m_drops = names.size() >= 2;
        m_lastStep = last;
    }

    void add(const HtaRow& row)
    {
        const bool kept = !m_drops || (row.launch != kNoRow && hostStart(row.launch) < m_lastStep);
        if (kept)
            m_rows.push_back(row);
    }

    /// Sum over groups of overlapping or touching rows of last end − first start.
    [[nodiscard]] Ns unionLength(bool computeOnly) const
    {
        Ns sum = 0;
        Ns end = std::numeric_limits<Ns>::min();
        for (const HtaRow& row : m_rows) {
            if (computeOnly && !row.compute)
                continue;
            if (row.time.start > end) {
                sum += row.time.length();
                end = row.time.end;
            } else if (row.time.end > end) {
                sum += row.time.end - end;
                end = row.time.end;
            }
        }
        return sum;
    }

    [[nodiscard]] std::vector<HtaView::Stream> streams() const
    {
        constexpr Ns kConsecutive = 30 * kMicro;
        struct State {
            HtaView::Stream stream;
            Ns end = 0;
        };
        std::map<TrackId, State> states;
        for (const HtaRow& row : m_rows) {
            if (!row.activity)
                continue;
            const auto [found, isFirst] = states.try_emplace(row.track);
            State& state = found->second;
            if (isFirst) {
                state.stream.stream = streamName(m_trace.tracks[static_cast<std::size_t>(row.track)].thread);
            } else {
                const Ns gap = row.time.start - state.end;
                if (row.launch != kNoRow && hostStart(row.launch) > state.end)
                    state.stream.hostWait += gap;
                else
                    (gap < kConsecutive ? state.stream.kernelWait : state.stream.other) += gap;
            }
            state.end = row.time.end;
        }
        std::vector<HtaView::Stream> list;
        list.reserve(states.size());
        for (auto& [track, state] : states)
            list.push_back(std::move(state.stream));
        return list;
    }

    const Trace& m_trace;
    bool m_drops = false;
    Ns m_lastStep = 0;
    std::vector<HtaRow> m_rows;
};

}  // namespace

PeerViews peerViews(const Trace& trace, bool linkedOnly)
{
    if (trace.device.size() == 0)
        return {};
    return {traceLensView(trace, linkedOnly), HtaTable(trace).view()};
}

}  // namespace headwater
