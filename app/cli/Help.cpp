// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Help.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater::cli {

namespace {

constexpr std::size_t kLabelWidth = 26;

/// "  label          text", the text's further lines below its first; a long label has a line of its own.
std::string entry(const std::string& label, std::string_view text)
{
    std::string out = "  " + label;
    std::size_t column = label.size() + 2;
    if (label.size() + 1 > kLabelWidth) {
        out += "\n";
        column = 0;
    }
    for (;;) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += std::string(kLabelWidth + 2 - column, ' ');
        out += text.substr(0, end);
        out += "\n";
        if (end == text.size())
            return out;
        text.remove_prefix(end + 1);
        column = 0;
    }
}

std::string optionLabel(const OptionSpec& option)
{
    std::string label(option.name);
    if (option.kind != OptionSpec::Kind::Flag)
        label += " " + std::string(option.value);
    return label;
}

}  // namespace

std::string programHelp(std::span<const CommandSpec* const> commands)
{
    std::string out =
        "headwater-cli finds where a slowdown of distributed training starts: it compares a baseline run with\n"
        "a current run and names the first stage that regressed, not merely the slowest one.\n\n"
        "Usage: headwater-cli COMMAND [ARGUMENTS]\n"
        "       headwater-cli COMMAND --help     what a command does, its options, examples\n"
        "       headwater-cli --version\n\n"
        "A PATH is a file or a folder; a folder is one run and is read with all that lies below it. @FILE stands for "
        "the\n"
        "paths in FILE, one a line.\n\n"
        "Start with:\n"
        "  headwater-cli analyze --baseline runs/monday --current runs/tuesday\n\n"
        "Commands:\n";
    for (const CommandSpec* command : commands)
        out += entry(std::string(command->name), command->summary);
    out += "\nExit codes:\n"
           "  0  done; for analyze: equivalent or improved\n"
           "  1  analyze: regressed\n"
           "  2  bad usage, or input that cannot be read\n"
           "  3  not comparable, confounded with --strict, or not enough data to judge\n"
           "  4  stopped by a signal; no output file was touched\n";
    return out;
}

std::string commandHelp(const CommandSpec& command)
{
    std::string usage = fmt::format("Usage: headwater-cli {}", command.name);
    if (!command.usage.empty())
        usage += " " + std::string(command.usage);
    if (!command.options.empty())
        usage += " [OPTIONS]";
    std::string out = usage + "\n\n" + std::string(command.description) + "\n";
    out += "\nOptions:\n";
    for (const OptionSpec& option : command.options)
        out += entry(optionLabel(option), option.help);
    out += entry("--help, -h", "print this");
    if (!command.examples.empty())
        out += "\nExamples:\n" + std::string(command.examples) + "\n";
    return out;
}

}  // namespace headwater::cli
