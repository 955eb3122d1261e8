// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "widgets/timeline/TimelineState.h"

namespace headwater {

/// Finds slices by a part of their name, upper or lower case, a piece at a time, so that a window never stands still.
class TimelineSearch {
public:
    TimelineSearch() = default;
    TimelineSearch(TimelineDataPtr data, const QString& text);

    /// Looks at up to `rows` more; false when all were looked at.
    bool advance(std::size_t rows);
    [[nodiscard]] bool done() const { return m_at >= m_tables.size(); }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] bool contains(const TimelinePick& pick) const;
    /// How many hits lie before this one in order of time, for "3 of 12"; counts from 1. O(tables · log n).
    [[nodiscard]] std::uint64_t placeOf(const TimelinePick& hit, const TimelineState& state) const;

    /// The hit that begins next after (or before) `from`, in order of time as the state aligns it; goes on at the other
    /// end. `from` without a row: from that time on.
    [[nodiscard]] std::optional<TimelinePick> next(const TimelineState& state, double time,
                                                   const std::optional<TimelinePick>& from, bool forward) const;

private:
    struct Table {
        Side side = Side::Baseline;
        std::size_t rank = 0;
        bool device = false;
        std::vector<bool> wanted;  ///< by NameId
        Row looked = 0;
        std::vector<Row> hits;
    };
    struct Key {
        double time = 0;
        std::size_t table = 0;
        std::size_t hit = 0;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> find(const TimelinePick& pick) const;
    [[nodiscard]] const std::vector<Ns>& startsOf(const Table& table) const;
    [[nodiscard]] Key keyOf(const TimelineState& state, std::size_t table, std::size_t hit) const;
    [[nodiscard]] Key keyOf(const TimelineState& state, double time, const std::optional<TimelinePick>& from,
                            bool forward) const;

    TimelineDataPtr m_data;
    std::vector<Table> m_tables;
    std::size_t m_at = 0;
    std::uint64_t m_count = 0;
};

}  // namespace headwater
