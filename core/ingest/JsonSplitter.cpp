// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/JsonSplitter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr std::size_t kChunk = std::size_t(1) << 20U;

constexpr bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Bytes at which the scan outside strings has to stop.
constexpr std::array<bool, 256> kStructural = [] {
    std::array<bool, 256> table{};
    for (const char c : {'"', '{', '}', '[', ']'})
        table[static_cast<unsigned char>(c)] = true;
    return table;
}();

/// Resumable search for the end of an object, array or string in a buffer that grows.
class ValueScan {
public:
    /// Scans on to `size`; true when the value closed, `position` then is its length.
    bool advance(const char* text, std::size_t size)
    {
        while (m_position < size) {
            if (m_inString ? !leaveString(text, size) : !nextStructural(text, size))
                return false;
            if (m_depth == 0 && !m_inString)
                return true;
        }
        return false;
    }
    [[nodiscard]] std::size_t position() const { return m_position; }

private:
    bool leaveString(const char* text, std::size_t size)
    {
        const void* quote = std::memchr(text + m_position, '"', size - m_position);
        if (quote == nullptr) {
            m_position = size;
            return false;
        }
        const auto at = static_cast<std::size_t>(static_cast<const char*>(quote) - text);
        std::size_t slashes = 0;
        while (at - slashes > m_stringStart && text[at - slashes - 1] == '\\')
            ++slashes;
        m_position = at + 1;
        m_inString = slashes % 2 == 1;
        return true;
    }

    bool nextStructural(const char* text, std::size_t size)
    {
        while (m_position < size && !kStructural[static_cast<unsigned char>(text[m_position])])
            ++m_position;
        if (m_position == size)
            return false;
        switch (text[m_position++]) {
        case '"':
            m_inString = true;
            m_stringStart = m_position;
            break;
        case '{':
        case '[': ++m_depth; break;
        default: --m_depth; break;
        }
        return true;
    }

    std::size_t m_position = 0;
    std::size_t m_stringStart = 0;
    int m_depth = 0;
    bool m_inString = false;
};

/// Whether an event object seems to start at text[0]: '{', white space, then one of the keys events begin with.
bool looksLikeEvent(std::string_view text)
{
    std::size_t i = 1;
    while (i < text.size() && isSpace(text[i]))
        ++i;
    const std::string_view rest = text.substr(i);
    return rest.starts_with("\"ph\"") || rest.starts_with("\"name\"");
}

}  // namespace

JsonSplitter::JsonSplitter(ByteSource& source) : m_source(source), m_buffer(2 * kChunk + kPadding) {}

Status JsonSplitter::fill()
{
    if (m_begin > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
        m_base += m_begin;
        m_end -= m_begin;
        m_begin = 0;
    }
    if (m_end + kChunk + kPadding > m_buffer.size())
        m_buffer.resize(m_end + m_end / 2 + kChunk + kPadding);
    const auto read = m_source.read({m_buffer.data() + m_end, kChunk});
    if (!read)
        return tl::unexpected(read.error());
    m_end += *read;
    m_exhausted = *read == 0;
    return {};
}

Result<char> JsonSplitter::peek()
{
    while (true) {
        while (m_begin < m_end && isSpace(m_buffer[m_begin]))
            ++m_begin;
        if (m_begin < m_end)
            return m_buffer[m_begin];
        if (m_exhausted)
            return '\0';
        if (const Status ok = fill(); !ok)
            return tl::unexpected(ok.error());
    }
}

tl::unexpected<Error> JsonSplitter::tooLarge() const
{
    return fail(ErrorCode::TooLarge,
                fmt::format("one value is larger than {} MiB, the limit for a single one", kLargestValue >> 20U), {},
                fmt::format("byte {}", offset()));
}

Result<std::size_t> JsonSplitter::scalarLength()
{
    std::size_t length = 0;
    while (true) {
        while (m_begin + length < m_end) {
            const char c = m_buffer[m_begin + length];
            if (c == ',' || c == '}' || c == ']' || isSpace(c))
                return length;
            ++length;
        }
        if (m_exhausted)
            return 0;
        if (length > kLargestValue)
            return tooLarge();
        if (const Status ok = fill(); !ok)
            return tl::unexpected(ok.error());
    }
}

Result<std::size_t> JsonSplitter::valueLength()
{
    const char first = m_buffer[m_begin];
    if (first != '{' && first != '[' && first != '"')
        return scalarLength();
    ValueScan scan;
    while (!scan.advance(m_buffer.data() + m_begin, m_end - m_begin)) {
        if (m_exhausted)
            return 0;
        if (scan.position() > kLargestValue)
            return tooLarge();
        if (const Status ok = fill(); !ok)
            return tl::unexpected(ok.error());
    }
    return scan.position();
}

JsonSplitter::Item JsonSplitter::end()
{
    m_truncated = m_truncated || m_place != Place::Done;
    m_place = Place::Done;
    return {Kind::End, {}, {}, offset()};
}

Result<std::optional<std::uint64_t>> JsonSplitter::trailing()
{
    const auto next = peek();
    if (!next)
        return tl::unexpected(next.error());
    return m_truncated || *next == '\0' ? std::nullopt : std::optional(offset());
}

Result<JsonSplitter::Item> JsonSplitter::next()
{
    if (m_place == Place::Start) {
        const auto first = peek();
        if (!first)
            return tl::unexpected(first.error());
        if (std::string_view(m_buffer.data() + m_begin, m_end - m_begin).starts_with("\xEF\xBB\xBF")) {
            consume(3);
            return next();
        }
        if (*first != '{' && *first != '[')
            return fail(ErrorCode::Malformed, "not a JSON object or array", {}, fmt::format("byte {}", offset()));
        m_bareArray = *first == '[';
        m_place = m_bareArray ? Place::Events : Place::Object;
        consume(1);
    }
    if (m_place == Place::Object)
        return member();
    if (m_place == Place::Events)
        return event();
    return end();
}

Result<char> JsonSplitter::takeKey()
{
    if (m_buffer[m_begin] != '"')
        return fail(ErrorCode::Malformed, "expected a key", {}, fmt::format("byte {}", offset()));
    const auto length = valueLength();
    if (!length)
        return tl::unexpected(length.error());
    if (*length == 0)
        return '\0';
    m_key.assign(m_buffer.data() + m_begin + 1, *length - 2);
    consume(*length);
    const auto c = peek();
    if (!c || *c != ':')
        return c;
    consume(1);
    return peek();
}

Result<JsonSplitter::Item> JsonSplitter::member()
{
    auto c = peek();
    while (c && *c == ',') {
        consume(1);
        c = peek();
    }
    if (!c)
        return tl::unexpected(c.error());
    if (*c == '}') {
        consume(1);
        m_place = Place::Done;
        return end();
    }
    if (*c == '\0')
        return end();
    const auto first = takeKey();
    if (!first)
        return tl::unexpected(first.error());
    if (*first == '\0')
        return end();
    if (*first == '[' && m_key == "traceEvents") {
        consume(1);
        m_place = Place::Events;
        return event();
    }
    const auto length = valueLength();
    if (!length)
        return tl::unexpected(length.error());
    if (*length == 0)
        return end();
    const Item item{Kind::Member, m_key, {m_buffer.data() + m_begin, *length}, offset()};
    consume(*length);
    return item;
}

Result<JsonSplitter::Item> JsonSplitter::event()
{
    while (true) {
        const auto c = peek();
        if (!c)
            return tl::unexpected(c.error());
        if (*c == ',' || *c == '}') {  // a stray bracket is left over from an event that was given up
            consume(1);
            continue;
        }
        if (*c == '\0')
            return end();
        if (*c == ']') {
            consume(1);
            m_place = m_bareArray ? Place::Done : Place::Object;
            return next();
        }
        const auto length = valueLength();
        m_lastEvent = m_begin;  // only now: looking for the end may have moved the buffer
        if (!length && length.error().code != ErrorCode::TooLarge)
            return tl::unexpected(length.error());
        if (!length) {
            if (const Status ok = giveUpLong(); !ok)
                return tl::unexpected(ok.error());
            continue;
        }
        if (*length == 0) {
            if (!giveUp())
                return end();
            continue;
        }
        const Item item{Kind::Event, {}, {m_buffer.data() + m_begin, *length}, offset()};
        consume(*length);
        return item;
    }
}

bool JsonSplitter::giveUp()
{
    const std::size_t scanned = std::exchange(m_begin, m_end);
    resynchronise();
    if (m_begin == m_end) {
        m_begin = scanned;
        return false;
    }
    ++m_unclosed;
    return true;
}

Status JsonSplitter::giveUpLong()
{
    const std::uint64_t start = offset();
    m_begin = m_end;
    resynchronise();
    if (m_begin < m_end) {  // its quotes are unbalanced: other events stand inside
        ++m_unclosed;
        return {};
    }
    m_firstTooLong = m_tooLong++ == 0 ? start : m_firstTooLong;
    return skipToEvent();
}

Status JsonSplitter::skipToEvent()
{
    constexpr std::size_t kKept = 64;  // the beginning of an event may be all that is in the buffer
    while (true) {
        const std::string_view data(m_buffer.data(), m_end);
        for (std::size_t at = data.find('{', m_begin); at != std::string_view::npos; at = data.find('{', at + 1))
            if (looksLikeEvent(data.substr(at))) {
                m_begin = at;
                return {};
            }
        if (m_exhausted)
            break;
        m_begin = std::max(m_begin, m_end - std::min(m_end, kKept));
        if (const Status ok = fill(); !ok)
            return ok;
    }
    const std::string_view rest(m_buffer.data() + m_begin, m_end - m_begin);
    const std::size_t last = rest.find_last_not_of(" \t\r\n");
    if (last != std::string_view::npos && (rest[last] == ']' || rest[last] == '}'))
        m_place = Place::Done;  // the document closes behind it
    m_begin = m_end;
    return {};
}

void JsonSplitter::resynchronise()
{
    const std::string_view data(m_buffer.data(), m_end);
    for (std::size_t at = data.find('{', m_lastEvent + 1); at != std::string_view::npos; at = data.find('{', at + 1)) {
        if (looksLikeEvent(data.substr(at))) {
            m_begin = at;
            return;
        }
        if (at > m_begin)
            break;  // nothing inside the given-up text: go on behind it
    }
}

std::string longEvents(const JsonSplitter& splitter)
{
    return fmt::format("{} events are larger than {} MiB, the limit for a single one, and were skipped",
                       splitter.tooLong(), JsonSplitter::kLargestValue >> 20U);
}

}  // namespace headwater
