// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/ScaleRuns.h"

#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/Lowered.h"
#include "core/run/ManifestKeys.h"
#include "core/triage/RunStepTime.h"

namespace headwater {

namespace {

/// Facts of a manifest, small letters and digits only (as canonicalKey reads them), and what the results call them.
constexpr std::array kInvariants{
    std::pair(std::string_view("microbatchsize"), std::string_view("batch_per_gpu")),
    std::pair(std::string_view("seqlength"), std::string_view("sequence_length")),
    std::pair(std::string_view("sequencelength"), std::string_view("sequence_length")),
    std::pair(std::string_view("tensorparallel"), std::string_view("tp")),
    std::pair(std::string_view("pipelineparallel"), std::string_view("pp")),
    std::pair(std::string_view("bucketsize"), std::string_view("bucket_size")),
    std::pair(std::string_view("ddpbucketsize"), std::string_view("bucket_size")),
    std::pair(std::string_view("bucketcapmb"), std::string_view("bucket_cap_mb")),
    std::pair(std::string_view("precision"), std::string_view("precision")),
    std::pair(std::string_view("ncclversion"), std::string_view("nccl_version")),
    std::pair(std::string_view("pytorch"), std::string_view("pytorch")),
};

/// "option.ddp_bucket_size" is "ddpbucketsize".
std::string plainKey(const std::string& key)
{
    std::string out;
    const std::string name = canonicalKey(key);
    for (const char c : name.substr(name.rfind('.') + 1))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out += c;
    return out;
}

/// What counts of one run.
struct OneRun {
    double stepTimeMs = 0;
    std::map<std::string, std::string> invariants;
    std::set<std::string> hosts;  ///< their first labels, in small letters; empty: unknown
    int ranks = 0;                ///< 0: unknown
};

std::string labelOf(const std::string& host)
{
    return lowered(host.substr(0, host.find('.')));
}

std::set<std::string> hostsOf(const Run& run)
{
    std::set<std::string> hosts;
    for (const RankData& rank : run.ranks)
        if (!rank.host.empty())
            hosts.insert(labelOf(rank.host));
    return hosts;
}

/// The group that a side is of, and what its job takes of each node.
struct Place {
    const std::vector<std::string>& nodes;
    int gpusPerNode;
    bool current;
};

/// A result counts for a group only if it ran there: the current run on its nodes, and both with a rank for each GPU.
Status checkPlace(const OneRun& run, const std::string& file, const Place& place)
{
    std::set<std::string> nodes;
    for (const std::string& node : place.nodes)
        nodes.insert(labelOf(node));
    const int gpus = static_cast<int>(place.nodes.size()) * place.gpusPerNode;
    const bool whole = run.ranks == 0 || run.ranks == gpus;
    if (!whole)
        return fail(
            ErrorCode::BadUsage,
            fmt::format("has {} ranks, the group {} has {} GPUs", run.ranks, fmt::join(place.nodes, ", "), gpus), file,
            {}, "give the runs of just this group, or the GPUs of a node");
    if (place.current && !run.hosts.empty() && run.hosts != nodes)
        return fail(ErrorCode::BadUsage,
                    fmt::format("ran on {}, the group is {}", fmt::join(run.hosts, ", "), fmt::join(place.nodes, ", ")),
                    file, {}, "give the runs of just this group");
    return {};
}

std::map<std::string, std::string> invariantsOf(const Run& run)
{
    std::map<std::string, std::string> told;
    for (const auto& [key, fact] : run.manifest) {
        const std::string plain = plainKey(key);
        for (const auto& [known, name] : kInvariants)
            if (!fact.value.empty() && plain == known)
                told.try_emplace(std::string(name), fact.value);
    }
    return told;
}

Result<OneRun> readOne(const std::string& file, const RunReader& read, const Job& job)
{
    const auto run = read(file, job);
    if (!run)
        return tl::unexpected(run.error());
    const auto analysis = analyzeRun(*run, {}, job);
    if (!analysis)
        return tl::unexpected(analysis.error());
    const auto time = runStepTimeMs(**analysis);
    if (!time)
        return fail(ErrorCode::BadUsage, "has no step with a time", file, {}, "name a run that tells its steps");
    return OneRun{*time, invariantsOf(**run), hostsOf(**run), (*run)->worldSize};
}

/// Every side that has runs and no values of them yet.
template <typename Case, typename Visit>
void forEachUnread(Case& given, const Visit& visit)
{
    const auto group = [&](auto& one) {
        for (auto* side : {&one.baseline, &one.current})
            if (side->values.size() < side->runs.size())
                visit(*side, Place{one.nodes, given.cluster.gpusPerNode, side == &one.current});
    };
    for (auto& experiment : given.experiments)
        for (auto& one : experiment)
            group(one);
    for (auto& result : given.isolation)
        group(result.group);
}

Status fill(ScaleSide& side, const Place& place, const std::map<std::string, OneRun>& runs)
{
    side.values.clear();
    std::map<std::string, std::string> told;
    for (const std::string& file : side.runs) {
        const OneRun& one = runs.at(file);
        if (Status fits = checkPlace(one, file, place); !fits)
            return fits;
        side.values.push_back(one.stepTimeMs);
        for (const auto& [name, value] : one.invariants) {
            const auto [known, first] = told.try_emplace(name, value);
            if (!first && known->second != value)
                return fail(ErrorCode::BadUsage, fmt::format("{} is {}, elsewhere {}", name, value, known->second),
                            file, {}, "repeats of one side must be run alike");
        }
    }
    for (const auto& [name, value] : told)
        side.invariants.try_emplace(name, value);  // what a person said of the side comes first
    return {};
}

std::set<std::string> unreadOf(const ScaleCase& given)
{
    std::set<std::string> files;
    forEachUnread(given,
                  [&files](const ScaleSide& side, const Place&) { files.insert(side.runs.begin(), side.runs.end()); });
    return files;
}

}  // namespace

std::size_t unreadRuns(const ScaleCase& given)
{
    return unreadOf(given).size();
}

Status readScaleRuns(ScaleCase& given, const RunReader& read, const Job& job)
{
    const std::set<std::string> files = unreadOf(given);
    std::map<std::string, OneRun> runs;
    const auto all = static_cast<double>(files.size());
    for (const std::string& file : files) {
        const double before = static_cast<double>(runs.size());
        Job part = job;
        part.progress = [&job, before, all](double fraction, std::string_view activity) {
            job.report((before + fraction) / all, activity);
        };
        auto one = readOne(file, read, part);
        if (!one)
            return tl::unexpected(one.error());
        if (job.stopped())
            return cancelled();
        runs.emplace(file, *std::move(one));
    }
    ScaleCase next = given;
    Status status;
    forEachUnread(next, [&](ScaleSide& side, const Place& place) {
        if (status)
            status = fill(side, place, runs);
    });
    if (status)
        given = std::move(next);
    return status;
}

}  // namespace headwater
