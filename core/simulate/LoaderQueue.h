// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include "core/simulate/JobModel.h"
#include "core/simulate/Random.h"

namespace headwater {

/// The workers of one rank's data loader and their prefetch queue: batch i is made by worker i mod W, in order, as soon
/// as that worker is free and the training process has asked for it (when it took batch i − W·prefetchFactor). Workers
/// take turns at the storage and decode side by side.
class LoaderQueue {
public:
    LoaderQueue(const JobModel& model, Ns start)
        : m_model(model)
        , m_free(static_cast<std::size_t>(model.loaderWorkers), start)
        , m_ready(static_cast<std::size_t>(model.loaderWorkers * model.prefetchFactor))
    {
        for (int batch = 0; batch < static_cast<int>(m_ready.size()); ++batch)
            request(batch, start);
    }

    /// When batch `batch` lies in the queue.
    [[nodiscard]] Ns ready(int batch) const { return m_ready[static_cast<std::size_t>(batch) % m_ready.size()]; }
    /// How long the storage needed for `batch`.
    [[nodiscard]] Ns readTime(int batch) const
    {
        Random random = randomOf(batch);
        return readTime(random);
    }
    /// The training process took `batch` at `now`: its slot is asked for again.
    void take(int batch, Ns now) { request(batch + static_cast<int>(m_ready.size()), now); }

private:
    // The storage is shared: a batch that reads slowly does so on every rank.
    [[nodiscard]] Random randomOf(int batch) const
    {
        return Random(mixSeed(m_model.seed, 0x10ADULL, static_cast<std::uint64_t>(batch)));
    }
    [[nodiscard]] Ns readTime(Random& random) const { return random.jittered(m_model.readTime, m_model.loaderSigma); }
    void request(int batch, Ns now)
    {
        Ns& worker = m_free[static_cast<std::size_t>(batch) % m_free.size()];
        Random random = randomOf(batch);
        m_storageFree = std::max({m_storageFree, worker, now}) + readTime(random);
        worker = m_storageFree + random.jittered(m_model.decodeTime, m_model.loaderSigma);
        m_ready[static_cast<std::size_t>(batch) % m_ready.size()] = worker;
    }

    const JobModel& m_model;
    Ns m_storageFree = 0;
    std::vector<Ns> m_free;  ///< per worker
    std::vector<Ns> m_ready;
};

}  // namespace headwater
