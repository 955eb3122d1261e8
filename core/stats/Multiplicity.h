// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace headwater::stats {

/// Holm's step-down adjusted p-values, in the order given (Holm 1979, METHODS 1.4). Controls the chance of any false
/// alarm in the family, whatever the dependence between the tests.
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

/// Benjamini-Hochberg adjusted p-values, in the order given (1995). For long exploratory lists.
[[nodiscard]] std::vector<double> benjaminiHochberg(std::span<const double> p);

/// Chance of at least one false alarm in k independent tests at level alpha: 1 − (1 − alpha)^k.
[[nodiscard]] double familyWiseError(double alpha, int k);

}  // namespace headwater::stats
