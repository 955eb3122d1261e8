// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"

/// Hand-made values of core/ for the views: what is shown is known here to the nanosecond.
namespace headwater::fixtures {

struct StageSpecimen {
    std::string name;
    Ns baseline = 0, current = 0;
    StageState state = StageState::NotRegressed;
};

/// The recommender's pair of the mockup: forward regressed first, backward grew most and is slowest.
[[nodiscard]] std::vector<StageSpecimen> recommender();
/// `count` stages of many sizes with long names; stage `first` regressed.
[[nodiscard]] std::vector<StageSpecimen> manyStages(int count, int first);

/// A verdict over these stages; the first regressed one is confirmed, those after it are downstream.
[[nodiscard]] VerdictPtr verdictOf(const std::vector<StageSpecimen>& stages);

/// Both runs' analyses with `steps` steps around these values, one rank a side.
[[nodiscard]] PairAnalysis pairOf(const std::vector<StageSpecimen>& stages, int steps);

}  // namespace headwater::fixtures
