// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/DelayCost.h"

namespace headwater::whatif {

std::vector<DelayCost> delayCosts(std::size_t processes, const std::vector<WaitState>& waits)
{
    std::vector<DelayCost> costs(processes);
    std::vector<double> passed(waits.size(), 0);  // κ: waiting further down that goes back to this wait
    for (std::size_t i = waits.size(); i-- > 0;) {
        const WaitState& state = waits[i];
        double whole = state.excess;
        for (const std::size_t earlier : state.waits)
            whole += waits[earlier].wait;
        if (!(whole > 0))
            continue;
        costs[state.delayer].shortTerm += state.wait * state.excess / whole;
        costs[state.delayer].longTerm += passed[i] * state.excess / whole;
        for (const std::size_t earlier : state.waits)
            passed[earlier] += (state.wait + passed[i]) * waits[earlier].wait / whole;
    }
    return costs;
}

}  // namespace headwater::whatif
