// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scale/CasePlan.h"

namespace headwater::scale {

/// An example to try the planner on: 32 nodes of 8 GPUs on 8 leaf switches under 2 spines, with one hidden fault (a
/// node, a pair or a leaf, by `seed`), slow on all 256 GPUs and fine on 8. Nothing of it is measured on real machines.
[[nodiscard]] ScaleCase simulatedCase(std::uint64_t seed);

/// The hidden fault of that example.
[[nodiscard]] Hypothesis simulatedFault(std::uint64_t seed);

/// What the example's cluster shows in the plan's next experiment: step times in ms, one a repeat, with 0.5 % of noise;
/// a slow group takes a fifth longer. Empty where the plan has no next experiment.
[[nodiscard]] ScaleExperiment simulatedResult(const ScalePlan& plan, std::uint64_t seed);

}  // namespace headwater::scale
