// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/scale/Proposals.h"

namespace headwater::scale {

/// What the results leave.
enum class Diagnosis : std::uint8_t {
    Open,           ///< more than one explanation is left, or the one that is left has no proof yet
    Node,           ///< one node
    Pair,           ///< two nodes that are fine apart
    Leaf,           ///< one leaf switch
    Size,           ///< size alone, whichever nodes: software or configuration
    Contradiction,  ///< no fault that is known here explains all results: several, not constant, or a wrong result
    TwoNodes,       ///< two nodes, each by itself
    Uplink,         ///< what joins one leaf switch to the others
    Link,           ///< what joins two leaf switches
    Crossing,       ///< whatever crosses from one leaf switch to another
    Spine,          ///< one spine
    SpineCrossing,  ///< whatever crosses from one spine to another
    Unsteady,       ///< the same nodes were slow once and fine another time: nothing is concluded
    Gone,           ///< all nodes together are fine now: there is nothing to look for
};

struct NextExperiment {
    Design design = Design::Halves;
    std::vector<NodeSet> groups;
    bool repeat = false;     ///< groups again that were run before: inconclusive, invalid, or at odds with the others
    bool atOdds = false;     ///< those again without which something would explain all others
    bool control = false;    ///< a slow group runs along: is it slow still?
    bool still = false;      ///< a slow group, or the whole, again: is it slow now?
    int repeats = 3;         ///< runs of each group, and as many of its baseline
    double information = 0;  ///< expected, bits
    double gpuHours = 0;     ///< baselines included
};

struct BisectionState {
    Diagnosis diagnosis = Diagnosis::Open;
    std::vector<Hypothesis> alive;
    std::vector<Fact> facts;             ///< that they agree with
    std::optional<NextExperiment> next;  ///< nothing when there is nothing left to tell apart, or no group can
    bool undecided = false;              ///< a group that would tell stays undecided however often it runs
    bool goodSetAside = false;           ///< a group of no more than BisectionOptions::goodGpus was slow
};

struct BisectionOptions {
    int goodGpus = 0;      ///< largest size at which the job is said to be fine whichever GPUs; 0: unknown
    int repeats = 3;       ///< METHODS 5.2: at least three; doubled where a result was inconclusive
    int mostRepeats = 96;  ///< cap of that, for noise of 4 % on an effect of 10 %; a group that stays inconclusive is
                           ///< left out of the account
    double minutesPerRun = 10;  ///< for the cost
    std::stop_token stop = {};  ///< asked to stop, bisect() ends soon with a state that says nothing
};

/// What a sequence of experiments proves and which one comes next (METHODS 5.2). The whole cluster is slow; one fault
/// is looked for, or two nodes. Each result rules out the hypotheses under which it would have been another. While
/// several are left the next experiment is the cheapest of those that promise nearly the most information, kinds of
/// faults being equally likely; when one is left it is its proof (unproved()), so that a fault of an unlisted kind is
/// not taken for a listed one, and it must be slow in the last experiment, so that one that went away meanwhile is not
/// concluded from fine groups. Where none is left, the result at odds with the others is run again, then the whole;
/// where the same nodes changed, the whole, and what was before no longer counts. Pure: the same history gives the same
/// answer.
[[nodiscard]] BisectionState bisect(const Cluster& cluster, std::span<const ExperimentResult> history,
                                    const BisectionOptions& options);

}  // namespace headwater::scale
