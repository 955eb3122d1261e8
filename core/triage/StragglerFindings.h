// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// One rank that is slow by itself, with where its time goes and how it was in the baseline (null: no such rank).
[[nodiscard]] Finding slowRankFinding(const Draft& draft, const RankStraggler& current, const RankStraggler* before);

/// What the resources say against the PCIe link between a rank's device and its host, as a clause; nothing where they
/// found no fault there that is new, or know nothing.
[[nodiscard]] std::optional<Text> hostDeviceLink(const Draft& draft, int rank);

/// "device", "host", "link" (its kernels are as fast as its peers'; its copies to the device are not, or its PCIe link
/// is at fault), or empty where that is not known.
[[nodiscard]] std::string sideText(const Draft& draft, const RankStraggler& rank);

/// Adds a row for each of these ranks, of 16 at most: its own time in both runs.
void addRankTimes(const Draft& draft, const std::vector<int>& ranks, Finding& finding);

/// A host or rack whose ranks are all slow; `before`: it was so in the baseline.
[[nodiscard]] Finding slowPlaceFinding(const Draft& draft, const SlowPlace& place, bool before);

/// A rank that is slower than itself in the baseline, where too few peers are there to decide (METHODS 2.3); nothing
/// where it is not.
[[nodiscard]] std::optional<Finding> slowerThanItself(const Draft& draft, const RankStraggler& current);

/// What the other ranks' communication is made of while some are slow; nothing where no collective is matched.
[[nodiscard]] std::optional<Finding> othersWaitFinding(const Draft& draft, const std::vector<int>& slow);

/// Compute of the (rank, step) pairs that are slow over the median rank's in the same step, median over the pairs;
/// nothing where compute was not measured, or makes up less than half of what these pairs take longer.
[[nodiscard]] std::optional<double> computeOfSlowSteps(const OwnTimes& own);

/// Slowness that goes from rank to rank.
[[nodiscard]] std::optional<Finding> rotatingFinding(const Draft& draft);

/// Pauses of the process on changing ranks, which a garbage collector that is not synchronised makes: inferred where
/// the trace shows only that nothing happens, measured where the profiler marked the collections.
[[nodiscard]] std::optional<Finding> pausesFinding(const Draft& draft);

/// The textbook's rule beside the robust one, with the reason why it may be silent (METHODS 2.1).
[[nodiscard]] Finding threeSigmaFinding(const StragglerReport& report);

}  // namespace headwater
