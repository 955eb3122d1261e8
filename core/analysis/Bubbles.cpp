// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Bubbles.h"

#include "core/analysis/BubbleTimes.h"

namespace headwater {

std::vector<Bubbles> splitBubbles(const BubbleInput& input)
{
    const BubbleTimes times = bubbleTimes(input);
    std::vector<Bubbles> steps;
    for (const StepWindow& step : input.steps.steps)
        steps.push_back(times.in(step.window));
    return steps;
}

}  // namespace headwater
