// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/HostCauses.h"

#include <algorithm>
#include <vector>

#include "core/analysis/RuleTable.h"

namespace headwater {

namespace embedded {
extern const std::string_view kHostCauses;
}

namespace {

const std::vector<StageRule>& causeRules()
{
    static const std::vector<StageRule> rules =
        rulesFromJson(embedded::kHostCauses, "built-in host causes", "causes").value_or(std::vector<StageRule>());
    return rules;
}

std::size_t causeOf(const StageRule& rule)
{
    constexpr std::array<std::string_view, kHostCauses> kNames = {"loader", "gc", "allocator", "sync", "periodic"};
    return static_cast<std::size_t>(std::ranges::find(kNames, rule.stage) - kNames.begin());
}

}  // namespace

std::map<TrackId, HostCauseTimes> hostCauseTimes(const Trace& trace, const std::set<TrackId>& threads)
{
    std::vector<bool> wanted(trace.tracks.size(), false);
    for (const TrackId track : threads)
        wanted[static_cast<std::size_t>(track)] = true;
    RuleTable table(trace, causeRules());
    std::map<TrackId, std::array<std::vector<Interval>, kHostCauses>> found;
    const HostTable& host = trace.host;
    for (Row row = 0; row < host.size(); ++row) {
        if (!wanted[static_cast<std::size_t>(host.track[row])])
            continue;
        if (const auto rule = table.ruleOf(host.name[row], host.kind[row])) {
            const std::size_t cause = causeOf(causeRules()[*rule]);
            if (cause < kHostCauses)
                found[host.track[row]][cause].push_back({host.start[row], host.end[row]});
        }
    }
    std::map<TrackId, HostCauseTimes> times;
    for (auto& [track, lists] : found)
        for (std::size_t cause = 0; cause < kHostCauses; ++cause)
            times[track][cause] = unionOf(std::move(lists[cause]));
    return times;
}

}  // namespace headwater
