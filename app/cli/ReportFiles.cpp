// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ReportFiles.h"

#include <algorithm>

#include "app/cli/Values.h"
#include "core/report/Report.h"
#include "core/report/model/PlanInput.h"

namespace headwater::cli {

namespace {

std::vector<std::string> splitAtCommas(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        parts.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

Status readRedaction(const std::string& text, report::RedactionChoice& choice)
{
    for (const std::string& name : splitAtCommas(text))
        if (!report::addRedaction(name, choice))
            return tl::unexpected(notOneOf("--redact", name, report::kRedactionNames));
    return {};
}

}  // namespace

Result<report::ReportOptions> readReportOptions(const Arguments& arguments, const std::vector<std::string_view>& known)
{
    report::ReportOptions options;
    if (const auto text = arguments.value("--redact"))
        if (const Status status = readRedaction(*text, options.redaction); !status)
            return tl::unexpected(status.error());
    if (const auto text = arguments.value("--sections")) {
        options.sections = splitAtCommas(*text);
        for (const std::string& id : options.sections)
            if (std::ranges::find(known, id) == known.end())
                return tl::unexpected(notOneOf("--sections", id, known));
    }
    Result<Language> language = readLanguage(arguments);
    if (!language)
        return tl::unexpected(language.error());
    options.language = *std::move(language);
    options.date = arguments.value("--date").value_or("");
    return options;
}

Status addReports(Output& output, const Arguments& arguments, const Verdict& verdict,
                  const SavedInvestigation& investigation, const report::ReportOptions& options, const Job& job)
{
    report::ReportInput input{verdict, investigation.notes, {}, report::reportPlan(investigation.scale)};
    if (const auto target = arguments.value("--json"))
        if (Status status = output.add(
                *target, report::redactionOf(input, options.redaction).json(verdictJson(verdict, input.notes)));
            !status)
            return status;
    constexpr std::array kPrinters{std::pair{std::string_view("--html"), &html},
                                   std::pair{std::string_view("--markdown"), &markdown},
                                   std::pair{std::string_view("--junit"), &junit}};
    const bool wanted =
        std::ranges::any_of(kPrinters, [&](const auto& printer) { return arguments.value(printer.first).has_value(); });
    if (!wanted)
        return {};
    input.prints = report::filePrints(verdict, job);
    const report::Report report = report::verdictReport(input, options);
    for (const auto& [option, print] : kPrinters)
        if (const auto target = arguments.value(option))
            if (Status status = output.add(*target, print(report)); !status)
                return status;
    return {};
}

}  // namespace headwater::cli
