// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SavedOverrides.h"

#include <algorithm>
#include <array>

#include "core/base/Decimal.h"
#include "core/report/SavedInvestigation.h"
#include "core/run/TimeZone.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;
using Place = FileOverride::Place;

constexpr std::array<std::pair<Place, std::string_view>, 3> kPlaces = {
    {{Place::Ignored, "ignored"}, {Place::Baseline, "baseline"}, {Place::Current, "current"}}};
constexpr std::int64_t kMostRanks = 10'000'000;

Error wrong(const char* key, const char* what)
{
    return {ErrorCode::Malformed, what, {}, std::string("key overrides.") + key, "save the investigation again"};
}

/// The text at `key`, empty where there is none.
std::optional<Error> textAt(const Json& entry, const char* key, std::string& text)
{
    const auto found = entry.find(key);
    if (found == entry.end() || found->is_null())
        return std::nullopt;
    if (!found->is_string())
        return wrong(key, "is no text");
    text = found->get<std::string>();
    return std::nullopt;
}

std::optional<Error> readRank(const Json& entry, std::optional<int>& rank)
{
    const auto found = entry.find("rank");
    if (found == entry.end() || found->is_null())
        return std::nullopt;
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > static_cast<std::uint64_t>(kMostRanks))
        return wrong("rank", "is no whole number in its range");
    rank = static_cast<int>(found->get<std::uint64_t>());
    return std::nullopt;
}

std::optional<Error> readPlace(const Json& entry, Place& place)
{
    std::string name;
    if (auto error = textAt(entry, "place", name); error || name.empty())
        return error;
    const auto known = std::ranges::find(kPlaces, std::string_view(name), &std::pair<Place, std::string_view>::second);
    if (known == kPlaces.end())
        return wrong("place", "is no known name");
    place = known->first;
    return std::nullopt;
}

std::optional<Error> readOne(const Json& entry, const fs::path& folder, FileOverrides& overrides)
{
    if (!entry.is_object())
        return wrong("file", "is no object");
    std::string file;
    FileOverride said;
    for (const auto& [key, text] : {std::pair("file", &file), std::pair("unit", &said.unit),
                                    std::pair("zone", &said.zone), std::pair("rules", &said.ruleFile)})
        if (auto error = textAt(entry, key, *text))
            return error;
    if (file.empty())
        return wrong("file", "is missing");
    if (!said.unit.empty() && !timeUnitFromName(said.unit))
        return wrong("unit", "is no known name");
    if (!said.zone.empty() && !zoneFromText(said.zone))
        return wrong("zone", "is no offset from UTC");
    if (auto error = readRank(entry, said.rank))
        return error;
    if (auto error = readPlace(entry, said.place))
        return error;
    if (!said.ruleFile.empty())
        said.ruleFile = (folder / said.ruleFile).lexically_normal().string();
    overrides[overrideKey(folder / file)] = said;
    return std::nullopt;
}

}  // namespace

std::string savedPath(const fs::path& path, const fs::path& folder)
{
    const fs::path base = fs::absolute(folder).lexically_normal();
    const fs::path full = fs::absolute(path).lexically_normal();
    const fs::path relative = full.lexically_relative(base);
    const bool inside = !relative.empty() && *relative.begin() != "..";
    return (inside ? relative : full).generic_string();
}

Json overridesOf(const FileOverrides& overrides, const fs::path& folder)
{
    Json list = Json::array();
    for (const auto& [file, said] : overrides) {
        if (said.empty())
            continue;
        Json entry = {{"file", savedPath(file, folder)}};
        if (said.rank)
            entry["rank"] = *said.rank;
        if (!said.unit.empty())
            entry["unit"] = said.unit;
        if (!said.zone.empty())
            entry["zone"] = said.zone;
        if (!said.ruleFile.empty())
            entry["rules"] = savedPath(said.ruleFile, folder);
        for (const auto& [place, name] : kPlaces)
            if (place == said.place)
                entry["place"] = name;
        list.push_back(std::move(entry));
    }
    return list;
}

std::optional<Error> readOverrides(const Json& list, const fs::path& folder, FileOverrides& overrides)
{
    if (!list.is_array())
        return Error{ErrorCode::Malformed, "is no list", {}, "key overrides", "save the investigation again"};
    for (const Json& entry : list)
        if (auto error = readOne(entry, folder, overrides))
            return error;
    return std::nullopt;
}

std::string overridesJson(const FileOverrides& overrides)
{
    // No folder holds a file by this name, so that every path stays absolute.
    return overridesOf(overrides, "/ /").dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<FileOverrides> overridesFromJson(std::string_view json)
{
    const Json list = Json::parse(json.begin(), json.end(), nullptr, false);
    FileOverrides overrides;
    if (auto error = readOverrides(list, "/", overrides))
        return tl::unexpected(*error);
    return overrides;
}

}  // namespace headwater
