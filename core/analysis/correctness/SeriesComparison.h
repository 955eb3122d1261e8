// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/correctness/LoggedSeries.h"
#include "core/analysis/correctness/Tolerance.h"

namespace headwater {

/// Two values of one step.
struct StepPair {
    std::int64_t step = 0;
    LoggedPoint baseline, current;
    /// float32 values between them; nothing where the text lost bits.
    std::optional<std::int64_t> ulp = {};
};

/// Mean of current/baseline − 1 over the last common steps.
struct FinalWindow {
    std::size_t steps = 0;
    double relative = 0;
    bool oneSided = false;  ///< every one of them lies on the same side
};

/// One quantity of two runs step by step (METHODS 5, first divergent step).
struct SeriesComparison {
    LoggedQuantity quantity = LoggedQuantity::Loss;
    std::size_t baselineSteps = 0, currentSteps = 0;  ///< steps with a value
    std::size_t common = 0;                           ///< compared
    std::size_t otherInterval = 0;                    ///< common steps left out: means over different numbers of steps
    std::size_t notFinite = 0;                        ///< common steps left out: NaN or infinite on a side
    bool exact = false;                               ///< float32 on both sides; else at printed precision only
    std::size_t differing = 0;
    std::size_t beyond = 0;  ///< surely outside of the tolerance, the printed digits taken into account
    std::optional<StepPair> firstDifference;  ///< d0: first other bits, or other digits
    std::optional<StepPair> firstBeyond;      ///< d1
    std::int64_t largestUlp = 0;              ///< where exact
    std::optional<FinalWindow> last;          ///< of at least 10 common steps, the last tenth but at least 10
};

/// Compares steps that both series have with equal intervals. ULP distances where both are exact.
[[nodiscard]] SeriesComparison compareSeries(const LoggedSeries& baseline, const LoggedSeries& current,
                                             LoggedQuantity quantity, const Tolerance& tolerance);

}  // namespace headwater
