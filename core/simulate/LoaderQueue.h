// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include "core/simulate/JobModel.h"
#include "core/simulate/Random.h"

namespace headwater {

/// The workers of one rank's data loader and their prefetch queue: batch i is made by worker i mod W, in order, as soon
/// as that worker is free and the training process has asked for it (when it took batch i − W·prefetchFactor).
class LoaderQueue {
public:
    LoaderQueue(const JobModel& model, Ns start)
        : m_model(model)
        , m_free(static_cast<std::size_t>(model.loaderWorkers))
        , m_ready(static_cast<std::size_t>(model.loaderWorkers * model.prefetchFactor))
    {
        // Worker processes come up one after the other, which spreads their deliveries.
        for (std::size_t worker = 0; worker < m_free.size(); ++worker)
            m_free[worker] = start + static_cast<Ns>(worker) * model.loaderTime / model.loaderWorkers;
        for (int batch = 0; batch < static_cast<int>(m_ready.size()); ++batch)
            request(batch, start);
    }

    /// When batch `batch` lies in the queue.
    [[nodiscard]] Ns ready(int batch) const { return m_ready[static_cast<std::size_t>(batch) % m_ready.size()]; }
    /// The training process took `batch` at `now`: its slot is asked for again.
    void take(int batch, Ns now) { request(batch + static_cast<int>(m_ready.size()), now); }

private:
    void request(int batch, Ns now)
    {
        Ns& free = m_free[static_cast<std::size_t>(batch) % m_free.size()];
        // The storage is shared: a batch that reads slowly does so on every rank.
        Random storage(mixSeed(m_model.seed, 0x10ADULL, static_cast<std::uint64_t>(batch)));
        free = std::max(free, now) + storage.jittered(m_model.loaderTime, m_model.loaderSigma);
        m_ready[static_cast<std::size_t>(batch) % m_ready.size()] = free;
    }

    const JobModel& m_model;
    std::vector<Ns> m_free;
    std::vector<Ns> m_ready;
};

}  // namespace headwater
