// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineSearch.h"

#include <algorithm>
#include <limits>

namespace headwater {

TimelineSearch::TimelineSearch(TimelineDataPtr data, const QString& text) : m_data(std::move(data))
{
    if (!m_data || text.isEmpty())
        return;
    for (const Side side : {Side::Baseline, Side::Current})
        for (std::size_t r = 0; r < m_data->run(side).ranks.size(); ++r) {
            const StringPool& names = m_data->run(side).ranks[r].trace->names;
            std::vector<bool> wanted(names.size());
            for (std::size_t id = 0; id < names.size(); ++id) {
                const std::string_view name = names[static_cast<NameId>(id)];
                wanted[id] = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))
                                 .contains(text, Qt::CaseInsensitive);
            }
            m_tables.push_back({side, r, true, wanted, 0, {}});
            m_tables.push_back({side, r, false, std::move(wanted), 0, {}});
        }
}

const std::vector<Ns>& TimelineSearch::startsOf(const Table& table) const
{
    const Trace& trace = *m_data->run(table.side).ranks[table.rank].trace;
    return table.device ? trace.device.start : trace.host.start;
}

bool TimelineSearch::advance(std::size_t rows)
{
    while (rows > 0 && !done()) {
        Table& table = m_tables[m_at];
        const Trace& trace = *m_data->run(table.side).ranks[table.rank].trace;
        const std::vector<NameId>& names = table.device ? trace.device.name : trace.host.name;
        for (; rows > 0 && table.looked < names.size(); --rows, ++table.looked)
            if (table.wanted[static_cast<std::size_t>(names[table.looked])]) {
                table.hits.push_back(table.looked);
                ++m_count;
            }
        if (table.looked == names.size())
            ++m_at;
    }
    return !done();
}

TimelineSearch::Key TimelineSearch::keyOf(const TimelineState& state, std::size_t table, std::size_t hit) const
{
    const Table& in = m_tables[table];
    return {static_cast<double>(startsOf(in)[in.hits[hit]] - originOf(*m_data, state, in.side, in.rank)), table, hit};
}

std::optional<std::pair<std::size_t, std::size_t>> TimelineSearch::find(const TimelinePick& pick) const
{
    if (pick.kind == TimelinePick::Kind::Gap)
        return std::nullopt;
    for (std::size_t t = 0; t < m_tables.size(); ++t) {
        const Table& table = m_tables[t];
        if (table.side != pick.side || table.rank != pick.rank ||
            table.device != (pick.kind == TimelinePick::Kind::Activity))
            continue;
        const auto hit = std::ranges::lower_bound(table.hits, pick.row);
        if (hit != table.hits.end() && *hit == pick.row)
            return std::pair(t, static_cast<std::size_t>(hit - table.hits.begin()));
    }
    return std::nullopt;
}

bool TimelineSearch::contains(const TimelinePick& pick) const
{
    return find(pick).has_value();
}

TimelineSearch::Key TimelineSearch::keyOf(const TimelineState& state, double time,
                                          const std::optional<TimelinePick>& from, bool forward) const
{
    if (const auto found = from ? find(*from) : std::nullopt)
        return keyOf(state, found->first, found->second);
    constexpr std::size_t kLast = std::numeric_limits<std::size_t>::max();
    return forward ? Key{time, 0, 0} : Key{time, kLast, kLast};
}

std::uint64_t TimelineSearch::placeOf(const TimelinePick& hit, const TimelineState& state) const
{
    const Key key = keyOf(state, 0, hit, true);
    std::uint64_t place = 1;
    for (std::size_t t = 0; t < m_tables.size(); ++t) {
        std::size_t low = 0;
        std::size_t high = m_tables[t].hits.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const bool before = keyOf(state, t, middle) < key;
            (before ? low : high) = before ? middle + 1 : middle;
        }
        place += low;
    }
    return place;
}

std::optional<TimelinePick> TimelineSearch::next(const TimelineState& state, double time,
                                                 const std::optional<TimelinePick>& from, bool forward) const
{
    const Key key = keyOf(state, time, from, forward);
    std::optional<Key> best;
    std::optional<Key> wrapped;  // where none is left in this direction
    const auto better = [&](std::optional<Key>& kept, const Key& other) {
        if (!kept || (forward ? other < *kept : *kept < other))
            kept = other;
    };
    for (std::size_t t = 0; t < m_tables.size(); ++t) {
        const std::size_t size = m_tables[t].hits.size();
        if (size == 0)
            continue;
        std::size_t low = 0;
        std::size_t high = size;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const Key at = keyOf(state, t, middle);
            const bool passed = forward ? !(key < at) : at < key;
            (passed ? low : high) = passed ? middle + 1 : middle;
        }
        if (forward && low < size)
            better(best, keyOf(state, t, low));
        if (!forward && low > 0)
            better(best, keyOf(state, t, low - 1));
        better(wrapped, keyOf(state, t, forward ? 0 : size - 1));
    }
    if (!best)
        best = wrapped;
    if (!best)
        return std::nullopt;
    const Table& table = m_tables[best->table];
    return TimelinePick{table.side, table.rank, table.device ? TimelinePick::Kind::Activity : TimelinePick::Kind::Host,
                        table.hits[best->hit]};
}

}  // namespace headwater
