// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/Duration.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Collects the top-level members of a Kineto file that are not events, FORMATS A2.
class KinetoMetadata {
public:
    /// Notes one member; unknown keys are ignored. `text` is the raw value, JSON.
    void member(std::string_view key, std::string_view text, Trace& trace);
    /// What "distributedInfo" holds as its rank where that is no rank, as text; empty where it is one or none is given.
    [[nodiscard]] static std::string badRank(std::string_view distributedInfo);
    /// ns to add to every event time: baseTimeNanoseconds.
    [[nodiscard]] Ns baseTime() const { return m_baseTime; }

private:
    Ns m_baseTime = 0;
};

/// Facts that the events' names tell: which optimizer, whether the data loader has worker processes.
void manifestFromNames(Trace& trace);

}  // namespace headwater
