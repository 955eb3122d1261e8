// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/ScaleRuns.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"
#include "core/analysis/scale/ScalePlan.h"
#include "core/base/Language.h"
#include "core/ingest/scale/IsolationFile.h"
#include "core/ingest/scale/ScaleFiles.h"
#include "core/ingest/scale/TopologyRanks.h"
#include "core/report/Report.h"

namespace headwater::cli {

namespace {

constexpr std::int64_t kMostGpus = 100'000;
constexpr int kDefaultGpusPerNode = 8;
constexpr std::size_t kMostNodes = 4096;  // 17 million pairs and twos

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

/// The nodes that are named, in the order of the topology.
Status keepNamed(Cluster& cluster, const std::string& list)
{
    std::set<std::string> wanted;
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');)
        wanted.insert(name);
    std::erase_if(cluster.nodes, [&wanted](const ClusterNode& node) { return wanted.erase(node.name) == 0; });
    if (!wanted.empty())
        return fail(ErrorCode::BadUsage, fmt::format("--nodes names {}, which the topology does not", *wanted.begin()),
                    {}, {}, "use the names of the topology file");
    return {};
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
    const std::string topology = file.value_or("");
    if (const auto named = arguments.value("--nodes"))
        if (const Status kept = keepNamed(cluster, *named); !kept)
            return tl::unexpected(kept.error());
    if (request.bad % cluster.gpusPerNode != 0)
        return fail(ErrorCode::BadUsage,
                    fmt::format("{} GPUs are no whole number of nodes of {}", request.bad, cluster.gpusPerNode),
                    topology, {}, "give the GPUs of whole nodes, and --gpus-per-node");
    const auto wanted = static_cast<std::size_t>(request.bad / cluster.gpusPerNode);
    if (wanted < 2)
        return fail(ErrorCode::BadUsage, "fewer than two nodes are slow", topology, {},
                    "nothing is left to halve: compare the node with another by `analyze`, or by nccl-tests");
    if (wanted > kMostNodes)
        return fail(ErrorCode::BadUsage, fmt::format("{} nodes are more than {}", wanted, kMostNodes), topology, {},
                    "halve by hand first: their pairs alone are too many");
    if (cluster.nodes.size() < wanted)
        return fail(ErrorCode::BadUsage, fmt::format("there are {} GPUs, --bad says {}", cluster.gpus(), request.bad),
                    topology, {}, "give the nodes that the slow job ran on");
    if (cluster.nodes.size() > wanted)
        session.warn({{Severity::Warning,
                       "nodes-left-out",
                       fmt::format("only the first {} of {} nodes are taken, {} to {}", wanted, cluster.nodes.size(),
                                   cluster.nodes.front().name, cluster.nodes[wanted - 1].name),
                       {},
                       topology}});
    cluster.nodes.resize(wanted);
    return cluster;
}

int run(const Arguments& arguments, Session& session)
{
    const auto request = readRequest(arguments);
    if (!request)
        return session.fail(request.error());
    const auto cluster = readNodes(arguments, *request, session);
    if (!cluster)
        return session.fail(cluster.error());
    std::vector<ScaleExperiment> results;
    std::vector<IsolationResult> isolation;
    if (const auto file = arguments.value("--results")) {
        auto read = readScaleResults(*file, session.job(0.3, 0.6));
        if (!read)
            return session.fail(read.error());
        results = std::move(*read);
        if (const Status runs = readScaleRuns(results, session); !runs)
            return session.fail(runs.error());
        auto tests = readIsolationResults(*file, session.job(0.6, 0.8));
        if (!tests)
            return session.fail(tests.error());
        isolation = std::move(*tests);
    }
    auto plan =
        scale::planScale(*cluster, arguments.has("--topology"), results, request->options, scale::JudgeOptions());
    session.finishProgress();
    if (!plan)
        return session.fail(plan.error());
    if (const Status read = scale::addIsolation(*plan, isolation, results); !read)
        return session.fail(read.error());
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
