// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextWrap.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/report/TextTable.h"

namespace headwater {

namespace {

constexpr std::size_t kWrap = 100;

/// What a line may end after.
struct Word {
    std::string text;
    bool spaced = false;  ///< a space stands before it
};

/// A mark that must not begin a line: 、。，；：）.
bool sticks(std::string_view character)
{
    constexpr std::array<std::string_view, 6> kMarks{"\u3001", "\u3002", "\uff0c", "\uff1b", "\uff1a", "\uff09"};
    return std::ranges::find(kMarks, character) != kMarks.end();
}

/// Words between spaces; Chinese has none, so each of its characters is one, with the mark behind it.
std::vector<Word> wordsOf(const std::string& text)
{
    std::vector<Word> words;
    bool spaced = false;
    bool open = false;  // the last word takes more
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        const std::string character = text.substr(at, length);
        at += length;
        if (character == " ") {
            spaced = true;
            open = false;
            continue;
        }
        const bool wide = lead >= 0xe3 && lead < 0xf0;
        if (!words.empty() && !spaced && ((open && !wide) || sticks(character)))
            words.back().text += character;
        else
            words.push_back({character, spaced});
        open = !wide;
        spaced = false;
    }
    return words;
}

}  // namespace

std::string wrapped(const std::string& first, std::size_t width, const std::string& text)
{
    const std::string indent(width, ' ');
    std::string out;
    std::string line = first;
    std::size_t used = width;
    std::size_t words = 0;
    for (const Word& word : wordsOf(text)) {
        if (words > 0 && used + (word.spaced ? 1 : 0) + displayWidth(word.text) > kWrap) {
            out += line + "\n";
            line = indent;
            used = width;
            words = 0;
        }
        const bool gap = words > 0 && word.spaced;
        line += (gap ? " " : "") + word.text;
        used += displayWidth(word.text) + (gap ? 1 : 0);
        ++words;
    }
    return out + line + "\n";
}

std::string wrapped(const std::string& first, const std::string& text)
{
    return wrapped(first, displayWidth(first), text);
}

}  // namespace headwater
