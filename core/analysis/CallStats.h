// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// How often something is called in a stage and how long it takes, mean over ranks and steps.
struct CallStats {
    double calls = 0;       ///< per step and rank
    double time = 0;        ///< ns per step and rank: on the device for kernels, on the host for operators
    std::size_t order = 0;  ///< of first appearance, by start
    /// ns of the first, second … call of a step, mean over ranks and steps; empty where a step has one call, more than
    /// 256, or steps differ in how many.
    std::vector<double> inOrder = {};
    [[nodiscard]] double perCall() const { return calls > 0 ? time / calls : 0; }
};
using CallTable = std::map<std::string, CallStats, std::less<>>;

/// What a stage calls.
struct StageCalls {
    CallTable kernels;    ///< everything that runs on the device, by name
    CallTable operators;  ///< host operators, what they call included
};

/// Counts the activities and operators of a stage. `ranges` are those of each rank (as PartitionBasis::ranges, maybe
/// refined), `parent` its stage; `ranks` limits it to these ranks (empty: all), `steps` to these step numbers. At most
/// the first 16 ranks are looked at.
[[nodiscard]] StageCalls stageCalls(const RunAnalysis& run, const std::vector<StageRanges>& ranges, StageIndex parent,
                                    const std::vector<int>& ranks, const std::set<std::int64_t>& steps);

/// What happened to one kernel or operator between two runs.
enum class CallChangeKind : std::uint8_t { Appeared, Vanished, Slower, Faster, MoreCalls, FewerCalls };
struct CallChange {
    std::string name;
    CallChangeKind kind = CallChangeKind::Slower;
    CallStats baseline, current;
    std::size_t call =
        0;  ///< which call of a step, from 1; 0: all calls of the name, or those without a row of their own
    std::size_t of = 0;  ///< calls of the name in a step, where `call` is not 0
    [[nodiscard]] double delta() const { return current.time - baseline.time; }
};

/// Changes of more than `least` ns per step, largest first, at most `most`. The change of time is split exactly into
/// more calls, (n_c − n_b)(t_b + t_c)/2, and longer calls, (t_c − t_b)(n_b + n_c)/2, n calls and t ns per call; the
/// larger part names the change. Calls of one name are matched by their order in the step where both runs have equally
/// many (DESIGN 4, by name and order): if half of them or fewer changed by more than `least`, or some got shorter and
/// others longer, each of these has a row of its own, and the others together one.
[[nodiscard]] std::vector<CallChange> callChanges(const CallTable& baseline, const CallTable& current, double least,
                                                  std::size_t most);

}  // namespace headwater
