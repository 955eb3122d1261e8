// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace headwater {

/// The whole number that `text` is, nothing where it is none.
[[nodiscard]] inline std::optional<std::int64_t> toNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The distinct values of each coordinate, in order, and the rank of a point of the grid.
class RankGrid {
public:
    using Point = std::vector<std::string_view>;  ///< one value a coordinate
    static constexpr std::size_t kMostRanks = 1'000'000;

    explicit RankGrid(std::size_t coordinates) : m_values(coordinates) {}

    void add(std::size_t coordinate, std::string_view value) { m_values[coordinate].try_emplace(value, 0); }

    /// Numbers the values. False when the grid has more places than any job has ranks.
    bool close()
    {
        std::size_t places = 1;
        for (auto& values : m_values) {
            std::size_t index = 0;
            for (auto& [value, position] : values)
                position = index++;
            places = values.empty() || places > kMostRanks ? places : places * values.size();
        }
        m_plain = m_values.size() == 1 && std::ranges::all_of(m_values.front(), [](const auto& entry) {
                      const auto number = toNumber(entry.first);
                      return number && *number >= 0 && *number < static_cast<std::int64_t>(kMostRanks);
                  });
        return places <= kMostRanks;
    }

    /// Row by row, the first coordinate slowest; of a single coordinate of whole numbers these numbers themselves.
    [[nodiscard]] int rankOf(const Point& point) const
    {
        if (m_plain)
            return static_cast<int>(*toNumber(point.front()));
        std::size_t rank = 0;
        for (std::size_t i = 0; i < point.size(); ++i)
            rank = rank * m_values[i].size() + m_values[i].at(point[i]);
        return static_cast<int>(rank);
    }

    [[nodiscard]] std::size_t sizeOf(std::size_t coordinate) const { return m_values[coordinate].size(); }
    /// Nothing where the values are the ranks themselves: how many there should be is unknown then.
    [[nodiscard]] std::optional<int> places() const
    {
        if (m_plain)
            return std::nullopt;
        std::size_t places = 1;
        for (const auto& values : m_values)
            places *= values.size();
        return static_cast<int>(places);
    }

private:
    struct NumbersFirst {
        bool operator()(std::string_view a, std::string_view b) const
        {
            const auto x = toNumber(a);
            const auto y = toNumber(b);
            if (x && y)
                return *x != *y ? *x < *y : a < b;
            return x.has_value() != y.has_value() ? x.has_value() : a < b;
        }
    };
    std::vector<std::map<std::string_view, std::size_t, NumbersFirst>> m_values;
    bool m_plain = false;
};

}  // namespace headwater
