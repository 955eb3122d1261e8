// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "core/base/Job.h"

namespace headwater {

/// Threads that `job` allows for `tasks` pieces of work.
[[nodiscard]] inline int threadCount(const Job& job, std::size_t tasks)
{
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int allowed = job.threads > 0 ? job.threads : cores;
    return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(allowed), std::max<std::size_t>(tasks, 1)));
}

/// Calls body(i) for every i < tasks on up to job.threads threads; no order. Stops early, leaving tasks undone, when
/// the job was stopped: the caller asks job.stopped() afterwards. `body` must not throw.
template <class Body>
void parallelFor(std::size_t tasks, const Job& job, const Body& body)
{
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < tasks && !job.stopped(); i = next++)
            body(i);
    };
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threadCount(job, tasks); ++t)
        helpers.emplace_back(work);
    work();
}

}  // namespace headwater
