// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Language.h"
#include "core/report/Fingerprint.h"
#include "core/report/model/Redaction.h"
#include "core/report/model/ReportModel.h"
#include "core/triage/Notes.h"
#include "core/triage/Verdict.h"

namespace headwater::scale {
struct ScalePlan;
}

namespace headwater::report {

/// Sections in the order of the report, by what they are called on command lines and in the window.
[[nodiscard]] const std::vector<std::string_view>& sectionIds();
/// The title of a section in the words of the report.
[[nodiscard]] Text sectionTitle(std::string_view id);

/// Size and hash of input files by SourceFile::path; a file that is not there has none.
using FilePrints = std::map<std::string, Fingerprint>;
/// Reads files as fingerprintOf() does and adds what it finds. What cannot be read is left out; ends early, with what
/// it has, when `job` is stopped.
void addPrints(const std::vector<SourceFile>& files, const Job& job, FilePrints& prints);
/// The same of every input of the verdict.
[[nodiscard]] FilePrints filePrints(const Verdict& verdict, const Job& job);

struct ReportOptions {
    std::vector<std::string> sections;  ///< ids of those to print; empty: all
    RedactionChoice redaction;
    Language language;
    std::string date;  ///< as it is to be printed; empty: none, so that the same investigation gives the same bytes
};

/// How to find a fault that shows only at scale, where that was asked (reportPlan() makes it).
struct ReportPlan {
    std::shared_ptr<const scale::ScalePlan> plan;  ///< null: none
    bool simulated = false;                        ///< of an example, not of real machines
};

/// What is known: the verdict, what people said about it, what the files look like, and the plan at scale where there
/// is one.
struct ReportInput {
    const Verdict& verdict;
    Notes notes = {};
    FilePrints prints = {};
    ReportPlan plan = {};
};

/// What replaces the private names in all that is made of the input: its report, its JSON, its notes as text.
[[nodiscard]] Redaction redactionOf(const ReportInput& input, const RedactionChoice& choice);

/// The report of a verdict. Pure: says nothing that is not in the input.
[[nodiscard]] Report verdictReport(const ReportInput& input, const ReportOptions& options = {});

}  // namespace headwater::report
