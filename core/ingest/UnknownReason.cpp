// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/UnknownReason.h"

#include <algorithm>
#include <array>

#include "core/ingest/Lines.h"
#include "core/ingest/others/Json.h"

namespace headwater {

namespace {

using namespace std::string_view_literals;

/// What begins with these bytes is no input, but something that people keep beside their runs.
struct Beginning {
    std::string_view bytes;
    std::string_view reason;
};

constexpr std::array kBeginnings = {
    Beginning{"\xFF\xFE"sv, "text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8"},
    Beginning{"\xFE\xFF"sv, "text in UTF-16; convert it: iconv -f UTF-16 -t UTF-8"},
    Beginning{"\x28\xB5\x2F\xFD"sv, "compressed with zstd; decompress it first"},
    Beginning{"\xFD\x37zXZ\0"sv, "compressed with xz; decompress it first"},
    Beginning{"BZh"sv, "compressed with bzip2; decompress it first"},
    Beginning{"PK\x03\x04"sv, "a ZIP archive (also what torch.save writes); unpack it first"},
    Beginning{"\x80\x02"sv, "a Python pickle, which is never opened: it can run code; write the dump as JSON"},
    Beginning{"\x80\x03"sv, "a Python pickle, which is never opened: it can run code; write the dump as JSON"},
    Beginning{"\x80\x04"sv, "a Python pickle, which is never opened: it can run code; write the dump as JSON"},
    Beginning{"\x80\x05"sv, "a Python pickle, which is never opened: it can run code; write the dump as JSON"},
    Beginning{"\x37\x7F\x06\x82"sv, "the write-ahead log of an SQLite database, which is read through the database"},
    Beginning{"\x37\x7F\x06\x83"sv, "the write-ahead log of an SQLite database, which is read through the database"},
    Beginning{"SQLite format 3"sv, "an SQLite database, but no export of Nsight Systems"},
    Beginning{"List of valid properties to query"sv, "the list of what nvidia-smi can be asked for, without values"},
    Beginning{"ERROR: "sv, "an error message where values were expected"},
    Beginning{"# Format\n# If line starts with a '#'"sv,
              "the list of counters that dcgm-exporter is to read, without values"},
};

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Every other byte of western text in UTF-16 is zero.
bool looksLikeUtf16(std::string_view text)
{
    constexpr std::size_t kLooked = 256;
    if (text.size() < 8)
        return false;
    text = text.substr(0, kLooked & ~std::size_t(1));
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < text.size(); ++i)
        zeros[i % 2] += text[i] == '\0';
    const std::size_t pairs = text.size() / 2;
    return std::max(zeros[0], zeros[1]) * 10 >= pairs * 9 && std::min(zeros[0], zeros[1]) * 10 <= pairs;
}

std::string ofJson(std::string_view text)
{
    const std::string schema = others::schemaOf(text);
    if (schema.starts_with("headwater.trace-rules/"))
        return "rules for reading Chrome traces, no trace; give the file with --stages";
    if (schema.starts_with("headwater."))
        return "a document that Headwater wrote (" + schema + "), no input";
    if (has(text, "\"rocprofiler-sdk-tool\""))
        return "an export of rocprofiler, which is not read; capture with PyTorch's profiler";
    if (has(text, "\"dynamo_timed\""))
        return "times of torch.compile, no training steps";
    return "JSON, but of no kind that is known";
}

std::string ofText(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
    if (std::ranges::count(first, separatorOf(first)) >= 2)
        return "a table without known columns; stage metrics need stage and duration_ms, see --help";
    return "text without a known header or first line";
}

}  // namespace

bool hasWriteAheadLog(const std::filesystem::path& path)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(path.string() + "-wal", error);
    return !error && size > 0;
}

std::string reasonUnknown(const FileHead& head)
{
    if (head.text.empty())
        return "empty";
    if (head.text.starts_with("SQLite format 3") && head.compressed)
        return "an SQLite database that is compressed with gzip; decompress it first: gunzip FILE";
    if (head.text.starts_with("SQLite format 3") && hasWriteAheadLog(head.path))
        return "an SQLite database whose content is still in its write-ahead log, the file beside it that ends in "
               "-wal; fold it in first: sqlite3 FILE \"PRAGMA wal_checkpoint(TRUNCATE)\"";
    for (const Beginning& known : kBeginnings)
        if (head.text.starts_with(known.bytes))
            return std::string(known.reason);
    if (head.text.starts_with('{') || head.text.starts_with('['))
        return ofJson(head.text);
    const std::string extension = head.path.extension().string();
    if (head.binary && (extension == ".nsys-rep" || extension == ".qdrep"))
        return "a report of Nsight Systems in its own form; export it with nsys export --type sqlite";
    if (head.binary && looksLikeUtf16(head.text))
        return "text that seems to be in UTF-16; convert it: iconv -f UTF-16 -t UTF-8";
    return head.binary ? "binary data of no known kind" : ofText(head.text);
}

}  // namespace headwater
