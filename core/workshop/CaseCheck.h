// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Language.h"
#include "core/triage/Verdict.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// What a well-formed case says that cannot be played or cannot be true, added to `remarks`: names that the library has
/// already, names twice, wrong turns that nobody knows, an answer other than what its faults do (where no number is
/// changed beside them), ranks that the job has not, a question that no choice answers rightly. Of a case that has
/// errors already only the names are looked at.
void checkCase(const Library& library, const CaseSpec& spec, Remarks& remarks);

/// readCase() and checkCase() of a file, without its runs: CaseTrial.h has the whole check. Fails only where it cannot
/// be read at all.
[[nodiscard]] Result<Remarks> checkCaseFile(const std::filesystem::path& path, const Library& library);

/// Where the analysis of the generated runs says something else than the case, in any part of its answer: first
/// regressed stage, scope, ranks, kind, layer, end of the flowchart, on what the time was spent, which pages warn of
/// something else; or that there is too little data for an answer. Each is an error at the place that says it.
[[nodiscard]] Remarks compareWithVerdict(const Case& opened, const Verdict& verdict);

/// Remarks as lines for a terminal, "FILE: PLACE WHAT"; without an error the last line says that the case can be used.
[[nodiscard]] std::string remarksText(const std::string& file, const Remarks& remarks, const Language& language);

}  // namespace headwater::workshop
