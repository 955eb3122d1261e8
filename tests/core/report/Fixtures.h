// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/report/Report.h"
#include "core/report/model/VerdictReport.h"
#include "core/triage/Notes.h"
#include "core/triage/RunHistory.h"
#include "core/triage/Verdict.h"

namespace headwater::fixtures {

/// A verdict with every part filled: five stages, the second is first, the fourth the largest increase and the slowest.
[[nodiscard]] Verdict verdict();

/// The same with `name` wherever a name from a file can stand.
[[nodiscard]] Verdict verdictNamed(const std::string& name);

/// What people said about verdict(): a finding accepted, one dismissed, one that is gone, notes, a bookmark, a layer
/// gone past; `name` is what they wrote.
[[nodiscard]] Notes notes(const std::string& name);

/// Eight nights of two stages, the second 20 % slower from the fifth on; `name` is the second stage's.
[[nodiscard]] RunHistory history(const std::string& name);

/// Four nodes, one experiment done, each isolation test run; `node` is the name of the faulty one.
[[nodiscard]] report::ReportPlan plan(const std::string& node);

/// The report of a verdict, the notes and the plan above, printed.
[[nodiscard]] report::Report reportOf(const Verdict& verdict, const std::string& name = "see the wiki",
                                      const report::ReportOptions& options = {});
[[nodiscard]] std::string verdictHtml(const Verdict& verdict, const Language& language = {});
[[nodiscard]] std::string verdictMarkdown(const Verdict& verdict, const Language& language = {});
[[nodiscard]] std::string verdictJunit(const Verdict& verdict);

/// Two plain vectors: no steps beyond one, no interval, no parts, no findings.
[[nodiscard]] Verdict emptyVerdict();

/// Two ranks of three, two steps, two stages and (outside stages); rank 1 misses one step.
[[nodiscard]] RunAnalysis analysis();

[[nodiscard]] std::vector<SourceFile> files();

/// Names that break a careless printer, one a target and more.
[[nodiscard]] const std::vector<std::string>& hostileNames();

}  // namespace headwater::fixtures
