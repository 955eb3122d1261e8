// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Lines.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr std::size_t kChunk = std::size_t(1) << 20U;
constexpr std::size_t kLongestLine = std::size_t(1) << 20U;

/// Takes text in pieces and gives lines out.
class LineSplitter {
public:
    LineSplitter(const LineOptions& options, const TakeLine& take) : m_options(options), m_take(take) {}

    /// False once the receiver wants no more.
    bool add(std::string_view piece)
    {
        m_pending.append(piece);
        std::size_t begin = 0;
        for (std::size_t end = m_pending.find('\n'); end != std::string::npos; end = m_pending.find('\n', begin)) {
            const auto line = std::string_view(m_pending).substr(begin, end - begin);
            begin = end + 1;
            if (!finishLine(line))
                return false;
        }
        m_pending.erase(0, begin);
        return true;
    }

    /// Whether the unfinished line is longer than any line may be.
    [[nodiscard]] bool tooLong() const { return m_pending.size() > kLongestLine; }

    /// Delivers the beginning of the long line and forgets the rest of it.
    bool cut()
    {
        const bool first = !m_skipping;
        m_skipping = true;
        bool more = true;
        if (first) {
            m_counts.firstCut = m_counts.cut == 0 ? m_counts.lines + 1 : m_counts.firstCut;
            ++m_counts.cut;
            more = deliver(std::string_view(m_pending).substr(0, kLongestLine));
        }
        m_pending.clear();
        return more;
    }

    void finish()
    {
        m_counts.unfinished = !m_pending.empty() || m_skipping;
        if (!m_pending.empty() && !m_skipping)
            finishLine(m_pending);
        else if (m_skipping)
            ++m_counts.lines;
    }

    [[nodiscard]] const LineCounts& counts() const { return m_counts; }

private:
    bool finishLine(std::string_view line)
    {
        const bool more = m_skipping || deliver(line);
        m_skipping = false;
        ++m_counts.lines;
        return more;
    }

    bool deliver(std::string_view line)
    {
        const std::uint64_t number = m_counts.lines + 1;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!m_options.carriageReturns)
            return line.empty() || m_take(line, number);
        while (!line.empty()) {
            const std::size_t end = std::min(line.find('\r'), line.size());
            if (end > 0 && !m_take(line.substr(0, end), number))
                return false;
            line.remove_prefix(std::min(end + 1, line.size()));
        }
        return true;
    }

    const LineOptions& m_options;
    const TakeLine& m_take;
    std::string m_pending;
    bool m_skipping = false;  ///< inside a line whose beginning was delivered
    LineCounts m_counts;
};

}  // namespace

Result<LineCounts> forEachLine(ByteSource& source, const Job& job, const LineOptions& options, const TakeLine& take)
{
    LineSplitter splitter(options, take);
    std::vector<char> chunk(kChunk);
    while (true) {
        if (job.stopped())
            return cancelled();
        const auto read = source.read(chunk);
        if (!read)
            return tl::unexpected(read.error());
        if (*read == 0)
            break;
        if (!splitter.add({chunk.data(), *read}))
            return splitter.counts();
        if (splitter.tooLong()) {
            if (!options.cutLong)
                return fail(ErrorCode::TooLarge, "a line longer than 1 MiB", {},
                            fmt::format("line {}", splitter.counts().lines + 1));
            if (!splitter.cut())
                return splitter.counts();
        }
        job.report(static_cast<double>(source.filePosition()) /
                       static_cast<double>(std::max<std::uint64_t>(source.fileSize(), 1)),
                   options.activity);
    }
    splitter.finish();
    return splitter.counts();
}

std::vector<std::string> splitCsv(std::string_view line, char separator)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == separator && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    for (std::string& field : fields) {
        const auto first = field.find_first_not_of(" \t");
        const auto last = field.find_last_not_of(" \t");
        field = first == std::string::npos ? std::string() : field.substr(first, last - first + 1);
    }
    return fields;
}

char separatorOf(std::string_view header)
{
    for (const char separator : {',', ';', '\t'})
        if (header.find(separator) != std::string_view::npos)
            return separator;
    return ',';
}

}  // namespace headwater
