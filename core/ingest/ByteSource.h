// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>

#include "core/base/Problem.h"
#include "core/base/Result.h"

namespace headwater {

/// Guards against inputs made to exhaust memory or time: compressed data that expands further is refused by name.
struct InflateLimits {
    std::uint64_t ratio = 200;                  ///< decompressed : compressed, judged from `ratioFrom` on
    std::uint64_t ratioFrom = 64ULL << 20U;     ///< bytes decompressed before the ratio is looked at
    std::uint64_t decompressed = 64ULL << 30U;  ///< bytes in all
};

/// A file as a stream of plain bytes; gzip (one or several members) is recognised by its magic number, not by the name,
/// and inflated on the way.
class ByteSource {
public:
    /// Only regular files are opened: a FIFO or device could block for ever. Once `stop` is requested, reading
    /// compressed data gives Cancelled, also where megabytes of it hold not one plain byte.
    [[nodiscard]] static Result<ByteSource> open(const std::filesystem::path& path, InflateLimits limits = {},
                                                 std::stop_token stop = {});

    ByteSource(ByteSource&&) noexcept;
    ByteSource& operator=(ByteSource&&) noexcept;
    ~ByteSource();

    /// Fills as much of `out` as it can; 0 means the end. A gzip stream that stops early ends like a file that stops
    /// early, with truncated() true. Errors: Malformed (not valid gzip), TooLarge (limits), Unreadable, Cancelled.
    [[nodiscard]] Result<std::size_t> read(std::span<char> out);

    [[nodiscard]] bool compressed() const;
    [[nodiscard]] bool truncated() const;
    /// What was odd in the compressed form itself and did not stop the reading, with its position in the file: a
    /// checksum that does not match, bytes behind the last gzip member. To be asked at the end and kept among a file's
    /// problems.
    [[nodiscard]] const Problems& remarks() const;
    [[nodiscard]] std::uint64_t fileSize() const;
    [[nodiscard]] std::uint64_t filePosition() const;  ///< bytes of the file consumed, for progress
    [[nodiscard]] std::uint64_t position() const;      ///< plain bytes delivered

private:
    struct State;
    explicit ByteSource(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Appends the remarks of a source that was read to the problems of its file.
void keepRemarks(const ByteSource& source, Problems& problems);

}  // namespace headwater
