// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Pipeline.h"
#include "app/cli/Session.h"
#include "app/cli/Units.h"
#include "app/cli/Values.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/analysis/whatif/WhatIf.h"
#include "core/cache/KeptAnswer.h"
#include "core/ingest/LoadRun.h"
#include "core/report/Report.h"

namespace headwater::cli {

namespace {

struct Request {
    std::vector<std::filesystem::path> current, baseline;
    LoadOptions load;
    AnalysisOptions analysis;
};

Result<Request> readRequest(const Arguments& arguments)
{
    Request request;
    request.analysis.timeline = true;
    auto stages = parseStageSpec(arguments.value("--stages").value_or("auto"));
    if (!stages)
        return tl::unexpected(stages.error());
    request.load.ruleFile = stages->traceRules;
    request.analysis.stages = std::move(*stages);
    auto unit = readUnit(arguments);
    if (!unit)
        return tl::unexpected(unit.error());
    request.load.unit = std::move(*unit);
    request.current = toPaths(arguments.operands());
    request.baseline = toPaths(arguments.values("--baseline"));
    return request;
}

/// The current run, and the baseline where one was given.
Result<std::vector<RunPtr>> load(const Request& request, const CacheFolder* cache, Session& session)
{
    std::vector<RunPtr> runs;
    LoadOptions options = request.load;
    readThrough(cache, request.analysis, options);
    for (const auto& [paths, side] :
         {std::pair(&request.current, Side::Current), std::pair(&request.baseline, Side::Baseline)}) {
        if (paths->empty())
            continue;
        options.side = side;
        const double from = 0.3 * static_cast<double>(runs.size());
        const auto run = loadRun(*paths, options, session.job(from, from + 0.3));
        if (!run)
            return tl::unexpected(run.error());
        runs.push_back(*run);
    }
    return runs;
}

Result<KeptAnswer> answer(const std::vector<RunPtr>& runs, const Request& request, Session& session)
{
    PairAnalysis pair;
    if (runs.size() == 1) {
        const auto one = analyzeRun(runs.front(), request.analysis, session.job(0.6, 0.7));
        if (!one)
            return tl::unexpected(one.error());
        pair.current = *one;
    } else {
        const auto both = analyzePair(runs.back(), runs.front(), request.analysis, session.job(0.6, 0.7));
        if (!both)
            return tl::unexpected(both.error());
        pair = *both;
    }
    const Result<whatif::WhatIf> answer = whatif::whatIf(*pair.current, pair.baseline.get(), session.job(0.7, 1));
    if (!answer)
        return tl::unexpected(answer.error());
    KeptAnswer out;
    const bool answered = pair.baseline ? answer->attribution.has_value() : answer->slowdown.has_value();
    out.text = whatIfText(*answer);
    out.json = whatIfJson(*answer);
    out.code = answered ? kDone : kNotJudged;
    const auto tell = [&out](const RunAnalysis& analysis, const std::filesystem::path& given) {
        for (const Problems* problems : {&analysis.run->problems, &analysis.problems})
            out.problems.emplace_back(*problems, given.string());
    };
    tell(*pair.current, request.current.front());
    if (pair.baseline)
        tell(*pair.baseline, request.baseline.front());
    out.problems.emplace_back(answer->problems, request.current.front().string());
    return out;
}

/// Everything beside the files that decides the answer.
std::vector<std::string> howAsked(const Arguments& arguments, const Request& request)
{
    std::vector<std::string> how{"whatif", arguments.value("--stages").value_or("auto"), request.load.unit};
    for (const auto* paths : {&request.current, &request.baseline}) {
        how.emplace_back();
        for (const std::filesystem::path& path : *paths)
            how.push_back(path.string());
    }
    return how;
}

/// Summaries cannot be replayed: what was said of the traces that they stand for, or what the traces say now.
Result<KeptAnswer> answerOrKept(const Arguments& arguments, const Request& request, Session& session,
                                std::vector<RunPtr>& runs)
{
    const std::optional<CacheFolder> cache = readCache(arguments);
    auto loaded = load(request, cache ? &*cache : nullptr, session);
    if (!loaded)
        return tl::unexpected(loaded.error());
    const auto key = cache ? answerKey(*cache, howAsked(arguments, request), *loaded) : std::nullopt;
    if (key && std::ranges::any_of(*loaded, [](const RunPtr& run) { return hasKept(*run); })) {
        auto known = keptAnswer(*cache, *key);
        runs = *loaded;
        if (known)
            return *std::move(known);
        loaded = load(request, nullptr, session);
        if (!loaded)
            return tl::unexpected(loaded.error());
    }
    runs = *std::move(loaded);
    auto said = answer(runs, request, session);
    if (said && key)
        static_cast<void>(keepAnswer(*cache, *key, *said));  // what the cache cannot do is no error
    return said;
}

int run(const Arguments& arguments, Session& session)
{
    const Result<Request> request = readRequest(arguments);
    if (!request)
        return session.fail(request.error());
    if (!session.allExist(request->current) || !session.allExist(request->baseline))
        return kBadInput;
    std::vector<RunPtr> runs;
    const Result<KeptAnswer> said = answerOrKept(arguments, *request, session, runs);
    session.finishProgress();
    if (!said)
        return session.fail(said.error());
    for (const auto& [problems, of] : said->problems)
        session.warn(problems, of);
    for (const RunPtr& run : runs)
        session.onlyFirst(*run);
    Output output;
    output.setText(said->text);
    if (const auto target = arguments.value("--json"))
        if (const Status status = output.add(*target, said->json); !status)
            return session.fail(status.error());
    if (const Status status = output.write(session.stop()); !status)
        return session.fail(status.error());
    return said->code;
}

constexpr std::array kOptions{
    OptionSpec{"--baseline", OptionSpec::Kind::Many, "PATH...",
               "run to attribute the change to: how much of it each stage\nexplains, and what fixing it could save"},
    OptionSpec{"--json", OptionSpec::Kind::One, "FILE", "write the answer as JSON (headwater.whatif/1); - is stdout"},
    OptionSpec{"--stages", OptionSpec::Kind::One, "SPEC",
               "how stages are found: auto (default), annotations, canonical,\nor a JSON file of rules"},
    kNoCacheOption,
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
