// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Lines that show how a run ended: out of memory, killed by a signal, a collective that timed out, an exception, or done.
class Endings {
public:
    void read(std::string_view line, std::uint64_t number, LogBuilder& log);

private:
    int m_traceback = 0;  ///< lines left in which an exception may follow "Traceback"
};

/// The kind of ending that the line tells of, or empty. Words that only a training job's log has.
[[nodiscard]] std::string_view endingKind(std::string_view line);

}  // namespace headwater::logs
