// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Bubbles.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/HostCauses.h"

namespace headwater {

namespace {

constexpr Ns kLaunchLatency = 10'000;  ///< METHODS 3.5: up to here a launched kernel is merely on its way

/// Finer than BubbleCause: the parts that the JSON shows inside another one.
enum class Part : std::uint8_t { Cause, LaunchLatency, Periodic, OtherCopies };
constexpr std::size_t kParts = kBubbleCauses + 3;

std::size_t at(BubbleCause cause)
{
    return static_cast<std::size_t>(cause);
}

std::size_t at(Part part)
{
    return kBubbleCauses + static_cast<std::size_t>(part) - 1;
}

bool isCopyToDevice(std::string_view name)
{
    for (const std::string_view mark : {"HtoD", "Host -> Device", "HOST_TO_DEVICE", "HostToDevice", "H2D"})
        if (name.find(mark) != std::string_view::npos)
            return true;
    return false;
}

/// Collects disjoint intervals of time by part, for the whole trace; steps are cut out of them at the end.
class Splitter {
public:
    explicit Splitter(const BubbleInput& input) : m_in(input) {}

    std::vector<Bubbles> run()
    {
        if (m_in.steps.steps.empty())
            return {};
        splitDevice();
        splitIdle();
        splitHost();
        for (std::size_t part = 0; part < kParts; ++part)
            m_times[part] = unionOf(std::move(m_found[part]));
        std::vector<Bubbles> steps;
        for (const StepWindow& step : m_in.steps.steps)
            steps.push_back(cut(step.window));
        return steps;
    }

private:
    struct Gap {
        Interval time;
        Row next = kNoRow;  ///< the compute activity that ends it
    };

    void add(std::size_t part, const IntervalSet& times)
    {
        m_found[part].insert(m_found[part].end(), times.begin(), times.end());
    }

    /// Intervals of communication, split at the end of their waiting; while several run, the first owns the time, as in
    /// the partition of the step.
    void commTimes(std::vector<Interval>& wait, std::vector<Interval>& transfer) const
    {
        const ActivityTable& device = m_in.trace.device;
        Ns owned = std::numeric_limits<Ns>::min();
        for (Row row = 0; row < device.size(); ++row) {
            const Interval time{std::max(owned, device.start[row]), device.end[row]};
            if (device.activity[row] != ActivityClass::Comm || !isCounted(m_in.trace, row, m_in.linkedOnly) ||
                time.end <= time.start)
                continue;
            owned = time.end;
            const Ns waited = m_in.waits.empty() ? 0 : std::max<Ns>(m_in.waits[row], 0);
            const Ns split = std::clamp(device.start[row] + waited, time.start, time.end);
            wait.push_back({time.start, split});
            transfer.push_back({split, time.end});
        }
    }

    /// What ran while no compute did, one owner each: communication, then copies, then memsets.
    void splitDevice()
    {
        const Trace& trace = m_in.trace;
        m_compute = activityUnion(trace, ActivityClass::Compute, m_in.linkedOnly);
        std::vector<Interval> wait;
        std::vector<Interval> transfer;
        std::vector<Interval> toDevice;
        std::vector<Interval> other;
        commTimes(wait, transfer);
        for (Row row = 0; row < trace.device.size(); ++row) {
            const ActivityClass activity = trace.device.activity[row];
            if (!isCounted(trace, row, m_in.linkedOnly) ||
                (activity != ActivityClass::Memcpy && activity != ActivityClass::Memset))
                continue;
            const bool h2d = activity == ActivityClass::Memcpy && isCopyToDevice(trace.activityName(row));
            (h2d ? toDevice : other).push_back({trace.device.start[row], trace.device.end[row]});
        }
        m_covered = m_compute;
        own(at(BubbleCause::CommWait), std::move(wait));
        own(at(BubbleCause::CommTransfer), std::move(transfer));
        own(at(BubbleCause::MemcpyH2d), std::move(toDevice));
        own(at(Part::OtherCopies), std::move(other));
    }

    void own(std::size_t part, std::vector<Interval> intervals)
    {
        const IntervalSet times = subtract(unionOf(std::move(intervals)), m_covered);
        m_covered = unite(m_covered, times);
        add(part, times);
    }

    [[nodiscard]] std::vector<Gap> gaps() const
    {
        const Trace& trace = m_in.trace;
        std::vector<Row> rows;
        for (Row row = 0; row < trace.device.size(); ++row)
            if (trace.device.activity[row] == ActivityClass::Compute && isCounted(trace, row, m_in.linkedOnly))
                rows.push_back(row);
        const Interval hull{m_in.steps.steps.front().window.start, m_in.steps.steps.back().window.end};
        std::vector<Gap> list;
        for (const Interval& time : subtract({hull}, m_compute)) {
            const auto next =
                std::ranges::lower_bound(rows, time.end, {}, [&](Row row) { return trace.device.start[row]; });
            list.push_back({time, next == rows.end() ? kNoRow : *next});
        }
        return list;
    }

    void splitIdle()
    {
        const Trace& trace = m_in.trace;
        for (const Gap& gap : gaps()) {
            const IntervalSet idle = subtract({gap.time}, clip(m_covered, gap.time));
            // A timeline of operations has no launches: its host ranges are the operations themselves.
            const bool launches = gap.next != kNoRow && !trace.exactSteps;
            const Row launch = launches ? trace.device.launch[gap.next] : kNoRow;
            if (idle.empty())
                continue;
            if (launch == kNoRow && (gap.next != kNoRow || trace.exactSteps || !m_in.steps.hasThread)) {
                add(at(BubbleCause::Unresolved), idle);
                continue;
            }
            const Ns launched = launch == kNoRow ? gap.time.end : trace.host.start[launch];
            const TrackId thread = launch == kNoRow ? m_in.steps.thread : trace.host.track[launch];
            const Ns border = std::clamp(launched, gap.time.start, gap.time.end);
            const IntervalSet late = clip(idle, {gap.time.start, border});
            std::vector<Interval>& host = m_late[thread];
            host.insert(host.end(), late.begin(), late.end());
            splitLaunched(clip(idle, {border, gap.time.end}), gap.time);
        }
    }

    /// Idle time while the next kernel was launched already.
    void splitLaunched(const IntervalSet& rest, Interval gap)
    {
        if (totalLength(rest) <= kLaunchLatency) {
            add(at(Part::LaunchLatency), rest);
            return;
        }
        // Work of another kind that ended just before the kernel began: what the kernel waited for.
        const IntervalSet before = clip(m_covered, {gap.end - kLaunchLatency, gap.end});
        add(at(before.empty() ? BubbleCause::Unresolved : BubbleCause::Dependency), rest);
    }

    /// Idle time before the launch, by what the launching thread did.
    void splitHost()
    {
        std::set<TrackId> threads;
        for (const auto& [thread, late] : m_late)
            threads.insert(thread);
        const std::map<TrackId, HostCauseTimes> causes = hostCauseTimes(m_in.trace, threads);
        constexpr std::array<std::size_t, kHostCauses> kPartOf = {
            static_cast<std::size_t>(BubbleCause::IoStarvation), static_cast<std::size_t>(BubbleCause::Gc),
            static_cast<std::size_t>(BubbleCause::Allocator), static_cast<std::size_t>(BubbleCause::Sync),
            kBubbleCauses + static_cast<std::size_t>(Part::Periodic) - 1};
        for (auto& [thread, late] : m_late) {
            IntervalSet rest = unionOf(std::move(late));
            const auto found = causes.find(thread);
            for (std::size_t cause = 0; found != causes.end() && cause < kHostCauses; ++cause) {
                add(kPartOf[cause], intersect(rest, found->second[cause]));
                rest = subtract(rest, found->second[cause]);
            }
            add(at(BubbleCause::LaunchDelay), rest);
        }
    }

    [[nodiscard]] Bubbles cut(Interval window) const
    {
        Bubbles bubbles;
        const auto in = [&](std::size_t part) { return totalLength(clip(m_times[part], window)); };
        for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
            bubbles.byCause[cause] = in(cause);
        bubbles.launchLatency = in(at(Part::LaunchLatency));
        bubbles.periodic = in(at(Part::Periodic));
        bubbles.otherCopies = in(at(Part::OtherCopies));
        bubbles.byCause[at(BubbleCause::LaunchDelay)] += bubbles.launchLatency + bubbles.periodic;
        bubbles.byCause[at(BubbleCause::Dependency)] += bubbles.otherCopies;
        return bubbles;
    }

    const BubbleInput& m_in;
    IntervalSet m_compute;
    IntervalSet m_covered;  ///< any counted activity
    std::map<TrackId, std::vector<Interval>> m_late;
    std::array<std::vector<Interval>, kParts> m_found;
    std::array<IntervalSet, kParts> m_times;
};

}  // namespace

std::vector<Bubbles> splitBubbles(const BubbleInput& input)
{
    return Splitter(input).run();
}

}  // namespace headwater
