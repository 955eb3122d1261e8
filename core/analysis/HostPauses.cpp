// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/HostPauses.h"

#include <algorithm>
#include <map>

#include "core/analysis/HostCauses.h"
#include "core/run/CollectedRun.h"
#include "core/stats/Quantile.h"
#include "core/trace/Intervals.h"

namespace headwater {

namespace {

/// Times at which something of the host is known to happen: begins and ends as points, innermost calls as a whole. An
/// outer range alone says nothing of what goes on inside it.
std::vector<Interval> knownTimes(const HostTable& host)
{
    std::vector<Interval> known;
    known.reserve(2 * host.size());
    std::map<TrackId, Row> before;  // the last row of each thread
    std::vector<bool> outer(host.size(), false);
    for (Row row = 0; row < host.size(); ++row) {
        const auto [at, first] = before.try_emplace(host.track[row], row);
        if (!first && host.end[at->second] >= host.end[row] && host.start[at->second] <= host.start[row])
            outer[at->second] = true;
        at->second = row;
    }
    for (Row row = 0; row < host.size(); ++row) {
        const bool whole = !outer[row] && host.kind[row] != HostKind::Annotation;
        if (whole) {
            known.push_back({host.start[row], host.end[row]});
            continue;
        }
        known.push_back({host.start[row], host.start[row]});
        known.push_back({host.end[row], host.end[row]});
    }
    std::ranges::sort(known, {}, &Interval::start);
    return known;
}

/// Longest gap between what is known, inside the window.
Ns longestSilence(const std::vector<Interval>& known, Interval window)
{
    auto at = std::ranges::lower_bound(known, window.start, {}, &Interval::start);
    Ns busyUntil = window.start;
    Ns longest = 0;
    for (; at != known.end() && at->start < window.end; ++at) {
        longest = std::max(longest, at->start - busyUntil);
        busyUntil = std::max(busyUntil, at->end);
    }
    return longest;
}

/// Union over threads of marked garbage collections.
IntervalSet collections(const Trace& trace)
{
    std::set<TrackId> threads(trace.host.track.begin(), trace.host.track.end());
    std::vector<Interval> all;
    for (const auto& [track, times] : hostCauseTimes(trace, threads))
        for (const Interval& interval : times[static_cast<std::size_t>(HostCause::GarbageCollection)])
            all.push_back(interval);
    return unionOf(std::move(all));
}

void addPausesOf(const RankAnalysis& rank, const std::vector<HostStillness>& still, Ns least,
                 std::vector<HostPause>& pauses)
{
    constexpr double kUnusual = 10;
    std::vector<double> typical;
    for (const HostStillness& step : still)
        typical.push_back(static_cast<double>(step.silence));
    if (typical.empty())
        return;
    const double median = stats::medianInPlace(typical);
    for (std::size_t i = 0; i < rank.steps.size(); ++i) {
        const StepAnalysis& step = rank.steps[i];
        const Ns silence = still[i].silence;
        if (still[i].collected > least)
            pauses.push_back({rank.rank, step.step, still[i].collected, true});
        else if (silence > least && static_cast<double>(silence) > kUnusual * median)
            pauses.push_back({rank.rank, step.step, silence, false});
    }
}

std::vector<HostStillness> keptStillness(const RankSummary& summary, const RankAnalysis& rank)
{
    // The steps analysed are all of those kept or some of them, in the same order.
    std::vector<HostStillness> still;
    auto kept = summary.steps.begin();
    for (const StepAnalysis& step : rank.steps) {
        kept =
            std::find_if(kept, summary.steps.end(), [&](const SummaryStep& one) { return one.window == step.window; });
        still.push_back(kept == summary.steps.end() ? HostStillness() : HostStillness{kept->silence, kept->collected});
    }
    return still;
}

/// Without a host the columns have nothing of the rank.
std::vector<HostStillness> collectedStillness(const CollectedRun& run, std::size_t rank)
{
    std::vector<HostStillness> still;
    const std::size_t steps = run.cube.steps().size();
    for (std::size_t t = 0; t < steps; ++t) {
        const std::size_t cell = rank * steps + t;
        if (run.cube.status(rank, t) == StepStatus::Absent)
            continue;
        if (run.steps.silence.at(cell) == kMissing)
            return {};
        still.push_back({run.steps.silence.at(cell), std::max<Ns>(run.steps.collected.at(cell), 0)});
    }
    return still;
}

bool hasHost(const RankData& data)
{
    return data.summary ? data.summary->hasHost : data.trace && data.trace->host.size() > 0;
}

}  // namespace

std::vector<HostStillness> hostStillness(const Trace& trace, const std::vector<Interval>& windows)
{
    const std::vector<Interval> known = knownTimes(trace.host);
    const IntervalSet marked = collections(trace);
    std::vector<HostStillness> still;
    for (const Interval& window : windows) {
        HostStillness& one = still.emplace_back();
        one.silence = longestSilence(known, window);
        for (const Interval& collection : marked)
            if (collection.start < window.end && collection.end > window.start)
                one.collected = std::max(one.collected, collection.length());
    }
    return still;
}

std::vector<HostStillness> stillnessOf(const Run& run, std::size_t rank, const RankAnalysis& analysed)
{
    if (run.collected)
        return collectedStillness(*run.collected, rank);
    const RankData& data = run.ranks[rank];
    if (!hasHost(data))
        return {};
    if (data.summary)
        return keptStillness(*data.summary, analysed);
    std::vector<Interval> windows;
    for (const StepAnalysis& step : analysed.steps)
        windows.push_back(step.window);
    return hostStillness(*data.trace, windows);
}

std::vector<HostPause> findHostPauses(const RunAnalysis& run, Ns least)
{
    std::vector<HostPause> pauses;
    if (!run.run)
        return pauses;
    const std::vector<RankData>& ranks = run.run->ranks;
    for (const RankAnalysis& rank : run.ranks) {
        const auto data = std::ranges::lower_bound(ranks, rank.rank, {}, &RankData::rank);
        if (data != ranks.end() && data->rank == rank.rank)
            addPausesOf(rank, stillnessOf(*run.run, static_cast<std::size_t>(data - ranks.begin()), rank), least,
                        pauses);
    }
    return pauses;
}

}  // namespace headwater
