// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <string>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

namespace headwater::cli {

/// One line on stderr that says how far the work is, only where stderr is a terminal. Any thread may call show().
class ProgressLine {
public:
    explicit ProgressLine(bool enabled) : m_enabled(enabled) {}
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() { erase(); }

    void show(double fraction, std::string_view activity);
    void erase();

private:
    const bool m_enabled;
    std::mutex m_mutex;
    bool m_shown = false;
    std::chrono::steady_clock::time_point m_last;
};

/// What a command may use beside its arguments: the stop token of the signals, stderr, progress.
class Session {
public:
    explicit Session(std::stop_token stop);

    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }

    /// A job whose progress fills the part [from, to] of the line.
    [[nodiscard]] Job job(double from, double to, int threads = 0);

    /// Prints the error as one line and gives the exit code that belongs to it.
    [[nodiscard]] int fail(const Error& error);
    /// Prints warnings and errors, one line each, each once. `of` names the run for problems of no single file.
    void warn(const Problems& problems, const std::string& of = {});
    /// Says that a command looks at the first of several runs, where several folders were given.
    void onlyFirst(const Run& run);
    /// Prints a line that is neither.
    void tell(const std::string& text) { line(text); }
    /// Prints a line for each path that does not exist; whether all do.
    [[nodiscard]] bool allExist(std::span<const std::filesystem::path> paths);

    void finishProgress() { m_progress.erase(); }

private:
    void line(const std::string& text);

    std::stop_token m_stop;
    ProgressLine m_progress;
    std::set<std::string> m_printed;
};

}  // namespace headwater::cli
