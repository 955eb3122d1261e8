// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ingest/logs/LogText.h"

namespace headwater::logs {

/// What stands before the message of a log line: tags of launchers, collectors and loggers.
struct LineLead {
    std::optional<int> rank;       ///< of the launcher's tag: "[rank0]:", "3: " (srun -l), "[1,3]<stdout>:" (mpirun)
    std::optional<int> innerRank;  ///< the framework's own "[Rank 0]"
    /// Host, pod or container of the tag: "node-07: " (pdsh), "[pod/trainer-0/main]" (kubectl), "worker-7 | " (docker
    /// compose).
    std::string label;
    std::string host;           ///< the name in the label where it can be one, else empty
    std::optional<Stamp> time;  ///< the last one, which is nearest to the message
    bool plain = true;          ///< nothing but tags, times and levels: the line begins with the message

    /// Which source of lines this is: lines with one key come from one process.
    [[nodiscard]] std::string key() const;
};

/// Takes the text before a message apart.
[[nodiscard]] LineLead readLead(std::string_view text);

/// The line without the tags of launchers and collectors in front; what a logger adds (times, levels) is left.
[[nodiscard]] std::string_view withoutTags(std::string_view line);

}  // namespace headwater::logs
