// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/Taxonomy.h"

#include <nlohmann/json.hpp>

namespace headwater {

namespace embedded {
extern const std::string_view kKernelTaxonomy;
}

namespace {

Result<ActivityClass> activityFromName(const std::string& name, const std::string& file)
{
    if (name == "compute")
        return ActivityClass::Compute;
    if (name == "comm")
        return ActivityClass::Comm;
    if (name == "memcpy")
        return ActivityClass::Memcpy;
    if (name == "memset")
        return ActivityClass::Memset;
    return fail(ErrorCode::Malformed, "unknown class \"" + name + "\" in the taxonomy", file, {},
                "use compute, comm, memcpy or memset");
}

std::optional<std::regex> compile(const std::string& pattern)
{
    try {
        return std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error&) {
        return std::nullopt;
    }
}

/// Longest part of a kernel name that is matched. C++ template names reach tens of kilobytes, and what tells the class
/// stands at the front; std::regex recurses per character.
constexpr std::size_t kMatchedPrefix = 512;

}  // namespace

Result<Taxonomy> Taxonomy::fromJson(std::string_view json, const std::string& file)
{
    const auto document = nlohmann::json::parse(json, nullptr, false);
    const auto rules = document.is_object() ? document.find("rules") : document.end();
    if (document.is_discarded() || !document.is_object() || rules == document.end() || !rules->is_array())
        return fail(ErrorCode::Malformed, "a taxonomy is an object with an array \"rules\"", file);
    Taxonomy taxonomy;
    for (const auto& rule : *rules) {
        if (!rule.is_object() || !rule.contains("class") || !rule["class"].is_string() || !rule.contains("pattern") ||
            !rule["pattern"].is_string())
            return fail(ErrorCode::Malformed, "a taxonomy rule needs \"class\" and \"pattern\"", file);
        const auto activity = activityFromName(rule["class"].get<std::string>(), file);
        if (!activity)
            return tl::unexpected(activity.error());
        auto pattern = compile(rule["pattern"].get<std::string>());
        if (!pattern)
            return fail(ErrorCode::Malformed, "not a regular expression: " + rule["pattern"].get<std::string>(), file);
        taxonomy.m_rules.push_back({*activity, std::move(*pattern)});
    }
    return taxonomy;
}

const Taxonomy& Taxonomy::builtIn()
{
    // A constant of the program: the text is compiled in and a test parses it.
    static const Taxonomy taxonomy = fromJson(embedded::kKernelTaxonomy, "built-in taxonomy").value_or(Taxonomy());
    return taxonomy;
}

Taxonomy::Class Taxonomy::classify(std::string_view kernelName) const
{
    const std::string_view text = kernelName.substr(0, kMatchedPrefix);
    for (const Rule& rule : m_rules)
        if (std::regex_search(text.begin(), text.end(), rule.pattern))
            return {rule.activity, true};
    return {};
}

}  // namespace headwater
