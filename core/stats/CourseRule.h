// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/Duration.h"

namespace headwater::stats {

/// The textbook's rule for one stage, METHODS 1.1: c > b (1 + ε), or c > ε ms where b = 0. In 128-bit integers on ns
/// and parts per million, so that exact equality is never a regression (in doubles, 115 > 100 · 1.15). Negative values
/// are no durations: never regressed here, the correctness layer names them.
[[nodiscard]] bool regressedByCourse(Ns baseline, Ns current, std::int64_t epsilonPpm);

/// Index of the first stage that regressed by the rule above, or nothing. Spans of equal length, in dependency order.
[[nodiscard]] std::optional<std::size_t> firstByCourse(std::span<const Ns> baseline, std::span<const Ns> current,
                                                       std::int64_t epsilonPpm);

/// The rule on estimates that are no integers (bootstrap replicates); same unit, ns.
[[nodiscard]] inline bool regressedByCourse(double baseline, double current, double epsilon)
{
    constexpr double kMillisecond = 1e6;
    return baseline == 0 ? current > epsilon * kMillisecond : current > baseline * (1 + epsilon);
}

}  // namespace headwater::stats
