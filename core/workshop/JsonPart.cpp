// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/JsonPart.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/workshop/UnclosedBracket.h"

namespace headwater::workshop {

namespace {

using nlohmann::json;

constexpr std::uintmax_t kLargestFile = 4U << 20U;
constexpr int kDeepest = 64;

const json& nothing()
{
    static const json value;
    return value;
}

std::string lineOf(std::string_view text, std::size_t byte)
{
    const auto upTo = text.substr(0, std::min(byte, text.size()));
    return fmt::format("line {}", 1 + std::ranges::count(upTo, '\n'));
}

bool tooDeep(std::string_view text)
{
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!quoted && c == '/')
            i = afterRemark(text, i);
        else if (quoted && c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{'))
            ++depth;
        else if (!quoted && (c == ']' || c == '}'))
            --depth;
        if (depth > kDeepest)
            return true;
    }
    return false;
}

/// Watches a document being parsed for keys that an object has twice.
class Keys {
public:
    bool operator()(int, json::parse_event_t at, json& value)
    {
        if (at == json::parse_event_t::object_start)
            m_open.emplace_back();
        else if (at == json::parse_event_t::object_end)
            m_open.pop_back();
        else if (at == json::parse_event_t::key && !m_open.back().insert(value.get<std::string>()).second &&
                 m_twice.empty())
            m_twice = value.get<std::string>();
        return true;
    }
    [[nodiscard]] const std::string& twice() const { return m_twice; }

private:
    std::vector<std::set<std::string>> m_open;
    std::string m_twice;
};

/// One letter more, less or other, or two that changed places.
bool isNearly(std::string_view said, std::string_view known)
{
    const auto shortest = std::min(said.size(), known.size());
    std::size_t same = 0;
    while (same < shortest && said[same] == known[same])
        ++same;
    const std::string_view a = said.substr(same);
    const std::string_view b = known.substr(same);
    if (a.empty() || b.empty())
        return a.size() + b.size() == 1;
    const bool changedPlaces =
        a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0] && a.substr(2) == b.substr(2);
    return changedPlaces || a.substr(1) == b.substr(1) || a.substr(1) == b || a == b.substr(1);
}

}  // namespace

bool hasErrors(const Remarks& remarks)
{
    return std::ranges::any_of(remarks, &Remark::error);
}

Error firstError(const Remarks& remarks, const std::string& file)
{
    const auto first = std::ranges::find_if(remarks, &Remark::error);
    const auto more = std::ranges::count_if(remarks, &Remark::error) - 1;
    const std::string place = first->where.empty() ? "" : onOneLine(first->where) + " ";
    Error error{ErrorCode::Malformed, place + onOneLine(first->what.english()), file, {}, {}};
    if (more > 0)
        error.advice = fmt::format("and `workshop check` lists {} more", more);
    return error;
}

Result<std::string> readSmallFile(const std::filesystem::path& path)
{
    std::error_code code;
    const auto size = std::filesystem::file_size(path, code);
    if (code == std::errc::no_such_file_or_directory)
        return fail(ErrorCode::NotFound, "there is no such file", path.string());
    if (code)
        return fail(ErrorCode::Unreadable, "cannot be read: " + code.message(), path.string());
    if (size > kLargestFile)
        return fail(ErrorCode::TooLarge, "is larger than any file of the workshop", path.string());
    std::ifstream file(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open() || file.bad())
        return fail(ErrorCode::Unreadable, "cannot be read", path.string(), {}, "check the permissions of the file");
    return text;
}

Result<json> parseJson(std::string_view text, const std::string& file)
{
    if (tooDeep(text))
        return fail(ErrorCode::Malformed, "is nested too deeply", file);
    try {
        Keys keys;
        json document = json::parse(text, std::ref(keys), true, true);
        if (!keys.twice().empty())
            return fail(ErrorCode::Malformed, fmt::format("has the key \"{}\" twice", onOneLine(keys.twice())), file,
                        {}, "only one of them would count: take the other away");
        return document;
    } catch (const json::exception& error) {
        const auto* place = dynamic_cast<const json::parse_error*>(&error);
        if (place == nullptr)
            return fail(ErrorCode::Malformed, "is no valid JSON", file);
        if (const auto open = unclosedBracket(text, place->byte))
            return fail(ErrorCode::Malformed,
                        fmt::format("is no valid JSON: the {} of {} is not closed", text[*open], lineOf(text, *open)),
                        file, {}, "close it where it ends");
        return fail(ErrorCode::Malformed, "is no valid JSON", file, lineOf(text, place->byte),
                    "look for a missing comma, quote or bracket there or just before");
    }
}

std::string JsonPart::below(std::string_view key) const
{
    return m_where.empty() ? std::string(key) : fmt::format("{}.{}", m_where, key);
}

JsonPart JsonPart::at(const char* key) const
{
    return {has(key) ? m_value.at(key) : nothing(), m_remarks, below(key)};
}

std::string JsonPart::text(const char* key, bool required) const
{
    const JsonPart part = at(key);
    if (part.value().is_string())
        return part.value().get<std::string>();
    if (has(key))
        part.complain(say("is no text"));
    else if (required)
        missing(key, say("is missing"));
    return {};
}

LocalText JsonPart::local(const char* key, bool required) const
{
    const JsonPart part = at(key);
    if (part.value().is_string())
        return {part.value().get<std::string>(), {}};
    if (!part.value().is_object()) {
        if (has(key))
            part.complain(say("is neither a text nor an object with \"en\" and \"zh_CN\""));
        else if (required)
            missing(key, say("is missing"));
        return {};
    }
    part.onlyKeys({"en", "zh_CN"});
    LocalText text{part.text("en"), part.text("zh_CN")};
    if (text.empty())
        part.complain(say("has no text in any language"));
    return text;
}

std::int64_t JsonPart::integer(const char* key, std::int64_t least, std::int64_t most, std::int64_t otherwise) const
{
    if (!has(key))
        return otherwise;
    const JsonPart part = at(key);
    if (part.value().is_number_integer()) {
        const auto value = part.value().get<std::int64_t>();
        if (value >= least && value <= most)
            return value;
    }
    part.complain(say("is no whole number from {} to {}", least, most));
    return otherwise;
}

std::optional<double> JsonPart::number(const char* key, double least, double most) const
{
    const JsonPart part = at(key);
    if (part.value().is_number()) {
        const auto value = part.value().get<double>();
        if (value >= least && value <= most)
            return value;
    }
    part.complain(say("is no number from {} to {}", least, most));
    return std::nullopt;
}

std::vector<std::string> JsonPart::texts(const char* key) const
{
    std::vector<std::string> list;
    each(key, [&list](const JsonPart& part) {
        if (part.value().is_string())
            list.push_back(part.value().get<std::string>());
        else
            part.complain(say("is no text"));
    });
    return list;
}

void JsonPart::each(const char* key, const std::function<void(const JsonPart&)>& visit) const
{
    if (!has(key))
        return;
    const JsonPart list = at(key);
    if (!list.value().is_array()) {
        list.complain(say("is no list"));
        return;
    }
    for (std::size_t i = 0; i < list.value().size(); ++i)
        visit({list.value()[i], m_remarks, fmt::format("{}[{}]", list.where(), i)});
}

void JsonPart::onlyKeys(std::initializer_list<std::string_view> keys) const
{
    if (!m_value.is_object()) {
        complain(say("is no object"));
        return;
    }
    for (const auto& [key, ignored] : m_value.items()) {
        if (std::ranges::find(keys, std::string_view(key)) != keys.end())
            continue;
        const JsonPart odd(nothing(), m_remarks, below(key));
        const auto meant = std::ranges::find_if(keys, [&key](std::string_view one) { return isNearly(key, one); });
        if (meant != keys.end() && !m_value.contains(*meant))
            odd.warn(say("is not known: is \"{}\" meant?", *meant));
        else
            odd.warn(say("is not known; known are {}", fmt::format("{}", fmt::join(keys, ", "))));
    }
}

void JsonPart::missing(const char* key, Text what) const
{
    for (const auto& [there, ignored] : m_value.items()) {
        const auto odd = std::ranges::find(m_remarks, below(there), &Remark::where);
        if (!isNearly(there, key) || odd == m_remarks.end() || odd->error)
            continue;
        *odd = {true, below(there), say("is not known: is \"{}\" meant?", key)};
        return;
    }
    at(key).complain(std::move(what));
}

}  // namespace headwater::workshop
