// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

namespace headwater::stats {

/// The median of finite values by looking at each of them once: a sample of them says between which two it almost
/// certainly lies (Floyd & Rivest 1975), and only what lies there is put in order. Exact; of an even number the mean of
/// the two in the middle. Nothing for fewer than 256 values, and where the sample was not typical: then it has to be
/// found the long way, which takes four times as long.
[[nodiscard]] std::optional<double> bracketedMedian(std::span<const double> values);

/// The element that has `middle` others below it, or where `odd` is false the mean of it and the one before. Reorders
/// the values.
[[nodiscard]] double selectMiddle(std::span<double> values, std::size_t middle, bool odd);

}  // namespace headwater::stats
