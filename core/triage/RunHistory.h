// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
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
    std::vector<double> slowest = {};   ///< parallel to `stages`: of the slowest rank; empty: of one rank, or not known
    std::vector<int> slowestRank = {};  ///< parallel to `slowest`: which rank has the largest value of its own
    std::size_t ranks = 0;              ///< of the world, as far as the run tells; else those with data
};

/// A run that is not compared.
struct LeftOutRun {
    std::string name;
    Text why;
};

/// A setting with which a run was started otherwise than the run before it.
struct SettingChange {
    std::size_t at = 0;  ///< index of the run
    std::string key, before, after;
};

/// A change that a permutation test found.
struct HistoryChange {
    std::size_t at = 0;  ///< index of the first run after it
    double before = 0;   ///< median over the runs since the change before, ns
    double after = 0;    ///< median over the runs until the next change, ns
    std::size_t runsBefore = 0, runsAfter = 0;
    double q = 0, p = 1;
    /// 95 % interval of after / before − 1 (Hodges-Lehmann, from the rank test); nothing for too few runs. The runs
    /// were divided where they differ most, which no interval of this kind knows.
    std::optional<std::array<double, 2>> ci95;
    bool counted = false;  ///< beyond ε and the absolute floor; a smaller one is shown only
    bool passing = false;  ///< begins or ends a slowdown that is over
    [[nodiscard]] double ratio() const { return after / before - 1; }
};

/// The newest runs where they differ from those before, and are fewer than ChangePointRule::least or so few that no
/// test told them from chance: not judged, and left out of changes and noise. A split would have to name an earlier
/// run, and whether they last is not known.
struct NewestApart {
    std::size_t count = 0;
    double before = 0;     ///< median since the last change before them, ns
    double after = 0;      ///< their median, ns
    bool counted = false;  ///< beyond ε and the absolute floor; a smaller one is only left out
};

/// A run far from its plateau: no lasting change, and left out of the noise.
struct OddRun {
    std::size_t run = 0;
    double value = 0;  ///< ns
    double usual = 0;  ///< median of its plateau, ns
};

/// A slowdown that went back to within ε of where it began.
struct PassingSlowdown {
    std::size_t from = 0, until = 0;  ///< its first run, and the first one after it
    double usual = 0;                 ///< before it, ns
    double during = 0;                ///< its slowest plateau, ns
    [[nodiscard]] double ratio() const { return during / usual - 1; }
};

/// The newest plateau, where it is slower than the fastest one before by more than ε and the floor.
struct SlowerNow {
    std::size_t since = 0;  ///< first run after the fastest plateau
    double best = 0;        ///< its median, ns
    double now = 0;         ///< ns
    [[nodiscard]] double ratio() const { return now / best - 1; }
};

/// One stage, or the step, over the runs.
struct HistorySeries {
    std::string stage;
    std::vector<double> values;  ///< parallel to RunHistory::runs; NaN: that run does not have it
    std::vector<HistoryChange> changes;
    std::optional<NewestApart> apart;
    /// SD of the logarithm within plateaus, odd runs left out (METHODS 1.3, σ_run); nothing below fewestToJudge().
    std::optional<double> runNoise;
    std::vector<OddRun> odd;
    std::vector<PassingSlowdown> passing;
    std::optional<SlowerNow> slower;
};

/// What begins with one run: every stage that changed there.
struct HistoryEvent {
    std::size_t at = 0;
    std::vector<std::size_t> stages;  ///< indices into RunHistory::stages with a counted change, in order
    /// The first of them that got slower; one that stayed so comes before one that did not.
    std::optional<std::size_t> firstRegressed;
    /// Indices into RunHistory::slowest that changed there where the median of their stage did not.
    std::vector<std::size_t> slowest = {};
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
    std::vector<SettingChange> settings;
    std::vector<LeftOutRun> leftOut;
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
/// The rank that is the slowest of a stage in most of the runs from `from` to before `to`; nothing where none is.
[[nodiscard]] std::optional<int> slowestRankOf(const RunHistory& history, const std::string& stage, std::size_t from,
                                               std::size_t to);

/// Reduces a run; warm-up steps are left out as the decision does (METHODS 1.6).
[[nodiscard]] HistoryEntry historyEntry(const RunAnalysis& run, const Policy& policy);

/// Change points of every stage over runs (METHODS 1.4, energy statistic; stats::jointChanges). Stages are joined by
/// name in the order of the newest run, those it lacks after them. Runs of another job than the newest are left out
/// (takeOutOtherJobs). Fails with NothingUsable for fewer than two runs.
[[nodiscard]] Result<RunHistory> runHistory(std::vector<HistoryEntry> runs, const Policy& policy, const Job& job);

}  // namespace headwater
