// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace headwater {

/// Device memory as PyTorch's caching allocator sees it, any one unit; what is not known is empty.
struct AllocatorState {
    std::optional<double> reserved, allocated, inactiveSplit, total;
};

/// METHODS 6.5. Empty where a part is not known or would be divided by zero.
struct AllocatorRatios {
    std::optional<double> fragmentation;  ///< (reserved − allocated) / reserved
    std::optional<double> split;          ///< inactive split blocks / reserved
    std::optional<double> headroom;       ///< (total − reserved) / total
};
[[nodiscard]] inline AllocatorRatios allocatorRatios(const AllocatorState& state)
{
    AllocatorRatios ratios;
    if (state.reserved && *state.reserved > 0) {
        if (state.allocated)
            ratios.fragmentation = (*state.reserved - *state.allocated) / *state.reserved;
        if (state.inactiveSplit)
            ratios.split = *state.inactiveSplit / *state.reserved;
    }
    if (state.reserved && state.total && *state.total > 0)
        ratios.headroom = (*state.total - *state.reserved) / *state.total;
    return ratios;
}

}  // namespace headwater
