// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Language.h"
#include "core/triage/Verdict.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// What a well-formed case says that cannot be played or cannot be true, added to `remarks`: names that the library has
/// already, names twice, wrong turns that nobody knows, an answer other than what its faults do (where no number is
/// changed beside them), ranks that the job has not, a question that no choice answers rightly. Asks nothing of a case
/// that has errors already.
void checkCase(const Library& library, const CaseSpec& spec, Remarks& remarks);

/// readCase() and checkCase() of a file. Fails only where it cannot be read at all.
[[nodiscard]] Result<Remarks> checkCaseFile(const std::filesystem::path& path, const Library& library);

/// Where the analysis of the generated runs says something else than the case: too little data for an answer, another
/// first regressed stage, other ranks, another end of the flowchart. Each is an error at the place that says it.
[[nodiscard]] Remarks compareWithVerdict(const Case& opened, const Verdict& verdict);

/// Remarks as lines for a terminal, "FILE: PLACE WHAT"; without an error the last line says that the case can be used.
[[nodiscard]] std::string remarksText(const std::string& file, const Remarks& remarks, const Language& language);

}  // namespace headwater::workshop
