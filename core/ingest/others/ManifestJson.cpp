// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/ingest/others/Environment.h"
#include "core/ingest/others/Json.h"

namespace headwater::others {

Result<ManifestContent> readManifestJson(const std::filesystem::path& path, const Job& job)
{
    const auto read = readJsonObject(path, job);
    if (!read)
        return tl::unexpected(read.error());
    if (read->truncated)
        return fail(ErrorCode::Malformed, "the manifest stops in the middle or is no valid JSON", path.string(),
                    fmt::format("byte {}", read->fault));
    const nlohmann::json& values = memberAt(read->value, "values");
    if (!values.is_object())
        return fail(ErrorCode::Malformed, "\"values\" is no object of keys and values", path.string());
    ManifestContent content;
    content.problems = read->problems;
    for (const auto& [key, value] : values.items()) {
        const std::string text = textAt(values, key.c_str());
        if (!text.empty() && !key.empty())
            content.manifest.try_emplace(key, ManifestValue{text, path.string(), "/values/" + key});
        else if (!value.is_null())
            content.problems.push_back({Severity::Warning, "odd-value",
                                        fmt::format("the value of \"{}\" is no text, number or truth value", key),
                                        fmt::format("values.{}", key), path.string()});
    }
    if (content.manifest.empty())
        return fail(ErrorCode::NothingUsable, "the manifest has no values", path.string());
    return content;
}

}  // namespace headwater::others
