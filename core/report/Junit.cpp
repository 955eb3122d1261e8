// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/EscapeLines.h"
#include "core/report/Report.h"
#include "core/report/model/ReportModel.h"

namespace headwater {

namespace {

using report::Check;

std::string testCase(const Check& check)
{
    std::string out = fmt::format(R"(    <testcase classname="headwater.{}" name="{}" time="{:.9f}")", check.group,
                                  escapeMarkup(check.name), check.seconds);
    const std::string message = escapeMarkup(check.message);
    const std::string reference = escapeMarkup(check.reference);
    std::string said = reference;
    out += ">\n";
    switch (check.result) {
    case Check::Result::Passed: said = reference.empty() ? message : message + "\n" + reference; break;
    case Check::Result::Failed:
        out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", escapeMarkup(check.type),
                           message, escapeLines(check.detail, &escapeMarkup, "\n"));
        break;
    case Check::Result::Skipped: out += "      <skipped message=\"" + message + "\"/>\n"; break;
    }
    if (!said.empty())
        out += "      <system-out>" + said + "</system-out>\n";
    return out + "    </testcase>\n";
}

}  // namespace

std::string junit(const report::Report& report)
{
    const report::Checks& checks = report.checks;
    const auto count = [&checks](Check::Result result) {
        return std::ranges::count(checks.list, result, &Check::result);
    };
    const std::string totals = fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}")", checks.list.size(),
                                           count(Check::Result::Failed), count(Check::Result::Skipped));
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out += fmt::format("<testsuites name=\"headwater\" {}>\n", totals);
    out += fmt::format("  <testsuite name=\"{}\" {} time=\"{:.9f}\">\n    <properties>\n", escapeMarkup(checks.suite),
                       totals, checks.seconds);
    for (const auto& [name, value] : checks.properties)
        out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", escapeMarkup(name), escapeMarkup(value));
    out += "    </properties>\n";
    for (const Check& check : checks.list)
        out += testCase(check);
    out += "    <system-out>" + escapeMarkup(checks.output);
    for (const std::string& line : checks.written)
        out += "\n" + escapeLines(line, &escapeMarkup, "\n  ");
    out += "</system-out>\n";
    return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace headwater
