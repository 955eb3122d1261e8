// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ScaleFile.h"

#include <algorithm>

#include "core/ingest/scale/ScaleFiles.h"

namespace headwater {

Result<PlannedCase> plannedCase(const ScaleCase& given)
{
    auto plan = scale::planCase(given);
    if (!plan)
        return tl::unexpected(plan.error());
    std::vector<GroupMeasurement> groups;
    for (const ScaleExperiment& experiment : given.experiments)
        groups.insert(groups.end(), experiment.begin(), experiment.end());
    auto pairs = scale::pairMatrices(groups, plan->cluster);
    if (!pairs)
        return tl::unexpected(pairs.error());
    return PlannedCase{given, *std::move(plan), *std::move(pairs)};
}

Result<PlannedCase> withScaleFile(const ScaleCase& given, const std::filesystem::path& path, const Job& job)
{
    ScaleCase next = given;
    auto cluster = readCluster(path, job);
    if (cluster) {
        next.cluster = *std::move(cluster);
        next.topologyKnown = true;
        next.source = path.string();
        next.badGpus = 0;
        next.simulated.reset();
        if (next.goodGpus >= next.cluster.gpus())
            next.goodGpus = 0;
        if (auto planned = plannedCase(next); planned || next.experiments.empty())
            return planned;
        next.experiments.clear();
        auto planned = plannedCase(next);
        if (planned)
            planned->resultsTakenOut = true;
        return planned;
    }
    if (cluster.error().where != "schema")
        return tl::unexpected(cluster.error());
    auto results = readScaleResults(path, job);  // JSON, but no topology
    if (!results)
        return tl::unexpected(results.error());
    if (given.empty())
        return fail(ErrorCode::BadUsage, "results without the nodes they are of", path.string(), {},
                    "open the topology first, or plan without one");
    for (ScaleExperiment& experiment : *results)
        if (std::ranges::find(next.experiments, experiment) == next.experiments.end())
            next.experiments.push_back(std::move(experiment));
    return plannedCase(next);
}

std::optional<std::filesystem::path> topologyNamedBy(const Run& run)
{
    const auto named = run.manifest.find("topology");
    if (named == run.manifest.end() || named->second.value.empty())
        return std::nullopt;
    return std::filesystem::path(named->second.source).parent_path() / named->second.value;
}

}  // namespace headwater
