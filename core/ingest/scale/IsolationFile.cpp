// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/IsolationFile.h"

#include <array>
#include <map>

#include <fmt/format.h>

#include "core/ingest/others/Json.h"
#include "core/ingest/scale/NcclResults.h"
#include "core/ingest/scale/ResultGroups.h"

namespace headwater {

namespace {

using nlohmann::json;
using scale::Place;

std::optional<IsolationKind> kindOf(const std::string& name)
{
    constexpr std::array<std::pair<std::string_view, IsolationKind>, 3> kKinds{
        std::pair{"nccl-tests", IsolationKind::NcclTests},
        std::pair{"synthetic-data", IsolationKind::SyntheticData},
        std::pair{"straggler-hunt", IsolationKind::StragglerHunt},
    };
    for (const auto& [known, kind] : kKinds)
        if (known == name)
            return kind;
    return std::nullopt;
}

Result<HuntRound> readRound(const json& groups, const Place& place, const std::string& where)
{
    if (!groups.is_array() || groups.empty())
        return place.bad("has no groups", where);
    HuntRound round;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::string at = fmt::format("{}[{}]", where, g);
        auto nodes = scale::readNodes(groups[g], place, at);
        if (!nodes)
            return tl::unexpected(nodes.error());
        const auto time = others::numberAt(groups[g], "time");
        if (!time || *time <= 0)
            return place.bad("is no time", at + ".time");
        round.groups.push_back({std::move(*nodes), *time});
    }
    return round;
}

Result<IsolationResult> readHunt(const json& entry, const Place& place, const std::string& where)
{
    const json& rounds = others::memberAt(entry, "rounds");
    if (!rounds.is_array() || rounds.empty())
        return place.bad("has no rounds", where);
    IsolationResult result;
    result.kind = IsolationKind::StragglerHunt;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
        auto round = readRound(rounds[r], place, fmt::format("{}.rounds[{}]", where, r));
        if (!round)
            return tl::unexpected(round.error());
        result.rounds.push_back(std::move(*round));
    }
    return result;
}

using ByHosts = std::map<std::vector<std::string>, GroupMeasurement>;

/// Every output of one side to the hosts that it names.
Status addByHosts(const json& object, ScaleSide GroupMeasurement::*side, const Place& place, const std::string& where,
                  const Job& job, ByHosts& groups)
{
    if (object.is_null())
        return {};
    const json& list = others::memberAt(object, "nccl_tests");
    const auto bytes = others::integerAt(object, "message_bytes");
    if (!list.is_array() || !bytes || *bytes <= 0)
        return place.bad("needs a list of files and message_bytes where no nodes are named", where);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string at = fmt::format("{}.nccl_tests[{}]", where, i);
        if (!list[i].is_string())
            return place.bad("is no file name", at);
        const auto file = std::filesystem::path(place.file).parent_path() / list[i].get<std::string>();
        const auto hosts = scale::hostsOf(file, job);
        if (!hosts)
            return tl::unexpected(hosts.error());
        if (hosts->empty())
            return place.bad("names no hosts, and the entry no nodes", at);
        GroupMeasurement& group = groups[*hosts];
        group.nodes = *hosts;
        group.metric = "busbw_gbps";
        group.higherIsBetter = true;
        if (Status status = scale::addNcclTests({file}, static_cast<std::uint64_t>(*bytes), *hosts, group.*side, job);
            !status)
            return status;
    }
    return {};
}

Status readEntry(const json& entry, const Place& place, const std::string& where, const Job& job,
                 std::vector<IsolationResult>& results)
{
    const std::string name = others::textAt(entry, "test");
    const auto kind = kindOf(name);
    if (!kind)
        return place.bad("is no nccl-tests, synthetic-data or straggler-hunt", where + ".test");
    if (*kind == IsolationKind::StragglerHunt) {
        auto hunt = readHunt(entry, place, where);
        if (!hunt)
            return tl::unexpected(hunt.error());
        results.push_back(std::move(*hunt));
        return {};
    }
    if (*kind == IsolationKind::NcclTests && others::memberAt(entry, "nodes").is_null()) {
        ByHosts groups;
        Status status = addByHosts(others::memberAt(entry, "current"), &GroupMeasurement::current, place,
                                   where + ".current", job, groups);
        if (status)
            status = addByHosts(others::memberAt(entry, "baseline"), &GroupMeasurement::baseline, place,
                                where + ".baseline", job, groups);
        for (auto& [hosts, group] : groups)
            results.push_back({*kind, std::move(group), {}});
        return status;
    }
    auto group = scale::readGroup(entry, place, where, job);
    if (!group)
        return tl::unexpected(group.error());
    results.push_back({*kind, std::move(*group), {}});
    return {};
}

}  // namespace

Result<std::vector<IsolationResult>> readIsolationResults(const std::filesystem::path& path, const Job& job)
{
    const auto document = scale::readSchema(path, "headwater.scale-results/1", job);
    if (!document)
        return tl::unexpected(document.error());
    const Place place{path.string()};
    const json& list = others::memberAt(*document, "isolation");
    std::vector<IsolationResult> results;
    if (list.is_null())
        return results;
    if (!list.is_array())
        return place.bad("is no list", "isolation");
    for (std::size_t i = 0; i < list.size(); ++i)
        if (const Status status = readEntry(list[i], place, fmt::format("isolation[{}]", i), job, results); !status)
            return tl::unexpected(status.error());
    return results;
}

}  // namespace headwater
