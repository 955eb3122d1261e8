// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/NcclOutputs.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "core/ingest/scale/NcclResults.h"

namespace headwater {

namespace {

using Sizes = std::set<std::uint64_t>;
using Hosts = std::vector<std::string>;

/// The sizes that every file has, at least one.
Result<Sizes> commonSizes(std::span<const std::filesystem::path> files, const Job& job)
{
    Sizes common;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto sizes = scale::sizesOf(files[i], job);
        if (!sizes)
            return tl::unexpected(sizes.error());
        Sizes both;
        std::ranges::set_intersection(common, *sizes, std::inserter(both, both.end()));
        common = i == 0 ? *sizes : std::move(both);
        if (common.empty())
            return fail(ErrorCode::BadUsage, "has no message size that the other outputs have too", files[i].string(),
                        {}, "run every pair with the same sizes");
    }
    return common;
}

/// Those that tell of bandwidth.
Sizes largeOf(Sizes sizes)
{
    constexpr std::uint64_t kLatencyBelow = std::uint64_t(1) << 20U;
    const std::uint64_t most = *sizes.rbegin();
    std::erase_if(sizes, [most](std::uint64_t bytes) { return bytes < kLatencyBelow && bytes != most; });
    return sizes;
}

Result<Hosts> namedHosts(const std::filesystem::path& file, const Job& job)
{
    auto hosts = scale::hostsOf(file, job);
    if (hosts && hosts->empty())
        return fail(ErrorCode::BadUsage, "names no hosts", file.string(), {},
                    "name the nodes in a file of results (headwater.scale-results/1)");
    return hosts;
}

GroupMeasurement bandwidthOf(const Hosts& nodes)
{
    GroupMeasurement group;
    group.nodes = nodes;
    group.metric = "busbw_gbps";
    group.higherIsBetter = true;
    return group;
}

Hosts labelsOf(const Hosts& names)
{
    Hosts out;
    for (const std::string& name : names)
        out.push_back(name.substr(0, name.find('.')));
    std::ranges::sort(out);
    return out;
}

/// The message size of a result of nccl-tests; 0: it does not say.
std::uint64_t sizeOf(const IsolationResult& result)
{
    const auto told = result.group.current.invariants.find("message_bytes");
    std::uint64_t bytes = 0;
    if (told != result.group.current.invariants.end())
        std::from_chars(told->second.data(), told->second.data() + told->second.size(), bytes);
    return bytes;
}

}  // namespace

bool isNcclOutput(const std::filesystem::path& file, const Job& job)
{
    return scale::hostsOf(file, job).has_value();
}

Result<std::vector<IsolationResult>> readNcclOutputs(std::span<const std::filesystem::path> files, const Job& job)
{
    std::vector<IsolationResult> results;
    if (files.empty())
        return results;
    const auto sizes = commonSizes(files, job);
    if (!sizes)
        return tl::unexpected(sizes.error());
    std::map<std::pair<Hosts, std::uint64_t>, GroupMeasurement> groups;
    for (const std::filesystem::path& file : files) {
        const auto hosts = namedHosts(file, job);
        if (!hosts)
            return tl::unexpected(hosts.error());
        for (const std::uint64_t bytes : largeOf(*sizes)) {
            GroupMeasurement& group = groups.try_emplace({*hosts, bytes}, bandwidthOf(*hosts)).first->second;
            if (Status status = scale::addNcclTests({file}, bytes, *hosts, group.current, job); !status)
                return tl::unexpected(status.error());
        }
    }
    for (auto& [key, group] : groups)
        results.push_back({IsolationKind::NcclTests, std::move(group), {}});
    return results;
}

Result<std::size_t> addNcclBaseline(std::vector<IsolationResult>& results, std::span<const std::filesystem::path> files,
                                    const Job& job)
{
    std::map<std::size_t, ScaleSide> sides;  // by result
    for (const std::filesystem::path& file : files) {
        const auto hosts = namedHosts(file, job);
        if (!hosts)
            return tl::unexpected(hosts.error());
        const auto sizes = scale::sizesOf(file, job);
        if (!sizes)
            return tl::unexpected(sizes.error());
        bool known = false;
        bool taken = false;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const IsolationResult& result = results[i];
            if (result.kind != IsolationKind::NcclTests || labelsOf(result.group.nodes) != *hosts)
                continue;
            known = true;
            if (!sizes->contains(sizeOf(result)))
                continue;
            taken = true;
            if (Status status = scale::addNcclTests({file}, sizeOf(result), *hosts, sides[i], job); !status)
                return tl::unexpected(status.error());
        }
        if (!taken)
            return fail(ErrorCode::BadUsage,
                        known ? "has none of the message sizes of the results" : "ran on hosts that no result is of",
                        file.string(), {}, "give the current outputs of the same hosts and sizes first");
    }
    for (auto& [result, side] : sides)
        results[result].group.baseline = std::move(side);
    return sides.size();
}

Result<GroupMeasurement> readNcclGroup(const Hosts& nodes, std::span<const std::filesystem::path> baseline,
                                       std::span<const std::filesystem::path> current, const Job& job)
{
    std::vector<std::filesystem::path> all(baseline.begin(), baseline.end());
    all.insert(all.end(), current.begin(), current.end());
    const auto sizes = commonSizes(all, job);
    if (!sizes)
        return tl::unexpected(sizes.error());
    GroupMeasurement group = bandwidthOf(nodes);
    const std::uint64_t bytes = *sizes->rbegin();
    Status status = scale::addNcclTests({baseline.begin(), baseline.end()}, bytes, nodes, group.baseline, job);
    if (status)
        status = scale::addNcclTests({current.begin(), current.end()}, bytes, nodes, group.current, job);
    if (!status)
        return tl::unexpected(status.error());
    return group;
}

}  // namespace headwater
