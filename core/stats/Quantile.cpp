// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Quantile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace headwater::stats {

namespace {
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The median of values that can be reordered.
double selected(std::span<double> values, std::size_t middle, bool odd)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
    std::ranges::nth_element(values, at);
    if (odd)
        return *at;
    const double below = *std::max_element(values.begin(), at);
    return below + 0.5 * (*at - below);
}

/// The median of many values by looking at each of them once: a sample says between which two it almost certainly lies
/// (Floyd & Rivest 1975), and only what is there is reordered. Nothing where the sample was not typical.
std::optional<double> bracketed(std::span<const double> values)
{
    constexpr std::size_t kSample = 255;
    constexpr std::size_t kAside = 28;  // 3.5 SD of the place that the middle has in the sample
    std::array<double, kSample> sample{};
    for (std::size_t i = 0; i < kSample; ++i)
        sample[i] = values[i * values.size() / kSample];
    const auto place = [&sample](std::size_t i) { return sample.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(sample.begin(), place(kSample / 2 - kAside), sample.end());
    std::nth_element(place(kSample / 2 - kAside), place(kSample / 2 + kAside), sample.end());
    const double low = sample[kSample / 2 - kAside];
    const double high = sample[kSample / 2 + kAside];

    const std::unique_ptr<double[]> kept(new double[values.size()]);  // NOLINT: not to be filled twice
    std::size_t count = 0;
    std::size_t below = 0;
    for (const double x : values) {  // no branches: they could not be predicted
        kept[count] = x;
        count += static_cast<std::size_t>(x >= low) & static_cast<std::size_t>(x <= high);
        below += static_cast<std::size_t>(x < low);
    }
    const std::size_t middle = values.size() / 2;
    const bool odd = values.size() % 2 == 1;
    if (middle >= below + count || middle < below + (odd ? 0 : 1))
        return std::nullopt;
    return selected({kept.get(), count}, middle - below, odd);
}
}  // namespace

std::vector<double> sortedCopy(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return sorted;
}

double quantileCensored(std::span<const double> sorted, std::size_t censored, double p)
{
    const std::size_t n = sorted.size() + censored;
    if (n == 0)
        return kNone;
    const double h = static_cast<double>(n - 1) * std::clamp(p, 0.0, 1.0);
    const auto low = static_cast<std::size_t>(h);
    const double part = h - static_cast<double>(low);
    const auto value = [&](std::size_t i) { return i < sorted.size() ? sorted[i] : kInfinity; };
    if (part == 0 || low + 1 == n)
        return value(low);
    const double next = value(low + 1);
    return std::isinf(next) ? next : value(low) + part * (next - value(low));
}

double quantileSorted(std::span<const double> sorted, double p)
{
    return quantileCensored(sorted, 0, p);
}

double quantile(std::span<const double> values, double p)
{
    return quantileSorted(sortedCopy(values), p);
}

double mean(std::span<const double> values)
{
    if (values.empty())
        return kNone;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::span<const double> values)
{
    std::vector<double> copy(values.begin(), values.end());
    return medianInPlace(copy);
}

double medianInPlace(std::span<double> values)
{
    if (values.empty())
        return kNone;
    constexpr std::size_t kMany = 2'000;
    if (values.size() >= kMany)
        if (const std::optional<double> found = bracketed(values))
            return *found;
    return selected(values, values.size() / 2, values.size() % 2 == 1);
}

Summary summarize(std::span<const double> values)
{
    const std::vector<double> sorted = sortedCopy(values);
    return {quantileSorted(sorted, 0.5), mean(values), quantileSorted(sorted, 0.95), quantileSorted(sorted, 0.99),
            values.size()};
}

}  // namespace headwater::stats
