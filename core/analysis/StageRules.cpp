// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/StageRules.h"

#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

namespace headwater {

namespace embedded {
extern const std::string_view kCanonicalStages;
}

namespace {

using nlohmann::json;

constexpr std::array<std::pair<std::string_view, HostKind>, 8> kKinds = {{
    {"op", HostKind::Op},
    {"annotation", HostKind::Annotation},
    {"runtime", HostKind::Runtime},
    {"driver", HostKind::Driver},
    {"python", HostKind::Python},
    {"sync", HostKind::Sync},
    {"overhead", HostKind::Overhead},
    {"other", HostKind::Other},
}};

std::optional<HostKind> kindFromName(std::string_view name)
{
    for (const auto& [text, kind] : kKinds)
        if (name == text)
            return kind;
    return std::nullopt;
}

Result<StageRule> ruleFrom(const json& entry, const std::string& file)
{
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string() || !entry.contains("pattern") ||
        !entry["pattern"].is_string())
        return fail(ErrorCode::Malformed, "a stage rule needs \"name\" and \"pattern\"", file);
    StageRule rule;
    rule.stage = entry["name"].get<std::string>();
    const auto pattern = entry["pattern"].get<std::string>();
    try {
        rule.pattern = std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& error) {
        return fail(ErrorCode::Malformed, "not a regular expression: " + pattern, file, "stage " + rule.stage,
                    error.what());
    }
    for (const json& name : entry.value("kinds", json::array())) {
        const auto kind = name.is_string() ? kindFromName(name.get<std::string>()) : std::nullopt;
        if (!kind)
            return fail(ErrorCode::Malformed, "unknown kind " + name.dump(), file, "stage " + rule.stage,
                        "use op, annotation, runtime, driver, python, sync, overhead or other");
        rule.kinds.push_back(*kind);
    }
    return rule;
}

bool isTraceRules(const std::string& text)
{
    const json document = json::parse(text, nullptr, false);
    const auto schema = document.is_object() ? document.find("schema") : document.end();
    return schema != document.end() && schema->is_string() &&
           schema->get_ref<const std::string&>().starts_with("headwater.trace-rules/");
}

}  // namespace

Result<std::vector<StageRule>> rulesFromJson(std::string_view text, const std::string& file, const std::string& key)
{
    const json document = json::parse(text, nullptr, false);
    if (!document.is_object() || !document.contains(key) || !document[key].is_array() || document[key].empty())
        return fail(ErrorCode::Malformed, "a rule file is an object with a non-empty array \"" + key + "\"", file, {},
                    "rules for Chrome traces begin with \"schema\": \"headwater.trace-rules/1\"");
    std::vector<StageRule> rules;
    for (const json& entry : document[key]) {
        auto rule = ruleFrom(entry, file);
        if (!rule)
            return tl::unexpected(rule.error());
        rules.push_back(std::move(*rule));
    }
    return rules;
}

const std::vector<StageRule>& canonicalStageRules()
{
    static const std::vector<StageRule> rules =
        rulesFromJson(embedded::kCanonicalStages, "built-in stages", "stages").value_or(std::vector<StageRule>());
    return rules;
}

Result<StageSpec> parseStageSpec(std::string_view text)
{
    StageSpec spec;
    spec.text = std::string(text);
    if (text == "auto")
        return spec;
    if (text == "annotations") {
        spec.mode = StageMode::Annotations;
        return spec;
    }
    if (text == "canonical") {
        spec.mode = StageMode::Canonical;
        spec.rules = canonicalStageRules();
        return spec;
    }
    std::ifstream file(spec.text, std::ios::binary);
    if (!file)
        return fail(ErrorCode::BadUsage, "neither a stage choice nor a readable rule file", spec.text, {},
                    "use auto, annotations, canonical or a JSON rule file");
    const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (isTraceRules(content)) {
        spec.traceRules = spec.text;
        return spec;
    }
    auto rules = rulesFromJson(content, spec.text, "stages");
    if (!rules)
        return tl::unexpected(rules.error());
    spec.mode = StageMode::Rules;
    spec.rules = std::move(*rules);
    return spec;
}

}  // namespace headwater
