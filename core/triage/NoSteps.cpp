// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/NoSteps.h"

#include <algorithm>
#include <string_view>

namespace headwater {

namespace {

struct EmptySide {
    const RunAnalysis& run;
    const StepSelection& selection;
    Text name;
};

std::vector<EmptySide> emptySides(const Draft& draft)
{
    std::vector<EmptySide> sides;
    if (draft.basis.step.baseline.values.empty())
        sides.push_back({*draft.basis.pair.baseline, draft.basis.baseline.selection, say("baseline")});
    if (draft.basis.step.current.values.empty())
        sides.push_back({*draft.basis.pair.current, draft.basis.current.selection, say("current run")});
    return sides;
}

bool isTraced(const RunAnalysis& run)
{
    return run.run && std::ranges::any_of(run.run->ranks, [](const RankData& rank) { return rank.trace != nullptr; });
}

/// What the analysis of the run said of launches that left no activity.
bool hasProblem(const RunAnalysis& run, std::string_view code)
{
    return std::ranges::find(run.problems, code, &Problem::code) != run.problems.end();
}

bool lostActivities(const RunAnalysis& run)
{
    return hasProblem(run, "lost-activities");
}

bool endsBehind(const RunAnalysis& run)
{
    return hasProblem(run, "device-behind");
}

Text reason(const EmptySide& side)
{
    const std::size_t steps = side.run.cube.steps().size();
    const auto unusable = static_cast<std::size_t>(side.selection.unusable);
    if (unusable == steps && endsBehind(side.run))
        return say("no step of the {} can be used, of {}: the trace ends while the device is behind what was "
                   "launched",
                   side.name, steps);
    if (unusable == steps && lostActivities(side.run))
        return say("no step of the {} can be used, of {}: most of what they launch has no device activity in the "
                   "trace",
                   side.name, steps);
    if (unusable == steps && isTraced(side.run))
        return say("no step of the {} was recorded in full, of {}", side.name, steps);
    if (side.selection.failed + side.selection.invalid + side.selection.unusable == 0)
        return say("the warm-up that is left out takes all {} steps of the {}", steps, side.name);
    return say("no step of the {} has a complete time, of {}", side.name, steps);
}

}  // namespace

Text whyNoSteps(const Draft& draft)
{
    Text text;
    for (const EmptySide& side : emptySides(draft))
        text += (text.empty() ? Text() : say("; ")) + reason(side);
    return text;
}

std::vector<Text> stepsToGetSteps(const Draft& draft)
{
    std::vector<Text> steps;
    for (const EmptySide& side : emptySides(draft)) {
        if (!isTraced(side.run))
            steps.push_back(say("Record the {} with a time for every step of every rank; a step without one gives no "
                                "sample.",
                                side.name));
        else if (endsBehind(side.run))
            steps.push_back(
                say("Capture the {} again over several whole steps: mark them (profiler.step(), or an NVTX range named "
                    "\"step N\" around each) and synchronise the device before the capture stops, or export a longer "
                    "part of it.",
                    side.name));
        else if (lostActivities(side.run))
            steps.push_back(say("Capture the {} again with fewer steps or a larger buffer of the profiler, so that no "
                                "launch of a step loses its device activity.",
                                side.name));
        else
            steps.push_back(say("Capture the {} again and let the capture run past the end of its last step; a step "
                                "that is cut off gives no sample.",
                                side.name));
    }
    return steps;
}

}  // namespace headwater
