// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/Endings.h"

#include <array>

namespace headwater::logs {

namespace {

struct Sign {
    std::string_view words;
    std::string_view kind;
    bool sure = false;  ///< no source code or prose has these words
};

constexpr std::array kSigns = {
    Sign{"OutOfMemoryError: ", "out-of-memory", true},
    Sign{"CUDA out of memory", "out-of-memory"},
    Sign{"HIP out of memory", "out-of-memory"},
    Sign{"mapping failed with OOM", "out-of-memory", true},
    Sign{"oom_kill event", "out-of-memory"},
    Sign{"oom-kill event", "out-of-memory"},
    Sign{"Watchdog caught collective operation timeout: ", "collective-timeout", true},
    Sign{"Some NCCL operations have failed or timed out", "collective-timeout", true},
    Sign{"DUE TO TIME LIMIT", "signal", true},
    Sign{"DUE TO PREEMPTION", "signal", true},
    Sign{"slurmstepd: error: ***", "signal", true},
    Sign{"received SIGTERM", "signal"},
    Sign{"death signal, shutting down", "signal", true},
    Sign{"Killing subprocess ", "signal", true},
    Sign{"(SIGTERM) received by PID ", "signal", true},
    Sign{"(SIGABRT) received by PID ", "signal", true},
    Sign{"(SIGKILL) received by PID ", "signal", true},
    Sign{"(SIGSEGV) received by PID ", "signal", true},
    Sign{"(SIGBUS) received by PID ", "signal", true},
    Sign{" closing signal SIG", "signal", true},
    Sign{"watchdog thread terminated with exception", "exception", true},
    Sign{"terminate called after throwing", "exception", true},
    Sign{"CUDA error: ", "exception"},
    Sign{"HIP error: ", "exception"},
    Sign{"ChildFailedError:", "exception"},
    Sign{"Training completed", "finished"},
    Sign{"[exiting program ", "finished"},
    Sign{"exiting program at iteration", "finished"},
    Sign{"[after training is done]", "finished"},
};

const Sign* signIn(std::string_view line)
{
    for (const Sign& sign : kSigns) {
        const std::size_t at = line.find(sign.words);
        if (at == std::string_view::npos)
            continue;
        // Words that end with a space stand before a number or a message, not before a placeholder.
        const std::size_t next = at + sign.words.size();
        if (sign.words.ends_with(' ') && (next >= line.size() || line[next] == '{' || line[next] == '%'))
            continue;
        return &sign;
    }
    return nullptr;
}

/// "torch.cuda.OutOfMemoryError: …", "RuntimeError: …": the last line of a traceback.
bool isException(std::string_view line)
{
    std::size_t end = 0;
    while (end < line.size() && (isLetter(line[end]) || isDigit(line[end]) || line[end] == '.' || line[end] == '_'))
        ++end;
    const std::string_view name = line.substr(0, end);
    const bool named =
        name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt") || name.ends_with("Exit");
    return named && (end == line.size() || line[end] == ':');
}

}  // namespace

bool isSureEnding(std::string_view line)
{
    const Sign* sign = signIn(line);
    return sign && sign->sure;
}

void Endings::read(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    constexpr int kLongestTraceback = 400;
    if (contains(line, "Traceback (most recent call last)")) {
        m_traceback = kLongestTraceback;
        return;
    }
    if (const Sign* sign = signIn(line)) {
        log.ending(sign->kind, line, number);
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
