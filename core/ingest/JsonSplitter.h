// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/ingest/ByteSource.h"

namespace headwater {

/// Cuts a Chrome trace into its top-level members and its events without holding more than one of them (plus a chunk)
/// in memory. It knows JSON's brackets and strings only; what is inside an event is for the caller to parse.
class JsonSplitter {
public:
    enum class Kind { Member, Event, End };
    struct Item {
        Kind kind = Kind::End;
        std::string_view key;      ///< of a Member
        std::string_view text;     ///< raw JSON; kPadding readable bytes follow it; valid until the next call
        std::uint64_t offset = 0;  ///< of text in the plain bytes
    };
    /// Readable bytes behind every text, as simdjson wants them.
    static constexpr std::size_t kPadding = 64;

    explicit JsonSplitter(ByteSource& source);

    /// The next member of the top-level object, or the next element of "traceEvents" (or of a bare top-level array).
    /// Errors: Malformed when the text is no JSON object or array, TooLarge for one member beyond kLargestValue, and
    /// what the source reports.
    [[nodiscard]] Result<Item> next();

    /// Gives up the event returned last: it was not parseable, its quotes may be unbalanced. Scanning resumes at the
    /// next text that looks like the start of an event, at the latest behind the given-up one.
    void resynchronise();

    /// True when the data ended inside a value or before the closing bracket: everything returned was complete.
    [[nodiscard]] bool truncated() const { return m_truncated; }
    /// Where something else than white space follows the end of the document, its plain offset. To be asked at the End.
    [[nodiscard]] Result<std::optional<std::uint64_t>> trailing();
    /// Events given up because they do not close before another one begins, or the data ends.
    [[nodiscard]] std::uint64_t unclosed() const { return m_unclosed; }
    /// What was skipped because it is larger than kLargestValue: how many events, and where the first of them starts.
    [[nodiscard]] std::uint64_t tooLong() const { return m_tooLong; }
    [[nodiscard]] std::uint64_t firstTooLong() const { return m_firstTooLong; }

    static constexpr std::size_t kLargestValue = std::size_t(16) << 20U;

private:
    [[nodiscard]] Status fill();
    /// Next byte that is no white space, without consuming it; 0 at the end of the data.
    [[nodiscard]] Result<char> peek();
    /// Length of the value that starts at m_begin; 0 when the data ends before it closes.
    [[nodiscard]] Result<std::size_t> valueLength();
    [[nodiscard]] Result<std::size_t> scalarLength();
    /// Takes a key and its colon; gives the first character of the value, NUL where the data ends before it.
    [[nodiscard]] Result<char> takeKey();
    [[nodiscard]] Result<Item> member();
    [[nodiscard]] Result<Item> event();
    [[nodiscard]] tl::unexpected<Error> tooLarge() const;
    /// Unbalanced quotes, or the end of the data: all that was scanned is given up unless an event starts in it. False
    /// at the end.
    bool giveUp();
    /// An event that goes on beyond kLargestValue: its quotes are unbalanced, or it really is that long.
    [[nodiscard]] Status giveUpLong();
    /// Leaves out everything before the next text that looks like the start of an event.
    [[nodiscard]] Status skipToEvent();
    [[nodiscard]] Item end();
    void consume(std::size_t count) { m_begin += count; }
    [[nodiscard]] std::uint64_t offset() const { return m_base + m_begin; }

    ByteSource& m_source;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;      ///< first byte not consumed
    std::size_t m_end = 0;        ///< end of the data in the buffer
    std::uint64_t m_base = 0;     ///< plain offset of the buffer's first byte
    std::size_t m_lastEvent = 0;  ///< where the event returned last starts
    std::string m_key;
    enum class Place { Start, Object, Events, Done } m_place = Place::Start;
    bool m_bareArray = false;
    bool m_exhausted = false;
    bool m_truncated = false;
    std::uint64_t m_unclosed = 0;
    std::uint64_t m_tooLong = 0;
    std::uint64_t m_firstTooLong = 0;
};

/// "2 events are larger than 16 MiB, …": for the problem that names them.
[[nodiscard]] std::string longEvents(const JsonSplitter& splitter);

}  // namespace headwater
