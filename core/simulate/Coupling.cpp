// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Coupling.h"

#include <algorithm>

#include "core/simulate/Random.h"
#include "core/simulate/RankTimeline.h"

namespace headwater {

namespace {

/// Time of a ring all-reduce once all ranks are there.
Ns transferTime(const JobModel& model, int step, int bucket)
{
    Random random(mixSeed(model.seed, 0xA11ULL, static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(bucket)));
    const double traffic = static_cast<double>(model.bucketBytes(bucket)) * 2.0 * (model.ranks - 1) / model.ranks;
    const auto mean = model.collectiveLatency + static_cast<Ns>(traffic / model.ringBytesPerNs());
    return random.jittered(mean, model.collectiveSigma);
}

}  // namespace

Result<Coupling> Coupling::of(const JobModel& model, const Job& job)
{
    Coupling coupling;
    coupling.m_buckets = static_cast<std::size_t>(model.buckets());
    const int steps = model.warmupSteps + model.steps;
    coupling.m_ends.reserve(static_cast<std::size_t>(steps) * coupling.m_buckets);

    std::vector<RankTimeline> ranks;
    ranks.reserve(static_cast<std::size_t>(model.ranks));
    for (int rank = 0; rank < model.ranks; ++rank)
        ranks.emplace_back(model, rank);

    Ns free = 0;
    for (int step = 0; step < steps; ++step) {
        if (job.stopped())
            return cancelled();
        for (RankTimeline& rank : ranks)
            rank.runToBackwardEnd(step, nullptr);
        for (int bucket = 0; bucket < model.buckets(); ++bucket) {
            Ns start = free + RankTimeline::kKernelGap;
            for (const RankTimeline& rank : ranks)
                start = std::max(start, rank.arrivals()[static_cast<std::size_t>(bucket)]);
            free = start + transferTime(model, step, bucket);
            coupling.m_ends.push_back(free);
        }
        for (RankTimeline& rank : ranks)
            rank.finishStep(step, coupling.ends(step), nullptr);
    }
    return coupling;
}

}  // namespace headwater
