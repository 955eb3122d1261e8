// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"

namespace headwater::cli {

/// One option of a command. Parsing and help are both made from this.
struct OptionSpec {
    enum class Kind { Flag, One, Many };  ///< Many takes every word up to the next option
    std::string_view name;                ///< with its dashes
    Kind kind = Kind::Flag;
    std::string_view value;  ///< what the help calls the value: "FILE", "auto|N"
    std::string_view help;   ///< may hold line breaks
};

class Session;
class Arguments;

/// One command of the program.
struct CommandSpec {
    std::string_view name;
    std::string_view usage;   ///< what stands behind the name: "PATH...", "--baseline PATH... --current PATH..."
    std::size_t minimum = 0;  ///< operands that must be there
    std::size_t maximum = 0;
    std::string_view summary;      ///< one line
    std::string_view description;  ///< some lines
    std::span<const OptionSpec> options;
    std::string_view examples;
    int (*run)(const Arguments&, Session&) = nullptr;  ///< null: belongs to a later version
};

/// What the user wrote, checked against the options of the command but not yet for its meaning.
class Arguments {
public:
    [[nodiscard]] const std::vector<std::string>& operands() const { return m_operands; }
    [[nodiscard]] bool has(std::string_view option) const { return m_values.find(option) != m_values.end(); }
    /// The value of an option that takes one; nothing when it was not given.
    [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
    [[nodiscard]] std::vector<std::string> values(std::string_view option) const;
    [[nodiscard]] bool wantsHelp() const { return m_help; }

private:
    friend class Parser;
    std::vector<std::string> m_operands;
    std::map<std::string, std::vector<std::string>, std::less<>> m_values;
    bool m_help = false;
};

/// Reads the words after the command's name. Fails with BadUsage, the error's `advice` saying what to write instead.
[[nodiscard]] Result<Arguments> parseArguments(const CommandSpec& command, std::span<const std::string> words);

/// The candidate that `word` was probably meant to be, or nothing when none is near.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace headwater::cli
