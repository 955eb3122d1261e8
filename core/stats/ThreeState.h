// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace headwater::stats {

/// What an interval [lo, hi] of current/baseline − 1 says about "slower by more than ε", METHODS 1.3.3 (Criterion's
/// rule with a third state). NaN ends are inconclusive.
enum class ThreeState { Regressed, NotRegressed, Inconclusive, Improved };
[[nodiscard]] ThreeState threeState(double lo, double hi, double epsilon);

/// METHODS 1.3.8: the first stage that is certainly regressed, and the earliest that may be.
struct FirstRange {
    std::optional<std::size_t> confirmed;
    std::optional<std::size_t> earliestPossible;
};
[[nodiscard]] FirstRange firstRange(std::span<const ThreeState> states);

/// Steps that would make an interval of half width `halfWidth` from n steps as narrow as ε: ⌈n (halfWidth/ε)²⌉,
/// METHODS 1.3.9. 0 where ε is 0 or the width is not finite.
[[nodiscard]] std::size_t neededSamples(std::size_t n, double halfWidth, double epsilon);

/// METHODS 1.3.2: ε widened by the run-to-run noise, max(ε, z_{1−α} √2 σ), σ the SD of log T over baseline runs.
[[nodiscard]] double effectiveEpsilon(double epsilon, double sigmaRun, double alpha = 0.05);

/// METHODS 1.9: cost moved between stages rather than grew: |Σc − Σb| ≤ ε Σb, and what some gained others lost to
/// within 20 %. Spans of equal length.
[[nodiscard]] bool isCostShift(std::span<const double> baseline, std::span<const double> current, double epsilon);

/// Idle share of a pipeline of p stages and m micro-batches without interleaving: (p − 1)/(m + p − 1) (GPipe, 1F1B).
[[nodiscard]] double pipelineBubbleShare(int p, int m);
/// Bubble over ideal compute time with v model chunks a device: (p − 1)/(v m).
[[nodiscard]] double pipelineBubbleRatio(int p, int m, int v = 1);

}  // namespace headwater::stats
