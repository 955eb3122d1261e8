// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "app/cli/Session.h"
#include "app/cli/Units.h"
#include "app/cli/Values.h"
#include "core/analysis/RunAnalysis.h"
#include "core/ingest/LoadRun.h"
#include "core/report/InspectStream.h"
#include "core/report/Report.h"
#include "core/run/TimeZone.h"

namespace headwater::cli {

namespace {

struct Request {
    LoadOptions load;
    AnalysisOptions analysis;
};

Result<Request> readRequest(const Arguments& arguments)
{
    Request request;
    if (const auto text = arguments.value("--ranks")) {
        auto ranks = readRanks("--ranks", *text);
        if (!ranks)
            return tl::unexpected(ranks.error());
        request.load.ranks = std::move(*ranks);
    }
    if (const auto text = arguments.value("--steps")) {
        const auto steps = readSteps("--steps", *text);
        if (!steps)
            return tl::unexpected(steps.error());
        request.analysis.firstStep = steps->first;
        request.analysis.lastStep = steps->second;
    }
    auto unit = readUnit(arguments);
    if (!unit)
        return tl::unexpected(unit.error());
    request.load.unit = std::move(*unit);
    const auto timezone = readTimezone(arguments);
    if (!timezone)
        return tl::unexpected(timezone.error());
    request.load.zone = zoneFromText(*timezone);
    auto stages = parseStageSpec(arguments.value("--stages").value_or("auto"));
    if (!stages)
        return tl::unexpected(stages.error());
    request.load.ruleFile = stages->traceRules;
    request.analysis.stages = std::move(*stages);
    request.analysis.linkedOnly = arguments.has("--linked-only");
    return request;
}

TextSource jsonOf(const RunAnalysisPtr& analysis)
{
    return [analysis](const TextSink& sink) { return inspectJson(*analysis, sink); };
}

int run(const Arguments& arguments, Session& session)
{
    Result<Request> request = readRequest(arguments);
    if (!request)
        return session.fail(request.error());
    const auto paths = toPaths(arguments.operands());
    if (!session.allExist(paths))
        return kBadInput;
    const std::optional<CacheFolder> cache = readCache(arguments);
    readThrough(cache ? &*cache : nullptr, request->analysis, request->load);
    const Result<RunPtr> loaded = loadRun(paths, request->load, session.job(0, 0.8));
    if (!loaded)
        return session.fail(loaded.error());
    const Result<RunAnalysisPtr> analysis = analyzeRun(*loaded, request->analysis, session.job(0.8, 1));
    session.finishProgress();
    if (!analysis)
        return session.fail(analysis.error());
    for (const Problems* problems : {&(*loaded)->problems, &(*analysis)->problems})
        session.warn(*problems, paths.front().string());
    session.onlyFirst(**loaded);
    Output output;
    output.setText(inspectText(**analysis));
    if (const auto target = arguments.value("--json"))
        if (const Status status = output.add(*target, jsonOf(*analysis)); !status)
            return session.fail(status.error());
    if (const Status status = output.write(session.stop()); !status)
        return session.fail(status.error());
    return kDone;
}

constexpr std::array kOptions{
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the answer as JSON (headwater.inspect/1); - is stdout"},
    OptionSpec{"--stages", OptionSpec::Kind::One, "SPEC", kStagesHelp},
    OptionSpec{"--linked-only", OptionSpec::Kind::Flag, "",
               "leave out device activities whose launch is not in the trace"},
    OptionSpec{"--ranks", OptionSpec::Kind::One, "LIST", "only these ranks, for example 0,3,5-7"},
    OptionSpec{"--steps", OptionSpec::Kind::One, "A:B",
               "only these steps, both ends included; one end may be left out"},
    kNoCacheOption,
    kUnitOption,
    kTimezoneOption,
};

}  // namespace

const CommandSpec kInspectCommand{"inspect",
                                  "PATH...",
                                  1,
                                  std::string::npos,
                                  "show where the time of one run goes",
                                  "Loads one run and shows its ranks, steps and stages: for every step, which stage "
                                  "owns how much of it, and how the\n"
                                  "device spent the time (compute, exposed communication and copies, idle).",
                                  kOptions,
                                  "  headwater-cli inspect runs/monday\n"
                                  "  headwater-cli inspect runs/monday --ranks 0-3 --steps 10:20 --json monday.json\n"
                                  "  headwater-cli inspect stage_times.csv --unit ms",
                                  &run};

}  // namespace headwater::cli
