// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/HistoryJobs.h"

#include <algorithm>

#include "core/run/Comparability.h"

namespace headwater {

namespace {

/// Why `run` is not of the job of `newest`; empty: it is.
Text whyOther(const HistoryEntry& run, const HistoryEntry& newest)
{
    const Comparability same = compareManifests(run.manifest, newest.manifest);
    if (same.status == ComparabilityStatus::NotComparable)
        return say("against run {}, {}", newest.name, same.reason);
    if (run.steps > 0 && newest.steps > 0 && run.ranks != newest.ranks)
        return say("it has {} ranks, run {} has {}", run.ranks, newest.name, newest.ranks);
    return {};
}

}  // namespace

std::vector<LeftOutRun> takeOutOtherJobs(std::vector<HistoryEntry>& runs)
{
    std::vector<LeftOutRun> out;
    if (runs.empty())
        return out;
    // One run alone of its job has nothing to be compared with: then that of the runs before it.
    std::size_t reference = runs.size() - 1;
    const auto alone = [&runs](std::size_t at) {
        return std::ranges::count_if(runs, [&](const HistoryEntry& run) { return whyOther(run, runs[at]).empty(); }) <
               2;
    };
    while (reference > 0 && alone(reference))
        --reference;
    const HistoryEntry newest = runs[alone(reference) ? runs.size() - 1 : reference];
    std::erase_if(runs, [&](const HistoryEntry& run) {
        Text why = whyOther(run, newest);
        if (why.empty())
            return false;
        out.push_back({run.name, std::move(why)});
        return true;
    });
    return out;
}

std::vector<SettingChange> settingChanges(const std::vector<HistoryEntry>& runs)
{
    std::vector<SettingChange> out;
    for (std::size_t at = 1; at < runs.size(); ++at)
        for (const ManifestChange& change : compareManifests(runs[at - 1].manifest, runs[at].manifest).changed)
            if (!change.isVolatile && !change.baseline.empty() && !change.current.empty())
                out.push_back({at, change.key, change.baseline, change.current});
    return out;
}

}  // namespace headwater
