// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Megatron's timer tables in their four layouts: one line "time (ms) | name: value | …", and the tables below
/// "(min, max) time across ranks (ms):", "max time across ranks (ms):" and "times across ranks (ms):". A table belongs
/// to the iteration printed before it; before the first iteration it is set-up (step −1).
class MegatronTimers {
public:
    /// True where the line is a timer line or a row of an open table.
    bool read(std::string_view line, LogBuilder& log);

private:
    enum class Table { None, MinMax, Max, EachRank };
    bool open(std::string_view line, LogBuilder& log);
    bool row(std::string_view line, LogBuilder& log);
    bool rankRow(std::string_view line, LogBuilder& log);

    Table m_table = Table::None;
    LineLead m_lead;
    std::int64_t m_step = -1;
    std::string m_name;  ///< of an EachRank table: the timer whose ranks follow
    int m_empty = 0;     ///< lines since the last row
};

/// Pairs "name: 12.34" separated by bars as milliseconds; calls `take(name, ns)` for each.
template <class Take>
void forEachTimer(std::string_view text, Take take)
{
    while (!text.empty()) {
        const std::size_t bar = text.find('|') == std::string_view::npos ? text.size() : text.find('|');
        const std::string_view pair = text.substr(0, bar);
        text.remove_prefix(bar < text.size() ? bar + 1 : bar);
        const std::size_t colon = pair.rfind(':');
        if (colon == std::string_view::npos)
            continue;
        const auto number = loggedNumber(pair.substr(colon + 1));
        const std::string_view name = trimmed(pair.substr(0, colon));
        const Ns time = number ? nsFrom(number->value, kMillisecond) : kMissing;
        if (!name.empty() && name.size() <= 128 && time != kMissing)
            take(name, time);
    }
}

}  // namespace headwater::logs
