// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/analysis/correctness/Limits.h"
#include "core/analysis/resources/ResourcePolicy.h"
#include "core/base/Duration.h"

namespace headwater {

/// What sums the steps of a run up; p95 and p99 need a minimum of steps (METHODS 1.4).
enum class Statistic : std::uint8_t { P50, Mean, P95, P99 };
constexpr std::size_t kStatistics = 4;
/// What sums the ranks of a step up.
enum class AcrossRanks : std::uint8_t { Median, Max, Mean };
/// Which time of a stage is compared: Span, its share of the step; Host, its range on the host; Busy, time with any
/// device activity; Compute, time with compute.
enum class Measure : std::uint8_t { Span, Host, Busy, Compute };

/// What earlier runs of the job told about how much runs differ by themselves (METHODS 1.3). Policy::epsilonPpm
/// includes it.
struct NoiseFloor {
    int runs = 0;                      ///< of the history
    double sigma = 0;                  ///< SD of the logarithm of the step time between runs
    std::int64_t givenEpsilonPpm = 0;  ///< ε as it was asked for

    friend bool operator==(const NoiseFloor&, const NoiseFloor&) = default;
};

/// Every threshold of the decision; printed with each verdict (CONTRACT `policy`). Defaults are METHODS 1.3.
struct Policy {
    std::int64_t epsilonPpm = 50'000;  ///< ε as parts per million: 5 %
    Statistic statistic = Statistic::P50;
    AcrossRanks acrossRanks = AcrossRanks::Median;
    Measure measure = Measure::Span;
    double alpha = 0.05;  ///< level of intervals and of Holm's procedure
    Ns floorNs = 50'000;  ///< a change of at most max(floorNs, floorShare · step) is shown, not counted
    double floorShare = 0.001;
    int resamples = 10'000;         ///< bootstrap replicates
    std::uint64_t seed = 42;        ///< SplitMix64 seed, recorded
    std::optional<int> warmup;      ///< steps to leave out on both sides; nullopt: MSER on step time where n ≥ 20
    bool strict = false;            ///< confounded runs are refused
    CorrectnessLimits correctness;  ///< thresholds of layer 1
    ResourcePolicy resources;       ///< thresholds of layer 2
    std::string acknowledgement;    ///< the user's reason for judging runs that are not comparable; kept in the report

    std::optional<NoiseFloor> noise;  ///< nothing: unknown, one run a side

    [[nodiscard]] double epsilon() const { return static_cast<double>(epsilonPpm) / 1e6; }
};

}  // namespace headwater
