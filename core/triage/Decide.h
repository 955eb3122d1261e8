// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// All that a verdict needs and that does not depend on ε: sample series per stage, bootstrap replicates of each
/// statistic, tests. Built once for a pair; a new ε then costs milliseconds.
struct DecisionBasis;
using DecisionBasisPtr = std::shared_ptr<const DecisionBasis>;

/// Builds the basis (METHODS 1.3 steps 1, 2, 4 and 7). Uses of `policy` everything (the resources' thresholds
/// too) but ε, statistic, alpha, floors,
/// strict and acknowledgement, so a change of those needs no new basis. Fails with StageCountsDiffer for two plain
/// stage vectors of different length, with Cancelled when stopped.
[[nodiscard]] Result<DecisionBasisPtr> prepareDecision(const PairAnalysis& pair, const Policy& policy, const Job& job);

/// The same basis with the resources judged by other thresholds: for a change of those alone, with nothing resampled.
[[nodiscard]] DecisionBasisPtr withResources(const DecisionBasis& basis, const ResourcePolicy& policy);

/// Judges: course rule, confirmed rule, comparability, layers, flowchart. Pure and deterministic, whatever the number
/// of threads; ≤ 50 ms for 1,024 ranks. What a job returns that was stopped is no verdict: ask it.
[[nodiscard]] Verdict decide(const DecisionBasis& basis, const Policy& policy, const Job& job = {});

}  // namespace headwater
