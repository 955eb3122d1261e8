// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headwater::structure {

/// A text file of the project; path relative to its root, with forward slashes.
struct TextFile {
    std::string path;
    std::string text;
};

/// One line each: "path:line: what is wrong".
using Complaints = std::vector<std::string>;

/// The project's own text files: everything below the root but version control, build output and test data.
[[nodiscard]] std::vector<TextFile> readProject(const std::filesystem::path& root);

/// Includes that point backward, that name no folder, or that bring Qt into core/ or app/cli.
[[nodiscard]] Complaints checkIncludes(const std::vector<TextFile>& files);

/// The same for link lists: `text` has one line a target, "folder of the target;name;linked library;…".
[[nodiscard]] Complaints checkLinks(std::string_view text);

/// Entries of the top level that have no place there.
[[nodiscard]] Complaints checkTopLevel(const std::vector<std::string>& entries);

/// Folders that lack a README.md.
[[nodiscard]] Complaints checkReadmes(const std::vector<TextFile>& files);

/// Files longer than the house allows.
[[nodiscard]] Complaints checkSizes(const std::vector<TextFile>& files);

/// Marks of unfinished work, folders of somebody's machine, sources without a licence line.
[[nodiscard]] Complaints checkWords(const std::vector<TextFile>& files);

}  // namespace headwater::structure
