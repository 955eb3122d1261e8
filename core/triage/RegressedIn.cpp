// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RegressedIn.h"

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

std::string regressedInText(const StageVerdict& stage, Statistic shown)
{
    if (!stage.regressedIn)
        return {};
    const RegressedIn& in = *stage.regressedIn;
    const std::string statistic = in.statistic == shown ? std::string() : std::string(nameOf(in.statistic));
    const std::string_view ranks = in.across == AcrossRanks::Max    ? "slowest rank"
                                   : in.across == AcrossRanks::Mean ? "mean over ranks"
                                                                    : "median over ranks";
    if (in.across == AcrossRanks::Median && !statistic.empty())
        return statistic;
    return statistic.empty() ? std::string(ranks) : statistic + " of the " + std::string(ranks);
}

}  // namespace headwater
