// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/JsonStream.h"

#include <string>

namespace headwater {

namespace {

constexpr int kIndent = 2;

/// `depth` levels further to the right. Inside strings a new line is "\n": what is split here is layout.
std::string shifted(const std::string& text, int depth)
{
    std::string out;
    out.reserve(text.size() + text.size() / 4);
    for (const char c : text) {
        out += c;
        if (c == '\n')
            out.append(static_cast<std::size_t>(depth) * kIndent, ' ');
    }
    return out;
}

}  // namespace

void JsonStream::write(std::string_view text)
{
    m_taken = m_taken && m_sink(text);
}

void JsonStream::writeKey(std::string_view key)
{
    write((m_anyMember ? ",\n  " : "{\n  ") + jsonBody(Json(key)) + ": ");
    m_anyMember = true;
}

void JsonStream::members(const Json& object)
{
    for (const auto& [key, value] : object.items())
        member(key, value);
}

void JsonStream::member(std::string_view key, const Json& value)
{
    writeKey(key);
    write(shifted(jsonBody(value), 1));
}

void JsonStream::beginList(std::string_view key)
{
    writeKey(key);
    m_anyItem = false;
}

void JsonStream::item(const Json& value)
{
    write((m_anyItem ? ",\n    " : "[\n    ") + shifted(jsonBody(value), 2));
    m_anyItem = true;
}

void JsonStream::endList()
{
    write(m_anyItem ? "\n  ]" : "[]");
}

bool JsonStream::end()
{
    write(m_anyMember ? "\n}\n" : "{}\n");
    return m_taken;
}

}  // namespace headwater
