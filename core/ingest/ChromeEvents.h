// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/base/StringPool.h"
#include "core/ingest/ChromeRules.h"
#include "core/trace/Intervals.h"

namespace headwater {

/// The complete events of a Chrome trace with the fields that rules look at, all text interned; id 0 is the empty text.
struct ChromeEvents {
    struct Event {
        Interval time;
        NameId name{}, category{};
        std::uint32_t track = 0;  ///< index into `tracks`
    };
    struct Place {
        NameId process{}, thread{};
        NameId processName{}, threadName{};  ///< of the metadata events, which may stand at the end of the file
    };
    StringPool names;
    std::vector<Event> events;
    std::vector<NameId> arguments;  ///< rules.arguments.size() for each event
    std::vector<Place> tracks;
    std::uint64_t total = 0;           ///< elements of the event array, of any kind
    std::optional<std::uint64_t> cut;  ///< plain byte at which the file stops although the document goes on
    Problems problems;
};

/// Reads X events and B/E pairs. Errors: those of JsonSplitter, TooLarge (beyond 2^31 events), Cancelled.
[[nodiscard]] Result<ChromeEvents> readChromeEvents(const std::filesystem::path& path, const ChromeRules& rules,
                                                    const Job& job);

}  // namespace headwater
