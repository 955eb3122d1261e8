// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/whatif/Attribution.h"
#include "core/analysis/whatif/ReplayModel.h"
#include "core/analysis/whatif/Slowdown.h"
#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater::whatif {

/// One stage's part in the change from the baseline.
struct StageAttribution {
    std::string stage;
    StageShare share;
    Range saving;                       ///< ns of a step; a ceiling, not a forecast
    std::optional<Range> removedCi;     ///< 95 % of the mean over steps of what restoring the stage saves, ns
    std::optional<double> gainCeiling;  ///< throughput gain at most, for saving.hi
};

struct ChangeAttribution {
    double baseline = 0;  ///< mean replayed step time, ns
    double current = 0;
    bool exact = true;
    std::vector<StageAttribution> stages;
};

/// The answer of `whatif`.
struct WhatIf {
    std::string source;                ///< what the replay rests on, see ReplayModel::source
    std::size_t ops = 0;               ///< operations replayed
    std::optional<Slowdown> slowdown;  ///< nothing: refused, or nothing ties ranks together
    std::optional<double> replayError;
    std::optional<double> launchSlowdown;  ///< measured / replayed: launch delays, which the replay leaves out
    std::vector<std::int64_t> steps;
    std::vector<Ns> measured;  ///< per step
    std::vector<double> replayed;
    std::optional<double> baselineError;           ///< replayError of the baseline, where one was given
    std::optional<ChangeAttribution> attribution;  ///< with a baseline, where not refused
    std::shared_ptr<const ReplayModel> model;      ///< for further questions, see Counterfactual.h; null where refused
    std::vector<Ns> baselineTotals;                ///< per cell of the model; empty without `attribution`
    Problems problems;                             ///< why something is not answered: "replay-error", "no-coupling" …
};

/// Replays the current run (pipeline timeline, traces by their collectives, or stage durations by what they hold) and
/// says what its unevenness costs; with a baseline also which stages its change comes from. `current` and `baseline`
/// need AnalysisOptions::timeline. A replay that is off by more than kLargestReplayError answers nothing. Errors as of
/// the models.
[[nodiscard]] Result<WhatIf> whatIf(const RunAnalysis& current, const RunAnalysis* baseline, const Job& job);

}  // namespace headwater::whatif
