// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater::test {

/// Gives the steps of a rank that was made up these bubbles, one each.
inline void giveBubbles(RankAnalysis& rank, const std::vector<std::optional<Bubbles>>& bubbles)
{
    const auto columns = std::make_shared<BubbleColumns>(bubbles.size());
    for (std::size_t i = 0; i < bubbles.size(); ++i) {
        rank.steps[i].cell = static_cast<std::uint32_t>(i);
        if (bubbles[i])
            columns->set(i, *bubbles[i]);
    }
    rank.bubbleColumns = columns;
}

}  // namespace headwater::test
