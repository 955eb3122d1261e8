// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/Comparability.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "core/base/Text.h"
#include "core/run/ManifestKeys.h"

namespace headwater {

namespace {

/// What a side says of one setting: under which key, and its value; several keys may mean the same.
struct Said {
    std::string key;
    std::string value;
    std::string source;
};
using Settings = std::map<std::string, Said>;  ///< by canonical key

Settings settingsOf(const Manifest& manifest)
{
    Settings settings;
    for (const auto& [key, value] : manifest) {
        Said& said = settings[canonicalKey(key)];
        if (said.key.empty())
            said = {key, value.value, value.source};
        else if (!sameSetting(said.value, value.value))
            said.value += ", " + value.value;  // a side that contradicts itself
    }
    return settings;
}

/// Nothing where the side says nothing: unknown, unless its command is known and would have had the option.
std::string valueOf(const Settings& side, const std::string& key, const Settings& other)
{
    const auto found = side.find(key);
    if (found != side.end())
        return found->second.value;
    const auto there = other.find(key);
    const bool option = there != other.end() && there->second.key.starts_with(kOptionPrefix);
    return option && side.contains(std::string(kCommandKey)) ? "not given" : std::string();
}

std::string sourceOf(const Settings& side, const std::string& key)
{
    const auto found = side.find(key);
    return found == side.end() ? std::string() : found->second.source;
}

bool hasTable(const Settings& side, std::string_view table)
{
    return std::ranges::any_of(side, [&](const auto& entry) { return tableOf(entry.second.key) == table; });
}

/// A row of a table that the other side has not printed at all. Which of hundreds of rows are unknown there says less
/// than what is known on both sides, which such rows would bury.
bool isOfUnknownTable(const std::string& key, const ManifestChange& change, const Settings& b, const Settings& c)
{
    const std::string_view table = tableOf(key);
    return !table.empty() &&
           ((change.baseline.empty() && !hasTable(b, table)) || (change.current.empty() && !hasTable(c, table)));
}

/// Both sides' own key where they agree, else the common name.
std::string keyFor(const Settings& b, const Settings& c, const std::string& key)
{
    const auto one = b.find(key);
    const auto two = c.find(key);
    if (one == b.end())
        return two->second.key;
    return two == c.end() || one->second.key == two->second.key ? one->second.key : key;
}

/// What a side says; "not given" is ours.
Text side(const std::string& value)
{
    return value == "not given" ? say("not given") : Text(value);
}

Text listed(const std::vector<ManifestChange>& changes, bool identityOnly)
{
    Text text;
    for (const ManifestChange& change : changes)
        if (!change.isVolatile && !change.baseline.empty() && !change.current.empty() &&
            (change.isIdentity || !identityOnly))
            text += (text.empty() ? Text() : say(", ")) + change.key + " " + side(change.baseline) + " \u2192 " +
                    side(change.current);
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
        result.reason = say("different jobs: {}", listed(result.changed, true));
    } else if (known.counted >= 2) {
        result.status = ComparabilityStatus::Confounded;
        result.reason = say("{} things changed: {}", known.counted, listed(result.changed, false));
    } else if (known.counted == 1) {
        result.status = ComparabilityStatus::Comparable;
        result.reason = say("one thing changed: {}", listed(result.changed, false));
    } else if (!known.baseline || !known.current) {
        result.status = ComparabilityStatus::Comparable;  // nothing speaks against it, and nothing is known
        result.reason = !known.baseline && !known.current ? say("no configuration is known of either run")
                        : !known.baseline                 ? say("no configuration is known of the baseline")
                                                          : say("no configuration is known of the current run");
    } else {
        result.reason = say("no known difference");
    }
}

}  // namespace

Comparability compareManifests(const Manifest& baseline, const Manifest& current)
{
    const Settings b = settingsOf(baseline);
    const Settings c = settingsOf(current);
    std::set<std::string> keys;
    for (const Settings* side : {&b, &c})
        for (const auto& [key, said] : *side)
            keys.insert(key);

    Comparability result;
    int identity = 0;
    int counted = 0;
    for (const std::string& key : keys) {
        const std::string shown = keyFor(b, c, key);
        ManifestChange change{shown,
                              valueOf(b, key, c),
                              valueOf(c, key, b),
                              isVolatileKey(shown),
                              isIdentityKey(shown) || isIdentityKey(key),
                              {sourceOf(b, key), sourceOf(c, key)}};
        if (sameSetting(change.baseline, change.current) || isOfUnknownTable(shown, change, b, c))
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
