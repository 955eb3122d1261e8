// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Lines that show how a run ended: out of memory, killed by a signal, a collective that timed out or failed, an
/// exception, or done.
class Endings {
public:
    void read(std::string_view line, std::uint64_t number, LogBuilder& log);

private:
    int m_traceback = 0;  ///< lines left in which an exception may follow "Traceback"
};

/// Whether the line tells of an ending in words that only a job's output has: enough to take a text for one.
[[nodiscard]] bool isSureEnding(std::string_view line);

}  // namespace headwater::logs
