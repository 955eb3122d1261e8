// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/simulate/JobModel.h"

namespace headwater {

/// Where the ranks meet: the end of every all-reduce of every step, the only thing a rank needs to know of the others.
class Coupling {
public:
    /// Runs all ranks of `model` together, without recording events. Memory: 8 bytes per step and all-reduce.
    static Result<Coupling> of(const JobModel& model, const Job& job);

    /// Ends of the all-reduces of `step` (warm-up included), one per bucket.
    [[nodiscard]] std::span<const Ns> ends(int step) const
    {
        return std::span(m_ends).subspan(static_cast<std::size_t>(step) * m_buckets, m_buckets);
    }

private:
    std::size_t m_buckets = 0;
    std::vector<Ns> m_ends;
};

}  // namespace headwater
