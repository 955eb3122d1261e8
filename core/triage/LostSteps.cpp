// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/LostSteps.h"

#include <array>

namespace headwater {

std::vector<LostStep> lostSteps(const StageCube& cube)
{
    constexpr std::array kWorstFirst{StepStatus::Failed, StepStatus::Invalid, StepStatus::Unknown, StepStatus::Partial,
                                     StepStatus::Absent};
    std::vector<LostStep> lost;
    for (std::size_t step = 0; step < cube.steps().size(); ++step) {
        for (const StepStatus status : kWorstFirst) {
            std::vector<int> ranks;
            for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
                if (cube.status(rank, step) == status)
                    ranks.push_back(cube.ranks()[rank]);
            if (!ranks.empty())
                lost.push_back({cube.steps()[step], status, std::move(ranks)});
        }
    }
    return lost;
}

}  // namespace headwater
