// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/FilePieces.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "core/ingest/ByteSource.h"

namespace headwater {

namespace {

constexpr std::size_t kHead = std::size_t(64) * 1024;
constexpr std::size_t kTail = std::size_t(16) * 1024;

std::string_view withoutLead(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

}  // namespace

std::uint64_t sizeOf(const std::filesystem::path& path)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

Result<FilePieces> readFilePieces(const std::filesystem::path& path, std::stop_token stop)
{
    auto source = ByteSource::open(path, {}, std::move(stop));
    if (!source)
        return tl::unexpected(source.error());
    FilePieces pieces;
    pieces.compressed = source->compressed();
    pieces.head.resize(kHead);
    const auto read = source->read(pieces.head);
    if (!read)
        return tl::unexpected(read.error());
    pieces.head.resize(*read);
    keepRemarks(*source, pieces.remarks);
    if (!pieces.compressed && source->fileSize() > kHead) {
        std::ifstream file(path, std::ios::binary);
        file.seekg(-static_cast<std::streamoff>(kTail), std::ios::end);
        pieces.tail.resize(kTail);
        file.read(pieces.tail.data(), static_cast<std::streamsize>(kTail));
        pieces.tail.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    }
    return pieces;
}

FileHead headOf(const std::filesystem::path& path, const FilePieces& pieces)
{
    FileHead head{path, withoutLead(pieces.head), pieces.tail, pieces.compressed, false};
    head.binary = head.text.find('\0') != std::string_view::npos;
    return head;
}

}  // namespace headwater
