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
    switch (check.result) {
    case Check::Result::Passed: return out + ">\n      <system-out>" + message + "</system-out>\n    </testcase>\n";
    case Check::Result::Failed:
        return out + fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
                                 "      <system-out>{}</system-out>\n    </testcase>\n",
                                 escapeMarkup(check.type), message, escapeLines(check.detail, &escapeMarkup, "\n"),
                                 escapeMarkup(check.reference));
    case Check::Result::Skipped: break;
    }
    return out + ">\n      <skipped message=\"" + message + "\"/>\n    </testcase>\n";
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
