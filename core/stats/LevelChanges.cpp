// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/LevelChanges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/stats/Energy.h"
#include "core/stats/Quantile.h"
#include "core/stats/Random.h"

namespace headwater::stats {

namespace {

constexpr double kAsLarge = 1 - 1e-9;

struct Row {
    std::vector<double> logs;        ///< NaN: no value
    std::vector<std::size_t> index;  ///< of the values
    double penalty = 0;              ///< a part
};

std::vector<double> valuesIn(const Row& row, std::span<const std::size_t> order)
{
    std::vector<double> values;
    for (const std::size_t at : order)
        if (std::isfinite(row.logs[at]))
            values.push_back(row.logs[at]);
    return values;
}

/// SD of neighbours' differences, by their median, over √2: levels that seldom change do not widen it.
double noiseOf(std::span<const double> values)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < values.size(); ++i)
        steps.push_back(std::abs(values[i] - values[i - 1]));
    constexpr double kLeast = 1e-6;  // of values that are all alike
    return steps.empty() ? kLeast : std::max(kLeast, medianInPlace(steps) / 0.6745 / std::sqrt(2.0));
}

Row rowOf(const std::vector<double>& values)
{
    Row row;
    row.logs.assign(values.size(), std::numeric_limits<double>::quiet_NaN());
    if (std::ranges::any_of(values, [](double v) { return std::isfinite(v) && v <= 0; }))
        return row;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) {
            row.logs[i] = std::log(values[i]);
            row.index.push_back(i);
        }
    std::vector<double> logs;
    for (const std::size_t i : row.index)
        logs.push_back(row.logs[i]);
    row.penalty = 3 * std::pow(noiseOf(logs), 2) * std::log(static_cast<double>(std::max<std::size_t>(2, logs.size())));
    return row;
}

struct Partition {
    double explained = 0;              ///< share of the squares of one part, the penalties of its parts taken off
    std::vector<std::size_t> borders;  ///< first value of each part but the first
};

Partition bestPartition(std::span<const double> values, double penalty, std::size_t least)
{
    const std::size_t n = values.size();
    Partition out;
    if (n < 2 * least)
        return out;
    std::vector<double> sum(n + 1, 0);
    std::vector<double> squares(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
        sum[i + 1] = sum[i] + values[i] - values[0];
        squares[i + 1] = squares[i] + (values[i] - values[0]) * (values[i] - values[0]);
    }
    const auto cost = [&](std::size_t from, std::size_t to) {
        const double s = sum[to] - sum[from];
        return std::max(0.0, squares[to] - squares[from] - s * s / static_cast<double>(to - from));
    };
    std::vector<double> cheapest(n + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> before(n + 1, 0);
    cheapest[0] = -penalty;
    for (std::size_t to = least; to <= n; ++to)
        for (std::size_t from = 0; from + least <= to; ++from)
            if (const double whole = cheapest[from] + cost(from, to) + penalty; whole < cheapest[to]) {
                cheapest[to] = whole;
                before[to] = from;
            }
    out.explained = cost(0, n) > 0 ? 1 - cheapest[n] / cost(0, n) : 0;
    for (std::size_t at = before[n]; at > 0; at = before[at])
        out.borders.push_back(at);
    std::ranges::reverse(out.borders);
    return out;
}

std::vector<TestedChange> changesAt(const Row& row, const std::vector<std::size_t>& borders,
                                    std::span<const double> values, double p)
{
    std::vector<TestedChange> changes;
    for (std::size_t i = 0; i < borders.size(); ++i) {
        const std::size_t from = i == 0 ? 0 : borders[i - 1];
        const std::size_t to = i + 1 < borders.size() ? borders[i + 1] : values.size();
        const auto before = values.subspan(from, borders[i] - from);
        changes.push_back(
            {row.index[borders[i]], energyDistance(before, values.subspan(borders[i], to - borders[i])).q, p});
    }
    return changes;
}

}  // namespace

std::vector<std::vector<TestedChange>> levelChanges(const std::vector<std::vector<double>>& given,
                                                    const ChangePointRule& rule)
{
    std::vector<std::vector<TestedChange>> found(given.size());
    if (given.empty())
        return found;
    const std::size_t least = std::max<std::size_t>(rule.least, 1);
    std::vector<std::size_t> order(given.front().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<Row> rows;
    std::vector<Partition> observed;
    for (const std::vector<double>& values : given) {
        rows.push_back(rowOf(values));
        observed.push_back(bestPartition(valuesIn(rows.back(), order), rows.back().penalty, least));
    }
    std::vector<int> asLarge(rows.size(), 0);
    SplitMix64 random(rule.seed);
    const double hopeless = 2 * rule.alpha * rule.permutations + 1;
    for (int i = 0; i < rule.permutations && *std::ranges::min_element(asLarge) < hopeless; ++i) {
        for (std::size_t at = order.size(); at > 1; --at)
            std::swap(order[at - 1], order[random.index(at)]);
        double most = 0;
        for (const Row& row : rows)
            if (!row.index.empty())
                most = std::max(most, bestPartition(valuesIn(row, order), row.penalty, least).explained);
        for (std::size_t r = 0; r < rows.size(); ++r)
            asLarge[r] += rows[r].index.empty() || most >= observed[r].explained * kAsLarge ? 1 : 0;
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const double p = (1.0 + asLarge[r]) / (1.0 + rule.permutations);
        if (observed[r].borders.empty() || p > rule.alpha)
            continue;
        std::vector<double> values;
        for (const std::size_t i : rows[r].index)
            values.push_back(rows[r].logs[i]);
        found[r] = changesAt(rows[r], observed[r].borders, values, p);
    }
    return found;
}

}  // namespace headwater::stats
