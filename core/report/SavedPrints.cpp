// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SavedPrints.h"

#include <charconv>

#include <fmt/format.h>

#include "core/report/SavedOverrides.h"

namespace headwater {

namespace {

std::optional<Fingerprint> printOf(const Json& entry)
{
    const Json bytes = entry.value("bytes", Json());
    const Json hash = entry.value("hash", Json());
    if (!bytes.is_number_unsigned() || !hash.is_string())
        return std::nullopt;
    const auto& text = hash.get_ref<const std::string&>();
    Fingerprint out{bytes.get<std::uint64_t>(), 0};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.hash, 16);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return out;
}

}  // namespace

Json printsJson(const InputPrints& prints, const std::filesystem::path& folder)
{
    Json list = Json::array();
    for (const auto& [input, members] : prints)
        for (const InputPrint& one : members) {
            Json entry = {{"input", savedPath(input, folder)},
                          {"member", one.member},
                          {"bytes", one.print.bytes},
                          {"hash", fmt::format("{:016x}", one.print.hash)}};
            if (one.sampled > 0)
                entry["sampled"] = one.sampled;
            list.push_back(std::move(entry));
        }
    return list;
}

std::optional<Error> readPrints(const Json& list, const std::filesystem::path& folder, InputPrints& prints)
{
    const Error wrong{
        ErrorCode::Malformed, "is no list of fingerprints", {}, "key prints", "save the investigation again"};
    if (!list.is_array())
        return wrong;
    for (const Json& entry : list) {
        if (!entry.is_object())
            return wrong;
        const Json input = entry.value("input", Json());
        const Json member = entry.value("member", Json(""));
        const Json sampled = entry.value("sampled", Json(0U));
        const auto print = printOf(entry);
        if (!input.is_string() || !member.is_string() || !sampled.is_number_unsigned() || !print)
            return wrong;
        const auto path = (folder / input.get<std::string>()).lexically_normal();
        prints[path.string()].push_back({member.get<std::string>(), *print, sampled.get<std::uint64_t>()});
    }
    return std::nullopt;
}

}  // namespace headwater
