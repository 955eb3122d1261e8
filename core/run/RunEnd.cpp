// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/RunEnd.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace headwater {

namespace {

/// What a log or a machine says of an end: its kind there, the code and the words of the problem.
struct Ending {
    std::string_view kind;
    const char* code;
    std::string_view statement;
};

/// LogEnding::kind and what it means; "finished" is not among them.
constexpr std::array kEndings = {
    Ending{"out-of-memory", "ended-out-of-memory", "the run ran out of memory"},
    Ending{"collective-timeout", "ended-in-collective", "a collective timed out"},
    Ending{"collective-failed", "ended-in-collective", "a collective failed"},
    Ending{"signal", "ended-by-signal", "the run was stopped by a signal or the scheduler"},
    Ending{"exception", "ended-by-exception", "an exception ended the run"},
};

/// TelemetryEvent::kind of what ends runs.
constexpr std::array kReports = {
    Ending{"xid", "driver-xid", "the GPU driver reported XID"},
    Ending{"mce", "machine-check", "the kernel reported a machine check"},
    Ending{"oom-kill", "oom-kill", "the kernel killed a process for memory"},
};

std::string quoted(std::string_view text)
{
    constexpr std::size_t kLongest = 160;
    if (text.size() <= kLongest)
        return fmt::format("\"{}\"", text);
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;  // not inside a character
    return fmt::format("\"{}…\"", text.substr(0, end));
}

using ReportKey = std::tuple<std::string, std::string, std::int64_t, std::string>;

}  // namespace

std::vector<RunEnd> endsOf(const TrainingLog& log)
{
    std::vector<RunEnd> ends;
    std::set<std::string_view> said;
    for (const LogEnding& ending : log.endings) {
        const auto* known = std::ranges::find(kEndings, std::string_view(ending.kind), &Ending::kind);
        if (known == kEndings.end() || !said.insert(known->kind).second)
            continue;
        ends.push_back({known->code, std::string(known->statement), quoted(ending.message),
                        ending.line > 0 ? fmt::format("line {}", ending.line) : std::string(), log.source});
    }
    return ends;
}

Problems problemsOfEnd(const TrainingLog& log)
{
    Problems problems;
    for (const RunEnd& end : endsOf(log))
        problems.push_back(
            {Severity::Warning, end.code, fmt::format("{}: {}", end.statement, end.quote), end.position, end.file});
    return problems;
}

Problems problemsOfEvents(const Telemetry& telemetry)
{
    Problems problems;
    std::map<ReportKey, std::pair<const TelemetryEvent*, int>> reports;
    for (const TelemetryEvent& event : telemetry.events) {
        auto& [first, count] = reports[{event.source, event.kind, event.code.value_or(-1), event.device}];
        first = first == nullptr ? &event : first;
        ++count;
    }
    for (const auto& [key, report] : reports) {
        const TelemetryEvent& event = *report.first;
        const auto* known = std::ranges::find(kReports, std::string_view(event.kind), &Ending::kind);
        if (known == kReports.end())
            continue;
        std::string statement(known->statement);
        if (event.code)
            statement += fmt::format(" {}", *event.code);
        if (!event.device.empty())
            statement += " on " + event.device;
        if (report.second > 1)
            statement += fmt::format(" ({} times)", report.second);
        problems.push_back({Severity::Warning, known->code, fmt::format("{}: {}", statement, quoted(event.message)),
                            event.position, event.source});
    }
    return problems;
}

}  // namespace headwater
