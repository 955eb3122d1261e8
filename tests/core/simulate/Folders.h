// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <zlib.h>

namespace headwater::test {

inline std::string readAll(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string gunzip(const std::filesystem::path& path)
{
    std::string text;
    gzFile file = gzopen(path.c_str(), "rb");
    std::vector<char> buffer(1 << 16);
    for (int got = 1; file != nullptr && got > 0;) {
        got = gzread(file, buffer.data(), static_cast<unsigned>(buffer.size()));
        text.append(buffer.data(), static_cast<std::size_t>(std::max(0, got)));
    }
    gzclose(file);
    return text;
}

/// Relative path → content of every file below `folder`.
inline std::map<std::string, std::string> contents(const std::filesystem::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            files[entry.path().lexically_relative(folder).string()] = readAll(entry.path());
    }
    return files;
}

/// Files directly in `folder`, sorted by name.
inline std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace headwater::test
