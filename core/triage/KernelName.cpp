// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/KernelName.h"

namespace headwater {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)::";
constexpr std::size_t kLongest = 60;

/// Everything outside angle brackets and before the parameters; brackets leave "<…>".
std::string withoutArguments(std::string_view name)
{
    std::string out;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name.substr(i).starts_with(kAnonymous)) {
            i += kAnonymous.size() - 1;
            continue;
        }
        const char c = name[i];
        if (c == '<' && depth++ == 0)
            out += "<\u2026>";
        else if (c == '>' && depth > 0)
            --depth;
        else if (depth == 0 && c == '(')
            break;
        else if (depth == 0)
            out += c;
    }
    return out;
}

/// Cut between characters, not inside one.
std::string cut(std::string text)
{
    if (text.size() <= kLongest)
        return text;
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end) + "\u2026";
}

}  // namespace

std::string shortKernelName(std::string_view name)
{
    if (name.find_first_of("<(") == std::string_view::npos)
        return cut(std::string(name));
    std::string text = withoutArguments(name);
    if (const std::size_t space = text.find_last_of(' '); space != std::string::npos && space + 1 < text.size())
        text.erase(0, space + 1);  // the return type
    if (const std::size_t scope = text.rfind("::"); scope != std::string::npos && scope + 2 < text.size())
        text.erase(0, scope + 2);
    return text.empty() ? cut(std::string(name)) : cut(std::move(text));
}

}  // namespace headwater
