// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/JsonWalk.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/ingest/logs/LogText.h"

namespace headwater::logs {

namespace {

constexpr std::size_t kDeepest = 64;

/// nlohmann calls these names.
class Walker : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit Walker(const JsonVisitor& visitor) : m_visitor(visitor) {}

    bool null() override { return scalar("null", nullptr); }
    bool boolean(bool value) override { return scalar(value ? "true" : "false", nullptr); }
    bool number_integer(number_integer_t value) override { return digits(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return digits(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return digits(text); }
    bool string(string_t& text) override
    {
        // Numbers in quotes count as numbers only where they are special: "nan", "Infinity".
        const auto number = loggedNumber(text);
        const bool special = number && number->decimals == 0;
        return scalar(text, special ? &*number : nullptr);
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return open(false); }
    bool start_array(std::size_t) override { return open(true); }
    bool key(string_t& name) override
    {
        m_path.back() = name;
        return true;
    }
    bool end_object() override
    {
        m_path.pop_back();
        m_arrays.pop_back();
        m_visitor.objectEnd(m_path);
        return next();
    }
    bool end_array() override
    {
        m_path.pop_back();
        m_arrays.pop_back();
        return next();
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        m_position = position > 0 ? position - 1 : 0;  // counted from 1; behind the end where the text was cut
        return false;
    }

    [[nodiscard]] std::uint64_t position() const { return m_position; }

private:
    bool open(bool array)
    {
        if (m_path.size() >= kDeepest)
            return false;
        m_path.emplace_back(array ? "0" : "");
        m_arrays.push_back(array ? 1 : 0);
        return true;
    }

    bool digits(const std::string& text)
    {
        const auto number = loggedNumber(text);
        return scalar(text, number ? &*number : nullptr);
    }

    bool scalar(std::string_view text, const LoggedNumber* number)
    {
        m_visitor.value(m_path, text, number);
        return next();
    }

    /// Counts on inside an array.
    bool next()
    {
        if (!m_arrays.empty() && m_arrays.back() > 0)
            m_path.back() = std::to_string(m_arrays.back()++);
        return true;
    }

    const JsonVisitor& m_visitor;
    JsonPath m_path;
    std::vector<std::uint64_t> m_arrays;  ///< 0: an object; else the position of the next element
    std::uint64_t m_position = 0;
};

/// The token at the beginning of `text` that is a number to Python but not to JSON, or nothing.
std::string_view specialToken(std::string_view text)
{
    for (const std::string_view token : {"-Infinity", "Infinity", "NaN"})
        if (text.starts_with(token))
            return text.substr(0, token.size());
    return {};
}

/// The byte of `json` that withQuotedSpecials moved to `position`.
std::uint64_t placeInOriginal(std::string_view json, std::uint64_t position)
{
    std::uint64_t quotes = 0;
    bool inString = false;
    for (std::size_t i = 0; i + quotes < position && i < json.size(); ++i) {
        const std::string_view token = inString ? std::string_view() : specialToken(json.substr(i));
        if (!token.empty()) {
            quotes += 2;
            i += token.size() - 1;
        } else if (inString && json[i] == '\\') {
            ++i;
        } else if (json[i] == '"') {
            inString = !inString;
        }
    }
    return position - std::min(position, quotes);
}

}  // namespace

JsonWalkResult walkJson(std::string_view json, const JsonVisitor& visitor)
{
    const std::string text = withQuotedSpecials(json);
    Walker walker(visitor);
    const bool complete = nlohmann::json::sax_parse(text, &walker);
    return {complete, std::min<std::uint64_t>(placeInOriginal(json, walker.position()), json.size())};
}

std::string withQuotedSpecials(std::string_view json)
{
    std::string out;
    out.reserve(json.size() + 64);
    bool inString = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        const std::string_view token = inString ? std::string_view() : specialToken(json.substr(i));
        if (!token.empty()) {
            out.append("\"").append(token).append("\"");
            i += token.size() - 1;
            continue;
        }
        if (c == '"')
            inString = !inString;
        out += c;
        if (inString && c == '\\' && i + 1 < json.size())
            out += json[++i];
    }
    return out;
}

}  // namespace headwater::logs
