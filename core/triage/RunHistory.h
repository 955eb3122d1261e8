// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Job.h"
#include "core/base/Text.h"
#include "core/stats/ChangePoints.h"
#include "core/triage/Policy.h"

namespace headwater {

/// One run of a series, reduced to what a history compares: Policy::statistic over its steps, ns.
struct HistoryEntry {
    std::string name;
    std::string stageSource;
    std::vector<std::string> stages;  ///< in their order
    std::vector<double> values;       ///< parallel to `stages`; NaN: not measured
    double step = 0;                  ///< step time; NaN: not measured
    std::size_t steps = 0;            ///< that give samples
    std::size_t warmupRemoved = 0;
    std::size_t failedSteps = 0;
    std::string folder = {};              ///< what to open; empty: unknown
    std::vector<SourceFile> inputs = {};  ///< as the run read them
    std::vector<std::string> hosts = {};  ///< of its ranks, none twice
    Manifest manifest = {};
    std::vector<double> slowest = {};  ///< parallel to `stages`: of the slowest rank; empty: of one rank, or not known
};

/// A change that a permutation test found.
struct HistoryChange {
    std::size_t at = 0;  ///< index of the first run after it
    double before = 0;   ///< median over the runs since the change before, ns
    double after = 0;    ///< median over the runs until the next change, ns
    double q = 0, p = 1;
    bool counted = false;  ///< beyond ε and the absolute floor; a smaller one is shown only
    [[nodiscard]] double ratio() const { return after / before - 1; }
};

/// The newest runs where they differ from those before but are fewer than ChangePointRule::least: not judged, and left
/// out of changes and noise, since a split would have to name an earlier run.
struct NewestApart {
    std::size_t count = 0;
    double before = 0;     ///< median since the last change before them, ns
    double after = 0;      ///< their median, ns
    bool counted = false;  ///< beyond ε and the absolute floor; a smaller one is only left out
};

/// One stage, or the step, over the runs.
struct HistorySeries {
    std::string stage;
    std::vector<double> values;  ///< parallel to RunHistory::runs; NaN: that run does not have it
    std::vector<HistoryChange> changes;
    std::optional<NewestApart> apart;
    /// SD of the logarithm between runs, changes taken out (METHODS 1.3, σ_run); nothing below fewestToJudge().
    std::optional<double> runNoise;
};

/// What begins with one run: every stage that changed there.
struct HistoryEvent {
    std::size_t at = 0;
    std::vector<std::size_t> stages;            ///< indices into RunHistory::stages with a counted change, in order
    std::optional<std::size_t> firstRegressed;  ///< the first of them that got slower
};

/// A series of runs of one job, oldest first.
struct RunHistory {
    std::vector<HistoryEntry> runs;
    std::vector<HistorySeries> stages;
    /// The slowest rank of each stage, parallel to `stages`: one slow rank of many moves no median. Empty where no run
    /// has it, or Policy::acrossRanks is the maximum already.
    std::vector<HistorySeries> slowest;
    HistorySeries step;
    std::vector<HistoryEvent> events;
    stats::ChangePointRule rule;
    Policy policy;
    std::vector<Text> warnings;
    /// ε with the noise between runs: max(ε, z(1−α) √2 σ_run) of the step time (METHODS 1.3, which asks for five runs);
    /// nothing below fewestToJudge(), where a change would pass for noise.
    std::optional<double> effectiveEpsilon;
};

/// With fewer runs no split has enough of them on both sides to be found: neither a change nor its absence is said.
[[nodiscard]] std::size_t fewestToJudge(const stats::ChangePointRule& rule);
/// Whether the series has a value in that many runs.
[[nodiscard]] bool isJudged(const HistorySeries& series, const stats::ChangePointRule& rule);

/// Reduces a run; warm-up steps are left out as the decision does (METHODS 1.6).
[[nodiscard]] HistoryEntry historyEntry(const RunAnalysis& run, const Policy& policy);

/// Change points of every stage over runs (METHODS 1.4, energy statistic). Stages are joined by name in the order of
/// the newest run, those it lacks after them. Fails with NothingUsable for fewer than two runs.
[[nodiscard]] Result<RunHistory> runHistory(std::vector<HistoryEntry> runs, const Policy& policy, const Job& job);

}  // namespace headwater
