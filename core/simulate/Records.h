// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/Duration.h"
#include "core/simulate/Tally.h"

namespace headwater {

/// When the monitoring of a run looks at its counters, true time.
struct SampleGrid {
    Ns period = 0;
    std::size_t count = 0;

    /// Twice a second, at most a few hundred times over `duration`.
    [[nodiscard]] static SampleGrid over(Ns duration);
    [[nodiscard]] Ns at(std::size_t sample) const { return static_cast<Ns>(sample) * period; }
};

/// A rank's totals at the times of the grid. Between the ends of two steps they grow evenly.
class RankSamples {
public:
    explicit RankSamples(SampleGrid grid) : m_grid(grid) { m_totals.reserve(grid.count); }

    /// The totals are `total` at `now`, the end of a step.
    void add(Ns now, const Tally& total);
    /// One per time of the grid; call after the last add().
    [[nodiscard]] const std::vector<Tally>& totals();

private:
    SampleGrid m_grid;
    std::vector<Tally> m_totals;
    Tally m_last;
    Ns m_lastTime = 0;
};

/// What a run leaves behind beside its traces.
struct RunRecords {
    SampleGrid grid;
    std::vector<std::vector<Tally>> ranks;        ///< totals per rank and sample
    std::vector<Ns> stepEnds;                     ///< of the rank that prints, warm-up included
    std::vector<std::int64_t> allocationRetries;  ///< the same: total at the end of each step
};

}  // namespace headwater
