// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Pipeline.h"

#include "core/analysis/RunAnalysis.h"
#include "core/cache/KeptDrill.h"
#include "core/cache/KeptTrace.h"
#include "core/ingest/LoadRun.h"
#include "core/run/TimeZone.h"
#include "core/triage/Decide.h"
#include "core/triage/DrillDown.h"

namespace headwater::cli {

namespace {

void warnAbout(const RunAnalysis& analysis, const std::filesystem::path& given, Session& session)
{
    for (const Problems* problems : {&analysis.run->problems, &analysis.problems})
        session.warn(*problems, given.string());
}

/// What a verdict is made of.
struct Judged {
    PairAnalysis pair;
    Verdict verdict;
    DrillAnswer inside;
};

/// `known` null: every trace is read.
Result<Judged> judgeOnce(const SavedInvestigation& investigation, const StageSpec& stages, const Reading& reading,
                         const CacheFolder* known, Session& session)
{
    const int threads = reading.threads;
    LoadOptions load;
    load.ruleFile = stages.traceRules;
    load.unit = investigation.unit;
    load.overrides = investigation.overrides;
    load.zone = zoneFromText(investigation.timezone);
    AnalysisOptions options;
    options.stages = stages;
    options.linkedOnly = investigation.linkedOnly;
    readThrough(known, options, load);
    load.side = Side::Baseline;
    const Result<RunPtr> baseline = loadRun(investigation.baseline, load, session.job(0, 0.35, threads));
    if (!baseline)
        return tl::unexpected(baseline.error());
    load.side = Side::Current;
    const Result<RunPtr> current = loadRun(investigation.current, load, session.job(0.35, 0.7, threads));
    if (!current)
        return tl::unexpected(current.error());
    Result<PairAnalysis> pair = analyzePair(*baseline, *current, options, session.job(0.7, 0.85, threads));
    if (!pair)
        return tl::unexpected(pair.error());
    const Result<DecisionBasisPtr> basis =
        prepareDecision(*pair, investigation.policy, session.job(0.85, 0.95, threads));
    if (!basis)
        return tl::unexpected(basis.error());
    Verdict verdict = decide(**basis, investigation.policy, session.job(0.95, 0.95, threads));
    if (session.stop().stop_requested())
        return cancelled();
    auto inside = drillOrKept(reading.cache, investigation, **basis, verdict, session.job(0.95, 1, threads));
    if (!inside)
        return tl::unexpected(inside.error());
    return Judged{*std::move(pair), std::move(verdict), *std::move(inside)};
}

}  // namespace

void readThrough(const CacheFolder* cache, const AnalysisOptions& options, LoadOptions& load)
{
    const bool serves =
        !options.linkedOnly && options.stages.mode != StageMode::Rules && options.stages.traceRules.empty();
    if (cache != nullptr && serves)
        load.read = [cache](const std::filesystem::path& path, const ReadOptions& how, const Job& job) {
            return readOrKept(*cache, path, how, job);
        };
}

std::optional<CacheFolder> readCache(const Arguments& arguments)
{
    return arguments.has("--no-cache") ? std::nullopt : userCache();
}

Result<Verdict> judge(const SavedInvestigation& investigation, const Reading& reading, Session& session)
{
    const Result<StageSpec> stages = parseStageSpec(investigation.stages);
    if (!stages)
        return tl::unexpected(stages.error());
    Result<Judged> judged = judgeOnce(investigation, *stages, reading, reading.cache, session);
    if (judged && judged->inside.needsTraces)
        judged = judgeOnce(investigation, *stages, reading, nullptr, session);
    if (!judged)
        return tl::unexpected(judged.error());
    Verdict& verdict = judged->verdict;
    if (judged->inside.drill)
        attachDrillDown(verdict, *std::move(judged->inside.drill));
    noteNoDrillDown(verdict, judged->pair);
    const std::vector<Text> continued = continuedWarnings(investigation.notes, verdict);
    verdict.warnings.insert(verdict.warnings.end(), continued.begin(), continued.end());
    session.finishProgress();
    warnAbout(*judged->pair.baseline, investigation.baseline.front(), session);
    warnAbout(*judged->pair.current, investigation.current.front(), session);
    return std::move(verdict);
}

}  // namespace headwater::cli
