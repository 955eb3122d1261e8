// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "core/base/Job.h"

namespace headwater {

/// Runs work(i) for i in [first, last) of `total` ranks on the job's threads; stops early on request.
template <class Work>
void forEachRank(std::size_t first, std::size_t last, std::size_t total, const Job& job, Work work)
{
    std::atomic<std::size_t> next = first;
    std::atomic<std::size_t> done = first;
    const auto loop = [&] {
        for (std::size_t i = next++; i < last && !job.stopped(); i = next++) {
            work(i);
            job.report(static_cast<double>(++done) / static_cast<double>(total), "partitioning steps");
        }
    };
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto wanted = static_cast<std::size_t>(job.threads > 0 ? job.threads : cores);
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(wanted, last - first); ++i)
        threads.emplace_back(loop);
    loop();
}

}  // namespace headwater
