// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/scale/Isolation.h"
#include "core/analysis/scale/Outcomes.h"
#include "core/base/Text.h"

namespace headwater::scale {

/// A test that separates one suspect from the others at any size (METHODS 5.2), and how to read its result.
struct IsolationTest {
    std::string id;       ///< "nccl-tests", "synthetic-data", "straggler-hunt"
    std::string command;  ///< to run as it stands, or empty
    Text what;
    Text proves;
    NodeSet nodes;  ///< to run it on: the smallest group that was slow, before any the whole cluster
    int runs = 0;   ///< of each node
    double gpuHours = 0;
};

/// Minutes that one nccl-tests run or one small check is taken to need; assumed, for the cost alone.
inline constexpr double kMinutesPerCheck = 2;

/// The state of a scale bisection with everything a person needs to go on.
struct ScalePlan {
    Cluster cluster;
    bool topologyKnown = false;  ///< false: the nodes were made up from a number, all on one switch
    BisectionOptions options;
    JudgeOptions judging;
    std::vector<std::vector<JudgedGroup>> experiments;  ///< those done, in order
    BisectionState state;
    std::vector<Outcome> outcomes;  ///< what the next experiment may show
    std::vector<IsolationTest> isolation;
    IsolationReadings readings;    ///< what isolation tests showed
    bool isolationAtOdds = false;  ///< no known fault explains them and the experiments: the experiments alone count
    double gpuHoursSpent = 0;      ///< of the experiments done, at BisectionOptions::minutesPerRun a repeat
};

/// Nodes without a topology: node0, node1 …, `gpus` rounded up to whole nodes.
[[nodiscard]] Cluster clusterOfSize(int gpus, int gpusPerNode);

/// Judges what was measured and chooses what comes next. Fails as judgeExperiment() does.
[[nodiscard]] Result<ScalePlan> planScale(const Cluster& cluster, bool topologyKnown,
                                          const std::vector<ScaleExperiment>& results, const BisectionOptions& options,
                                          const JudgeOptions& judging);

/// Weighs what the plan holds and chooses what comes next.
void decide(ScalePlan& plan);

/// Reads the results of isolation tests into the plan, beside nccl-tests of pairs among its experiments. Fails as
/// readIsolation() does.
[[nodiscard]] Status addIsolation(ScalePlan& plan, const std::vector<IsolationResult>& results,
                                  const std::vector<ScaleExperiment>& experiments);

/// The isolation tests as steps of this plan: on which nodes, what they cost, how to read them.
[[nodiscard]] std::vector<IsolationTest> isolationSteps(const ScalePlan& plan);

/// "node n3", "the pair n1 and n7", "leaf switch sw2", "any group of 32 GPUs or more".
[[nodiscard]] Text textOf(const Hypothesis& hypothesis, const Cluster& cluster);

/// What is left in a few words: the suspects by name where they are few, else how many of each kind.
[[nodiscard]] Text textOf(std::span<const Hypothesis> left, const Cluster& cluster);

/// What the results prove so far, and from what.
[[nodiscard]] Text conclusionOf(const ScalePlan& plan);

/// Why the next experiment is made as it is, one sentence.
[[nodiscard]] Text reasonOf(const NextExperiment& next);

/// "open", "node", "pair", "leaf", "size", "contradiction", "two-nodes", "uplink", "link", "crossing", "spine",
/// "spine-crossing"
[[nodiscard]] std::string_view nameOf(Diagnosis diagnosis);
[[nodiscard]] std::string_view nameOf(Design design);     ///< "halves", "leaves", "pairing", "single", "sizes", "proof"
[[nodiscard]] std::string_view nameOf(GroupState state);  ///< "good", "bad", "inconclusive", "invalid"
[[nodiscard]] std::string_view nameOf(Hypothesis::Kind kind);  ///< as the diagnoses

}  // namespace headwater::scale
