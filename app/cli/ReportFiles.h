// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include "app/cli/Options.h"
#include "app/cli/Output.h"
#include "core/base/Job.h"
#include "core/report/SavedInvestigation.h"
#include "core/report/model/VerdictReport.h"
#include "core/triage/Verdict.h"

namespace headwater::cli {

/// What `analyze` and `report` print beside text, and how it is to look.

inline constexpr std::array<std::string_view, 4> kReportTargets{"--json", "--html", "--markdown", "--junit"};

inline constexpr OptionSpec kRedactOption{"--redact", OptionSpec::Kind::One, "LIST",
                                          "replace private names in all that is written to files: any of hosts,\n"
                                          "users, paths; all is the three"};
inline constexpr OptionSpec kSectionsOption{"--sections", OptionSpec::Kind::One, "LIST",
                                            "sections of HTML and Markdown, e.g. summary,stages,inputs\n"
                                            "(default: all)"};
inline constexpr OptionSpec kDateOption{"--date", OptionSpec::Kind::One, "TEXT",
                                        "a date for the foot of the report; without it the same runs\n"
                                        "give the same bytes"};

/// Sections out of `known`, redaction, language and date. BadUsage for a name that is none.
[[nodiscard]] Result<report::ReportOptions>
readReportOptions(const Arguments& arguments, const std::vector<std::string_view>& known = report::sectionIds());

/// Adds every file of kReportTargets that was asked for, with the notes and the plan of the investigation.
[[nodiscard]] Status addReports(Output& output, const Arguments& arguments, const Verdict& verdict,
                                const SavedInvestigation& investigation, const report::ReportOptions& options,
                                const Job& job);

}  // namespace headwater::cli
