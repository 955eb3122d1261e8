// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <sstream>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"
#include "core/analysis/scale/CasePlan.h"
#include "core/base/Language.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/scale/IsolationFile.h"
#include "core/ingest/scale/NcclOutputs.h"
#include "core/ingest/scale/ScaleFiles.h"
#include "core/ingest/scale/TopologyRanks.h"
#include "core/report/Report.h"
#include "core/triage/ScaleRuns.h"

namespace headwater::cli {

namespace {

constexpr std::int64_t kMostGpus = 100'000;
constexpr int kDefaultGpusPerNode = 8;

struct Request {
    int bad = 0;
    int gpusPerNode = kDefaultGpusPerNode;
    scale::BisectionOptions options;
};

Result<Request> readRequest(const Arguments& arguments)
{
    Request request;
    Status status = readCount(arguments, "--bad", kMostGpus, request.bad);
    if (status)
        status = readCount(arguments, "--good", kMostGpus, request.options.goodGpus);
    if (status)
        status = readCount(arguments, "--gpus-per-node", 1024, request.gpusPerNode);
    int minutes = 0;
    if (status)
        status = readCount(arguments, "--minutes", 100'000, minutes);
    if (!status)
        return tl::unexpected(status.error());
    if (minutes > 0)
        request.options.minutesPerRun = minutes;
    if (request.bad == 0)
        return fail(ErrorCode::BadUsage, "plan-scale needs --bad N", {}, {},
                    "say on how many GPUs the job is slow; see `headwater-cli plan-scale --help`");
    if (request.options.goodGpus >= request.bad)
        return fail(ErrorCode::BadUsage, "--good is not below --bad", {}, {},
                    "a fault that shows at every size is no fault of scale: compare two runs with `analyze`");
    return request;
}

Result<std::vector<std::string>> namesIn(const std::string& list)
{
    std::vector<std::string> out;
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');)
        out.push_back(name);
    if (out.empty())
        return fail(ErrorCode::BadUsage, "--nodes names none", {}, {}, "give names with commas between");
    return out;
}

/// The nodes of the slow job: those of --nodes, else the first ones of the topology.
Result<Cluster> readNodes(const Arguments& arguments, const Request& request, Session& session)
{
    Cluster cluster = scale::clusterOfSize(request.bad, request.gpusPerNode);
    const auto file = arguments.value("--topology");
    if (file) {
        auto read = readCluster(*file, session.job(0, 0.3));
        if (!read)
            return read;
        cluster = std::move(*read);
        const auto more = scale::readTopologyRanks(*file, cluster, {});
        if (!more)
            return tl::unexpected(more.error());
        session.warn(more->problems, *file);
        if (arguments.has("--gpus-per-node"))
            cluster.gpusPerNode = request.gpusPerNode;
    }
    if (const auto named = arguments.value("--nodes")) {
        const auto names = namesIn(*named);
        if (!names)
            return tl::unexpected(names.error());
        if (const Status kept = scale::keepNodes(cluster, *names); !kept)
            return tl::unexpected(kept.error());
    }
    const auto wanted = static_cast<std::size_t>(request.bad / cluster.gpusPerNode);
    if (wanted > 0 && cluster.nodes.size() > wanted)
        session.warn({{Severity::Warning,
                       "nodes-left-out",
                       fmt::format("only the first {} of {} nodes are taken, {} to {}", wanted, cluster.nodes.size(),
                                   cluster.nodes.front().name, cluster.nodes[wanted - 1].name),
                       {},
                       file.value_or("")}});
    return cluster;
}

/// Outputs of nccl-tests by themselves, and those of when all was well.
Status readOutputs(const Arguments& arguments, ScaleCase& given, Session& session)
{
    const auto pathsOf = [&arguments](std::string_view option) {
        std::vector<std::filesystem::path> out;
        for (const std::string& file : arguments.values(option))
            out.emplace_back(file);
        return out;
    };
    auto outputs = readNcclOutputs(pathsOf("--nccl"), session.job(0.95, 0.97));
    if (!outputs)
        return tl::unexpected(outputs.error());
    std::ranges::move(*outputs, std::back_inserter(given.isolation));
    const auto known = addNcclBaseline(given.isolation, pathsOf("--nccl-baseline"), session.job(0.97, 1));
    if (!known)
        return tl::unexpected(known.error());
    for (IsolationResult& result : given.isolation)
        scale::nameAsIn(given.cluster, result.group.nodes);
    return {};
}

Status readResults(const Arguments& arguments, ScaleCase& given, Session& session)
{
    const auto file = arguments.value("--results");
    if (!file)
        return {};
    auto experiments = readScaleResults(*file, session.job(0.3, 0.4));
    if (!experiments)
        return tl::unexpected(experiments.error());
    auto isolation = readIsolationResults(*file, session.job(0.4, 0.5));
    if (!isolation)
        return tl::unexpected(isolation.error());
    given.experiments = std::move(*experiments);
    given.isolation = std::move(*isolation);
    const auto cache = userCache();
    const auto read = [&cache](const std::filesystem::path& path, const Job& job) {
        LoadOptions load;
        readThrough(cache ? &*cache : nullptr, {}, load);
        return loadRun(std::array{path}, load, job);
    };
    return readScaleRuns(given, read, session.job(0.5, 0.95));
}

int run(const Arguments& arguments, Session& session)
{
    const auto request = readRequest(arguments);
    if (!request)
        return session.fail(request.error());
    const auto cluster = readNodes(arguments, *request, session);
    if (!cluster)
        return session.fail(cluster.error());
    ScaleCase given;
    given.cluster = *cluster;
    given.topologyKnown = arguments.has("--topology");
    given.badGpus = request->bad;
    given.goodGpus = request->options.goodGpus;
    given.minutesPerRun = request->options.minutesPerRun;
    Status read = readResults(arguments, given, session);
    if (read)
        read = readOutputs(arguments, given, session);
    if (!read)
        return session.fail(read.error());
    const auto plan = scale::planCase(given, session.stop());
    session.finishProgress();
    if (!plan)
        return session.fail(plan.error());
    const auto language = readLanguage(arguments);
    if (!language)
        return session.fail(language.error());
    Output output;
    output.setText(scalePlanText(*plan, *language));
    Status status;
    if (const auto target = arguments.value("--json"))
        status = output.add(*target, scalePlanJson(*plan));
    if (status)
        status = output.write(session.stop());
    return status ? kDone : session.fail(status.error());
}

constexpr std::array kOptions{
    OptionSpec{"--bad", OptionSpec::Kind::One, "N", "number of GPUs on which the job is slow"},
    OptionSpec{"--good", OptionSpec::Kind::One, "N", "largest number of GPUs on which it is fine, whichever they are"},
    OptionSpec{"--gpus-per-node", OptionSpec::Kind::One, "N", "GPUs of one node (default 8, or as the topology says)"},
    OptionSpec{"--topology", OptionSpec::Kind::One, "FILE",
               "nodes and their switches (headwater.topology/1); the first\nnodes are those of the slow job"},
    OptionSpec{"--nodes", OptionSpec::Kind::One, "LIST", "names of the slow job's nodes, with commas between"},
    OptionSpec{"--minutes", OptionSpec::Kind::One, "N", "minutes of one run, for the cost (default 10)"},
    OptionSpec{"--results", OptionSpec::Kind::One, "FILE", "what was measured so far (headwater.scale-results/1)"},
    OptionSpec{"--nccl", OptionSpec::Kind::Many, "FILE...", "what nccl-tests printed on groups of nodes"},
    OptionSpec{"--nccl-baseline", OptionSpec::Kind::Many, "FILE...",
               "what they printed on the same nodes when all was well"},
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the plan as JSON (headwater.scale-plan/1); - is stdout"},
    kLanguageOption,
};

}  // namespace

const CommandSpec kPlanScaleCommand{
    "plan-scale",
    "--bad N [--good N]",
    0,
    0,
    "plan how to find a fault that shows only at scale",
    "Proposes the next experiment for a slowdown that shows only on many GPUs: groups of nodes that run at the same\n"
    "time and keep the path between switches, what each outcome would prove, and what it costs. Write what was "
    "measured\n"
    "into the file of --results and call it again. A result whose invariants moved is invalid and proves nothing. "
    "Tests\n"
    "that isolate one suspect (nccl-tests of pairs, random tensors, a straggler hunt) stand there too.",
    kOptions,
    "  headwater-cli plan-scale --bad 128 --good 8\n"
    "  headwater-cli plan-scale --bad 128 --topology cluster.json --results so-far.json --json -",
    &run};

}  // namespace headwater::cli
