// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include "core/base/Job.h"
#include "core/triage/Verdict.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// Reads and judges `folder`/baseline and `folder`/current with the default policy: what the command line and the
/// window each have a way of their own for.
using JudgeRuns = std::function<Result<Verdict>(const std::filesystem::path& folder, const Job& job)>;

/// The whole check of a case file: what is wrong in the file itself (checkCaseFile) and, where that is nothing, what
/// the analysis of its runs says against it (compareWithVerdict). The runs are made below the system's folder for
/// temporary files and are gone afterwards. Without an error the case can be used, and its answer is what the analysis
/// finds. Fails where the file cannot be read, the runs cannot be written or judged, or the job was stopped.
[[nodiscard]] Result<Remarks> checkWithRuns(const std::filesystem::path& file, const Library& library,
                                            const JudgeRuns& judge, const Job& job);

/// Where the analysis of the generated runs says something else than the case, in any part of its answer: first
/// regressed stage, scope, ranks, kind, layer, end of the flowchart, on what the time was spent, which pages warn of
/// something else; or that there is too little data for an answer. Each is an error at the place that says it.
[[nodiscard]] Remarks compareWithVerdict(const Case& opened, const Verdict& verdict);

}  // namespace headwater::workshop
