// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/triage/Draft.h"

namespace headwater {

/// Runs of the baseline from which on the noise between runs is known, METHODS 1.3.2.
inline constexpr std::size_t kRunsForNoise = 5;
/// Runs of each side from which on the run is the unit, METHODS 1.3.2.
inline constexpr std::size_t kRunsAsUnit = 3;

/// Looks at the further runs of both sides: chooses their steps, says which cannot be judged with the first (other
/// ranks, other stages, another job, no step), and decides whether the samples of a side are those of all its runs:
/// where both sides have three, and on the baseline side also where that has five (METHODS 1.3.2). Below that the
/// first run of each side is judged alone. `warmup` steps are left out at the start of each. The step times of the
/// first run are known.
void poolRuns(DecisionBasis& basis, std::size_t warmup);

/// What two runs of one side were configured differently in, where both tell it: "it has another configuration:
/// cuda_runtime 12.1 → 12.4"; empty: nothing. Runs of several configurations are no repetitions (METHODS 1.7). Seeds
/// and what differs between any two runs (isVolatileKey) do not count.
[[nodiscard]] Text otherConfiguration(const RunAnalysis& first, const RunAnalysis& other);

/// Runs of a side whose steps are in its samples.
[[nodiscard]] std::size_t judgedRuns(const SideBasis& side);

/// Values of all judged runs of a side, one behind the other; `valuesOf` gives those of one run, as many as it has
/// selected steps.
template <class ValuesOf>
[[nodiscard]] std::vector<double> pooledValues(const RunAnalysis& first, const SideBasis& side,
                                               const ValuesOf& valuesOf)
{
    std::vector<double> values = valuesOf(first.cube, side.selection);
    if (!side.pooled)
        return values;
    for (const SideRun& run : side.repeats)
        if (run.leftOut.empty()) {
            const std::vector<double> more = valuesOf(run.run->cube, run.selection);
            values.insert(values.end(), more.begin(), more.end());
        }
    return values;
}

/// Step times of all judged runs of a side in the same order.
[[nodiscard]] std::vector<double> pooledTimes(const SideBasis& side);

/// Steps of each judged run of a side, in the order of pooledValues().
[[nodiscard]] std::vector<std::size_t> stepsByRun(const SideBasis& side);

/// Failed steps of the judged runs.
[[nodiscard]] int failedSteps(const SideBasis& side);

/// The policy with ε widened to what the step time varies by between five or more baseline runs, where the current side
/// has too few runs to show that itself: max(ε, z(1−α) √2 σ), METHODS 1.3.2.
[[nodiscard]] Policy withRunNoise(const DecisionBasis& basis, const Policy& policy);

/// Fills Verdict::runs and the evidence level, and says in the warnings what several runs were taken for.
void describeRuns(Draft& draft);

}  // namespace headwater
