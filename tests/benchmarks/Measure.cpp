// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/Measure.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace headwater::bench {

namespace {

/// A row of /proc/self/status, bytes.
std::uint64_t statusBytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key + ":"))
            return std::stoull(line.substr(key.size() + 1)) * 1024;
    }
    return 0;
}

[[noreturn]] void runChild(int pipe, const std::function<Work()>& work)
{
    // The child starts with the parent's peak; ask the kernel to forget it.
    std::ofstream("/proc/self/clear_refs") << "5";
    const std::uint64_t before = statusBytes("VmRSS");
    const double start = now();
    Measurement result;
    result.work = work();
    result.seconds = now() - start;
    const std::uint64_t peak = statusBytes("VmHWM");
    result.peakBytes = peak > before ? peak - before : 0;
    const bool written = ::write(pipe, &result, sizeof result) == static_cast<ssize_t>(sizeof result);
    ::_exit(written ? 0 : 1);
}

std::optional<Measurement> measureOnce(const std::function<Work()>& work)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return std::nullopt;
    const pid_t child = ::fork();
    if (child == 0)
        runChild(ends[1], work);
    ::close(ends[1]);
    Measurement result;
    const bool complete = child > 0 && ::read(ends[0], &result, sizeof result) == static_cast<ssize_t>(sizeof result);
    ::close(ends[0]);
    int status = 0;
    if (child > 0)
        ::waitpid(child, &status, 0);
    if (!complete || !result.work.ok)
        return std::nullopt;
    return result;
}

}  // namespace

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::optional<Measurement> measure(int repetitions, const std::function<Work()>& work)
{
    std::optional<Measurement> best;
    for (int i = 0; i < repetitions; ++i) {
        const auto one = measureOnce(work);
        if (!one)
            return std::nullopt;
        if (!best || one->seconds < best->seconds) {
            const std::uint64_t peak = best ? std::max(best->peakBytes, one->peakBytes) : one->peakBytes;
            best = one;
            best->peakBytes = peak;
        }
    }
    return best;
}

}  // namespace headwater::bench
