// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/Endings.h"

#include <algorithm>
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
    Sign{"SignalException: Process ", "signal", true},
    Sign{"(core dumped)", "signal", true},
    Sign{"exited on signal ", "signal", true},
    Sign{"*** Process received signal ***", "signal", true},
    Sign{"!! Segfault encountered !!", "signal", true},
    Sign{"Fatal Python error: Segmentation fault", "signal", true},
    Sign{"Fatal Python error: Bus error", "signal", true},
    Sign{"Fatal Python error: Aborted", "signal", true},
    Sign{"Fatal Python error: ", "exception", true},
    Sign{"ncclRemoteError: ", "collective-failed", true},
    Sign{"ncclSystemError: ", "collective-failed", true},
    Sign{"ncclInternalError: ", "collective-failed", true},
    Sign{"ncclUnhandledCudaError: ", "collective-failed", true},
    Sign{"NCCL communicator was aborted", "collective-failed", true},
    Sign{"NCCL error in: ", "collective-failed"},
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

const Sign* wordsIn(std::string_view line)
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

/// What a shell and srun call the signals that end processes, and what srun says of other ends.
constexpr std::array kFates = {
    Sign{"Killed", "signal"},
    Sign{"Terminated", "signal"},
    Sign{"Segmentation fault", "signal"},
    Sign{"Bus error", "signal"},
    Sign{"Aborted", "signal"},
    Sign{"Illegal instruction", "signal"},
    Sign{"Floating point exception", "signal"},
    Sign{"KeyboardInterrupt", "signal"},
};
constexpr std::array kTaskFates = {
    Sign{"Out Of Memory", "out-of-memory"},
    Sign{"Exited with exit code", "exception"},
};

const Sign* fateIn(std::string_view text)
{
    const auto* fate = std::ranges::find_if(kFates, [&](const Sign& one) { return text.starts_with(one.words); });
    return fate == kFates.end() ? nullptr : fate;
}

/// "srun: error: node07: task 7: Killed", "srun: error: node07: tasks 0-3: Exited with exit code 1".
const Sign* fateOfTask(std::string_view line)
{
    const std::size_t head = line.find("srun: error: ");
    const std::size_t task = head == std::string_view::npos ? head : line.find(": task", head);
    const std::size_t colon = task == std::string_view::npos ? task : line.find(": ", task + 6);
    if (colon == std::string_view::npos)
        return nullptr;
    const std::string_view fate = line.substr(colon + 2);
    const auto* other = std::ranges::find_if(kTaskFates, [&](const Sign& one) { return fate.starts_with(one.words); });
    return other == kTaskFates.end() ? fateIn(fate) : other;
}

/// "train.sh: line 12:  4711 Killed    python train.py": what a shell says of its command.
const Sign* fateOfCommand(std::string_view line)
{
    constexpr std::string_view kLine = ": line ";
    const std::size_t at = line.find(kLine);
    if (at == std::string_view::npos)
        return nullptr;
    std::string_view rest = line.substr(at + kLine.size());
    if (!takeInteger(rest) || !takePrefix(rest, ":"))
        return nullptr;
    skipSpaces(rest);
    if (!takeInteger(rest))
        return nullptr;
    skipSpaces(rest);
    return fateIn(rest);
}

/// "  exitcode  : -9 (pid: 123)" of torchrun: below 0 the signal, above it what the process returned.
const Sign* fateByExitCode(std::string_view line)
{
    static constexpr Sign kSignal{"exitcode", "signal"};
    static constexpr Sign kException{"exitcode", "exception"};
    std::string_view rest = trimmed(withoutTags(line));
    if (!takePrefix(rest, kSignal.words))
        return nullptr;
    skipSpaces(rest);
    if (!takePrefix(rest, ":"))
        return nullptr;
    skipSpaces(rest);
    const auto code = takeInteger(rest);
    if (!code || *code == 0 || !rest.starts_with(" (pid"))
        return nullptr;
    return *code < 0 ? &kSignal : &kException;
}

/// "Killed" alone.
const Sign* bareFate(std::string_view line)
{
    const std::string_view bare = trimmed(withoutTags(line));
    const Sign* fate = fateIn(bare);
    return fate && fate->words == bare ? fate : nullptr;
}

const Sign* signIn(std::string_view line)
{
    for (const auto& find : {wordsIn, fateOfTask, fateOfCommand, fateByExitCode, bareFate})
        if (const Sign* sign = find(line))
            return sign;
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
