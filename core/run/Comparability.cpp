// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/Comparability.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>

namespace headwater {

namespace {

/// A difference in one of these makes two runs different jobs (DESIGN section 5).
constexpr std::array<std::string_view, 7> kIdentity = {"backend",        "gpu",       "job_id", "model", "tenant",
                                                       "parallel_sizes", "world_size"};
/// These differ between any two runs and say nothing.
constexpr std::array<std::string_view, 4> kVolatile = {"hostname", "pid", "start_time", "trace_id"};

bool contains(std::span<const std::string_view> list, std::string_view key)
{
    return std::ranges::find(list, key) != list.end();
}

std::string valueOf(const Manifest& manifest, const std::string& key)
{
    const auto found = manifest.find(key);
    return found == manifest.end() ? std::string() : found->second.value;
}

std::string listed(const std::vector<ManifestChange>& changes, bool identityOnly)
{
    std::string text;
    for (const ManifestChange& change : changes)
        if (!change.isVolatile && !change.baseline.empty() && !change.current.empty() &&
            (change.isIdentity || !identityOnly))
            text += (text.empty() ? "" : ", ") + change.key + " " + change.baseline + " \u2192 " + change.current;
    return text;
}

/// What is known of a pair: differences that both sides tell, and whether a side tells anything.
struct Known {
    int identity = 0;
    int counted = 0;
    bool baseline = false;
    bool current = false;
};

void conclude(Comparability& result, const Known& known)
{
    if (known.identity > 0) {
        result.status = ComparabilityStatus::NotComparable;
        result.reason = "different jobs: " + listed(result.changed, true);
    } else if (known.counted >= 2) {
        result.status = ComparabilityStatus::Confounded;
        result.reason = std::to_string(known.counted) + " things changed: " + listed(result.changed, false);
    } else if (known.counted == 1) {
        result.status = ComparabilityStatus::Comparable;
        result.reason = "one thing changed: " + listed(result.changed, false);
    } else if (!known.baseline || !known.current) {
        result.status = ComparabilityStatus::Comparable;  // nothing speaks against it, and nothing is known
        result.reason = !known.baseline && !known.current ? "no configuration is known of either run"
                        : !known.baseline                 ? "no configuration is known of the baseline"
                                                          : "no configuration is known of the current run";
    } else {
        result.reason = "no known difference";
    }
}

}  // namespace

Comparability compareManifests(const Manifest& baseline, const Manifest& current)
{
    std::set<std::string> keys;
    for (const Manifest* manifest : {&baseline, &current})
        for (const auto& [key, value] : *manifest)
            keys.insert(key);

    Comparability result;
    int identity = 0;
    int counted = 0;
    for (const std::string& key : keys) {
        ManifestChange change{key, valueOf(baseline, key), valueOf(current, key), contains(kVolatile, key),
                              contains(kIdentity, key)};
        if (change.baseline == change.current)
            continue;
        const bool known = !change.baseline.empty() && !change.current.empty();
        identity += known && change.isIdentity;
        counted += known && !change.isVolatile;
        result.changed.push_back(std::move(change));
    }
    std::ranges::stable_sort(result.changed, {}, [](const ManifestChange& change) {
        return change.isIdentity ? 0 : change.isVolatile ? 2 : 1;
    });

    conclude(result, {identity, counted, !baseline.empty(), !current.empty()});
    return result;
}

}  // namespace headwater
