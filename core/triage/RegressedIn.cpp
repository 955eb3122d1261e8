// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RegressedIn.h"

#include "core/base/Text.h"
#include "core/triage/Names.h"

namespace headwater {

StageVerdict asRegressed(const StageVerdict& stage, Statistic shown)
{
    StageVerdict row = stage;
    if (!stage.regressedIn)
        return row;
    const RegressedIn& in = *stage.regressedIn;
    row.baseline.value[static_cast<std::size_t>(shown)] = in.baseline;
    row.current.value[static_cast<std::size_t>(shown)] = in.current;
    row.delta = in.delta;
    row.ratio = in.ratio;
    row.ci95 = in.ci95;
    row.pAdjusted = in.pAdjusted;
    return row;
}

Text regressedInText(const StageVerdict& stage, Statistic shown)
{
    if (!stage.regressedIn)
        return {};
    const RegressedIn& in = *stage.regressedIn;
    const Text statistic = in.statistic == shown ? Text() : word(nameOf(in.statistic));
    const Text ranks = in.across == AcrossRanks::Max    ? say("slowest rank")
                       : in.across == AcrossRanks::Mean ? say("mean over ranks")
                                                        : say("median over ranks");
    if (in.across == AcrossRanks::Median && !statistic.empty())
        return statistic;
    return statistic.empty() ? ranks : say("{} of the {}", statistic, ranks);
}

}  // namespace headwater
