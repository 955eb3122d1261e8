// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/OneVariable.h"

#include <array>

namespace headwater {

namespace {

constexpr std::size_t kMostSingle = 4;  ///< one run a key up to here

/// Takes keys [begin, end) from the current run.
ProposedRun withNew(const std::vector<ManifestChange>& changes, std::size_t begin, std::size_t end)
{
    ProposedRun run;
    for (std::size_t i = 0; i < changes.size(); ++i)
        (i >= begin && i < end ? run.fromCurrent : run.fromBaseline).push_back(changes[i].key);
    return run;
}

}  // namespace

std::string_view nameOf(Control control)
{
    constexpr std::array<std::string_view, 4> kNames = {"unknown", "a_a", "controlled", "confounded"};
    return kNames[static_cast<std::size_t>(control)];
}

OneVariable countChanges(const Comparability& comparability, bool baselineKnown, bool currentKnown)
{
    OneVariable result;
    for (const ManifestChange& change : comparability.changed) {
        if (change.isVolatile)
            continue;
        const bool known = !change.baseline.empty() && !change.current.empty();
        (known ? result.changes : result.open).push_back(change);
    }
    const std::size_t count = result.changes.size();
    if (!baselineKnown || !currentKnown) {
        result.control = Control::Unknown;
        return result;
    }
    result.control = count == 0 ? Control::Repeat : count == 1 ? Control::Controlled : Control::Confounded;
    if (count < 2)
        return result;
    result.halving = count > kMostSingle;
    if (result.halving) {
        result.runs = {withNew(result.changes, 0, count / 2), withNew(result.changes, count / 2, count)};
        return result;
    }
    for (std::size_t i = 0; i < count; ++i)
        result.runs.push_back(withNew(result.changes, i, i + 1));
    return result;
}

}  // namespace headwater
