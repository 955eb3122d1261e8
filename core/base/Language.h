// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
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
    /// No language but a test of layouts: every sentence with accents, longer by 40 %, in brackets. What shows without
    /// them was not made by say() or word().
    [[nodiscard]] static Language pseudo();

    [[nodiscard]] const std::string& code() const { return m_code; }  ///< BCP 47: "en", "zh-CN"
    /// A sentence that the language lacks stays English; one that begins with a capital letter is also found as a
    /// clause, which begins with a small one.
    [[nodiscard]] std::string of(const Text& text) const;
    [[nodiscard]] std::string sentence(std::string_view key) const;

private:
    std::string m_code = "en";
    std::map<std::string, std::string, std::less<>> m_sentences;
    bool m_pseudo = false;
};

/// "en", "zh_CN", "qps" (Language::pseudo()).
[[nodiscard]] std::vector<std::string_view> languageNames();

/// A language by its name in languageNames(); "zh-CN", as BCP 47 spells it, is taken too. Fails with BadUsage.
/// Chinese is resources/i18n/zh_CN.json, compiled in.
[[nodiscard]] Result<Language> languageFromName(std::string_view name);

/// Reads {"English": "translation", …}. Fails with Malformed where it is no such object.
[[nodiscard]] Result<Language> languageFromJson(std::string code, std::string_view json);

}  // namespace headwater
