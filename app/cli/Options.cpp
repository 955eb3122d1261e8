// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Options.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace headwater::cli {

namespace {

/// Levenshtein's distance: how many characters differ, are missing or are too many.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

bool looksLikeOption(std::string_view word)
{
    return word.size() > 1 && word.front() == '-';
}

tl::unexpected<Error> badUsage(std::string what, std::string advice)
{
    return fail(ErrorCode::BadUsage, std::move(what), {}, {}, std::move(advice));
}

}  // namespace

/// Walks over the words once. A class only to keep the position out of every function's parameters.
class Parser {
public:
    Parser(const CommandSpec& command, std::span<const std::string> words) : m_command(command), m_words(words) {}

    Result<Arguments> run()
    {
        bool onlyOperands = false;
        while (m_at < m_words.size() && !m_arguments.m_help) {
            const std::string& word = m_words[m_at];
            if (!onlyOperands && word == "--") {
                onlyOperands = true;
                ++m_at;
            } else if (!onlyOperands && looksLikeOption(word)) {
                if (const Status status = option(word); !status)
                    return tl::unexpected(status.error());
            } else {
                m_arguments.m_operands.push_back(word);
                ++m_at;
            }
        }
        if (m_arguments.m_help)
            return std::move(m_arguments);
        return checkOperands();
    }

private:
    [[nodiscard]] std::string helpHint() const { return fmt::format("see `headwater-cli {} --help`", m_command.name); }

    Status option(const std::string& word)
    {
        ++m_at;
        if (word == "--help" || word == "-h") {
            m_arguments.m_help = true;
            return {};
        }
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const auto spec = std::find_if(m_command.options.begin(), m_command.options.end(),
                                       [&name](const OptionSpec& candidate) { return candidate.name == name; });
        if (spec == m_command.options.end())
            return unknown(name);
        if (spec->kind != OptionSpec::Kind::Many && m_arguments.has(name))
            return badUsage(name + " is given twice", "keep one of them");
        std::vector<std::string>& values = m_arguments.m_values[name];
        if (equals != std::string::npos) {
            if (spec->kind == OptionSpec::Kind::Flag)
                return badUsage(name + " takes no value", "write " + name + " alone");
            values.push_back(word.substr(equals + 1));
        } else {
            take(*spec, values);
        }
        if (spec->kind != OptionSpec::Kind::Flag && (values.empty() || values.back().empty()))
            return badUsage(name + " needs a value", fmt::format("write {} {}", name, spec->value));
        return {};
    }

    void take(const OptionSpec& spec, std::vector<std::string>& values)
    {
        // "-" alone is standard output, and "-1" is left for the option itself to refuse.
        const auto isValue = [this] { return m_at < m_words.size() && m_words[m_at].rfind("--", 0) != 0; };
        if (spec.kind == OptionSpec::Kind::One && isValue())
            values.push_back(m_words[m_at++]);
        while (spec.kind == OptionSpec::Kind::Many && isValue() && !looksLikeOption(m_words[m_at]))
            values.push_back(m_words[m_at++]);
    }

    [[nodiscard]] Status unknown(const std::string& name) const
    {
        std::vector<std::string_view> names{"--help"};
        for (const OptionSpec& spec : m_command.options)
            names.push_back(spec.name);
        const auto near = nearest(name, names);
        return badUsage(fmt::format("{} has no option {}", m_command.name, name),
                        near ? "did you mean " + *near + "?" : helpHint());
    }

    Result<Arguments> checkOperands()
    {
        const std::size_t count = m_arguments.m_operands.size();
        if (count < m_command.minimum)
            return badUsage(fmt::format("{} needs {}", m_command.name, m_command.usage), helpHint());
        if (count > m_command.maximum)
            return badUsage(fmt::format("{} does not know what to do with '{}'", m_command.name,
                                        m_arguments.m_operands[m_command.maximum]),
                            helpHint());
        return std::move(m_arguments);
    }

    const CommandSpec& m_command;
    std::span<const std::string> m_words;
    std::size_t m_at = 0;
    Arguments m_arguments;
};

std::optional<std::string> Arguments::value(std::string_view option) const
{
    const auto found = m_values.find(option);
    if (found == m_values.end() || found->second.empty())
        return std::nullopt;
    return found->second.back();
}

std::vector<std::string> Arguments::values(std::string_view option) const
{
    const auto found = m_values.find(option);
    return found == m_values.end() ? std::vector<std::string>() : found->second;
}

Result<Arguments> parseArguments(const CommandSpec& command, std::span<const std::string> words)
{
    return Parser(command, words).run();
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string_view> candidates)
{
    std::optional<std::string> best;
    std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        // The beginning of a name, long enough to tell, is as good as a slip of a finger.
        const bool beginning = word.size() > 3 && candidate.substr(0, word.size()) == word;
        const std::size_t far = beginning ? 1 : distance(word, candidate);
        if (far < bestDistance) {
            best = std::string(candidate);
            bestDistance = far;
        }
    }
    return best;
}

}  // namespace headwater::cli
