// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/Savings.h"

#include <algorithm>
#include <cmath>

#include "core/stats/Bootstrap.h"
#include "core/stats/Quantile.h"

namespace headwater::whatif {

Range savingBounds(double removed, double growth, double exposed)
{
    const double lo = std::max(0.0, removed);
    return {lo, std::max(lo, std::min(growth, exposed))};
}

std::optional<double> throughputGain(double step, double saved)
{
    if (!(step > saved))
        return std::nullopt;
    return step / (step - saved) - 1;
}

std::optional<Range> meanInterval(std::span<const double> steps, std::uint64_t seed)
{
    constexpr std::size_t kResamples = 2000;
    constexpr double kTail = 0.025;
    const std::size_t n = steps.size();
    if (n < 2)
        return std::nullopt;
    const auto block = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(n)) - 1e-9));
    stats::SplitMix64 random(seed);
    std::vector<double> means(kResamples, 0);
    for (double& mean : means) {
        stats::drawCircularBlocks(random, n, block, [&](std::size_t i) { mean += steps[i]; });
        mean /= static_cast<double>(n);
    }
    std::ranges::sort(means);
    return Range{stats::quantileSorted(means, kTail), stats::quantileSorted(means, 1 - kTail)};
}

}  // namespace headwater::whatif
