// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "core/analysis/OwnTimes.h"

namespace headwater::fixtures {

/// Ranks of 100 ms with some noise, one of them slow; the others wait for it. Four to a host, two hosts to a rack.
inline OwnTimesPtr ranks(int count, std::size_t steps, int slow, double factor = 2, bool waits = true)
{
    std::mt19937 engine(11);  // NOLINT: the same values in every run
    std::normal_distribution<double> noise(0, 0.01);
    StragglerSeries series;
    series.metric = "time between collectives";
    std::vector<std::int64_t> numbers;
    for (std::size_t s = 0; s < steps; ++s)
        numbers.push_back(static_cast<std::int64_t>(100 + s));
    std::vector<std::vector<double>> waiting;
    for (int r = 0; r < count; ++r) {
        RankSeries rank;
        rank.rank = r;
        rank.host = "host" + std::to_string(r / 4);
        rank.rack = "rack" + std::to_string(r / 8);
        std::vector<double> wait;
        for (std::size_t s = 0; s < steps; ++s) {
            const double own = 100e6 * (r == slow ? factor : 1) * (1 + noise(engine));
            rank.local.push_back(own);
            rank.pure.push_back(own * 0.6);
            wait.push_back(waits ? std::max(0.0, 100e6 * factor - own) : NAN);
        }
        waiting.push_back(std::move(wait));
        series.ranks.push_back(std::move(rank));
    }
    return std::make_shared<const OwnTimes>(ownTimes(std::move(series), numbers, std::move(waiting)));
}

}  // namespace headwater::fixtures
