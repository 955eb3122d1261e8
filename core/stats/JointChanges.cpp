// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/JointChanges.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/stats/Energy.h"
#include "core/stats/Random.h"

namespace headwater::stats {

namespace {

constexpr double kAsLarge = 1 - 1e-12;  // sums in another order differ in their last bits

/// Mean of `sum` over the pairs of n values.
double perPair(double sum, std::size_t n)
{
    return n > 1 ? sum / (static_cast<double>(n) * static_cast<double>(n - 1) / 2) : 0;
}

/// Sums of distances from the first k values to all.
std::vector<double> distancesTo(std::span<const double> series)
{
    std::vector<double> until(series.size() + 1, 0.0);
    for (std::size_t i = 0; i < series.size(); ++i) {
        double sum = 0;
        for (const double other : series)
            sum += std::abs(series[i] - other);
        until[i + 1] = until[i] + sum;
    }
    return until;
}

template <typename T>
void shuffle(std::vector<T>& values, SplitMix64& random)
{
    for (std::size_t k = values.size(); k > 1; --k)
        std::swap(values[k - 1], values[random.index(k)]);
}

/// A part of a series, and where it begins in it.
struct Part {
    std::span<const double> values;
    std::size_t offset = 0;

    [[nodiscard]] Part between(std::size_t from, std::size_t to) const
    {
        return {values.subspan(from, to - from), offset + from};
    }
};

double windowP(std::span<const double> values, double q, const ChangePointRule& rule, SplitMix64& random)
{
    std::vector<double> shuffled(values.begin(), values.end());
    int asLarge = 0;
    for (int i = 0; i < rule.permutations; ++i) {
        shuffle(shuffled, random);
        asLarge += bestWindow(shuffled, rule.least)->q >= q * kAsLarge ? 1 : 0;
    }
    return (1.0 + asLarge) / (1.0 + rule.permutations);
}

/// Whether two neighbours differ by themselves: by their permutation test, or as much as any order of so few can.
bool stands(std::span<const double> both, std::size_t at, const ChangePointRule& rule, SplitMix64& random)
{
    std::vector<double> values(both.begin(), both.end());
    const auto q = [&values, at] {
        const std::span<const double> all(values);
        return energyDistance(all.first(at), all.subspan(at)).q;
    };
    const double observed = q();
    int asLarge = 0;
    int larger = 0;
    for (int i = 0; i < rule.permutations; ++i) {
        shuffle(values, random);
        const double other = q();
        asLarge += other >= observed * kAsLarge ? 1 : 0;
        larger += other > observed / kAsLarge ? 1 : 0;
    }
    return larger == 0 || (1.0 + asLarge) / (1.0 + rule.permutations) <= rule.alpha;
}

/// The edges of a window that are changes; each is the first value after one.
std::vector<std::size_t> edgesOf(std::span<const double> values, const ChangeWindow& window,
                                 const ChangePointRule& rule, SplitMix64& random)
{
    if (window.from == 0)
        return {window.to};
    if (window.to == values.size())
        return {window.from};
    const bool first = stands(values.first(window.to), window.from, rule, random);
    const bool last = stands(values.subspan(window.from), window.to - window.from, rule, random);
    if (first == last)
        return {window.from, window.to};
    return {first ? window.from : window.to};
}

void split(const Part& part, std::optional<double> knownP, const ChangePointRule& rule, SplitMix64& random,
           std::vector<TestedChange>& found)
{
    const auto window = bestWindow(part.values, rule.least);
    if (!window || window->q <= 0)
        return;
    const double p = knownP ? *knownP : windowP(part.values, window->q, rule, random);
    if (p > rule.alpha)
        return;
    std::size_t from = 0;
    for (const std::size_t edge : edgesOf(part.values, *window, rule, random)) {
        split(part.between(from, edge), {}, rule, random, found);
        found.push_back({part.offset + edge, window->q, p});
        from = edge;
    }
    split(part.between(from, part.values.size()), {}, rule, random, found);
}

/// A row without its gaps.
struct Measured {
    std::vector<double> values;
    std::vector<std::size_t> index;  ///< of each value in the row
    double scale = 0;                ///< mean distance, the same in every order

    /// How distinct the best window is when the runs come in `order`.
    [[nodiscard]] double distinct(const std::vector<double>& row, const std::vector<std::size_t>& order,
                                  std::size_t least, std::vector<double>& scratch) const
    {
        scratch.clear();
        for (const std::size_t run : order)
            if (std::isfinite(row[run]))
                scratch.push_back(row[run]);
        const auto window = bestWindow(scratch, least);
        return window && scale > 0 ? window->q / scale : 0;
    }
};

Measured measuredOf(const std::vector<double>& row)
{
    Measured measured;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (std::isfinite(row[i])) {
            measured.values.push_back(row[i]);
            measured.index.push_back(i);
        }
    measured.scale = perPair(distancesTo(measured.values).back() / 2, measured.values.size());
    return measured;
}

/// Of each row, against all: the share of orders of the runs in which any row is as distinct.
std::vector<double> familyP(const std::vector<std::vector<double>>& rows, const std::vector<Measured>& measured,
                            const ChangePointRule& rule)
{
    std::vector<std::size_t> order(rows.front().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> scratch;
    std::vector<double> observed;
    for (std::size_t r = 0; r < rows.size(); ++r)
        observed.push_back(measured[r].distinct(rows[r], order, rule.least, scratch));
    std::vector<int> asLarge(rows.size(), 0);
    SplitMix64 random(rule.seed);
    // When every row has twice the orders that alpha allows, none can change any more.
    const double hopeless = 2 * rule.alpha * rule.permutations + 1;
    for (int i = 0; i < rule.permutations && *std::ranges::min_element(asLarge) < hopeless; ++i) {
        shuffle(order, random);
        double most = 0;
        for (std::size_t r = 0; r < rows.size(); ++r)
            most = std::max(most, measured[r].distinct(rows[r], order, rule.least, scratch));
        for (std::size_t r = 0; r < rows.size(); ++r)
            asLarge[r] += most >= observed[r] * kAsLarge ? 1 : 0;
    }
    std::vector<double> p;
    for (std::size_t r = 0; r < rows.size(); ++r)
        p.push_back(observed[r] > 0 ? (1.0 + asLarge[r]) / (1.0 + rule.permutations) : 1.0);
    return p;
}

}  // namespace

std::optional<ChangeWindow> bestWindow(std::span<const double> series, std::size_t least)
{
    least = std::max<std::size_t>(least, 1);
    const std::size_t n = series.size();
    if (n < 2 * least)
        return std::nullopt;
    const std::vector<double> until = distancesTo(series);
    const double total = until.back() / 2;
    std::vector<double> inside(n, 0.0);  // of [from, to), by from
    std::optional<ChangeWindow> best;
    for (std::size_t last = 0; last < n; ++last) {
        const std::size_t to = last + 1;
        const bool ends = to == n || n - to >= least;
        double toLast = 0;
        for (std::size_t from = to; from-- > 0;) {
            toLast += std::abs(series[from] - series[last]);
            inside[from] += toLast;
            const std::size_t size = to - from;
            if (!ends || (from != 0 && from < least) || size < least || n - size < least)
                continue;
            const double between = until[to] - until[from] - 2 * inside[from];
            const double q = 2 * between / static_cast<double>(n) -
                             static_cast<double>(size) * static_cast<double>(n - size) / static_cast<double>(n) *
                                 (perPair(inside[from], size) + perPair(total - inside[from] - between, n - size));
            if (!best || q > best->q)
                best = ChangeWindow{from, to, q};
        }
    }
    return best;
}

std::vector<std::vector<TestedChange>> jointChanges(const std::vector<std::vector<double>>& rows,
                                                    const ChangePointRule& rule)
{
    std::vector<std::vector<TestedChange>> found(rows.size());
    if (rows.empty())
        return found;
    std::vector<Measured> measured;
    for (const std::vector<double>& row : rows)
        measured.push_back(measuredOf(row));
    const std::vector<double> p = familyP(rows, measured, rule);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (p[r] > rule.alpha)
            continue;
        SplitMix64 random(rule.seed);
        split({measured[r].values, 0}, p[r], rule, random, found[r]);
        for (TestedChange& change : found[r])
            change.at = measured[r].index[change.at];
    }
    return found;
}

std::size_t fewestForChange(const ChangePointRule& rule)
{
    std::size_t n = 2 * std::max<std::size_t>(rule.least, 1);
    // Two orders of `least` like values among n are as distinct as can be: they come first, or last.
    const auto share = [&rule](std::size_t values) {
        double orders = 1;
        for (std::size_t k = 0; k < rule.least; ++k)
            orders *= static_cast<double>(values - k) / static_cast<double>(k + 1);
        return 2 / orders;
    };
    while (share(n) > rule.alpha)
        ++n;
    return n;
}

}  // namespace headwater::stats
