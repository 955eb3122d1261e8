// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "core/ingest/ByteSource.h"
#include "core/ingest/Format.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/UnknownReason.h"
#include "core/ingest/nsys/NsysReader.h"

namespace headwater {

namespace {

std::optional<std::string> recognise(const FileHead& head)
{
    using namespace std::string_view_literals;
    // The schema stands at the beginning: tables are made before they are filled.
    const auto has = [&](std::string_view part) { return head.text.find(part) != std::string_view::npos; };
    if (!head.text.starts_with("SQLite format 3\0"sv) || !has("StringIds"))
        return std::nullopt;
    const bool nsys = has("CUPTI_ACTIVITY_KIND_") || has("NVTX_EVENTS") || has("META_DATA_EXPORT") ||
                      has("EXPORT_META_DATA") || has("TARGET_INFO_");
    return nsys ? std::optional<std::string>("") : std::nullopt;
}

/// Pages that the header promises and the file does not have. The count is valid only where the last writer noted the
/// change that it belongs to (sqlite.org/fileformat2, 1.3.8).
void reportCut(const std::filesystem::path& path, FileContent& content)
{
    std::array<unsigned char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    file.read(static_cast<char*>(static_cast<void*>(header.data())), header.size());
    if (file.gcount() < static_cast<std::streamsize>(header.size()))
        return;
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::uint64_t value = 0;
        for (std::size_t i = at; i < at + bytes; ++i)
            value = value << 8U | header[i];
        return value;
    };
    const std::uint64_t pageSize = number(16, 2) == 1 ? 65'536 : number(16, 2);
    const std::uint64_t pages = number(24, 4) == number(92, 4) ? number(28, 4) : 0;
    const std::uint64_t size = content.source.bytes;
    if (size < pages * pageSize)
        content.source.problems.push_back(
            {Severity::Warning, "truncated",
             fmt::format("the file stops in the middle: its database has {} bytes, the file {}; what lies before the "
                         "cut is used as far as it can be read",
                         pages * pageSize, size),
             fmt::format("byte {}", size), content.source.path});
}

/// Rows that SQLite has not yet folded into the file lie beside it; they are not read, for that would change the file.
void reportLog(const std::filesystem::path& path, FileContent& content)
{
    if (hasWriteAheadLog(path))
        content.source.problems.push_back({Severity::Warning,
                                           "write-ahead-log",
                                           "part of the database is still in its write-ahead log, the file beside it "
                                           "that ends in -wal; that part is not read",
                                           {},
                                           content.source.path});
}

Status read(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    const auto bytes = ByteSource::open(path);
    if (bytes && bytes->compressed())
        return fail(ErrorCode::Unreadable, "a database that is compressed with gzip", path.string(), {},
                    "decompress it first: gunzip FILE");
    reportCut(path, content);
    reportLog(path, content);
    auto nsys = readNsys(path, job);
    if (!nsys)
        return tl::unexpected(nsys.error());
    SourceFile& source = content.source;
    source.variant = nsys->schema.empty() ? "schema unknown" : "schema " + nsys->schema;
    source.problems.insert(source.problems.end(), nsys->problems.begin(), nsys->problems.end());
    addTraces(std::move(nsys->traces), options, content);
    source.events = nsys->rows;
    return {};
}

constexpr std::array<Format, 1> kFormats = {{{"nsys-sqlite", recognise, read}}};

}  // namespace

std::span<const Format> nsysFormats()
{
    return kFormats;
}

}  // namespace headwater
