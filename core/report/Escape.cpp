// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Escape.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace headwater {

namespace {

struct CodeRange {
    char32_t first;
    char32_t last;
};

// Controls, invisible characters, and those that reorder what stands beside them.
constexpr std::array<CodeRange, 14> kHidden{{{0x00, 0x1f},
                                             {0x7f, 0x9f},
                                             {0xad, 0xad},    // soft hyphen
                                             {0x61c, 0x61c},  // Arabic letter mark
                                             {0x180e, 0x180e},
                                             {0x200b, 0x200f},  // zero widths, direction marks
                                             {0x2028, 0x202e},  // line separators, embeddings and overrides
                                             {0x2060, 0x206f},  // word joiner, isolates
                                             {0xfdd0, 0xfdef},  // noncharacters, not allowed in XML either
                                             {0xfeff, 0xfeff},  // byte order mark
                                             {0xfff9, 0xfffb},
                                             {0xfffe, 0xffff},
                                             {0x1d173, 0x1d17a},
                                             {0xe0000, 0xe0fff}}};  // tags

bool isHidden(char32_t code)
{
    return std::any_of(kHidden.begin(), kHidden.end(),
                       [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

std::string visibleCode(char32_t code)
{
    const auto number = static_cast<std::uint32_t>(code);
    if (number < 0x80)
        return fmt::format("\\x{:02x}", number);
    return number <= 0xffff ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

bool isContinuation(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

/// Whether a decoded character was written in its shortest form and may exist at all.
bool isScalar(char32_t code, std::size_t length)
{
    constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    return code >= kSmallest[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

bool isWord(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

Utf8Char decodeUtf8(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80)
        return {lead, 1, true};
    std::size_t length = 0;
    char32_t code = 0;
    if ((lead & 0xe0) == 0xc0) {
        length = 2;
        code = lead & 0x1fU;
    } else if ((lead & 0xf0) == 0xe0) {
        length = 3;
        code = lead & 0x0fU;
    } else if ((lead & 0xf8) == 0xf0) {
        length = 4;
        code = lead & 0x07U;
    } else {
        return {lead, 1, false};
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(text, at + i))
            return {lead, 1, false};
        code = (code << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    }
    if (!isScalar(code, length))
        return {lead, 1, false};
    return {code, length, true};
}

std::string escapeTerminal(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Char next = decodeUtf8(text, at);
        if (!next.valid)
            out += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(next.code));
        else if (isHidden(next.code))
            out += visibleCode(next.code);
        else
            out += text.substr(at, next.length);
        at += next.length;
    }
    return out;
}

std::string escapeJson(std::string_view dumped)
{
    const auto unit = [](std::uint32_t code) { return fmt::format("\\u{:04x}", code); };
    std::string out;
    out.reserve(dumped.size());
    for (std::size_t at = 0; at < dumped.size();) {
        const auto plainEnd = std::find_if(dumped.begin() + static_cast<std::ptrdiff_t>(at), dumped.end(),
                                           [](char c) { return static_cast<unsigned char>(c) >= 0x7f; });
        const auto plain = static_cast<std::size_t>(plainEnd - dumped.begin()) - at;
        out += dumped.substr(at, plain);
        at += plain;
        if (at == dumped.size())
            break;
        const Utf8Char next = decodeUtf8(dumped, at);
        const auto code = static_cast<std::uint32_t>(next.code);
        if (!next.valid || !isHidden(next.code))
            out += dumped.substr(at, next.length);
        else if (code <= 0xffff)
            out += unit(code);
        else  // a pair of surrogates
            out += unit(0xd800 + ((code - 0x10000) >> 10U)) + unit(0xdc00 + ((code - 0x10000) & 0x3ffU));
        at += next.length;
    }
    return out;
}

std::string escapeMarkup(std::string_view text)
{
    std::string out;
    for (const char c : escapeTerminal(text)) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

std::string escapeMarkdown(std::string_view text)
{
    // Characters that begin markup anywhere in a line; some more do so at the start of one, before a blank or a like.
    constexpr std::string_view kMarkup = "\\`*_[]<>&|~!$";
    constexpr std::string_view kBlock = "#+-=:";
    const std::string visible = escapeTerminal(text);
    const std::size_t digits = std::min(visible.find_first_not_of("0123456789"), visible.size());
    std::string out;
    for (std::size_t i = 0; i < visible.size(); ++i) {
        const char c = visible[i];
        const bool beforeWord = i + 1 < visible.size() && isWord(visible[i + 1]);
        const bool startsBlock = i == 0 && kBlock.find(c) != std::string_view::npos && !beforeWord;
        const bool endsNumber = i == digits && digits > 0 && (c == '.' || c == ')') && !beforeWord;
        const bool startsLink = (c == ':' && visible.compare(i, 3, "://") == 0) ||
                                (c == '.' && i >= 3 && endsWith(std::string_view(visible).substr(0, i), "www"));
        // Where Markdown is posted, "@name" would call a person and "#1" an issue; a comment that no reader shows parts
        // them, which a backslash does not.
        const bool calls = (c == '@' || c == '#') && beforeWord && (i == 0 || !isWord(visible[i - 1]));
        if (kMarkup.find(c) != std::string_view::npos || startsBlock || endsNumber || startsLink)
            out += '\\';
        out += c;
        if (calls)
            out += "<!-- -->";
    }
    return out;
}

std::string markdownCode(std::string_view text)
{
    if (text.empty())
        return {};
    std::string body = escapeTerminal(text);
    std::size_t run = 0;
    std::size_t longest = 0;
    for (const char c : body) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    // A backtick or a space at the border would be taken for part of the fence.
    if (longest > 0 || body.front() == ' ' || body.back() == ' ')
        body = " " + body + " ";
    const std::string fence(longest + 1, '`');
    return fence + body + fence;
}

std::string markdownCellCode(std::string_view text)
{
    // No code span of a table can hold a bar behind a backslash.
    if (text.find("\\|") != std::string_view::npos)
        return escapeMarkdown(text);
    std::string out;
    for (const char c : markdownCode(text)) {
        if (c == '|')
            out += '\\';
        out += c;
    }
    return out;
}

}  // namespace headwater
