// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"

#include <algorithm>
#include <charconv>

#include "core/base/Language.h"

namespace headwater {

namespace text {

namespace {

/// Length of the placeholder at the start of `rest`, braces included; 0 for an escaped or stray brace.
std::size_t placeholderLength(std::string_view rest)
{
    if (rest.size() < 2 || rest[0] != '{' || rest[1] == '{')
        return 0;
    const std::size_t end = rest.find('}');
    return end == std::string_view::npos ? 0 : end + 1;
}

std::size_t indexOf(std::string_view placeholder, std::size_t otherwise)
{
    std::size_t index = otherwise;
    std::from_chars(placeholder.data() + 1, placeholder.data() + placeholder.size(), index);
    return index;
}

}  // namespace

std::vector<std::string_view> placeholders(std::string_view key)
{
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < key.size();) {
        if (const std::size_t length = placeholderLength(key.substr(i))) {
            out.push_back(key.substr(i, length));
            i += length;
        } else {
            i += key.substr(i, 2) == "{{" || key.substr(i, 2) == "}}" ? 2 : 1;
        }
    }
    return out;
}

std::string fill(std::string_view pattern, const std::vector<std::string>& arguments)
{
    std::string out;
    std::size_t next = 0;
    for (std::size_t i = 0; i < pattern.size();) {
        const std::string_view rest = pattern.substr(i);
        if (const std::size_t length = placeholderLength(rest)) {
            const std::size_t index = indexOf(rest.substr(0, length), next);
            if (index < arguments.size())
                out += arguments[index];
            next = index + 1;
            i += length;
        } else {
            out += rest[0];
            i += rest.starts_with("{{") || rest.starts_with("}}") ? 2 : 1;
        }
    }
    return out;
}

}  // namespace text

Text::Text(std::string verbatim)
{
    if (!verbatim.empty())
        m_pieces.push_back({std::move(verbatim), {}, true});
}

Text::Text(std::string_view key, std::vector<Text> arguments)
{
    if (!key.empty())
        m_pieces.push_back({std::string(key), std::move(arguments), false});
}

Text& Text::operator+=(const Text& more)
{
    m_pieces.insert(m_pieces.end(), more.m_pieces.begin(), more.m_pieces.end());
    return *this;
}

std::string Text::english() const
{
    return Language().of(*this);
}

}  // namespace headwater
