// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/others/Json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"

namespace headwater::others {

namespace {

using nlohmann::json;

/// `text` up to the end of its last complete object or list, with everything open closed. Empty where nothing closed.
std::string closed(std::string_view text)
{
    std::string open;    // the brackets open at the place of the scan
    std::string atLast;  // … and at the last place where something closed
    std::size_t last = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            open += c == '{' ? '}' : ']';
        } else if ((c == '}' || c == ']') && !open.empty()) {
            open.pop_back();
            last = i + 1;
            atLast = open;
        }
    }
    return std::string(text.substr(0, last)) + std::string(atLast.rbegin(), atLast.rend());
}

/// The byte at which `text`, which is no valid JSON, stops being one.
std::uint64_t faultOf(const std::string& text)
{
    try {
        [[maybe_unused]] const json parsed = json::parse(text);
    } catch (const json::parse_error& error) {  // counts bytes from 1
        return std::max<std::uint64_t>(error.byte, 1) - 1;
    }
    return text.size();
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    const auto last = text.find_last_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

}  // namespace

Result<JsonDocument> readJsonObject(const std::filesystem::path& path, const Job& job)
{
    Problems problems;
    auto text = readWholeFile(path, job, problems);
    if (!text)
        return tl::unexpected(text.error());
    std::uint64_t mark = 0;
    if (text->starts_with("\xEF\xBB\xBF"))
        text->erase(0, mark = 3);
    JsonDocument document{json::parse(*text, nullptr, false), false, 0, std::move(problems)};
    if (document.value.is_discarded()) {
        document.value = json::parse(closed(*text), nullptr, false);
        document.truncated = true;
        document.fault = mark + faultOf(*text);
    }
    if (!document.value.is_object())
        return fail(ErrorCode::Malformed, "no valid JSON object", path.string());
    return document;
}

std::string schemaOf(std::string_view head)
{
    constexpr std::string_view kKey = "\"schema\"";
    constexpr std::size_t kNear = 4'096;
    if (!head.starts_with('{'))
        return {};
    const auto key = head.substr(0, kNear).find(kKey);
    if (key == std::string_view::npos)
        return {};
    std::string_view rest = head.substr(key + kKey.size(), 256);
    const auto colon = rest.find_first_not_of(" \t\r\n");
    if (colon == std::string_view::npos || rest[colon] != ':')
        return {};
    rest = trimmed(rest.substr(colon + 1));
    if (!rest.starts_with('"'))
        return {};
    rest.remove_prefix(1);
    return std::string(rest.substr(0, std::min(rest.find('"'), rest.size())));
}

const json& memberAt(const json& object, const char* key)
{
    static const json kNull;
    if (!object.is_object())
        return kNull;
    const auto found = object.find(key);
    return found == object.end() ? kNull : *found;
}

std::optional<double> numberAt(const json& object, const char* key)
{
    const json& value = memberAt(object, key);
    double number = 0;
    if (value.is_number()) {
        number = value.get<double>();
    } else if (value.is_string()) {
        const std::string_view text = trimmed(value.get_ref<const std::string&>());
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size())
            return std::nullopt;
    } else {
        return std::nullopt;
    }
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> integerAt(const json& object, const char* key)
{
    const json& value = memberAt(object, key);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
        return std::nullopt;
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    const auto number = numberAt(object, key);
    constexpr double kExact = 9e15;
    return number && std::abs(*number) < kExact ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

std::string textAt(const json& object, const char* key)
{
    const json& value = memberAt(object, key);
    if (value.is_string())
        return std::string(trimmed(value.get_ref<const std::string&>()));
    return value.is_number() || value.is_boolean() ? value.dump() : std::string();
}

}  // namespace headwater::others
