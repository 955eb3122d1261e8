// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Language.h"
#include "core/run/Run.h"
#include "core/triage/Verdict.h"

namespace headwater {

namespace report {
struct Report;
struct ReportInput;
struct ReportOptions;
}  // namespace report
namespace whatif {
struct WhatIf;
}
namespace scale {
struct ScalePlan;
}
struct Notes;
struct RunHistory;

/// Printers of results. All pure and deterministic: same input, same bytes. Untrusted names are escaped for the target.
/// JSON documents follow CONTRACT.md and end with a newline.
[[nodiscard]] std::string probeJson(const std::vector<SourceFile>& files);  ///< headwater.probe/1
[[nodiscard]] std::string inspectJson(const RunAnalysis& analysis);         ///< headwater.inspect/1
[[nodiscard]] std::string verdictJson(const Verdict& verdict);              ///< headwater.verdict/1
/// The same with what people wrote under `notes`, each the user's word.
[[nodiscard]] std::string verdictJson(const Verdict& verdict, const Notes& notes);
[[nodiscard]] std::string whatIfJson(const whatif::WhatIf& value);      ///< headwater.whatif/1
[[nodiscard]] std::string scalePlanJson(const scale::ScalePlan& plan);  ///< headwater.scale-plan/1
[[nodiscard]] std::string historyJson(const RunHistory& history);       ///< headwater.history/1

/// The report of report/model/VerdictReport.h, printed.
[[nodiscard]] std::string html(const report::Report& report);      ///< self-contained, no script, SVG figures
[[nodiscard]] std::string markdown(const report::Report& report);  ///< CommonMark with GitHub's tables, without figures
[[nodiscard]] std::string junit(const report::Report& report);     ///< its checks

/// For people at a terminal; `colour` adds ANSI codes.
[[nodiscard]] std::string probeText(const std::vector<SourceFile>& files);
[[nodiscard]] std::string historyText(const RunHistory& history, const Language& language);
[[nodiscard]] std::string inspectText(const RunAnalysis& analysis);
[[nodiscard]] std::string scalePlanText(const scale::ScalePlan& plan, const Language& language);
[[nodiscard]] std::string whatIfText(const whatif::WhatIf& value);
[[nodiscard]] std::string verdictText(const Verdict& verdict, bool colour, const Language& language = {});
/// What people decided on findings, wrote and bookmarked, as the other reports say it; empty where they did not.
[[nodiscard]] std::string notesText(const report::ReportInput& input, const report::ReportOptions& options);

}  // namespace headwater
