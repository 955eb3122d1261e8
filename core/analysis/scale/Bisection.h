// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/scale/Proposals.h"

namespace headwater::scale {

struct GroupResult {
    NodeSet nodes;
    GroupState state = GroupState::Inconclusive;
};

/// What was run at one time, groups that share no node.
using ExperimentResult = std::vector<GroupResult>;

/// What the results leave.
enum class Diagnosis : std::uint8_t {
    Open,           ///< more than one explanation is left
    Node,           ///< one node
    Pair,           ///< two nodes that are fine apart
    Leaf,           ///< one leaf switch
    Size,           ///< size alone, whichever nodes: software or configuration
    Contradiction,  ///< no single fault explains all results: not one fault, not constant, or a wrong result
};

struct NextExperiment {
    Design design = Design::Halves;
    std::vector<NodeSet> groups;
    bool repeat = false;     ///< the same groups again: some were inconclusive or invalid
    int repeats = 3;         ///< runs of each group
    double information = 0;  ///< expected, bits
    double gpuHours = 0;
};

struct BisectionState {
    Diagnosis diagnosis = Diagnosis::Open;
    std::vector<Hypothesis> alive;
    std::optional<NextExperiment> next;  ///< nothing when there is nothing left to tell apart
};

struct BisectionOptions {
    int goodGpus = 0;           ///< largest size at which the job is known to be fine; 0: unknown
    int repeats = 3;            ///< METHODS 5.2: at least three; doubled where a result was inconclusive
    int mostRepeats = 24;       ///< cap of that; a group that stays inconclusive is left out of the account
    double minutesPerRun = 10;  ///< for the cost
};

/// One thing that an experiment may show, and what it would leave.
struct Outcome {
    std::vector<char> slow;        ///< by group
    double probability = 0;        ///< kinds of faults being equally likely
    std::vector<Hypothesis> left;  ///< that predict just this
};

/// Every outcome that a hypothesis predicts, none slow first.
[[nodiscard]] std::vector<Outcome> outcomesOf(const Cluster& cluster, std::span<const Hypothesis> alive,
                                              std::span<const NodeSet> groups);

/// What a sequence of experiments proves and which one comes next (METHODS 5.2). The whole cluster is slow; one fault
/// is looked for. Each result rules out the hypotheses under which it would have been another; the next experiment is
/// the one with the most information to be expected, kinds of faults being equally likely, and of equal ones the
/// cheaper. Pure: the same history gives the same answer.
[[nodiscard]] BisectionState bisect(const Cluster& cluster, std::span<const ExperimentResult> history,
                                    const BisectionOptions& options);

}  // namespace headwater::scale
