// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RunTimeline.h"

namespace headwater {

std::shared_ptr<const RunTimeline> runTimeline(const std::vector<RankSteps>& ranks,
                                               const std::vector<StageRanges>& ranges, std::size_t stageCount,
                                               const CollectiveWaits& waits, bool linkedOnly)
{
    auto timeline = std::make_shared<RunTimeline>();
    timeline->match = matchCollectives(ranks, linkedOnly);
    for (std::size_t r = 0; r < ranks.size(); ++r)
        timeline->ranks.push_back(
            {ranks[r].steps->steps,
             stagePieces({*ranks[r].trace, *ranks[r].steps, ranges[r], stageCount, linkedOnly, waits.blockedOf(r)}),
             waits.wait[r]});
    return timeline;
}

}  // namespace headwater
