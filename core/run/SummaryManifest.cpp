// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/SummaryManifest.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "core/run/Places.h"

namespace headwater {

namespace {

constexpr std::array<std::string_view, 3> kOfRanks = {"role.", kRankHostKey, kRankGpuKey};
constexpr std::array<std::string_view, 3> kOfHosts = {kRackKey, kLeafKey, kSpineKey};

std::string firstLabel(std::string_view host)
{
    return std::string(host.substr(0, host.find('.')));
}

/// "7" of "role.7"; empty for a key that begins with none of these.
template <std::size_t N>
std::string_view whose(std::string_view key, const std::array<std::string_view, N>& prefixes)
{
    for (const std::string_view prefix : prefixes)
        if (key.starts_with(prefix))
            return key.substr(prefix.size());
    return {};
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

CarriedManifest carriedManifest(const nlohmann::json& header)
{
    const auto found = header.find("manifest");
    if (found == header.end())
        return std::nullopt;
    Manifest manifest;
    for (const auto& [key, value] : found->items())
        manifest[key] = {value.at(0).get<std::string>(), value.at(1).get<std::string>(),
                         value.at(2).get<std::string>()};
    return manifest;
}

Manifest manifestFor(const Trace& trace, const Manifest& ofRun)
{
    const auto host = trace.metadata.find("hostname");
    Manifest out;
    for (const auto& [key, value] : ofRun) {
        const std::string_view rank = whose(key, kOfRanks);
        if (trace.rank && isNumber(rank) && rank != std::to_string(*trace.rank))
            continue;
        const std::string_view place = whose(key, kOfHosts);
        if (!place.empty() && host != trace.metadata.end() && firstLabel(place) != firstLabel(host->second))
            continue;
        out.emplace(key, value);
    }
    return out;
}

}  // namespace headwater
