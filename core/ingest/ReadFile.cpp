// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ReadFile.h"

#include "core/ingest/FilePieces.h"
#include "core/ingest/UnknownReason.h"

namespace headwater {

namespace {

void keepError(FileContent& content, const Error& error)
{
    content.error = error;
    if (error.code != ErrorCode::Cancelled)
        content.source.problems.push_back({Severity::Error, "unreadable",
                                           error.what + (error.advice.empty() ? "" : "; " + error.advice), error.where,
                                           content.source.path});
}

}  // namespace

SourceFile unreadSource(const std::filesystem::path& path)
{
    SourceFile source;
    source.path = path.string();
    source.format = "unknown";
    source.bytes = sizeOf(path);
    if (const auto pieces = readFilePieces(path)) {
        const FileHead head = headOf(path, *pieces);
        for (const Format& format : formats()) {
            auto variant = format.recognise(head);
            if (!variant)
                continue;
            source.format = format.name;
            source.variant = std::move(*variant);
            break;
        }
    }
    source.problems.push_back({Severity::Info, "left-out", "left out by the user", {}, source.path});
    return source;
}

FileContent readFile(const std::filesystem::path& path, const ReadOptions& options, const Job& job)
{
    FileContent content;
    content.source.path = path.string();
    content.source.format = "unknown";
    content.source.bytes = sizeOf(path);
    const auto pieces = readFilePieces(path, job.stop);
    if (!pieces) {
        keepError(content, pieces.error());
        return content;
    }
    const FileHead head = headOf(path, *pieces);
    for (const Format& format : formats()) {
        auto variant = format.recognise(head);
        if (!variant)
            continue;
        content.source.format = format.name;
        content.source.variant = std::move(*variant);
        content.source.used = true;
        if (const Status read = format.read(path, options, job, content); !read) {
            content.source.used = false;
            keepError(content, read.error());
        }
        return content;
    }
    // A name that says what it must be: a rank is missing that somebody believes to be there.
    if (content.source.path.ends_with(".summary.gz"))
        content.source.problems.push_back({Severity::Warning,
                                           "broken-summary",
                                           "named like the summary of a rank, but none: " + reasonUnknown(head),
                                           {},
                                           content.source.path});
    else
        content.source.problems.push_back(
            {Severity::Info, "unknown-format", "not used: " + reasonUnknown(head), {}, content.source.path});
    return content;
}

}  // namespace headwater
