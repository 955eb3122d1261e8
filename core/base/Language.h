// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/Text.h"

namespace headwater {

/// The words of one language. English has none of its own: it is what the source says.
class Language {
public:
    Language() = default;
    /// `sentences`: English as in the source → the same in this language, with as many placeholders ("{}" in the same
    /// order, or "{0}", "{1}").
    Language(std::string code, std::map<std::string, std::string, std::less<>> sentences)
        : m_code(std::move(code))
        , m_sentences(std::move(sentences))
    {}

    [[nodiscard]] const std::string& code() const { return m_code; }  ///< BCP 47: "en", "zh-CN"
    /// A sentence that the language lacks stays English.
    [[nodiscard]] std::string of(const Text& text) const;
    [[nodiscard]] std::string_view sentence(std::string_view key) const;

private:
    std::string m_code = "en";
    std::map<std::string, std::string, std::less<>> m_sentences;
};

}  // namespace headwater
