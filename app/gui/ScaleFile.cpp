// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ScaleFile.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "core/ingest/LoadRun.h"
#include "core/ingest/scale/IsolationFile.h"
#include "core/ingest/scale/NcclOutputs.h"
#include "core/ingest/scale/ScaleFiles.h"
#include "core/ingest/scale/TopologyRanks.h"
#include "core/triage/ScaleRuns.h"

namespace headwater {

namespace {

/// What files hold, one kind apart from the other.
struct Given {
    std::optional<Cluster> cluster;
    std::filesystem::path clusterFile;
    std::vector<ScaleExperiment> experiments;
    std::vector<IsolationResult> isolation;
    std::vector<std::filesystem::path> outputs;  ///< of nccl-tests
    Problems problems;
};

Status readResults(const std::filesystem::path& path, const Job& job, Given& given)
{
    auto experiments = readScaleResults(path, job);
    if (!experiments)
        return tl::unexpected(experiments.error());
    auto isolation = readIsolationResults(path, job);
    if (!isolation)
        return tl::unexpected(isolation.error());
    if (experiments->empty() && isolation->empty())
        return fail(ErrorCode::NothingUsable, "holds no results", path.string(), {},
                    "add what was measured to \"experiments\" or \"isolation\"");
    std::ranges::move(*experiments, std::back_inserter(given.experiments));
    std::ranges::move(*isolation, std::back_inserter(given.isolation));
    return {};
}

Status readOne(const std::filesystem::path& path, const Job& job, Given& given)
{
    auto cluster = readCluster(path, job);
    if (cluster && given.cluster)
        return fail(ErrorCode::BadUsage, "is a second topology", path.string(), {}, "open one of them");
    if (cluster) {
        given.cluster = *std::move(cluster);
        given.clusterFile = path;
        const auto more = scale::readTopologyRanks(path, *given.cluster, job);
        if (!more)
            return tl::unexpected(more.error());
        std::ranges::copy(more->problems, std::back_inserter(given.problems));
        return {};
    }
    if (cluster.error().code == ErrorCode::Cancelled)
        return tl::unexpected(cluster.error());
    if (isNcclOutput(path, job)) {
        given.outputs.push_back(path);
        return {};
    }
    if (cluster.error().where != "schema")
        return tl::unexpected(cluster.error());
    return readResults(path, job, given);  // JSON, but no topology
}

Result<Given> readAll(const std::vector<std::filesystem::path>& paths, const Job& job)
{
    Given given;
    for (const std::filesystem::path& path : paths)
        if (const Status status = readOne(path, job, given); !status)
            return tl::unexpected(status.error());
    auto outputs = readNcclOutputs(given.outputs, job);
    if (!outputs)
        return tl::unexpected(outputs.error());
    std::ranges::move(*outputs, std::back_inserter(given.isolation));
    return given;
}

/// Whether the results of a case are of its nodes.
bool fits(const ScaleCase& given)
{
    const auto known = [&given](const std::string& name) {
        return std::ranges::find(given.cluster.nodes, name, &ClusterNode::name) != given.cluster.nodes.end();
    };
    const auto all = [&known](const GroupMeasurement& group) { return std::ranges::all_of(group.nodes, known); };
    const auto hunted = [&known](const HuntRound& round) {
        return std::ranges::all_of(
            round.groups, [&known](const HuntRound::Group& group) { return std::ranges::all_of(group.nodes, known); });
    };
    return std::ranges::all_of(given.experiments, [&all](const auto& one) { return std::ranges::all_of(one, all); }) &&
           std::ranges::all_of(given.isolation, [&](const IsolationResult& one) {
               return all(one.group) && std::ranges::all_of(one.rounds, hunted);
           });
}

template <typename T>
void addOnce(std::vector<T>& there, std::vector<T>& more)
{
    for (T& one : more)
        if (std::ranges::find(there, one) == there.end())
            there.push_back(std::move(one));
}

}  // namespace

Result<PlannedCase> plannedCase(const ScaleCase& unread, const Job& job)
{
    ScaleCase given = unread;
    const auto load = [](const std::filesystem::path& path, const Job& part) {
        return loadRun(std::array{path}, {}, part);
    };
    if (const Status read = readScaleRuns(given, load, job); !read)
        return tl::unexpected(read.error());
    auto plan = scale::planCase(given, job.stop);
    if (!plan)
        return tl::unexpected(plan.error());
    std::vector<GroupMeasurement> groups;
    for (const ScaleExperiment& experiment : given.experiments)
        groups.insert(groups.end(), experiment.begin(), experiment.end());
    auto others = scale::pairMatrices(groups, plan->cluster);
    if (!others)
        return tl::unexpected(others.error());
    std::vector<scale::PairMatrix> pairs = plan->readings.matrices;
    for (scale::PairMatrix& other : *others)
        if (std::ranges::find(pairs, other.metric, &scale::PairMatrix::metric) == pairs.end())
            pairs.push_back(std::move(other));
    return PlannedCase{std::move(given), *std::move(plan), std::move(pairs)};
}

Result<PlannedCase> withScaleFiles(const ScaleCase& given, const std::vector<std::filesystem::path>& paths,
                                   const Job& job)
{
    auto read = readAll(paths, job);
    if (!read)
        return tl::unexpected(read.error());
    ScaleCase next = given;
    bool taken = false;
    if (read->cluster) {
        next.cluster = *std::move(read->cluster);
        next.topologyKnown = true;
        next.source = read->clusterFile.string();
        next.badGpus = 0;
        next.simulated.reset();
        if (next.goodGpus >= next.cluster.gpus())
            next.goodGpus = 0;
        if (next.cluster.nodes.size() > scale::kMostNodes)  // whoever knows which were slow says so
            next.badGpus = static_cast<int>(scale::kMostNodes) * next.cluster.gpusPerNode;
        if (!fits(next)) {  // what was there is of other nodes
            taken = !next.experiments.empty() || !next.isolation.empty();
            next.experiments.clear();
            next.isolation.clear();
        }
    }
    if (next.empty())
        return fail(ErrorCode::BadUsage, "results without the nodes they are of", paths.front().string(), {},
                    "open the topology with them or first, or plan without one");
    for (IsolationResult& result : read->isolation)
        scale::nameAsIn(next.cluster, result.group.nodes);
    addOnce(next.experiments, read->experiments);
    addOnce(next.isolation, read->isolation);
    auto planned = plannedCase(next, job);
    if (!planned)
        return planned;
    planned->resultsTakenOut = taken;
    planned->problems = std::move(read->problems);
    return planned;
}

Result<PlannedCase> withNcclBaseline(const ScaleCase& given, const std::vector<std::filesystem::path>& paths,
                                     const Job& job)
{
    ScaleCase next = given;
    const auto added = addNcclBaseline(next.isolation, paths, job);
    return added ? plannedCase(next, job) : tl::unexpected(added.error());
}

Result<PlannedCase> withNodes(const ScaleCase& given, const std::vector<std::string>& names, const Job& job)
{
    ScaleCase next = given;
    next.badGpus = 0;
    if (const Status kept = scale::keepNodes(next.cluster, names); !kept)
        return tl::unexpected(kept.error());
    const bool taken = !fits(next);
    if (taken) {
        next.experiments.clear();
        next.isolation.clear();
    }
    auto planned = plannedCase(next, job);
    if (planned)
        planned->resultsTakenOut = taken;
    return planned;
}

bool anyScaleFile(const std::vector<std::filesystem::path>& paths)
{
    constexpr std::array<std::string_view, 6> kMarks{
        "headwater.topology/1", "headwater.scale-results/1", "SwitchName=", "switchguids=", "# nThread",
        "out-of-place"};
    return std::ranges::any_of(paths, [&kMarks](const std::filesystem::path& path) {
        constexpr std::size_t kHead = 8192;
        std::string head(kHead, '\0');
        std::ifstream stream(path, std::ios::binary);
        stream.read(head.data(), kHead);
        head.resize(static_cast<std::size_t>(stream.gcount()));
        return std::ranges::any_of(kMarks,
                                   [&head](std::string_view mark) { return head.find(mark) != std::string::npos; });
    });
}

std::optional<std::filesystem::path> topologyNamedBy(const Run& run)
{
    const auto named = run.manifest.find("topology");
    if (named == run.manifest.end() || named->second.value.empty())
        return std::nullopt;
    return std::filesystem::path(named->second.source).parent_path() / named->second.value;
}

}  // namespace headwater
