// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/scale/Judge.h"
#include "core/analysis/scale/PairMatrix.h"
#include "core/analysis/scale/StragglerHunt.h"
#include "core/base/Text.h"
#include "core/run/IsolationResults.h"

namespace headwater::scale {

/// What an isolation test says of its own suspect: the network, the data, or single nodes.
enum class IsolationVerdict : std::uint8_t {
    Blamed,   ///< it is that
    Cleared,  ///< it is not that, by itself
    Open,     ///< the intervals leave it open, or there is nothing to compare with
    Invalid,  ///< an invariant moved between the sides
};

/// One nccl-tests or synthetic-data result of a group of nodes.
struct GroupReading {
    IsolationKind kind = IsolationKind::NcclTests;
    JudgedGroup group;  ///< of synthetic data: slowdown of the data set over random tensors
    IsolationVerdict verdict = IsolationVerdict::Open;
    Text statement;
};

/// Everything that isolation tests showed.
struct IsolationReadings {
    std::vector<GroupReading> groups;  ///< in the order of the results; pairs of nodes included
    std::vector<PairMatrix> matrices;  ///< of pairs, nccl-tests of experiments included
    std::optional<HuntReading> hunt;   ///< all rounds together
};

/// Reads each test by its own rule. nccl-tests: bus bandwidth of the same nodes against the baseline as
/// judgeExperiment() does, and pairs among each other (pairMatrices()). Synthetic data: with the data set against
/// random tensors, the other way round than a slowdown: bad means that the data cost more than ε. Hunt: readHunt().
/// Fails as those do.
[[nodiscard]] Result<IsolationReadings> readIsolation(const std::vector<IsolationResult>& results,
                                                      const std::vector<ScaleExperiment>& experiments,
                                                      const Cluster& cluster, const JudgeOptions& judging);

/// What isolation tests prove of the fault that is looked for, as groups: where pairs are slow the fault shows without
/// the job, so pairs that are good clear too; a node that a hunt finds slow is a slow group of itself. Nothing where no
/// pair and no node is slow: a fault that these tests do not show may be anywhere. Of several message sizes the largest
/// counts.
[[nodiscard]] ExperimentResult evidenceOf(const IsolationReadings& readings);

/// What a matrix shows, one sentence: suspects by name, or that all pairs are even.
[[nodiscard]] Text conclusionOf(const PairMatrix& matrix, const Cluster& cluster);

/// What a hunt shows, one sentence.
[[nodiscard]] Text conclusionOf(const HuntReading& hunt, const Cluster& cluster);

[[nodiscard]] std::string_view nameOf(IsolationVerdict verdict);  ///< "blamed", "cleared", "open", "invalid"
[[nodiscard]] std::string_view nameOf(IsolationKind kind);        ///< "nccl-tests", "synthetic-data", "straggler-hunt"
[[nodiscard]] std::string_view nameOf(HuntState state);           ///< "fine", "slow", "open"

}  // namespace headwater::scale
