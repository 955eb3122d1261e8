// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/LineFile.h"

#include <algorithm>

namespace headwater::telemetry {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint64_t kLargestDocument = 2ULL << 30U;

void noteCut(const ByteSource& source, TelemetrySink& sink)
{
    if (source.truncated())
        sink.note(Severity::Warning, "truncated", "the compressed file ends early; what was before the cut is used");
}

}  // namespace

Result<std::uint64_t> readLines(const std::filesystem::path& path, const Job& job, TelemetrySink& sink,
                                const TakeLine& take)
{
    auto source = ByteSource::open(path);
    if (!source)
        return tl::unexpected(source.error());
    LineOptions options;
    options.cutLong = true;
    options.activity = "reading telemetry";
    const auto counts = forEachLine(*source, job, options, [&](std::string_view line, std::uint64_t number) {
        if (number == 1 && line.starts_with(kByteOrderMark))
            line.remove_prefix(kByteOrderMark.size());
        return line.empty() || take(line, number);
    });
    if (!counts)
        return tl::unexpected(counts.error());
    noteCut(*source, sink);
    if (counts->cut > 0)
        sink.note(Severity::Warning, "long-line", "a line longer than 1 MiB was cut", counts->firstCut);
    return counts->lines;
}

Result<std::string> readWhole(const std::filesystem::path& path, const Job& job, TelemetrySink& sink)
{
    InflateLimits limits;
    limits.decompressed = kLargestDocument;
    auto source = ByteSource::open(path, limits);
    if (!source)
        return tl::unexpected(source.error());
    std::string text;
    std::vector<char> chunk(std::size_t(1) << 20U);
    while (true) {
        if (job.stopped())
            return cancelled();
        const auto read = source->read(chunk);
        if (!read)
            return tl::unexpected(read.error());
        if (*read == 0)
            break;
        if (text.size() + *read > kLargestDocument)
            return fail(ErrorCode::TooLarge, "a JSON file beyond 2 GiB", path.string());
        text.append(chunk.data(), *read);
    }
    noteCut(*source, sink);
    if (text.starts_with(kByteOrderMark))
        text.erase(0, kByteOrderMark.size());
    return text;
}

bool forEachDocument(std::string_view text, const TakeLine& take)
{
    std::size_t depth = 0;
    std::size_t begin = 0;
    std::uint64_t line = 1;
    std::uint64_t beginLine = 1;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1 : 0;
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = depth > 0;
        } else if (c == '{' || c == '[') {
            if (depth++ == 0) {
                begin = i;
                beginLine = line;
            }
        } else if ((c == '}' || c == ']') && depth > 0 && --depth == 0) {
            if (!take(text.substr(begin, i + 1 - begin), beginLine))
                return true;
        }
    }
    if (depth > 0)
        take(text.substr(begin), beginLine);
    return depth == 0;
}

}  // namespace headwater::telemetry
