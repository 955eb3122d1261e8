// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/Rules.h"

#include <algorithm>

namespace headwater::structure {

std::span<const Arrow> arrows()
{
    static const std::vector<Arrow> table{
        {"core/base", {}},
        {"core/stats", {"core/base"}},
        {"core/trace", {"core/base"}},
        {"core/run", {"core/base", "core/trace"}},
        {"core/ingest", {"core/base", "core/trace", "core/run"}},
        {"core/analysis", {"core/base", "core/stats", "core/trace", "core/run"}},
        {"core/triage", {"core/base", "core/stats", "core/trace", "core/run", "core/analysis"}},
        {"core/report", {"core/base", "core/stats", "core/trace", "core/run", "core/analysis", "core/triage"}},
        {"core/cache",
         {"core/base", "core/stats", "core/trace", "core/run", "core/ingest", "core/analysis", "core/triage",
          "core/report"}},
        {"core/simulate", {"core/base", "core/trace", "core/run"}},
        {"core/workshop",
         {"core/base", "core/stats", "core/trace", "core/run", "core/analysis", "core/triage", "core/report",
          "core/simulate"}},
        {"core/remote", {"core/base"}},
        {"widgets",
         {"core/base", "core/stats", "core/trace", "core/run", "core/analysis", "core/triage", "core/report",
          "core/simulate", "core/workshop"}},
        {"app/cli",
         {"core/base", "core/stats", "core/trace", "core/run", "core/ingest", "core/analysis", "core/triage",
          "core/report", "core/cache", "core/simulate", "core/workshop", "core/remote"}},
        {"app/gui",
         {"core/base", "core/stats", "core/trace", "core/run", "core/ingest", "core/analysis", "core/triage",
          "core/report", "core/cache", "core/simulate", "core/workshop", "core/remote", "widgets"}},
    };
    return table;
}

const Arrow* arrowOf(std::string_view path)
{
    const auto rows = arrows();
    const auto row = std::ranges::find_if(rows, [path](const Arrow& arrow) {
        const auto& folder = arrow.folder;
        return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
    });
    return row == rows.end() ? nullptr : &*row;
}

bool mayUse(const Arrow& from, const Arrow& to)
{
    return from.folder == to.folder || std::ranges::find(from.mayUse, to.folder) != from.mayUse.end();
}

}  // namespace headwater::structure
