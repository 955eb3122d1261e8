// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ChromeRules.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

namespace headwater {

namespace embedded {
extern const std::string_view kStragglerStudy;
}

namespace {

using nlohmann::json;

constexpr std::string_view kSchema = "headwater.trace-rules/1";

Error wrong(const std::string& file, std::string what, std::string where)
{
    return {ErrorCode::Malformed, std::move(what), file, std::move(where), {}};
}

std::string textAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::regex> compiled(const std::string& pattern)
{
    constexpr std::size_t kLongestPattern = 1'000;
    if (pattern.size() > kLongestPattern)
        return std::nullopt;
    try {
        return std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error&) {
        return std::nullopt;
    }
}

struct FieldName {
    std::string_view name;
    ChromeField::Source source;
};
constexpr std::array<FieldName, 6> kFields = {{{"name", ChromeField::Source::Name},
                                               {"cat", ChromeField::Source::Category},
                                               {"pid", ChromeField::Source::Process},
                                               {"tid", ChromeField::Source::Thread},
                                               {"process_name", ChromeField::Source::ProcessName},
                                               {"thread_name", ChromeField::Source::ThreadName}}};

struct KindName {
    std::string_view name;
    ChromeEventRule::Kind kind;
};
constexpr std::array<KindName, 7> kKinds = {{{"compute", ChromeEventRule::Kind::Compute},
                                             {"comm", ChromeEventRule::Kind::Comm},
                                             {"p2p", ChromeEventRule::Kind::Comm},
                                             {"memcpy", ChromeEventRule::Kind::Memcpy},
                                             {"memset", ChromeEventRule::Kind::Memset},
                                             {"host", ChromeEventRule::Kind::Host},
                                             {"ignore", ChromeEventRule::Kind::Ignore}}};

/// Builds the rules; the first thing that is wrong is kept.
class Builder {
public:
    Builder(const json& document, const std::string& file) : m_document(document), m_file(file) {}

    Result<ChromeRules> build()
    {
        if (!m_document.is_object() || textAt(m_document, "schema") != kSchema)
            return tl::unexpected(
                wrong(m_file, "no rule file: \"schema\" is not \"" + std::string(kSchema) + "\"", {}));
        m_rules.name = textAt(m_document, "name");
        readRanks();
        m_rules.stream = optionalField("stream");
        m_rules.step = optionalField("step");
        m_rules.microBatch = optionalField("micro_batch");
        m_rules.modelChunk = optionalField("model_chunk");
        m_rules.sequence = optionalField("sequence");
        readEvents();
        const std::string gaps = textAt(m_document, "gaps");
        if (!gaps.empty() && gaps != "next" && gaps != "outside")
            refuse("must be \"next\" or \"outside\"", "gaps");
        m_rules.waitsBefore = gaps == "next";
        if (m_error)
            return tl::unexpected(*m_error);
        return std::move(m_rules);
    }

private:
    void refuse(std::string what, std::string where)
    {
        if (!m_error)
            m_error = wrong(m_file, std::move(what), std::move(where));
    }

    std::size_t argument(const std::string& key)
    {
        const auto found = std::ranges::find(m_rules.arguments, key);
        if (found != m_rules.arguments.end())
            return static_cast<std::size_t>(found - m_rules.arguments.begin());
        m_rules.arguments.push_back(key);
        return m_rules.arguments.size() - 1;
    }

    ChromeField field(const json& entry, const std::string& where)
    {
        ChromeField field;
        if (!entry.is_object()) {
            refuse("must be an object with \"field\"", where);
            return field;
        }
        const std::string name = textAt(entry, "field");
        const auto* const known = std::ranges::find(kFields, name, &FieldName::name);
        if (known != kFields.end()) {
            field.source = known->source;
        } else if (name.starts_with("args.") && name.size() > 5) {
            field.source = ChromeField::Source::Argument;
            field.argument = argument(name.substr(5));
        } else {
            refuse("\"field\" is name, cat, pid, tid, process_name, thread_name or args.KEY", where);
        }
        if (entry.contains("pattern")) {
            field.pattern = compiled(textAt(entry, "pattern"));
            if (!field.pattern)
                refuse("\"pattern\" is no regular expression", where);
        }
        return field;
    }

    std::optional<ChromeField> optionalField(const char* key)
    {
        const auto found = m_document.find(key);
        return found == m_document.end() ? std::nullopt : std::optional(field(*found, key));
    }

    void readRanks()
    {
        const auto found = m_document.find("ranks");
        constexpr std::size_t kMostCoordinates = 8;
        if (found == m_document.end() || !found->is_array() || found->empty() || found->size() > kMostCoordinates)
            return refuse("must be a list of one to eight fields", "ranks");
        for (const json& entry : *found)
            m_rules.ranks.push_back({entry.is_object() ? textAt(entry, "name") : std::string(), field(entry, "ranks")});
    }

    void readEvents()
    {
        const auto found = m_document.find("events");
        if (found == m_document.end() || !found->is_array() || found->empty())
            return refuse("must be a list of {\"pattern\", \"kind\"}", "events");
        for (const json& entry : *found) {
            if (!entry.is_object())
                return refuse("must be a list of {\"pattern\", \"kind\"}", "events");
            const std::string kind = textAt(entry, "kind");
            const auto* const known = std::ranges::find(kKinds, kind, &KindName::name);
            auto pattern = compiled(textAt(entry, "pattern"));
            if (known == kKinds.end() || !pattern)
                return refuse("needs a regular expression \"pattern\" and a known \"kind\"", "events");
            m_rules.events.push_back({std::move(*pattern), known->kind, kind == "p2p", groupOf(entry)});
        }
    }

    std::vector<std::size_t> groupOf(const json& entry)
    {
        std::vector<std::size_t> group;
        const auto found = entry.find("group");
        if (found == entry.end() || !found->is_array())
            return group;
        for (const json& name : *found) {
            const auto coordinate =
                std::ranges::find_if(m_rules.ranks, [&](const auto& c) { return name.is_string() && c.name == name; });
            if (coordinate == m_rules.ranks.end())
                refuse("\"group\" names a coordinate that \"ranks\" does not", "events");
            else
                group.push_back(static_cast<std::size_t>(coordinate - m_rules.ranks.begin()));
        }
        return group;
    }

    const json& m_document;
    const std::string& m_file;
    ChromeRules m_rules;
    std::optional<Error> m_error;
};

}  // namespace

Result<ChromeRules> chromeRulesFromJson(std::string_view text, const std::string& file)
{
    const json document = json::parse(text, nullptr, false);
    return Builder(document, file).build();
}

Result<ChromeRules> readChromeRules(const std::filesystem::path& path)
{
    constexpr std::uintmax_t kLargest = 1'000'000;
    std::error_code error;
    if (std::filesystem::file_size(path, error) > kLargest && !error)
        return fail(ErrorCode::TooLarge, "a rule file is at most 1 MB", path.string());
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail(ErrorCode::NotFound, "the rule file cannot be read", path.string());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return chromeRulesFromJson(text, path.string());
}

const ChromeRules& stragglerStudyRules()
{
    // A constant of the program: the text is compiled in and a test parses it.
    static const ChromeRules rules =
        chromeRulesFromJson(embedded::kStragglerStudy, "built-in rules").value_or(ChromeRules());
    return rules;
}

}  // namespace headwater
