// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run/Comparability.h"

namespace headwater {

/// How many things changed between the runs (METHODS 5.1).
enum class Control {
    Unknown,     ///< a side tells nothing of its configuration
    Repeat,      ///< 0: an A/A pair
    Controlled,  ///< 1
    Confounded,  ///< 2 or more
};
/// "unknown", "a_a", "controlled", "confounded".
[[nodiscard]] std::string_view nameOf(Control control);

/// A run that is still to be made: which of the changed keys it takes from the current run, and which from the
/// baseline.
struct ProposedRun {
    std::vector<std::string> fromCurrent;
    std::vector<std::string> fromBaseline;
};

struct OneVariable {
    Control control = Control::Unknown;
    std::vector<ManifestChange> changes;  ///< that count: known on both sides, not volatile
    std::vector<ManifestChange> open;     ///< known on one side only: may be more changes
    /// Runs that tell the changes apart. Two to four keys: each key new by itself; (x new, y old) and (x old, y new)
    /// for two. More: one half of them new and then the other; the half that shows the effect is divided again.
    std::vector<ProposedRun> runs;
    bool halving = false;
};

[[nodiscard]] OneVariable countChanges(const Comparability& comparability, bool baselineKnown, bool currentKnown);

}  // namespace headwater
