// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace headwater::whatif {

/// One wait: process `waiter` waited `wait` for process `delayer`. Excess is what the delayer did more than the waiter
/// since they last met: its own time (`excess`, any unit), and waits of its own, as indices of earlier entries.
struct WaitState {
    std::size_t waiter = 0;
    std::size_t delayer = 0;
    double wait = 0;
    double excess = 0;               ///< Σ max(0, t_delayer − t_waiter) over what they did, without waiting
    std::vector<std::size_t> waits;  ///< the delayer's waits since then, each earlier in the list
};

/// Waiting that a process caused, in the unit of the waits.
struct DelayCost {
    double shortTerm = 0;  ///< of those that waited for it directly
    double longTerm = 0;   ///< of those further down the chain
};

/// Charges each wait to who caused it (METHODS 3.7, after Böhme et al. 2010; formula from memory): in proportion to its
/// own excess to the delayer, the rest passed on to the delayer's waits, latest wait first. The costs' sum is the sum
/// of the waits whose delayer had any excess. One entry for each of `processes` processes.
[[nodiscard]] std::vector<DelayCost> delayCosts(std::size_t processes, const std::vector<WaitState>& waits);

}  // namespace headwater::whatif
