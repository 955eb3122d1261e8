// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/LineFile.h"

#include <utility>

namespace headwater::telemetry {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint64_t kLargestDocument = 2ULL << 30U;

void noteCut(const ByteSource& source, TelemetrySink& sink)
{
    sink.keep(source.remarks());
    if (source.truncated())
        sink.note(Severity::Warning, "truncated", "the compressed file ends early; what was before the cut is used");
}

/// Follows JSON text character by character, as far as strings and brackets go.
class BracketScanner {
public:
    enum class Event { None, Begin, End };

    Event take(char c)
    {
        if (m_quoted) {
            const bool escaped = std::exchange(m_escape, false);
            m_escape = !escaped && c == '\\';
            m_quoted = escaped || c != '"';
            return Event::None;
        }
        if (c == '"')
            m_quoted = m_depth > 0;
        if (c == '{' || c == '[')
            return m_depth++ == 0 ? Event::Begin : Event::None;
        if ((c == '}' || c == ']') && m_depth > 0)
            return --m_depth == 0 ? Event::End : Event::None;
        return Event::None;
    }

    [[nodiscard]] bool inside() const { return m_depth > 0; }

private:
    std::size_t m_depth = 0;
    bool m_quoted = false;
    bool m_escape = false;
};

}  // namespace

Result<std::uint64_t> readLines(const std::filesystem::path& path, const Job& job, TelemetrySink& sink,
                                const TakeLine& take)
{
    auto source = ByteSource::open(path, {}, job.stop);
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
    if (counts->unfinished && counts->lines > 1)
        sink.note(Severity::Info, "no-line-end",
                  "the last line has no end, as the others have: if the file was cut there, its value is cut too",
                  counts->lines);
    if (counts->cut > 0)
        sink.note(Severity::Warning, "long-line", "a line longer than 1 MiB was cut", counts->firstCut);
    return counts->lines;
}

Result<std::string> readWhole(const std::filesystem::path& path, const Job& job, TelemetrySink& sink)
{
    InflateLimits limits;
    limits.decompressed = kLargestDocument;
    auto source = ByteSource::open(path, limits, job.stop);
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
    BracketScanner scanner;
    std::size_t begin = 0;
    std::uint64_t line = 1;
    std::uint64_t beginLine = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        line += text[i] == '\n' ? 1 : 0;
        const auto event = scanner.take(text[i]);
        if (event == BracketScanner::Event::Begin) {
            begin = i;
            beginLine = line;
        } else if (event == BracketScanner::Event::End && !take(text.substr(begin, i + 1 - begin), beginLine)) {
            return true;
        }
    }
    if (scanner.inside())
        take(text.substr(begin), beginLine);
    return !scanner.inside();
}

}  // namespace headwater::telemetry
