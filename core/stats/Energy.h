// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace headwater::stats {

/// Energy distance of two samples and its scaled form (Székely & Rizzo; Matteson & James, arXiv 1306.4933), METHODS
/// 1.4.
struct Energy {
    double e = 0;  ///< 2 E|x − y| − E|x − x'| − E|y − y'|, within-sample means over distinct pairs
    double q = 0;  ///< nm/(n + m) · e
};
[[nodiscard]] Energy energyDistance(std::span<const double> x, std::span<const double> y);

/// The split that maximises q, each part at least `least` long; nothing when the series is too short.
struct ChangePoint {
    std::size_t at = 0;  ///< index of the first value after the change
    double q = 0;
};
[[nodiscard]] std::optional<ChangePoint> singleChangePoint(std::span<const double> series, std::size_t least = 2);

}  // namespace headwater::stats
