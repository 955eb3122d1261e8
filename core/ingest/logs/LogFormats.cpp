// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/ingest/Format.h"
#include "core/ingest/Lines.h"
#include "core/ingest/logs/LogContent.h"
#include "core/ingest/logs/LogDocuments.h"
#include "core/ingest/logs/TextLog.h"
#include "core/ingest/logs/TfEvents.h"

namespace headwater {

namespace {

using logs::LogFamily;
using logs::TextLog;

/// Reads a piece of text line by line.
void survey(std::string_view text, TextLog& log)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        if (end > 0)
            log.add(text.substr(0, end), 1);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// What the beginning and the end of a file look like. Scripts and environments may fill the beginning, so the end
/// counts as much.
std::optional<std::string> recognise(const FileHead& head, LogFamily family)
{
    // Structured documents have readers of their own; a log begins with JSON only where every line is a dictionary.
    const bool document = head.text.starts_with("{\n") || head.text.starts_with("{\r") || head.text.starts_with("[{") ||
                          head.text.starts_with("[\n") || head.text.starts_with("<");
    if (head.text.empty() || document)
        return std::nullopt;
    TextLog log;
    survey(head.text, log);
    const std::size_t firstBreak = head.tail.find_first_of("\r\n");
    if (firstBreak != std::string_view::npos)
        survey(head.tail.substr(firstBreak), log);
    log.finish();
    std::string variant = logs::variantOf(log);
    // Documents quote logs; a text that begins like one must have steps of its own.
    if (logs::familyOf(log) != family || (head.text.starts_with('{') && variant == logs::kNoSteps))
        return std::nullopt;
    return variant;
}

std::optional<std::string> recogniseMegatron(const FileHead& head)
{
    return recognise(head, LogFamily::Megatron);
}

std::optional<std::string> recogniseDeepSpeed(const FileHead& head)
{
    return recognise(head, LogFamily::DeepSpeed);
}

std::optional<std::string> recogniseTitan(const FileHead& head)
{
    return recognise(head, LogFamily::Torchtitan);
}

std::optional<std::string> recogniseNemo(const FileHead& head)
{
    return recognise(head, LogFamily::Nemo);
}

std::optional<std::string> recogniseTrainer(const FileHead& head)
{
    return recognise(head, LogFamily::Trainer);
}

std::optional<std::string> recogniseScript(const FileHead& head)
{
    return recognise(head, LogFamily::Script);
}

Status readText(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    TextLog log;
    LineOptions lines;
    lines.carriageReturns = true;
    lines.cutLong = true;
    lines.activity = "reading a training log";
    const auto read = forEachLine(*source, job, lines, [&](std::string_view line, std::uint64_t number) {
        log.add(line, number);
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    keepRemarks(*source, content.source.problems);
    log.finish(read->unfinished);
    if (read->cut > 0)
        log.builder().note(Severity::Warning, "long-line", "a line beyond 1 MiB was cut", read->firstCut);
    if (source->truncated())
        log.builder().note(Severity::Warning, "truncated", "the compressed file ends early; what was complete is used",
                           0);
    content.source.variant = logs::variantOf(log);
    return logs::deliver(log.builder(), logs::frameworkOf(log), options, content);
}

/// The contract's list of names is closed: what has none there bears that of the nearest, and the variant says what it
/// is.
constexpr std::array<Format, 10> kFormats = {{
    {"tfevents", logs::recogniseTfEvents, logs::readTfEvents},
    {"hf-trainer-state", logs::recogniseTrainerState, logs::readTrainerState},
    {"megatron-log", logs::recogniseGoldenValues, logs::readGoldenValues},
    {"lightning-csv", logs::recogniseLightningCsv, logs::readLightningCsv},
    {"megatron-log", recogniseMegatron, readText},
    {"torchtitan-log", recogniseTitan, readText},
    {"deepspeed-log", recogniseDeepSpeed, readText},
    {"megatron-log", recogniseNemo, readText},
    {"hf-trainer-state", recogniseTrainer, readText},
    {"torchtitan-log", recogniseScript, readText},
}};

}  // namespace

std::span<const Format> logFormats()
{
    return kFormats;
}

}  // namespace headwater
