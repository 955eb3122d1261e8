// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/HostPauses.h"

#include <algorithm>
#include <map>

#include "core/analysis/HostCauses.h"
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

void addPausesOf(const RankAnalysis& rank, const Trace& trace, Ns least, std::vector<HostPause>& pauses)
{
    constexpr double kUnusual = 10;
    const std::vector<Interval> known = knownTimes(trace.host);
    const IntervalSet marked = collections(trace);
    std::vector<Ns> silences;
    std::vector<double> typical;
    for (const StepAnalysis& step : rank.steps) {
        silences.push_back(longestSilence(known, step.window));
        typical.push_back(static_cast<double>(silences.back()));
    }
    if (typical.empty())
        return;
    const double median = stats::medianInPlace(typical);
    for (std::size_t i = 0; i < rank.steps.size(); ++i) {
        const StepAnalysis& step = rank.steps[i];
        Ns collected = 0;
        for (const Interval& one : marked)
            if (one.start < step.window.end && one.end > step.window.start)
                collected = std::max(collected, one.end - one.start);
        if (collected > least)
            pauses.push_back({rank.rank, step.step, collected, true});
        else if (silences[i] > least && static_cast<double>(silences[i]) > kUnusual * median)
            pauses.push_back({rank.rank, step.step, silences[i], false});
    }
}

}  // namespace

std::vector<HostPause> findHostPauses(const RunAnalysis& run, Ns least)
{
    std::vector<HostPause> pauses;
    if (!run.run)
        return pauses;
    for (const RankAnalysis& rank : run.ranks) {
        const auto data = std::ranges::find(run.run->ranks, rank.rank, &RankData::rank);
        if (data != run.run->ranks.end() && data->trace && data->trace->host.size() > 0)
            addPausesOf(rank, *data->trace, least, pauses);
    }
    return pauses;
}

}  // namespace headwater
