// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater::whatif {

/// Step times, ns, when the stages marked true are as in the current run and the others as in the baseline.
using StepTimesOf = std::function<std::vector<double>(const std::vector<bool>& current)>;

struct Range {
    double lo = 0;
    double hi = 0;
};

/// What one stage has to do with the change of the mean step time ΔT (METHODS 4).
struct StageShare {
    std::optional<double> removal;   ///< (T_cur − T with only this stage restored) / ΔT: what fixing it would give
    std::optional<double> addition;  ///< (T with only this stage changed − T_base) / ΔT: what it does by itself
    double shapley = 0;              ///< ns; the stages' sum is ΔT
    std::optional<Range> shapleyCi;  ///< 95 %, where it is sampled
    std::vector<double> removed;     ///< T_cur − T with only this stage restored, per step, ns
};

struct Attribution {
    double baseline = 0;  ///< mean step time, ns
    double current = 0;
    bool exact = true;  ///< false: Shapley values from permutations
    std::vector<StageShare> stages;
};

struct AttributionOptions {
    std::size_t mostExact = 10;  ///< stages up to which all 2^n combinations are replayed
    std::size_t permutations = 200;
    std::uint64_t seed = 42;  ///< SplitMix64, recorded
};

/// Removal, addition and Shapley value of each of `stages` stages. Shares are missing where ΔT is 0. Fails with
/// Cancelled.
[[nodiscard]] Result<Attribution> attribute(std::size_t stages, const StepTimesOf& timesOf,
                                            const AttributionOptions& options, const Job& job);

}  // namespace headwater::whatif
