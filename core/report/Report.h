// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Language.h"
#include "core/run/Run.h"
#include "core/triage/Verdict.h"

namespace headwater {

namespace whatif {
struct WhatIf;
}
namespace scale {
struct ScalePlan;
}

/// Printers of results. All pure and deterministic: same input, same bytes. Untrusted names are escaped for the target.
/// JSON documents follow CONTRACT.md and end with a newline.
[[nodiscard]] std::string probeJson(const std::vector<SourceFile>& files);  ///< headwater.probe/1
[[nodiscard]] std::string inspectJson(const RunAnalysis& analysis);         ///< headwater.inspect/1
[[nodiscard]] std::string verdictJson(const Verdict& verdict);              ///< headwater.verdict/1
[[nodiscard]] std::string whatIfJson(const whatif::WhatIf& value);          ///< headwater.whatif/1
[[nodiscard]] std::string scalePlanJson(const scale::ScalePlan& plan);      ///< headwater.scale-plan/1
[[nodiscard]] std::string verdictMarkdown(const Verdict& verdict, const Language& language = {});
[[nodiscard]] std::string verdictHtml(const Verdict& verdict,
                                      const Language& language = {});  ///< self-contained, no script, SVG chart
[[nodiscard]] std::string verdictJunit(const Verdict& verdict);

/// For people at a terminal; `colour` adds ANSI codes.
[[nodiscard]] std::string probeText(const std::vector<SourceFile>& files);
[[nodiscard]] std::string inspectText(const RunAnalysis& analysis);
[[nodiscard]] std::string scalePlanText(const scale::ScalePlan& plan, const Language& language);
[[nodiscard]] std::string whatIfText(const whatif::WhatIf& value);
[[nodiscard]] std::string verdictText(const Verdict& verdict, bool colour, const Language& language = {});

}  // namespace headwater
