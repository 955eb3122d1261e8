// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/analysis/whatif/Attribution.h"

namespace headwater::whatif {

/// What a fix of one stage can save of a step, ns: a ceiling, not a forecast, and ceilings of several stages do not add
/// up. lo: as the replay has it, with others' slack; hi: the stage's own growth, or all of it that is exposed where
/// that is less (METHODS 4, Amdahl with honest bounds). Never negative, lo ≤ hi.
[[nodiscard]] Range savingBounds(double removed, double growth, double exposed);

/// Share of throughput that a step of `step` ns gains at most by losing `saved`: T/(T − R) − 1; nothing for R ≥ T.
[[nodiscard]] std::optional<double> throughputGain(double step, double saved);

/// 95 % percentile interval of the mean over steps: circular blocks of ⌈n^⅓⌉, 2,000 resamples (METHODS 1.3, 7). Nothing
/// for fewer than two steps.
[[nodiscard]] std::optional<Range> meanInterval(std::span<const double> steps, std::uint64_t seed);

}  // namespace headwater::whatif
