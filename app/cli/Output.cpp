// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <unistd.h>

#include "core/report/AtomicFile.h"

namespace headwater::cli {

namespace {

constexpr std::string_view kStandard = "-";

bool toStdout(std::string_view text)
{
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

Status printToStdout(const TextSource& source)
{
    if (source(&toStdout) && std::fflush(stdout) == 0)
        return {};
    return fail(ErrorCode::WriteFailed, "cannot be written: " + std::generic_category().message(errno), "stdout");
}

tl::unexpected<Error> twoOnStdout()
{
    return fail(ErrorCode::BadUsage, "two outputs cannot both go to stdout", {}, {}, "give one of them a file name");
}

TextSource sourceOf(std::string text)
{
    return [kept = std::move(text)](const TextSink& sink) { return sink(kept); };
}

}  // namespace

Status Output::add(const std::string& target, std::string content)
{
    return add(target, sourceOf(std::move(content)));
}

Status Output::add(const std::string& target, TextSource source)
{
    if (target != kStandard) {
        m_files.emplace_back(target, std::move(source));
        return {};
    }
    if (m_standard)
        return twoOnStdout();
    m_standard = std::move(source);
    return {};
}

Status Output::write(const std::stop_token& stop) const
{
    std::vector<StagedFile> staged;
    for (const auto& [target, source] : m_files) {
        Result<StagedFile> file = StagedFile::write(target, source);
        if (!file)
            return tl::unexpected(file.error());
        staged.push_back(std::move(*file));
    }
    if (stop.stop_requested())
        return cancelled();
    for (StagedFile& file : staged)
        if (Status status = file.commit(); !status)
            return status;
    return printToStdout(m_standard ? m_standard : sourceOf(m_text));
}

Status checkTargets(const Arguments& arguments, std::span<const std::string_view> options)
{
    int standard = 0;
    for (const std::string_view option : options)
        standard += arguments.value(option) == kStandard ? 1 : 0;
    if (standard > 1)
        return twoOnStdout();
    return {};
}

bool stdoutHasColour()
{
    const char* noColour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && !(noColour && *noColour) && terminal && std::strcmp(terminal, "dumb") != 0;
}

}  // namespace headwater::cli
