// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/JointChanges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/stats/Energy.h"
#include "core/stats/Random.h"

namespace headwater::stats {

namespace {

constexpr double kAsLarge = 1 - 1e-12;  // sums in another order differ in their last bits

/// Of every value, the sum of its distances to all: the same in whatever order they come.
std::vector<double> distancesOf(std::span<const double> values)
{
    std::vector<double> distances;
    distances.reserve(values.size());
    for (const double value : values) {
        double sum = 0;
        for (const double other : values)
            sum += std::abs(value - other);
        distances.push_back(sum);
    }
    return distances;
}

/// Looks for the best window of values in one order after another; what that takes is kept from one to the next.
class WindowSearch {
public:
    /// `distances` as distancesOf(values).
    [[nodiscard]] std::optional<ChangeWindow> best(std::span<const double> values, std::span<const double> distances,
                                                   std::size_t least)
    {
        least = std::max<std::size_t>(least, 1);
        const std::size_t n = values.size();
        if (n < 2 * least)
            return std::nullopt;
        begin(distances);
        ChangeWindow best{0, 0, -std::numeric_limits<double>::infinity()};
        for (std::size_t size = 1; size <= n - least; ++size) {
            grow(values, size);
            if (size < least)
                continue;
            weigh(size, 0, 1, best);  // one that ends the series is the other part of one that begins it
            if (n - size >= 2 * least)
                weigh(size, least, n - size - least + 1, best);
        }
        return best;
    }

private:
    void begin(std::span<const double> distances)
    {
        const std::size_t n = distances.size();
        m_until.assign(n + 1, 0);
        for (std::size_t i = 0; i < n; ++i)
            m_until[i + 1] = m_until[i] + distances[i];
        m_inside.assign(n + 1, 0);
        m_shorter.assign(n + 1, 0);
        m_q.assign(n, 0);
    }

    /// Sums of distances inside the windows of that size, from those of the two sizes below it. By size rather than by
    /// end: then no sum waits for the one beside it, and the processor does several at once.
    void grow(std::span<const double> values, std::size_t size)
    {
        const double* inside = m_inside.data();
        double* shorter = m_shorter.data();
        for (std::size_t from = 0; from + size <= values.size(); ++from)
            shorter[from] =
                inside[from] + inside[from + 1] - shorter[from + 1] + std::abs(values[from] - values[from + size - 1]);
        std::swap(m_inside, m_shorter);
    }

    /// q of the windows of that size that begin in [first, last): 2/n times the distances between the window and the
    /// rest, less what the distances inside the window, and inside the rest, would make of them.
    void weigh(std::size_t size, std::size_t first, std::size_t last, ChangeWindow& best)
    {
        const auto n = static_cast<double>(m_q.size());
        const auto s = static_cast<double>(size);
        const double inWindow = size > 1 ? 2 * (n - s) / (n * (s - 1)) : 0;
        const double inRest = n - s > 1 ? 2 * s / (n * (n - s - 1)) : 0;
        const double total = m_until.back() / 2;
        const double* until = m_until.data();
        const double* insides = m_inside.data();
        double* q = m_q.data();
        for (std::size_t from = first; from < last; ++from) {
            const double inside = insides[from];
            const double between = until[from + size] - until[from] - 2 * inside;
            q[from] = 2 / n * between - inWindow * inside - inRest * (total - inside - between);
        }
        for (std::size_t from = first; from < last; ++from)
            if (q[from] > best.q)
                best = {from, from + size, q[from]};
    }

    std::vector<double> m_until;    ///< sums of the distances of the first k values to all
    std::vector<double> m_inside;   ///< sums of the distances inside the windows of one size, by first value
    std::vector<double> m_shorter;  ///< of the size below
    std::vector<double> m_q;        ///< of the windows of one size, by first value
};

template <typename T>
void shuffle(std::vector<T>& values, SplitMix64& random)
{
    for (std::size_t k = values.size(); k > 1; --k)
        std::swap(values[k - 1], values[random.index(k)]);
}

/// The best window of the values of a series in another order.
class Ordered {
public:
    /// Values that `order` names and that are finite.
    [[nodiscard]] std::optional<ChangeWindow> best(std::span<const double> values, std::span<const double> distances,
                                                   std::span<const std::size_t> order, std::size_t least)
    {
        m_values.clear();
        m_distances.clear();
        for (const std::size_t at : order)
            if (std::isfinite(values[at])) {
                m_values.push_back(values[at]);
                m_distances.push_back(distances[at]);
            }
        return m_search.best(m_values, m_distances, least);
    }

private:
    WindowSearch m_search;
    std::vector<double> m_values, m_distances;
};

/// A part of a series, and where it begins in it.
struct Part {
    std::span<const double> values;
    std::size_t offset = 0;

    [[nodiscard]] Part between(std::size_t from, std::size_t to) const
    {
        return {values.subspan(from, to - from), offset + from};
    }
};

/// Share of orders whose best window is as distinct; of those above alpha only that they are.
double windowP(std::span<const double> values, double q, const ChangePointRule& rule, SplitMix64& random)
{
    const std::vector<double> distances = distancesOf(values);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Ordered ordered;
    const double hopeless = rule.alpha * (1.0 + rule.permutations);
    int asLarge = 0;
    for (int i = 0; i < rule.permutations; ++i) {
        shuffle(order, random);  // also when it cannot stand any more: what is drawn next does not depend on that
        if (asLarge < hopeless)
            asLarge += ordered.best(values, distances, order, rule.least)->q >= q * kAsLarge ? 1 : 0;
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
    std::vector<double> distances;   ///< of each value of the row to all; 0 where it has none
    double scale = 0;                ///< mean distance, the same in every order
};

Measured measuredOf(const std::vector<double>& row)
{
    Measured measured;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (std::isfinite(row[i])) {
            measured.values.push_back(row[i]);
            measured.index.push_back(i);
        }
    const std::vector<double> distances = distancesOf(measured.values);
    measured.distances.assign(row.size(), 0);
    double sum = 0;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        measured.distances[measured.index[i]] = distances[i];
        sum += distances[i];
    }
    const auto n = static_cast<double>(distances.size());
    measured.scale = n > 1 ? sum / (n * (n - 1)) : 0;
    return measured;
}

/// Of each row, against all: the share of orders of the runs in which any row is as distinct.
std::vector<double> familyP(const std::vector<std::vector<double>>& rows, const std::vector<Measured>& measured,
                            const ChangePointRule& rule)
{
    std::vector<std::size_t> order(rows.front().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Ordered ordered;
    const auto distinct = [&](std::size_t r) {
        const auto window = ordered.best(rows[r], measured[r].distances, order, rule.least);
        return window && measured[r].scale > 0 ? window->q / measured[r].scale : 0;
    };
    std::vector<double> observed;
    for (std::size_t r = 0; r < rows.size(); ++r)
        observed.push_back(distinct(r));
    std::vector<int> asLarge(rows.size(), 0);
    SplitMix64 random(rule.seed);
    // When every row has twice the orders that alpha allows, none can change any more.
    const double hopeless = 2 * rule.alpha * rule.permutations + 1;
    for (int i = 0; i < rule.permutations && *std::ranges::min_element(asLarge) < hopeless; ++i) {
        shuffle(order, random);
        double most = 0;
        for (std::size_t r = 0; r < rows.size(); ++r)
            most = std::max(most, distinct(r));
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
    return WindowSearch().best(series, distancesOf(series), least);
}

std::vector<std::vector<TestedChange>> jointChanges(const std::vector<std::vector<double>>& rows,
                                                    const ChangePointRule& rule)
{
    std::vector<std::vector<TestedChange>> found(rows.size());
    if (rows.empty())
        return found;
    std::vector<Measured> measured;
    measured.reserve(rows.size());
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
