// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/BracketedMedian.h"

#include <algorithm>
#include <array>
#include <memory>

namespace headwater::stats {

double selectMiddle(std::span<double> values, std::size_t middle, bool odd)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
    std::ranges::nth_element(values, at);
    if (odd)
        return *at;
    const double below = *std::max_element(values.begin(), at);
    return below + 0.5 * (*at - below);
}

std::optional<double> bracketedMedian(std::span<const double> values)
{
    constexpr std::size_t kSample = 255;
    constexpr std::size_t kAside = 28;  // 3.5 SD of the place that the middle has in the sample
    if (values.size() <= kSample)
        return std::nullopt;
    std::array<double, kSample> sample{};
    for (std::size_t i = 0; i < kSample; ++i)
        sample[i] = values[i * values.size() / kSample];
    const auto place = [&sample](std::size_t i) { return sample.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(sample.begin(), place(kSample / 2 - kAside), sample.end());
    // From behind the lower end on, or that would move again.
    std::nth_element(place(kSample / 2 - kAside + 1), place(kSample / 2 + kAside), sample.end());
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
    return selectMiddle({kept.get(), count}, middle - below, odd);
}

}  // namespace headwater::stats
