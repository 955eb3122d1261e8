// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Prepared.h"

namespace headwater {

Result<Prepared> prepared(const PairAnalysis& pair, const Policy& policy, const Job& job)
{
    Result<DecisionBasisPtr> basis = prepareDecision(pair, policy, job);
    if (!basis)
        return tl::unexpected(basis.error());
    auto drill = drillDown(**basis, decide(**basis, policy), job);
    if (!drill)
        return tl::unexpected(drill.error());
    return Prepared{*std::move(basis), *std::move(drill)};
}

}  // namespace headwater
