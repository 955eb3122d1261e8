// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/scale/Bisection.h"
#include "core/base/Result.h"
#include "core/run/ScaleResults.h"

namespace headwater::scale {

/// An invariant that is not the same on both sides.
struct MovedInvariant {
    std::string key;
    std::string baseline, current;  ///< empty: that side does not say
};

struct JudgedGroup {
    GroupResult result;
    std::string metric;
    std::optional<double> ratio;  ///< slowdown − 1: of times current/baseline, of bandwidths baseline/current
    std::optional<double> lo, hi;
    std::vector<MovedInvariant> moved;
    bool measured = false;  ///< false: somebody's word
};

struct JudgeOptions {
    double epsilon = 0.05;
    double alpha = 0.05;
    std::size_t fewestRepeats = 3;  ///< METHODS 5.2; with fewer a group is inconclusive
};

/// What must be equal at every size or the level says nothing (METHODS 5.2): every key both sides name, numbers to 1 %
/// for keys that end in "_mean" and exactly otherwise; sequence lengths by the two-sample Kolmogorov-Smirnov test
/// (p ≤ 0.05 moved) and their means to 1 %. A key on one side only counts as moved.
[[nodiscard]] std::vector<MovedInvariant> movedInvariants(const ScaleSide& baseline, const ScaleSide& current);

/// Good, bad or neither: bootstrap interval of the ratio of medians over repeats against ε (METHODS 1.3.3). Fails with
/// BadUsage where a node is not in the cluster or stands in two groups of one experiment.
[[nodiscard]] Result<std::vector<JudgedGroup>> judgeExperiment(const ScaleExperiment& experiment,
                                                               const Cluster& cluster, const JudgeOptions& options);

/// Largest distance of the two empirical distributions and its p (Kolmogorov's asymptotic series, Stephens 1970).
struct KolmogorovSmirnov {
    double distance = 0;
    double p = 1;
};
[[nodiscard]] KolmogorovSmirnov kolmogorovSmirnov(std::vector<double> a, std::vector<double> b);

}  // namespace headwater::scale
