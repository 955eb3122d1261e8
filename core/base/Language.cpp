// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Language.h"

#include <array>
#include <utility>

#include "core/base/HanSpacing.h"

namespace headwater {

namespace {

/// `c` with an accent: what is not translated stands out, and letters outside ASCII are tried.
std::string_view accented(char c)
{
    constexpr std::array<std::pair<char, std::string_view>, 14> kLetters = {{{'a', "\u00e4"},
                                                                             {'c', "\u00e7"},
                                                                             {'e', "\u00ea"},
                                                                             {'g', "\u011f"},
                                                                             {'i', "\u00ef"},
                                                                             {'n', "\u00f1"},
                                                                             {'o', "\u00f6"},
                                                                             {'s', "\u0161"},
                                                                             {'t', "\u0165"},
                                                                             {'u', "\u00fc"},
                                                                             {'y', "\u00fd"},
                                                                             {'A', "\u00c5"},
                                                                             {'E', "\u00c9"},
                                                                             {'T', "\u0164"}}};
    for (const auto& [letter, with] : kLetters)
        if (letter == c)
            return with;
    return {};
}

std::string pseudoSentence(std::string_view key)
{
    constexpr std::size_t kLonger = 4;  // tenths
    std::string out;
    std::size_t letters = 0;
    bool inside = false;
    for (const char c : key) {
        inside = c == '{' || (inside && c != '}');
        const std::string_view with = inside ? std::string_view() : accented(c);
        out += with.empty() ? std::string(1, c) : std::string(with);
        letters += !inside && c != '}' ? 1 : 0;
    }
    if (letters < 3)
        return out;
    return "[" + out + std::string(letters * kLonger / 10, '~') + "]";
}

}  // namespace

Language Language::pseudo()
{
    Language language;
    language.m_code = "qps";
    language.m_pseudo = true;
    return language;
}

std::string Language::sentence(std::string_view key) const
{
    if (m_pseudo)
        return pseudoSentence(key);
    auto found = m_sentences.find(key);
    if (found == m_sentences.end() && !key.empty() && key[0] >= 'A' && key[0] <= 'Z') {
        std::string clause(key);
        clause[0] = static_cast<char>(clause[0] - 'A' + 'a');
        found = m_sentences.find(clause);
    }
    return found == m_sentences.end() ? std::string(key) : found->second;
}

std::string Language::of(const Text& text) const
{
    const bool chinese = m_code.starts_with("zh");
    std::string out;
    const auto add = [&](const std::string& more) { chinese ? joinHan(out, more) : void(out += more); };
    for (const Text::Piece& piece : text.pieces()) {
        if (piece.verbatim) {
            add(piece.key);
            continue;
        }
        std::vector<std::string> arguments;
        for (const Text& argument : piece.arguments)
            arguments.push_back(of(argument));
        const std::string pattern = sentence(piece.key);
        add(chinese ? fillHan(pattern, arguments) : text::fill(pattern, arguments));
    }
    return out;
}

}  // namespace headwater
