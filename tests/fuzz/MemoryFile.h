// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace headwater::fuzz {

/// A file that lives in memory only and has a path, for readers that take one.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size);
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile();

    [[nodiscard]] std::filesystem::path path() const;

private:
    int m_descriptor;
};

/// Ends the process with a message, so that the fuzzer keeps the input.
void require(bool condition, const char* what);

}  // namespace headwater::fuzz
