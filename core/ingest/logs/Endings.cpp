// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/Endings.h"

#include <array>

namespace headwater::logs {

namespace {

struct Sign {
    std::string_view words;
    std::string_view kind;
};

constexpr std::array kSigns = {
    Sign{"OutOfMemoryError", "out-of-memory"},
    Sign{"CUDA out of memory", "out-of-memory"},
    Sign{"HIP out of memory", "out-of-memory"},
    Sign{"mapping failed with OOM", "out-of-memory"},
    Sign{"oom_kill event", "out-of-memory"},
    Sign{"oom-kill event", "out-of-memory"},
    Sign{"Watchdog caught collective operation timeout", "collective-timeout"},
    Sign{"Some NCCL operations have failed or timed out", "collective-timeout"},
    Sign{"timed out waiting for all ranks", "collective-timeout"},
    Sign{"DUE TO TIME LIMIT", "signal"},
    Sign{"DUE TO PREEMPTION", "signal"},
    Sign{"slurmstepd: error: ***", "signal"},
    Sign{"received SIGTERM", "signal"},
    Sign{"death signal, shutting down", "signal"},
    Sign{"Killing subprocess", "signal"},
    Sign{"(SIGTERM) received by PID", "signal"},
    Sign{"(SIGABRT) received by PID", "signal"},
    Sign{"(SIGKILL) received by PID", "signal"},
    Sign{"(SIGSEGV) received by PID", "signal"},
    Sign{"(SIGBUS) received by PID", "signal"},
    Sign{"Sending process", "signal"},
    Sign{"watchdog thread terminated with exception", "exception"},
    Sign{"terminate called after throwing", "exception"},
    Sign{"CUDA error: ", "exception"},
    Sign{"HIP error: ", "exception"},
    Sign{"ChildFailedError:", "exception"},
    Sign{"Training completed", "finished"},
    Sign{"[exiting program ", "finished"},
    Sign{"exiting program at iteration", "finished"},
    Sign{"[after training is done]", "finished"},
};

/// "torch.cuda.OutOfMemoryError: …", "RuntimeError: …": the last line of a traceback.
bool isException(std::string_view line)
{
    std::size_t end = 0;
    while (end < line.size() && (isLetter(line[end]) || isDigit(line[end]) || line[end] == '.' || line[end] == '_'))
        ++end;
    const std::string_view name = line.substr(0, end);
    const bool named = name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt") ||
                       name.ends_with("Exit");
    return named && (end == line.size() || line[end] == ':');
}

}  // namespace

std::string_view endingKind(std::string_view line)
{
    for (const Sign& sign : kSigns)
        if (contains(line, sign.words))
            return sign.words == "Sending process" && !contains(line, "closing signal") ? std::string_view() : sign.kind;
    return {};
}

void Endings::read(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    constexpr int kLongestTraceback = 400;
    if (contains(line, "Traceback (most recent call last)")) {
        m_traceback = kLongestTraceback;
        return;
    }
    const std::string_view kind = endingKind(line);
    if (!kind.empty()) {
        log.ending(kind, line, number);
        return;
    }
    if (m_traceback == 0)
        return;
    --m_traceback;
    const std::string_view bare = withoutTags(line);
    if (isException(bare)) {
        log.ending("exception", line, number);
        m_traceback = 0;
    }
}

}  // namespace headwater::logs
