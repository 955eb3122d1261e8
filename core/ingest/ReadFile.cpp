// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ReadFile.h"

#include <fstream>

#include "core/ingest/ByteSource.h"

namespace headwater {

namespace {

constexpr std::size_t kHead = std::size_t(64) * 1024;
constexpr std::size_t kTail = std::size_t(16) * 1024;

/// The pieces of a file that FileHead looks at.
struct Pieces {
    std::string head;
    std::string tail;
    bool compressed = false;
};

Result<Pieces> readPieces(const std::filesystem::path& path)
{
    auto source = ByteSource::open(path);
    if (!source)
        return tl::unexpected(source.error());
    Pieces pieces;
    pieces.compressed = source->compressed();
    pieces.head.resize(kHead);
    const auto read = source->read(pieces.head);
    if (!read)
        return tl::unexpected(read.error());
    pieces.head.resize(*read);
    if (!pieces.compressed && source->fileSize() > kHead) {
        std::ifstream file(path, std::ios::binary);
        file.seekg(-static_cast<std::streamoff>(kTail), std::ios::end);
        pieces.tail.resize(kTail);
        file.read(pieces.tail.data(), static_cast<std::streamsize>(kTail));
        pieces.tail.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    }
    return pieces;
}

std::string_view withoutLead(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string reasonUnknown(const FileHead& head)
{
    if (head.text.empty())
        return "empty";
    if (head.text.starts_with('{') || head.text.starts_with('['))
        return "JSON, but of no kind that is known";
    return head.binary ? "binary data of no known kind" : "text without a known header or first line";
}

void keepError(FileContent& content, const Error& error)
{
    content.error = error;
    if (error.code != ErrorCode::Cancelled)
        content.source.problems.push_back({Severity::Error, "unreadable",
                                           error.what + (error.advice.empty() ? "" : "; " + error.advice), error.where,
                                           content.source.path});
}

}  // namespace

FileContent readFile(const std::filesystem::path& path, const ReadOptions& options, const Job& job)
{
    FileContent content;
    content.source.path = path.string();
    content.source.format = "unknown";
    std::error_code error;
    content.source.bytes = std::filesystem::file_size(path, error);
    const auto pieces = readPieces(path);
    if (!pieces) {
        keepError(content, pieces.error());
        return content;
    }
    FileHead head{path, withoutLead(pieces->head), pieces->tail, pieces->compressed, false};
    head.binary = head.text.find('\0') != std::string_view::npos;
    for (const Format& format : formats()) {
        auto variant = format.recognise(head);
        if (!variant)
            continue;
        content.source.format = format.name;
        content.source.variant = std::move(*variant);
        const Status read = format.read(path, options, job, content);
        content.source.used = read.has_value();
        if (!read)
            keepError(content, read.error());
        return content;
    }
    content.source.problems.push_back(
        {Severity::Info, "unknown-format", "not used: " + reasonUnknown(head), {}, content.source.path});
    return content;
}

}  // namespace headwater
