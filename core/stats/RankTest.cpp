// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/RankTest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/stats/Normal.h"
#include "core/stats/Quantile.h"

namespace headwater::stats {

namespace {

/// U of two sorted samples and Σ(t³ − t) over groups of equal values of the pooled sample.
struct Comparison {
    double u = 0;
    double tieTerm = 0;
};

std::size_t takeEqual(std::span<const double> values, std::size_t from, double value, double scale)
{
    std::size_t end = from;
    while (end < values.size() && values[end] * scale == value)
        ++end;
    return end - from;
}

Comparison compareSorted(std::span<const double> current, std::span<const double> baseline, double scale)
{
    Comparison result;
    std::size_t c = 0;
    std::size_t b = 0;
    while (c < current.size() || b < baseline.size()) {
        const bool takeBaseline = c == current.size() || (b < baseline.size() && baseline[b] * scale < current[c]);
        const double value = takeBaseline ? baseline[b] * scale : current[c];
        const auto sameB = static_cast<double>(takeEqual(baseline, b, value, scale));
        const auto sameC = static_cast<double>(takeEqual(current, c, value, 1));
        result.u += sameC * (static_cast<double>(b) + 0.5 * sameB);
        const double t = sameB + sameC;
        result.tieTerm += t * t * t - t;
        b += static_cast<std::size_t>(sameB);
        c += static_cast<std::size_t>(sameC);
    }
    return result;
}

double upperTailNormal(double u, double n, double m, double tieTerm)
{
    const double total = n + m;
    const double variance = n * m / 12 * ((total + 1) - tieTerm / (total * (total - 1)));
    if (variance <= 0)
        return u > n * m / 2 ? 0.5 : 1;
    return normalUpperTail((u - n * m / 2 - 0.5) / std::sqrt(variance));
}

double logChoose(std::size_t n, std::size_t k)
{
    const auto dn = static_cast<double>(n);
    const auto dk = static_cast<double>(k);
    return std::lgamma(dn + 1) - std::lgamma(dk + 1) - std::lgamma(dn - dk + 1);
}

}  // namespace

ExactNull::ExactNull(std::size_t n, std::size_t m) : m_n(n), m_m(m)
{
    // Row i holds f(i, j, ·) for j = 0…m; f(0, j) and f(i, 0) are one way, U = 0.
    std::vector<std::vector<double>> row(m + 1, std::vector<double>{1.0});
    for (std::size_t i = 1; i <= n; ++i) {
        std::vector<std::vector<double>> next(m + 1);
        next[0] = {1.0};
        for (std::size_t j = 1; j <= m; ++j) {
            next[j].assign(i * j + 1, 0.0);
            for (std::size_t u = 0; u < row[j].size(); ++u)
                next[j][u + j] += row[j][u];
            for (std::size_t u = 0; u < next[j - 1].size(); ++u)
                next[j][u] += next[j - 1][u];
        }
        row = std::move(next);
    }
    m_tail = row[m];
    double sum = 0;
    for (auto it = m_tail.rbegin(); it != m_tail.rend(); ++it) {
        sum += *it;
        *it = sum;
    }
    for (double& tail : m_tail)
        tail /= sum;
}

double ExactNull::upperTail(double u) const
{
    const auto index = static_cast<std::size_t>(std::max(0.0, std::ceil(u)));
    return index < m_tail.size() ? m_tail[index] : 0;
}

MannWhitney mannWhitneySorted(std::span<const double> current, std::span<const double> baseline, double scale,
                              const ExactNull* null)
{
    if (current.empty() || baseline.empty())
        return {};
    const std::size_t n = current.size();
    const std::size_t m = baseline.size();
    const auto pairs = static_cast<double>(n) * static_cast<double>(m);
    const Comparison comparison = compareSorted(current, baseline, scale);
    MannWhitney result{comparison.u, 1, 1, n <= kExactLimit && m <= kExactLimit && comparison.tieTerm == 0};
    double lower = 1;
    if (result.exact) {
        std::optional<ExactNull> own;
        if (null == nullptr || !null->fits(n, m))
            null = &own.emplace(n, m);
        result.pOne = null->upperTail(result.u);
        lower = null->upperTail(pairs - result.u);
    } else {
        const auto dn = static_cast<double>(n);
        const auto dm = static_cast<double>(m);
        result.pOne = upperTailNormal(result.u, dn, dm, comparison.tieTerm);
        lower = upperTailNormal(pairs - result.u, dn, dm, comparison.tieTerm);
    }
    result.pTwo = std::min(1.0, 2 * std::min(result.pOne, lower));
    return result;
}

MannWhitney mannWhitney(std::span<const double> current, std::span<const double> baseline, double scale)
{
    return mannWhitneySorted(sortedCopy(current), sortedCopy(baseline), scale);
}

double cliffsDelta(std::span<const double> current, std::span<const double> baseline)
{
    if (current.empty() || baseline.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const Comparison comparison = compareSorted(sortedCopy(current), sortedCopy(baseline), 1);
    return 2 * comparison.u / (static_cast<double>(current.size()) * static_cast<double>(baseline.size())) - 1;
}

HodgesLehmann hodgesLehmann(std::span<const double> current, std::span<const double> baseline)
{
    std::vector<double> shifts;
    std::vector<double> ratios;
    shifts.reserve(current.size() * baseline.size());
    ratios.reserve(current.size() * baseline.size());
    for (const double c : current) {
        for (const double b : baseline) {
            shifts.push_back(c - b);
            ratios.push_back(c / b);
        }
    }
    return {medianInPlace(shifts), medianInPlace(ratios)};
}

double fisherMoreFailures(std::size_t failedCurrent, std::size_t current, std::size_t failedBaseline,
                          std::size_t baseline)
{
    const std::size_t failed = failedCurrent + failedBaseline;
    const std::size_t total = current + baseline;
    if (current == 0 || baseline == 0 || failed == 0)
        return 1;
    double p = 0;
    for (std::size_t k = failedCurrent; k <= std::min(failed, current); ++k)
        if (failed - k <= baseline)
            p += std::exp(logChoose(current, k) + logChoose(baseline, failed - k) - logChoose(total, failed));
    return std::min(p, 1.0);
}

}  // namespace headwater::stats
