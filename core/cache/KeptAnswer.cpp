// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/KeptAnswer.h"

#include <algorithm>

#include "core/cache/FileState.h"
#include "core/cache/ProblemCodec.h"
#include "core/run/SummaryCodec.h"

namespace headwater {

std::optional<std::string> answerKey(const CacheFolder& folder, std::span<const std::string> how,
                                     std::span<const RunPtr> runs)
{
    if (std::ranges::none_of(runs, [&folder](const RunPtr& run) { return isLarge(folder, *run); }))
        return std::nullopt;
    Json key;
    key["kept"] = {"answer", kSummarySchema, productVersion()};
    key["how"] = Json::array();
    for (const std::string& one : how)
        key["how"].push_back(one);
    for (const RunPtr& run : runs)
        key["files"].push_back(filesState(folder, *run));
    return key.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<KeptAnswer> keptAnswer(const CacheFolder& folder, const std::string& key)
{
    const auto bytes = kept(folder, key);
    if (!bytes)
        return std::nullopt;
    try {
        const Json document = Json::from_cbor(*bytes);
        KeptAnswer answer;
        answer.text = document.at("text").get<std::string>();
        answer.json = document.at("json").get<std::string>();
        answer.code = document.at("code").get<int>();
        for (const Json& one : document.at("problems")) {
            const std::string of = one.at(1).get<std::string>();
            answer.problems.emplace_back(problemsIn(one.at(0), of), of);
        }
        return answer;
    } catch (const Json::exception&) {
        return std::nullopt;  // no entry of ours after all
    }
}

Status keepAnswer(const CacheFolder& folder, const std::string& key, const KeptAnswer& answer)
{
    Json document = {{"text", answer.text}, {"json", answer.json}, {"code", answer.code}};
    document["problems"] = Json::array();
    for (const auto& [problems, of] : answer.problems)
        document["problems"].push_back({problemsJson(problems, of), of});
    std::string bytes;
    Json::to_cbor(document, bytes);
    return keep(folder, key, bytes);
}

}  // namespace headwater
