// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/CallStats.h"
#include "core/analysis/correctness/Correctness.h"
#include "core/analysis/resources/ResourceReport.h"
#include "core/base/Text.h"
#include "core/run/Comparability.h"
#include "core/run/Run.h"
#include "core/triage/JudgedRun.h"
#include "core/triage/Policy.h"

namespace headwater {

struct EvidencePlace;
struct OwnTimes;
struct Waterfall;
using WaterfallPtr = std::shared_ptr<const Waterfall>;
using OwnTimesPtr = std::shared_ptr<const OwnTimes>;

/// How a statement is known. Never mixed: the window, the report and the JSON all show it.
enum class Provenance { Measured, Derived, Inferred, Assumed };

/// What the pair of runs shows: the word of CONTRACT `outcome`.
enum class Outcome { Regressed, Improved, Equivalent, Inconclusive, NotComparable, InsufficientData };
/// WithinRun: one run a side, so that run-to-run differences are unknown (METHODS 1.3); AcrossRuns: several.
enum class EvidenceLevel { WithinRun, AcrossRuns };
/// How one stage came out (METHODS 1.3, 1.9). Latent: slower, but hidden by prefetch or overlap. CostShift: what it
/// lost its neighbours won, their parent did not change.
enum class StageState { Regressed, NotRegressed, Inconclusive, Improved, BelowFloor, New, Missing, Latent, CostShift };
/// Systemic: the median rank regressed; Localised: only some ranks did; Both.
enum class Scope { Systemic, Localised, Both };
/// Shift: in p50; Tail: in p95 or p99 alone; Both; Rare: in the mean alone, by few huge steps (METHODS 1.3).
enum class Kind { Shift, Tail, Both, Rare };
/// The four layers of the triage, in order.
enum class LayerId { Correctness, Resources, Timeline, Stragglers };
/// NoData is no pass: later layers are conditional on it.
enum class LayerStatus { Pass, Warn, Fail, NoData };
/// Failure fails its layer, Warning warns, Info does neither.
enum class FindingSeverity { Info, Warning, Failure };

/// An interval of current/baseline − 1; infinite ends where n is too small for a finite bound.
struct RatioInterval {
    double lo = 0;
    double hi = 0;
};

/// p50, mean, p95, p99 of one side, ns; a statistic that n does not allow is still given, its state says so.
struct StageStatistics {
    std::array<double, kStatistics> value{};  ///< indexed by Statistic
    int n = 0;                                ///< steps
};

/// Where the span of a stage goes: p50 (mean for --statistic mean) of each part over steps, ns.
struct StageParts {
    Ns compute = 0, transfer = 0, wait = 0, memcpy = 0, memset = 0, idle = 0;
};

/// The numbers of a row in one series and the shown statistic.
struct SeriesRow {
    StageStatistics baseline, current;
    Ns delta = 0;
    std::optional<double> ratio;
    std::optional<RatioInterval> ci95;
    std::optional<double> pAdjusted;
};

/// How a stage regressed where that is not how its row is given: in another statistic, or in the slowest rank of each
/// step while the row is of the median rank.
struct RegressedIn {
    Statistic statistic = Statistic::P50;
    AcrossRanks across = AcrossRanks::Median;
    std::vector<int> ranks;            ///< those that regressed; empty: all, or a different one in each step
    double baseline = 0, current = 0;  ///< ns
    Ns delta = 0;
    std::optional<double> ratio;
    std::optional<RatioInterval> ci95;
    std::optional<double> pAdjusted;
    SeriesRow row;  ///< of `across`, in the statistic of the stage's own row
};

/// One stage compared between the runs, in the policy's statistic, measure and across-ranks rule; times in ns.
struct StageVerdict {
    int index = 0;
    std::string stage;
    StageStatistics baseline, current;
    StageParts baselineParts, currentParts;
    Ns delta = 0;                 ///< current − baseline of the chosen statistic
    std::optional<double> ratio;  ///< current/baseline − 1; nothing where the baseline is zero
    std::optional<RatioInterval> ci95;
    std::optional<double> pAdjusted;  ///< Holm over stages × statistics
    StageState state = StageState::NotRegressed;
    std::array<StageState, kStatistics> stateBy{};  ///< state per statistic
    std::optional<double> shareOfStepDelta;
    std::string explainedBy;  ///< "wait", "stage:NAME", "independent", or empty: see explainStages
    bool downstream = false;  ///< lies after the first regressed stage
    std::optional<RegressedIn> regressedIn;
    /// By Side: what the numbers of asRegressed() are made of, of the same ranks and statistic; zero where not
    /// measured.
    std::array<StageParts, 2> shownParts{};
};

/// The first stage in dependency order that regressed (DESIGN: decision); times in ns.
struct FirstRegressed {
    int index = 0;
    std::string stage;
    Scope scope = Scope::Systemic;
    std::vector<int> ranks;  ///< those that regressed, where localised
    Kind kind = Kind::Shift;
    Ns delta = 0;
    std::optional<double> ratio;
    std::optional<RatioInterval> ci95;
    std::optional<double> pAdjusted;
    bool confirmed = false;
    std::optional<double> stability;  ///< share of joint resamples in which this stage is first
    Provenance provenance = Provenance::Derived;
};

/// A stage that the headline names, with one number.
struct StageRef {
    int index = 0;
    std::string stage;
    Ns value = 0;  ///< delta or duration, by context
    std::optional<double> shareOfStepDelta;
};

/// One measurement behind a finding.
struct Evidence {
    Text what;
    std::string baseline, current, unit;  ///< numbers as text in `unit`; empty: none on that side
    std::optional<int> rank;
    std::optional<std::int64_t> step;
    Text source;
    std::shared_ptr<const EvidencePlace> place = {};  ///< never null in a verdict of decide(): EvidencePlace.h
    std::optional<std::array<Ns, 2>> times = {};      ///< by Side, both values exactly, where they are times
};

struct Finding {
    std::string id;  ///< stable: "timeline.host-device-disagree"
    LayerId layer = LayerId::Timeline;
    FindingSeverity severity = FindingSeverity::Info;
    Text statement;
    Provenance provenance = Provenance::Measured;
    bool conditional = false;
    std::vector<Evidence> evidence;
    Text nextStep;
};

/// One layer of the triage with all that it found.
struct Layer {
    LayerId id = LayerId::Correctness;
    LayerStatus status = LayerStatus::NoData;
    Text summary;  ///< one short line for the flowchart
    std::vector<Finding> findings;
};

/// A node of the flowchart on the path that was taken.
struct FlowStep {
    /// "alert", "correctness", "resources", "timeline", "io-or-communication", "stragglers", "outcome".
    std::string node;
    Text answer;
    Text because;
};

/// A rank of the current run that is slow by itself (METHODS 2).
struct StragglerVerdict {
    int rank = 0;
    std::string host;
    double ratio = 0;
    std::string cls;  ///< "fixed", "rotating", "group", "self", or empty
    Text metric;
    std::string side =
        {};  ///< "device": its kernels take longer; "host": they do not; "link": copies to it do; or empty
};

/// A step that some ranks did not do whole.
struct LostStep {
    std::int64_t step = 0;
    StepStatus status = StepStatus::Failed;
    std::vector<int> ranks;
};

/// Share of joint resamples in which stage `index` (−1: none) is the first by the course rule.
struct StabilityBar {
    int index = -1;
    double share = 0;
};

/// The inside of one stage, judged like stages.
struct DrillLevel {
    std::string inside;  ///< the stage that is taken apart
    std::string kind;    ///< "annotations", "modules", "operators"
    std::vector<StageVerdict> stages;
    std::optional<FirstRegressed> first;
    std::array<std::uint64_t, 2> ranges{};  ///< by Side: host ranges on all ranks that `first` is made of; 0: its rest
};

/// From the first regressed stage down to what it calls.
struct DrillDown {
    std::vector<std::string> path;      ///< first regressed stage, first regressed inside it …
    std::vector<DrillLevel> levels;     ///< one for each further name of the path, and one where none inside regressed
    std::vector<int> ranks;             ///< the calls are of these ranks; empty: of all
    std::vector<CallChange> kernels;    ///< in the last stage of the path, largest change first
    std::vector<CallChange> operators;  ///< likewise; host time, what they call included
};

/// The answer for a pair of runs. The window, the report and the command line all print this object.
struct Verdict {
    Outcome outcome = Outcome::InsufficientData;
    EvidenceLevel evidenceLevel = EvidenceLevel::WithinRun;
    Text headline;   ///< one sentence
    Text paragraph;  ///< the two or three sentences under it

    Ns stepBaseline = 0, stepCurrent = 0, stepDelta = 0;
    std::optional<double> stepRatio;
    std::optional<RatioInterval> stepCi95;
    int stepsBaseline = 0, stepsCurrent = 0;    ///< steps compared
    int warmupRemoved = 0;                      ///< left out at the start of both sides
    int failedBaseline = 0, failedCurrent = 0;  ///< failed or invalid steps, kept and shown

    std::optional<StageRef> course;  ///< first by the course rule: value is the delta
    std::optional<double> courseRatio;
    std::optional<FirstRegressed> firstRegressed;
    /// What firstRegressed and largestIncrease are given in: the policy's, or the one in which alone a stage regressed.
    Statistic headlineStatistic = Statistic::P50;
    std::optional<StageRef> earliestPossible;
    std::optional<StageRef> largestIncrease;
    StageRef slowest;  ///< index −1: nothing was measured in the current run
    std::vector<StageVerdict> stages;
    std::vector<StabilityBar> stability;
    std::array<Layer, 4> layers{};
    std::optional<DrillDown> drillDown;
    std::vector<FlowStep> flowchart;
    std::string outcomeNode;
    Comparability comparability;
    CorrectnessReportPtr correctness;                ///< null where no pair was prepared
    std::array<std::vector<LostStep>, 2> lostSteps;  ///< by Side
    std::array<std::vector<int>, 2> missingRanks;    ///< by Side: of the world, with no file
    std::vector<StragglerVerdict> stragglers;
    std::array<OwnTimesPtr, 2> ownTimes;  ///< by Side; null where no pair was prepared
    WaterfallPtr waterfall;               ///< the step's change by stage, from means; null likewise
    ResourceReportPtr resources;          ///< every check and event behind the resources layer
    std::vector<Text> nextSteps;
    std::vector<Text> warnings;
    std::vector<SourceFile> baselineInputs, currentInputs;
    std::shared_ptr<const EvidencePlace> measured;  ///< what the stages are made of; null where no pair was prepared
    std::string baselineName, currentName;
    std::array<std::vector<JudgedRun>, 2> runs;  ///< by Side, the first first
    std::string stageSource;
    Policy policy;
};
using VerdictPtr = std::shared_ptr<const Verdict>;

/// The finding of this id in any layer; null where there is none.
[[nodiscard]] const Finding* findingOf(const Verdict& verdict, std::string_view id);

/// Exit code of `analyze` for this verdict: 0, 1 or 3 (CONTRACT).
[[nodiscard]] int exitCode(const Verdict& verdict);

}  // namespace headwater
