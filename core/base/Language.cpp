// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Language.h"

namespace headwater {

std::string_view Language::sentence(std::string_view key) const
{
    const auto found = m_sentences.find(key);
    return found == m_sentences.end() ? key : std::string_view(found->second);
}

std::string Language::of(const Text& text) const
{
    std::string out;
    for (const Text::Piece& piece : text.pieces()) {
        if (piece.verbatim) {
            out += piece.key;
            continue;
        }
        std::vector<std::string> arguments;
        for (const Text& argument : piece.arguments)
            arguments.push_back(of(argument));
        out += text::fill(sentence(piece.key), arguments);
    }
    return out;
}

}  // namespace headwater
