// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Session.h"
#include "app/cli/Units.h"
#include "app/cli/Values.h"
#include "core/analysis/whatif/WhatIf.h"
#include "core/ingest/LoadRun.h"
#include "core/report/Report.h"

namespace headwater::cli {

namespace {

/// The runs, analysed alike; no baseline where none was given.
struct Runs {
    RunAnalysisPtr baseline;
    RunAnalysisPtr current;
};

Result<Runs> analyse(const std::vector<std::filesystem::path>& current,
                     const std::vector<std::filesystem::path>& baseline, LoadOptions load,
                     const AnalysisOptions& options, Session& session)
{
    load.side = Side::Current;
    const auto loaded = loadRun(current, load, session.job(0, 0.4));
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (baseline.empty()) {
        const auto analysis = analyzeRun(*loaded, options, session.job(0.4, 0.7));
        if (!analysis)
            return tl::unexpected(analysis.error());
        return Runs{nullptr, *analysis};
    }
    load.side = Side::Baseline;
    const auto before = loadRun(baseline, load, session.job(0.4, 0.6));
    if (!before)
        return tl::unexpected(before.error());
    const auto pair = analyzePair(*before, *loaded, options, session.job(0.6, 0.7));
    if (!pair)
        return tl::unexpected(pair.error());
    return Runs{pair->baseline, pair->current};
}

void warnAbout(const RunAnalysis& analysis, const std::filesystem::path& given, Session& session)
{
    for (const Problems* problems : {&analysis.run->problems, &analysis.problems})
        session.warn(*problems, given.string());
    session.onlyFirst(*analysis.run);
}

int run(const Arguments& arguments, Session& session)
{
    AnalysisOptions options;
    options.timeline = true;
    auto stages = parseStageSpec(arguments.value("--stages").value_or("auto"));
    if (!stages)
        return session.fail(stages.error());
    options.stages = std::move(*stages);
    LoadOptions load;
    auto unit = readUnit(arguments);
    if (!unit)
        return session.fail(unit.error());
    load.unit = std::move(*unit);
    const auto current = toPaths(arguments.operands());
    const auto baseline = toPaths(arguments.values("--baseline"));
    if (!session.allExist(current) || !session.allExist(baseline))
        return kBadInput;

    const Result<Runs> runs = analyse(current, baseline, load, options, session);
    if (!runs)
        return session.fail(runs.error());
    const Result<whatif::WhatIf> answer = whatif::whatIf(*runs->current, runs->baseline.get(), session.job(0.7, 1));
    session.finishProgress();
    if (!answer)
        return session.fail(answer.error());
    warnAbout(*runs->current, current.front(), session);
    if (runs->baseline)
        warnAbout(*runs->baseline, baseline.front(), session);
    session.warn(answer->problems, current.front().string());
    Output output;
    output.setText(whatIfText(*answer));
    if (const auto target = arguments.value("--json"))
        if (const Status status = output.add(*target, whatIfJson(*answer)); !status)
            return session.fail(status.error());
    if (const Status status = output.write(session.stop()); !status)
        return session.fail(status.error());
    const bool answered = runs->baseline ? answer->attribution.has_value() : answer->slowdown.has_value();
    return answered ? kDone : kNotJudged;
}

constexpr std::array kOptions{
    OptionSpec{"--baseline", OptionSpec::Kind::Many, "PATH...",
               "run to attribute the change to: how much of it each stage\nexplains, and what fixing it could save"},
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the answer as JSON (headwater.whatif/1); - is stdout"},
    OptionSpec{"--stages", OptionSpec::Kind::One, "SPEC",
               "how stages are found: auto (default), annotations, canonical,\nor a JSON file of rules"},
    kUnitOption,
};

}  // namespace

const CommandSpec kWhatIfCommand{
    "whatif",
    "PATH...",
    1,
    std::string::npos,
    "estimate what evening out each cause would give",
    "Replays a run by what waits for what (a pipeline's schedule, or collectives matched across ranks) with other\n"
    "durations: how much slower it is than with every rank at the average, and which stages, ranks and kinds of work\n"
    "that comes from. With a baseline: which stages the change comes from. Savings are ceilings, not forecasts. A "
    "replay\n"
    "that misses the measured step times by more than 5 % answers nothing (exit code 3).",
    kOptions,
    "  headwater-cli whatif runs/monday\n"
    "  headwater-cli whatif runs/tuesday --baseline runs/monday --json whatif.json",
    &run};

}  // namespace headwater::cli
