// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/NcclOutputs.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/ingest/scale/NcclResults.h"

namespace headwater {

namespace {

/// The largest size that every file has; nothing where there is none.
Result<std::uint64_t> commonSize(std::span<const std::filesystem::path> files, const Job& job)
{
    std::set<std::uint64_t> common;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto sizes = scale::sizesOf(files[i], job);
        if (!sizes)
            return tl::unexpected(sizes.error());
        std::set<std::uint64_t> both;
        std::ranges::set_intersection(common, *sizes, std::inserter(both, both.end()));
        common = i == 0 ? *sizes : both;
        if (common.empty())
            return fail(ErrorCode::BadUsage, "has no message size that the other outputs have too", files[i].string(),
                        {}, "run every pair with the same sizes");
    }
    return *common.rbegin();
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
    const auto bytes = commonSize(files, job);
    if (!bytes)
        return tl::unexpected(bytes.error());
    std::map<std::vector<std::string>, GroupMeasurement> groups;
    for (const std::filesystem::path& file : files) {
        const auto hosts = scale::hostsOf(file, job);
        if (!hosts)
            return tl::unexpected(hosts.error());
        if (hosts->empty())
            return fail(ErrorCode::BadUsage, "names no hosts", file.string(), {},
                        "name the nodes in a file of results (headwater.scale-results/1)");
        GroupMeasurement& group = groups[*hosts];
        group.nodes = *hosts;
        group.metric = "busbw_gbps";
        group.higherIsBetter = true;
        if (Status status = scale::addNcclTests({file}, *bytes, *hosts, group.current, job); !status)
            return tl::unexpected(status.error());
    }
    for (auto& [hosts, group] : groups)
        results.push_back({IsolationKind::NcclTests, std::move(group), {}});
    return results;
}

}  // namespace headwater
