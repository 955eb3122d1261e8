// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Session.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/cli/ExitCode.h"
#include "core/base/Advice.h"
#include "core/report/Escape.h"
#include "core/report/TextTable.h"

namespace headwater::cli {

namespace {

std::size_t terminalWidth()
{
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

}  // namespace

void ProgressLine::show(double fraction, std::string_view activity)
{
    if (!m_enabled)
        return;
    using namespace std::chrono_literals;
    const std::scoped_lock lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (m_shown && now - m_last < 50ms)
        return;
    m_last = now;
    m_shown = true;
    const int percent = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * 100);
    const std::string text = fmt::format("{:3d} %  {}", percent, escapeTerminal(activity));
    fmt::print(stderr, "\r\x1b[2K{}", elideMiddle(text, terminalWidth() - 1));
    std::fflush(stderr);
}

void ProgressLine::erase()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_shown)
        return;
    std::fputs("\r\x1b[2K", stderr);
    std::fflush(stderr);
    m_shown = false;
}

Session::Session(std::stop_token stop) : m_stop(std::move(stop)), m_progress(::isatty(STDERR_FILENO) == 1) {}

Job Session::job(double from, double to, int threads)
{
    Job job;
    job.stop = m_stop;
    job.threads = threads;
    job.progress = [this, from, to](double fraction, std::string_view activity) {
        m_progress.show(from + (to - from) * std::clamp(fraction, 0.0, 1.0), activity);
    };
    return job;
}

int Session::fail(const Error& error)
{
    line(describe(error));
    return exitCodeOf(error.code);
}

void Session::warn(const Problems& problems, const std::string& of)
{
    for (const Problem& problem : problems) {
        if (problem.severity == Severity::Info)
            continue;
        Error error;
        error.file = problem.file.empty() ? of : problem.file;
        error.what = problem.message;
        error.where = problem.position;
        error.advice = adviceOn(problem.code);
        line(describe(error));
    }
}

void Session::onlyFirst(const Run& run)
{
    if (!run.repeats.empty())
        warn({{Severity::Warning,
               "first-run-only",
               fmt::format("{} more folders hold runs of the same ranks; only the first is looked at",
                           run.repeats.size()),
               {},
               run.name}});
}

bool Session::allExist(std::span<const std::filesystem::path> paths)
{
    bool all = true;
    for (const std::filesystem::path& path : paths) {
        std::error_code error;
        if (std::filesystem::exists(path, error))
            continue;
        all = false;
        (void)fail({ErrorCode::NotFound, "no such file or folder", path.string(), {}, "check the path"});
    }
    return all;
}

void Session::line(const std::string& text)
{
    // The same problem may be listed with its file and with the run.
    if (!m_printed.insert(text).second)
        return;
    m_progress.erase();
    fmt::print(stderr, "headwater-cli: {}\n", escapeTerminal(text));
}

}  // namespace headwater::cli
