// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "core/base/Result.h"

namespace headwater {

/// A file written front to back, plain or gzip (header without time or name, so that same text means same bytes).
class OutputFile {
public:
    static Result<OutputFile> create(const std::filesystem::path& path, bool compress);
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;
    ~OutputFile();

    [[nodiscard]] Status write(std::string_view text);
    /// Writes what is left and closes; the file is complete only after this succeeded.
    [[nodiscard]] Status finish();

private:
    struct State;
    explicit OutputFile(std::unique_ptr<State> state);
    [[nodiscard]] Status deflateSome(std::string_view text, int flush);
    [[nodiscard]] Status put(const unsigned char* data, std::size_t size);

    std::unique_ptr<State> m_state;
};

}  // namespace headwater
