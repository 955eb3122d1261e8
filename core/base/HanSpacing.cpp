// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HanSpacing.h"

#include "core/base/Text.h"

namespace headwater {

namespace {

enum class Letter { Other, Han, Mark, Latin };

/// The code of the character at `at`, 0 where there is none or it has more than three bytes: none of those matters.
char32_t codeAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[i])) : 0U;
    };
    const char32_t lead = byte(at);
    if (lead < 0x80)
        return lead;
    if (lead < 0xe0)
        return (lead & 0x1fU) << 6U | (byte(at + 1) & 0x3fU);
    if (lead < 0xf0)
        return (lead & 0x0fU) << 12U | (byte(at + 1) & 0x3fU) << 6U | (byte(at + 2) & 0x3fU);
    return 0;
}

Letter letterOf(char32_t code)
{
    if (code >= 0x4e00 && code <= 0x9fff)
        return Letter::Han;
    if ((code >= 0x3001 && code <= 0x3011) || (code >= 0xff01 && code <= 0xff1f))
        return Letter::Mark;
    const bool digit = code >= '0' && code <= '9';
    const bool letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
    const bool sign = code == '+' || code == 0x2212;
    return digit || letter || sign ? Letter::Latin : Letter::Other;
}

Letter first(std::string_view text)
{
    return letterOf(codeAt(text, 0));
}

Letter last(std::string_view text)
{
    if (text.ends_with('%'))
        return Letter::Latin;  // the end of a number, though no number begins with it
    std::size_t at = text.size();
    while (at > 0 && (static_cast<unsigned char>(text[--at]) & 0xc0U) == 0x80U) {
    }
    return letterOf(codeAt(text, at));
}

}  // namespace

void joinHan(std::string& out, std::string_view next)
{
    if (out.empty() || next.empty()) {
        out += next;
        return;
    }
    const std::string_view before = std::string_view(out).substr(0, out.size() - (out.back() == ' ' ? 1 : 0));
    const std::string_view after = next.substr(next.front() == ' ' ? 1 : 0);
    const bool spaced = before.size() < out.size() || after.size() < next.size();
    const Letter left = last(before);
    const Letter right = first(after);
    const bool tight = left == Letter::Mark || right == Letter::Mark || (left == Letter::Han && right == Letter::Han);
    if (spaced && tight) {
        out.resize(before.size());
        out += after;
        return;
    }
    const bool apart =
        (left == Letter::Han && right == Letter::Latin) || (left == Letter::Latin && right == Letter::Han);
    if (!spaced && apart)
        out += ' ';
    out += next;
}

std::string fillHan(std::string_view pattern, const std::vector<std::string>& arguments)
{
    std::string out;
    std::size_t from = 0;
    std::size_t next = 0;
    for (const std::string_view placeholder : text::placeholders(pattern)) {
        const auto at = static_cast<std::size_t>(placeholder.data() - pattern.data());
        joinHan(out, text::fill(pattern.substr(from, at - from), {}));
        std::size_t index = next;
        if (placeholder.size() > 2 && placeholder[1] >= '0' && placeholder[1] <= '9')
            index = static_cast<std::size_t>(placeholder[1] - '0');
        if (index < arguments.size())
            joinHan(out, arguments[index]);
        next = index + 1;
        from = at + placeholder.size();
    }
    joinHan(out, text::fill(pattern.substr(from), {}));
    return out;
}

}  // namespace headwater
