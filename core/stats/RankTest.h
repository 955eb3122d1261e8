// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headwater::stats {

/// Outcome of a Mann-Whitney U test of "current tends to be larger than scale · baseline".
struct MannWhitney {
    double u = 0;     ///< pairs with c > scale · b, ties count one half
    double pOne = 1;  ///< one-sided
    double pTwo = 1;
    bool exact = false;  ///< exact null distribution; else normal with ties and continuity correction
};

/// P(U ≥ u) for every u under the null hypothesis of samples of size n and m without ties (Mann & Whitney 1947:
/// f(n, m, u) = f(n − 1, m, u − m) + f(n, m − 1, u)). Depends on n and m alone: build once, test often.
class ExactNull {
public:
    ExactNull(std::size_t n, std::size_t m);
    [[nodiscard]] double upperTail(double u) const;
    [[nodiscard]] bool fits(std::size_t n, std::size_t m) const { return n == m_n && m == m_m; }

private:
    std::size_t m_n;
    std::size_t m_m;
    std::vector<double> m_tail;
};

/// Largest side for which the exact distribution is used (METHODS 1.4).
constexpr std::size_t kExactLimit = 50;

/// Mann-Whitney on samples sorted upwards, METHODS 1.4; scale 1 + ε asks "exceeds by more than ε". Exact for both sides
/// ≤ 50 without ties. O(n + m) when `null` fits; pass nullptr to have it built. U = 0 and p = 1 for an empty side.
[[nodiscard]] MannWhitney mannWhitneySorted(std::span<const double> current, std::span<const double> baseline,
                                            double scale, const ExactNull* null = nullptr);
/// The same for samples in any order.
[[nodiscard]] MannWhitney mannWhitney(std::span<const double> current, std::span<const double> baseline,
                                      double scale = 1);

/// Cliff's delta 2U/(nm) − 1: −1 all smaller … +1 all larger. NaN for an empty side.
[[nodiscard]] double cliffsDelta(std::span<const double> current, std::span<const double> baseline);

/// Hodges-Lehmann estimates: medians of all c − b and of all c / b (Hodges & Lehmann 1963). O(nm): for small samples.
struct HodgesLehmann {
    double shift = 0;
    double ratio = 0;
};
[[nodiscard]] HodgesLehmann hodgesLehmann(std::span<const double> current, std::span<const double> baseline);

/// One-sided Fisher exact test of "current fails more often": P(at least `failedCurrent` failures on the current side)
/// given the margins (Fisher 1935). METHODS 1.7: failure rates are compared before durations.
[[nodiscard]] double fisherMoreFailures(std::size_t failedCurrent, std::size_t current, std::size_t failedBaseline,
                                        std::size_t baseline);

}  // namespace headwater::stats
