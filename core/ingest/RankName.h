// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headwater {

/// What a trace file's name tells, FORMATS A3. Weaker than what the file itself says.
struct NameHints {
    std::optional<int> rank;
    std::string host;
};

/// `fileName` without folders: "rank-34.Jul_15…", "worker3_step_12.169….pt.trace.json.gz", "trace_5_rank_2.json",
/// "…-rank[0].<ns>.pt.trace.json", "<host>_<pid>.<ns>.pt.trace.json".
[[nodiscard]] NameHints hintsFromName(std::string_view fileName);

}  // namespace headwater
