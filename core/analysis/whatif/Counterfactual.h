// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/whatif/WhatIf.h"

namespace headwater::whatif {

/// What the work that is fixed is set to.
enum class FixTo : std::uint8_t {
    Baseline,  ///< as in the baseline; needs WhatIf::baselineTotals
    Average,   ///< the average over the workers that do the same (METHODS 4, the ideal)
};

/// Which work is fixed. Stages alone: on every worker; workers alone: all their stages; both: those stages of those
/// workers. Neither: nothing.
struct Fix {
    FixTo to = FixTo::Baseline;
    std::vector<char> stages;   ///< one for each name in ReplayModel::stages, or none
    std::vector<char> workers;  ///< likewise
};

/// A step of the replay with that work fixed and everything else as it was.
struct Counterfactual {
    double step = 0;   ///< mean replayed step time, ns
    double saved = 0;  ///< ns against the replay of the run as it was; negative: it got slower
    /// 95 % of the mean over steps of what is saved, ns (meanInterval); nothing for fewer than two steps.
    std::optional<Range> savedCi = {};
};

/// METHODS 4, counterfactual replay. Nothing where the run was refused (no model), or the baseline is asked for and
/// there is none to compare with. One replay: O(operations).
[[nodiscard]] std::optional<Counterfactual> counterfactual(const WhatIf& answer, const Fix& fix);

/// What fixing each worker by itself saves, ns, in the order of ReplayModel::workers. Empty as above, and where the
/// replays would take more than some 2·10⁹ operations; stops early, with what it has, when `job` says so.
[[nodiscard]] std::vector<double> savedByWorker(const WhatIf& answer, FixTo to, const Job& job);

}  // namespace headwater::whatif
