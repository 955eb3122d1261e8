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

/// An invariant that is not the same on both sides, or not the same as in the first result of that metric.
struct MovedInvariant {
    std::string key;
    std::string baseline, current;  ///< empty: that side does not say
};

struct JudgedGroup {
    GroupResult result;
    std::string metric;
    std::optional<double> ratio;  ///< slowdown − 1: of times current/baseline, of bandwidths baseline/current
    std::optional<double> lo, hi;
    std::optional<double> spread;  ///< standard deviation over mean of the repeats, of the noisier side
    std::vector<MovedInvariant> moved;
    std::vector<std::string> unchecked;  ///< invariants of METHODS 5.2 that neither side tells: not known to be equal
    std::size_t runs = 0;                ///< of the side with fewer, earlier ones of the same nodes included
    bool measured = false;               ///< false: somebody's word
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

/// All experiments in order. Runs of the same nodes and metric are judged together with the earlier ones, unless they
/// are slow now and were not, or the other way, beyond noise. What is
/// invariant must be so over all of them (METHODS 5.2: equal at every level or the level is invalid): each is compared
/// with the first of its metric too, but for what follows the size (ranks, nodes, data parallel size …).
[[nodiscard]] Result<std::vector<std::vector<JudgedGroup>>>
judgeAll(const std::vector<ScaleExperiment>& experiments, const Cluster& cluster, const JudgeOptions& options);

/// Runs that a group needs to be told from ε, seen how much the repeats so far differ and how slow the slow groups are:
/// so many that half the interval fits between either and ε. From `fewest` to `most`; `fewest` before any result.
[[nodiscard]] int repeatsFor(const std::vector<std::vector<JudgedGroup>>& judged, const JudgeOptions& options,
                             int fewest, int most);

/// Largest distance of the two empirical distributions and its p (Kolmogorov's asymptotic series, Stephens 1970).
struct KolmogorovSmirnov {
    double distance = 0;
    double p = 1;
};
[[nodiscard]] KolmogorovSmirnov kolmogorovSmirnov(std::vector<double> a, std::vector<double> b);

}  // namespace headwater::scale
