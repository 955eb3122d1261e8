// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/Downstream.h"

#include "core/stats/CourseRule.h"

namespace headwater::whatif {

std::vector<Explanation> explainDownstream(std::span<const StageChange> stages, std::optional<std::size_t> first,
                                           std::span<const ReplayedSpan> replayed, std::int64_t epsilonPpm)
{
    std::vector<Explanation> out;
    for (std::size_t j = 0; j < stages.size(); ++j) {
        const StageChange& stage = stages[j];
        const Ns baseline = stage.baselineSelf + stage.baselineWait;
        const auto grew = [&](Ns from, Ns to) { return stats::regressedByCourse(from, to, epsilonPpm); };
        const bool downstream = first && j > *first;
        if (!grew(baseline, stage.currentSelf + stage.currentWait))
            out.push_back(Explanation::NotRegressed);
        else if (downstream && stage.lostOverlap > 0 &&
                 !grew(stage.baselineSelf, stage.currentSelf - stage.lostOverlap))
            out.push_back(Explanation::LostOverlap);
        else if (downstream && j < replayed.size() && grew(baseline, replayed[j].current) &&
                 !grew(baseline, replayed[j].restored))
            out.push_back(Explanation::First);
        else if (!grew(stage.baselineSelf, stage.currentSelf))
            out.push_back(Explanation::Wait);
        else
            out.push_back(downstream ? Explanation::Independent : Explanation::Own);
    }
    return out;
}

}  // namespace headwater::whatif
