// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/triage/Draft.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// What a number of one run was taken from.
struct EvidenceOrigin {
    std::vector<std::string> files;  ///< SourceFile::path; empty: no number on this side, or none of a file
    std::optional<StepRange> steps;  ///< first and last step of a number that sums up steps
    int stepCount = 0;               ///< steps of `steps` that count; 0: the number is of one step, or of no step
    int rankCount = 0;               ///< ranks that a number of no single rank sums up; 0: of one rank, or of no rank
};

/// Where a number of a finding is to be found again, and of what it is an aggregate.
struct EvidencePlace {
    ViewRef view;  ///< what the window opens; its ranks are those summed up where they are not all
    std::array<EvidenceOrigin, 2> from;  ///< by Side
    bool everyStep = false;              ///< of all steps of a run, the warm-up too
};

/// Notes that the number sums up these ranks only. Empty: all of the run.
void sumsUp(Evidence& evidence, const std::vector<int>& ranks);
/// Notes that the number is of all steps that were recorded, not only of those that are compared.
void ofEveryStep(Evidence& evidence);
/// Notes that both values are of this setting: the files in which each side's manifest has it.
void isSetting(Evidence& evidence, const DecisionBasis& basis, std::string_view key);

/// Completes Verdict::measured and Evidence::place of every row: from what its maker noted, its rank, step and source,
/// and from which steps, ranks and files the series of its layer are made.
void placeEvidence(Draft& draft);

/// The same place for a number of these ranks, with the files that are of them; empty: of all.
[[nodiscard]] EvidencePlace placeOnRanks(const Verdict& verdict, const std::vector<int>& ranks, EvidencePlace place);

/// The places of a finding about what is inside the first regressed stage, of these ranks or of all: as those of the
/// breakdown of the step.
void placeInside(const Verdict& verdict, const std::vector<int>& ranks, Finding& finding);

/// The longest name of a stage of the verdict that stands in the text as a word of its own; empty where none does.
[[nodiscard]] std::string stageNamed(const Text& text, const Verdict& verdict);

}  // namespace headwater
