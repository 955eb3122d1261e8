// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/Options.h"
#include "core/base/Language.h"
#include "core/base/Result.h"

namespace headwater::cli {

/// Readers of option values. Each gives BadUsage with the option's name, what was given and what is accepted.

/// A whole number from `lowest` to `highest`.
[[nodiscard]] Result<std::int64_t> readInteger(std::string_view option, const std::string& text, std::int64_t lowest,
                                               std::int64_t highest);

/// The same from 1 on, into `value`, which stays as it is where the option was not given.
[[nodiscard]] Status readCount(const Arguments& arguments, std::string_view option, std::int64_t highest, int& value);
/// What --threads says; 0 where it was not given.
[[nodiscard]] Result<int> readThreads(const Arguments& arguments);
/// Likewise a seed: any whole number that is not negative.
[[nodiscard]] Status readSeed(const Arguments& arguments, std::uint64_t& value);

/// A ratio from 0 to 1 as parts per million, read as decimal text so that 0.05 is exactly 50,000.
[[nodiscard]] Result<std::int64_t> readRatioPpm(std::string_view option, const std::string& text);

/// "0,3,5-7": rank numbers, sorted, each once.
[[nodiscard]] Result<std::vector<int>> readRanks(std::string_view option, const std::string& text);

/// "10:20", "10:", ":20": step numbers, both ends included.
using StepRange = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
[[nodiscard]] Result<StepRange> readSteps(std::string_view option, const std::string& text);

/// Error for a value that is none of a list of names.
[[nodiscard]] Error notOneOf(std::string_view option, const std::string& text, std::span<const std::string_view> names);

/// The language of text, HTML and Markdown; JSON and JUnit stay English.
inline constexpr OptionSpec kLanguageOption{"--language", OptionSpec::Kind::One, "CODE",
                                            "language of text, HTML and Markdown: en (default) or zh_CN"};
[[nodiscard]] Result<Language> readLanguage(const Arguments& arguments);

/// Words of a command line as paths. "@FILE" stands for the paths that FILE has, one a line, unless there is something
/// of that very name: ten thousand of them fit into no command line.
[[nodiscard]] std::vector<std::filesystem::path> toPaths(const std::vector<std::string>& words);

}  // namespace headwater::cli
