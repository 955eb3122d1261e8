// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Messages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace headwater {

namespace embedded {
extern const std::string_view kChineseMessages;
}

namespace {

/// A format string taken apart: the text before, between and behind its placeholders.
struct Template {
    std::string key;
    std::vector<std::string> literals;
    std::size_t letters = 0;  ///< in the literals: the more, the less a match is chance
};

Template templateOf(const std::string& key)
{
    Template made{key, {}, 0};
    std::size_t at = 0;
    const auto keep = [&](std::string_view literal) {
        made.literals.push_back(text::fill(literal, {}));
        made.letters += made.literals.back().size();
    };
    for (const std::string_view placeholder : text::placeholders(key)) {
        const auto begin = static_cast<std::size_t>(placeholder.data() - key.data());
        keep(std::string_view(key).substr(at, begin - at));
        at = begin + placeholder.size();
    }
    keep(std::string_view(key).substr(at));
    return made;
}

/// Those with most text of their own first.
std::vector<Template> readTemplates()
{
    std::vector<Template> templates;
    const auto document = nlohmann::json::parse(embedded::kChineseMessages, nullptr, false);
    for (const auto& [key, value] : document.items())
        templates.push_back(templateOf(key));
    std::stable_sort(templates.begin(), templates.end(),
                     [](const Template& a, const Template& b) { return a.letters > b.letters; });
    return templates;
}

/// What stands at the placeholders, each as short as it can be; nothing where the text is another one.
std::optional<std::vector<std::string_view>> match(const Template& one, std::string_view english)
{
    const std::string& head = one.literals.front();
    const std::string& tail = one.literals.back();
    if (one.literals.size() == 1)
        return english == head ? std::optional(std::vector<std::string_view>()) : std::nullopt;
    if (english.size() < one.letters || !english.starts_with(head) || !english.ends_with(tail))
        return std::nullopt;
    std::string_view rest = english.substr(head.size());
    rest.remove_suffix(tail.size());
    std::vector<std::string_view> arguments;
    for (std::size_t i = 1; i + 1 < one.literals.size(); ++i) {
        const std::size_t found = rest.find(one.literals[i]);
        if (found == std::string_view::npos)
            return std::nullopt;
        arguments.push_back(rest.substr(0, found));
        rest.remove_prefix(found + one.literals[i].size());
    }
    arguments.push_back(rest);
    return arguments;
}

Text found(std::string_view english, int depth);

/// The clauses to the left and right of the first or the last `sign`, where one of them is known.
std::optional<Text> splitAt(std::string_view sign, std::string_view english, int depth)
{
    for (const std::size_t at : {english.find(sign), english.rfind(sign)}) {
        if (at == std::string_view::npos)
            break;
        const std::string_view before = english.substr(0, at);
        const std::string_view behind = english.substr(at + sign.size());
        const Text left = found(before, depth - 1);
        const Text right = found(behind, depth - 1);
        if (left != Text(std::string(before)) || right != Text(std::string(behind)))
            return left + Text(std::string(sign)) + right;
    }
    return std::nullopt;
}

Text found(std::string_view english, int depth)
{
    static const std::vector<Template> kTemplates = readTemplates();
    if (depth == 0 || english.empty())
        return std::string(english);
    for (const Template& one : kTemplates) {
        const auto arguments = match(one, english);
        if (!arguments)
            continue;
        std::vector<Text> texts;
        for (const std::string_view argument : *arguments)
            texts.push_back(found(argument, depth - 1));
        return {one.key, std::move(texts)};
    }
    // What is longer is a list of names, not of clauses; to try all its commas would be felt.
    constexpr std::size_t kLongest = 500;
    if (depth == 1 || english.size() > kLongest)
        return std::string(english);
    for (const std::string_view sign : {"; ", ": ", ", ", " ("})
        if (const auto both = splitAt(sign, english, depth))
            return *both;
    return std::string(english);
}

}  // namespace

Text messageText(std::string_view english)
{
    constexpr int kDepth = 3;  // clauses, a clause, and what stands in it
    return found(english, kDepth);
}

Text messageText(const Error& error)
{
    Text line;
    if (!error.file.empty())
        line += Text(onOneLine(error.file)) + ": ";
    line += messageText(onOneLine(error.what));
    for (const std::string* part : {&error.where, &error.advice})
        if (!part->empty())
            line += Text(", ") + messageText(onOneLine(*part));
    return line;
}

}  // namespace headwater
