// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/Result.h"

namespace headwater {

/// Takes a piece of text; false: it cannot be written, and nothing more is to be given.
using TextSink = std::function<bool(std::string_view)>;
/// Gives its whole text to a sink, piece by piece; false where that refused. May be asked once only.
using TextSource = std::function<bool(const TextSink&)>;

/// A file that is written in full under a temporary name beside its target and appears only with commit(); without it
/// nothing is left. Several of them together appear all or not at all, but for the disk failing between two renames.
class StagedFile {
public:
    /// Writes `content` and flushes it to the disk. A target that exists and is no regular file (a pipe, /dev/null) is
    /// written directly by commit(). Fails with WriteFailed.
    [[nodiscard]] static Result<StagedFile> write(const std::filesystem::path& target, std::string_view content);
    /// Likewise, of a text that need not be in memory as a whole.
    [[nodiscard]] static Result<StagedFile> write(const std::filesystem::path& target, TextSource source);

    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&& other) noexcept;
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;
    ~StagedFile();

    /// Renames to the target. Fails with WriteFailed.
    [[nodiscard]] Status commit();

private:
    StagedFile() = default;
    void discard() noexcept;

    std::filesystem::path m_target;     ///< links resolved
    std::filesystem::path m_temporary;  ///< empty: nothing to rename or to remove
    TextSource m_direct;                ///< content for a target that is no regular file
};

/// StagedFile::write() and commit() in one.
[[nodiscard]] Status writeAtomically(const std::filesystem::path& target, std::string_view content);

}  // namespace headwater
