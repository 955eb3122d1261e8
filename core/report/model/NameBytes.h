// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

namespace headwater::report {

/// What names are spelled with, byte by byte.

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

[[nodiscard]] constexpr bool isWordByte(char c)
{
    return isDigit(c) || isLetter(c);
}

/// Part of a letter that is not ASCII.
[[nodiscard]] constexpr bool isForeign(char c)
{
    return static_cast<unsigned char>(c) >= 0x80;
}

[[nodiscard]] constexpr bool isNameByte(char c)
{
    return isWordByte(c) || c == '-' || c == '_';
}

[[nodiscard]] constexpr bool isHostByte(char c)
{
    return isNameByte(c) || c == '.';
}

[[nodiscard]] constexpr bool isLoginByte(char c)
{
    return isHostByte(c) || isForeign(c) || c == '+' || c == '%';
}

[[nodiscard]] constexpr bool isSlash(char c)
{
    return c == '/' || c == '\\';
}

/// The longest run of such bytes from `at` on, without dots at its end.
template <class Is>
[[nodiscard]] std::string_view runFrom(std::string_view text, std::size_t at, Is is)
{
    std::size_t end = at;
    while (end < text.size() && is(text[end]))
        ++end;
    std::string_view run = text.substr(at, end - at);
    while (!run.empty() && run.back() == '.')
        run.remove_suffix(1);
    return run;
}

/// The longest run of such bytes that ends before `at`.
template <class Is>
[[nodiscard]] std::string_view runBefore(std::string_view text, std::size_t at, Is is)
{
    std::size_t from = at;
    while (from > 0 && is(text[from - 1]))
        --from;
    return text.substr(from, at - from);
}

}  // namespace headwater::report
