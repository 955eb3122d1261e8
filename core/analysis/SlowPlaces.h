// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/Stragglers.h"

namespace headwater {

/// A rank's time over its role's median, and where it runs.
struct PlacedRank {
    int rank = 0;
    double ratio = 1;
    std::string host;
    std::string rack;
};

/// Racks, and hosts outside them, all of whose ranks are slow (METHODS 2.3, hierarchy). Among five places or more the
/// modified z of their medians decides; among two to four a place is slow when its fastest rank is slower by the rule's
/// ratio than every rank of the places left, at most half of them. A place has at least two ranks.
[[nodiscard]] std::vector<SlowPlace> slowPlaces(const std::vector<PlacedRank>& ranks, const StragglerRule& rule);

}  // namespace headwater
