// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// Findings of layer 1 beside durations and stages, from DecisionBasis::correctness; each appends to `findings`.

/// NaN and infinite values, NaN iterations, skipped iterations, spikes of the gradient norm.
void addBadNumbers(const Draft& draft, std::vector<Finding>& findings);
void addIterations(const Draft& draft, std::vector<Finding>& findings);
void addSpikes(const Draft& draft, std::vector<Finding>& findings);
/// Loss and gradient norm of the two runs by step, or why they were not compared.
void addLossComparison(const Draft& draft, std::vector<Finding>& findings);
/// Operators whose kernels changed number format or family, or that none did.
void addKernelChanges(const Draft& draft, std::vector<Finding>& findings);
/// Deterministic mode on one side only; the reproducibility checklist.
void addDeterminism(const Draft& draft, std::vector<Finding>& findings);
void addChecklist(const Draft& draft, std::vector<Finding>& findings);

/// A finding of this layer, measured where nothing else is said.
[[nodiscard]] Finding correctnessFinding(std::string id, FindingSeverity severity, Text statement, Text nextStep = {});
/// The runs that would tell several changes apart, as a next step; empty where fewer than two things changed.
[[nodiscard]] Text singleVariableStep(const Draft& draft);
/// One short line for the flowchart: the worst finding, or what was looked at and what was not.
[[nodiscard]] Text correctnessSummary(const Draft& draft, const std::vector<Finding>& findings);

}  // namespace headwater
