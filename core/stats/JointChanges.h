// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/stats/ChangePoints.h"

namespace headwater::stats {

/// Values [from, to) of a series against all its other values.
struct ChangeWindow {
    std::size_t from = 0;
    std::size_t to = 0;
    double q = 0;  ///< energy statistic, METHODS 1.4
};

/// The window that differs most from the rest; one that begins the series is a single split. Each of the up to three
/// parts has at least `least` values. A single split cannot see a change that goes back: both its parts
/// hold a plateau of each kind (Olshen et al. 2004, Biostatistics 5(4), circular binary segmentation; with the energy
/// statistic instead of t). Nothing when the series is too short. O(n²).
[[nodiscard]] std::optional<ChangeWindow> bestWindow(std::span<const double> series, std::size_t least = 3);

/// Changes of several series of the same runs, each in order. `rows` are of one length; NaN is no value, and `at` is an
/// index of the row.
///
/// First the whole history is tested: the runs are put in another order, the same for all rows, and a row changes where
/// no more than `alpha` of the orders give any row as distinct a window (max-T of Westfall & Young 1993; q over the
/// row's mean distance). So a history without any change is given one with probability `alpha`, however many rows it
/// has, and rows that go up and down together cost no power. What lies on both sides is then looked at alike, by
/// itself (E-divisive, Matteson & James, arXiv 1306.4933). An edge of a window that does not stand against its
/// neighbours alone is dropped (Olshen et al.).
[[nodiscard]] std::vector<std::vector<TestedChange>> jointChanges(const std::vector<std::vector<double>>& rows,
                                                                  const ChangePointRule& rule = {});

/// The fewest values of which jointChanges() can find a change at all: among fewer, too many orders are as distinct as
/// the most distinct one.
[[nodiscard]] std::size_t fewestForChange(const ChangePointRule& rule);

}  // namespace headwater::stats
