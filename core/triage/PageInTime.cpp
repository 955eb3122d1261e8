// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/PageInTime.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headwater {

std::string pageInTime(const std::vector<SourceFile>& baseline, const std::vector<SourceFile>& current)
{
    // Of summaries the timeline says that it needs the traces, and opens them.
    static constexpr std::array<std::string_view, 5> kTraces{"chrome-trace", "kineto", "nsys-sqlite", "rank-summary",
                                                             "run-summary"};
    bool known = false;
    for (const auto* files : {&baseline, &current})
        for (const SourceFile& file : *files) {
            if (!file.used)
                continue;
            if (file.format.empty() || std::ranges::find(kTraces, file.format) != kTraces.end())
                return "timeline";
            known = true;
        }
    return known ? "overview" : "timeline";
}

}  // namespace headwater
