// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/base/Language.h"

namespace headwater {

namespace embedded {
extern const std::string_view kChinese;
extern const std::string_view kChineseMessages;
}  // namespace embedded

std::vector<std::string_view> languageNames()
{
    return {"en", "zh_CN", "qps"};
}

namespace {

using Sentences = std::map<std::string, std::string, std::less<>>;

Result<Sentences> sentencesIn(std::string_view json)
{
    const auto document = nlohmann::json::parse(json, nullptr, false);
    if (!document.is_object())
        return fail(ErrorCode::Malformed, "no object of sentences");
    Sentences sentences;
    for (const auto& [key, value] : document.items()) {
        if (!value.is_string())
            return fail(ErrorCode::Malformed, "a sentence is no text", {}, "key \"" + key + "\"");
        sentences[key] = value.get<std::string>();
    }
    return sentences;
}

Result<Language> chinese()
{
    Result<Sentences> sentences = sentencesIn(embedded::kChinese);
    Result<Sentences> messages = sentencesIn(embedded::kChineseMessages);
    if (!sentences || !messages)
        return tl::unexpected<Error>(sentences ? messages.error() : sentences.error());
    sentences->merge(*messages);
    return Language("zh-CN", *std::move(sentences));
}

}  // namespace

Result<Language> languageFromJson(std::string code, std::string_view json)
{
    return sentencesIn(json).map([&](Sentences sentences) { return Language(std::move(code), std::move(sentences)); });
}

Result<Language> languageFromName(std::string_view name)
{
    if (name == "en")
        return Language();
    if (name == "zh_CN" || name == "zh-CN")
        return chinese();
    if (name == "qps")
        return Language::pseudo();
    return fail(ErrorCode::BadUsage, "there is no language '" + std::string(name) + "'", {}, {}, "use en or zh_CN");
}

}  // namespace headwater
