// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/base/Language.h"

namespace headwater {

namespace embedded {
extern const std::string_view kChinese;
}

std::vector<std::string_view> languageNames()
{
    return {"en", "zh_CN", "qps"};
}

Result<Language> languageFromJson(std::string code, std::string_view json)
{
    const auto document = nlohmann::json::parse(json, nullptr, false);
    if (!document.is_object())
        return fail(ErrorCode::Malformed, "no object of sentences");
    std::map<std::string, std::string, std::less<>> sentences;
    for (const auto& [key, value] : document.items()) {
        if (!value.is_string())
            return fail(ErrorCode::Malformed, "a sentence is no text", {}, "key \"" + key + "\"");
        sentences[key] = value.get<std::string>();
    }
    return Language(std::move(code), std::move(sentences));
}

Result<Language> languageFromName(std::string_view name)
{
    if (name == "en")
        return Language();
    if (name == "zh_CN" || name == "zh-CN")
        return languageFromJson("zh-CN", embedded::kChinese);
    if (name == "qps")
        return Language::pseudo();
    return fail(ErrorCode::BadUsage, "there is no language '" + std::string(name) + "'", {}, {}, "use en or zh_CN");
}

}  // namespace headwater
