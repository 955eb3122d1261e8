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
    /// Values of SeriesComparison::format between them; nothing where the text lost bits.
    std::optional<std::int64_t> ulp = {};
};

/// Mean of current/baseline − 1 over the last common steps.
struct FinalWindow {
    std::size_t steps = 0;
    double relative = 0;
    bool oneSided = false;  ///< every one of them lies on the same side
};

/// Mean of current − baseline over the common steps, and its standard error: SD over √n_eff, of the differences or of
/// the factors, the smaller; runs that drift apart and together again do not pass for a shift (METHODS 1.4).
struct MeanShift {
    double mean = 0;
    double standardError = 0;
    double relative = 0;  ///< of the baseline's median size; 0 where that is 0
};

/// One quantity of two runs step by step (METHODS 5, first divergent step).
struct SeriesComparison {
    LoggedQuantity quantity = LoggedQuantity::Loss;
    std::size_t baselineSteps = 0, currentSteps = 0;  ///< steps with a value
    std::size_t common = 0;                           ///< compared
    std::size_t otherInterval = 0;                    ///< common steps left out: means over different numbers of steps
    std::size_t notFinite = 0;                        ///< common steps left out: NaN or infinite on a side
    bool exact = false;                               ///< float32 on both sides; else at printed precision only
    DType format = DType::Float32;                    ///< ULPs are steps of it: 16-bit where all values are of it
    Tolerance tolerance;                              ///< what `beyond` was judged by
    std::optional<double> noise;                      ///< SD of one value by the baseline's own steps, if judged by it
    std::size_t differing = 0;
    std::size_t beyond = 0;  ///< surely outside of the tolerance, the printed digits taken into account
    std::optional<StepPair> firstDifference;  ///< d0: first other bits, or other digits
    std::optional<StepPair> firstBeyond;      ///< d1
    std::int64_t largestUlp = 0;              ///< where exact
    std::optional<MeanShift> shift;           ///< of at least 10 common steps
    std::optional<FinalWindow> last;          ///< of at least 10 common steps, the last tenth but at least 10
};

/// A shift of all steps that no single one shows: judged by noise, larger than that, and more than four times its
/// standard error (ours). Whether runs of one program differ as much by themselves, one baseline does not tell.
[[nodiscard]] bool isShifted(const SeriesComparison& series);

/// Compares steps that both series have with equal intervals. ULP distances where both are exact, in steps of the
/// chosen number format where it has 16 bits and every value is one of it (METHODS 5). Where no number format is known,
/// float32's tolerance would call every other rounding a fault: then values are apart when they differ by more than
/// four times what the noise around the baseline's course gives (1.4826 MAD around a line through each dozen, ours),
/// and by more than float32's tolerance. Without noise to be seen, or with fewer than 10 steps, by the latter alone.
[[nodiscard]] SeriesComparison compareSeries(const LoggedSeries& baseline, const LoggedSeries& current,
                                             LoggedQuantity quantity, const ChosenTolerance& chosen);

}  // namespace headwater
