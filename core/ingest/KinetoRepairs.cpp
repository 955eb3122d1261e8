// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/KinetoRepairs.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

void noteRepairs(Trace& trace, const KinetoRepairs& repairs, const JsonSplitter& splitter, const ByteSource& source)
{
    const auto note = [&trace](Severity severity, const char* code, std::string message, std::string position) {
        trace.problems.push_back({severity, code, std::move(message), std::move(position), trace.file});
    };
    const auto count = [&note](std::uint64_t n, Severity severity, const char* code, std::string_view what,
                               const std::string& position = {}) {
        if (n > 0)
            note(severity, code, fmt::format("{} {}", n, what), position);
    };
    const std::uint64_t malformed = trace.counts.malformed;
    if (splitter.truncated() || source.truncated())
        note(Severity::Warning, "truncated",
             fmt::format("the file stops in the middle; the {} events before the cut are used", trace.counts.total),
             fmt::format("byte {}", source.position()));
    count(malformed - std::min(malformed, kNamedEvents), Severity::Warning, "malformed-events",
          "more events are not valid JSON and were skipped");
    count(splitter.unclosed(), Severity::Warning, "unclosed-event",
          "events never close their quotes or brackets and were skipped");
    if (splitter.tooLong() > 0)
        note(Severity::Warning, "long-event", longEvents(splitter), fmt::format("byte {}", splitter.firstTooLong()));
    count(repairs.badTimes, Severity::Warning, "bad-time", "events have no finite time and were skipped",
          fmt::format("byte {}", repairs.firstBadTime));
    count(repairs.negative, Severity::Info, "negative-duration", "events have a negative duration, taken as 0");
    count(repairs.zeroTimes, Severity::Warning, "lost-activity",
          "device activities have time 0: the profiler lost them; their time is missing, not idle");
    count(repairs.unpaired, Severity::Info, "unpaired-event", "begin or end events have no partner and were skipped");
    count(repairs.repairedText, Severity::Info, "repaired-text",
          "events held control characters or invalid UTF-8, replaced");
}

}  // namespace headwater
