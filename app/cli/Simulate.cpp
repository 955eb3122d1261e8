// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Simulate.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Session.h"
#include "app/cli/SummaryFile.h"
#include "app/cli/Values.h"
#include "core/analysis/summary/Summarize.h"
#include "core/ingest/ReadFile.h"
#include "core/report/Json.h"

namespace headwater::cli {

namespace {

std::string scenarioList()
{
    std::string out;
    std::size_t width = 0;
    for (const ScenarioInfo& scenario : scenarios())
        width = std::max(width, scenario.id.size());
    for (const ScenarioInfo& scenario : scenarios())
        out += fmt::format("  {:<{}}  {}\n", scenario.id, width, scenario.summary);
    return out;
}

/// As readManifest() would read it where the traces' records lie.
Manifest manifestIn(const std::string& text)
{
    Manifest manifest;
    const Json document = Json::parse(text, nullptr, false);
    for (const auto& [key, value] : document.at("values").items())
        manifest[key] = {value.get<std::string>(), "records/manifest.json", "/values/" + key};
    return manifest;
}

/// Puts the summary of a trace in its place.
Status summarizeInPlace(const std::filesystem::path& trace, const Manifest& manifest)
{
    const FileContent content = readFile(trace, {}, {});
    if (content.error)
        return tl::unexpected(*content.error);
    SummarizedRank rank = summarizeRank(*content.traces.front());
    rank.summary.sourceBytes = content.source.bytes;
    const Result<std::string> bytes = summaryBytes(rank, manifest);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const std::filesystem::path target = trace.parent_path() / summaryName(trace, rank.trace.rank);
    std::ofstream stream(target, std::ios::binary);
    std::error_code error;
    if (!(stream << *bytes).flush() || !std::filesystem::remove(trace, error))
        return fail(ErrorCode::WriteFailed, "cannot be written", target.string(), {}, "check the free space");
    return {};
}

Result<SimulationOptions> readOptions(const Arguments& arguments)
{
    SimulationOptions options;
    options.fineStages = arguments.has("--fine-stages");
    if (arguments.has("--summaries")) {
        options.compress = false;  // the trace is read again at once
        const auto manifest = std::make_shared<Manifest>();
        options.seeManifest = [manifest](const std::string& text) { *manifest = manifestIn(text); };
        options.replaceTrace = [manifest](const std::filesystem::path& trace) {
            return summarizeInPlace(trace, *manifest);
        };
    }
    Status status = readCount(arguments, "--ranks", 100'000, options.ranks);
    if (status)
        status = readCount(arguments, "--steps", 1'000'000, options.steps);
    if (status)
        status = readCount(arguments, "--events-per-step", 100'000'000, options.eventsPerStep);
    if (status)
        status = readSeed(arguments, options.seed);
    if (!status)
        return tl::unexpected(status.error());
    return options;
}

Status checkScenario(const std::string& name)
{
    std::vector<std::string_view> names;
    for (const ScenarioInfo& scenario : scenarios()) {
        if (scenario.id == name)
            return {};
        names.push_back(scenario.id);
    }
    const auto near = nearest(name, names);
    return fail(ErrorCode::BadUsage, fmt::format("there is no scenario '{}'", name), {}, {},
                near ? "did you mean " + *near + "?" : "see `headwater-cli simulate --list`");
}

int run(const Arguments& arguments, Session& session)
{
    Output output;
    if (arguments.has("--list")) {
        output.setText(scenarioList());
        const Status status = output.write(session.stop());
        return status ? kDone : session.fail(status.error());
    }
    const auto folder = arguments.value("--out");
    if (arguments.operands().empty() || !folder)
        return session.fail({ErrorCode::BadUsage,
                             arguments.operands().empty() ? "simulate needs SCENARIO" : "simulate needs --out DIR",
                             {},
                             {},
                             "see `headwater-cli simulate --help`"});
    const std::string& scenario = arguments.operands().front();
    if (const Status status = checkScenario(scenario); !status)
        return session.fail(status.error());
    const Result<SimulationOptions> options = readOptions(arguments);
    if (!options)
        return session.fail(options.error());
    const Status status = simulate(scenario, *folder, *options, session.job(0, 1));
    session.finishProgress();
    if (!status)
        return session.fail(status.error());
    output.setText(fmt::format("Wrote baseline, current and truth.json to {}\n", *folder));
    const Status printed = output.write({});
    return printed ? kDone : session.fail(printed.error());
}

constexpr std::array kOptions{
    OptionSpec{"--out", OptionSpec::Kind::One, "DIR", "folder for baseline/, current/ and truth.json"},
    OptionSpec{"--ranks", OptionSpec::Kind::One, "N", "ranks of the job (default: the scenario's own)"},
    OptionSpec{"--steps", OptionSpec::Kind::One, "N", "steps of each run"},
    OptionSpec{"--seed", OptionSpec::Kind::One, "N", "seed of the noise (default 1): same seed, same bytes"},
    OptionSpec{"--events-per-step", OptionSpec::Kind::One, "N", "how many events a rank writes for a step, about"},
    OptionSpec{"--summaries", OptionSpec::Kind::Flag, "",
               "write the ranks' summaries (as `summarize` does) instead of traces,\nand no metrics and logs: for "
               "thousands of ranks"},
    OptionSpec{"--fine-stages", OptionSpec::Kind::Flag, "",
               "mark head and logging as stages of their own: eight instead of six"},
    OptionSpec{"--list", OptionSpec::Kind::Flag, "", "list the scenarios"},
};

}  // namespace

const CommandSpec kSimulateCommand{
    "simulate",
    "SCENARIO --out DIR",
    0,
    1,
    "write a pair of synthetic runs with a known fault",
    "Simulates a training job twice, healthy and with the fault of a scenario, and writes what both runs leave "
    "behind:\n"
    "traces, metrics of the hosts, logs, a manifest. What the fault was stands in truth.json, which no other command\n"
    "reads: try to find it first.",
    kOptions,
    "  headwater-cli simulate --list\n"
    "  headwater-cli simulate slow-data-loader --out sample\n"
    "  headwater-cli analyze --baseline sample/baseline --current sample/current",
    &run};

}  // namespace headwater::cli
