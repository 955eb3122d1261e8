// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Pipeline.h"

#include "core/analysis/RunAnalysis.h"
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

}  // namespace

Result<Verdict> judge(const SavedInvestigation& investigation, int threads, Session& session)
{
    AnalysisOptions options;
    options.linkedOnly = investigation.linkedOnly;
    Result<StageSpec> stages = parseStageSpec(investigation.stages);
    if (!stages)
        return tl::unexpected(stages.error());
    LoadOptions load;
    load.ruleFile = stages->traceRules;
    options.stages = std::move(*stages);
    load.unit = investigation.unit;
    load.overrides = investigation.overrides;
    load.side = Side::Baseline;
    load.zone = zoneFromText(investigation.timezone);

    const Result<RunPtr> baseline = loadRun(investigation.baseline, load, session.job(0, 0.35, threads));
    if (!baseline)
        return tl::unexpected(baseline.error());
    load.side = Side::Current;
    const Result<RunPtr> current = loadRun(investigation.current, load, session.job(0.35, 0.7, threads));
    if (!current)
        return tl::unexpected(current.error());
    const Result<PairAnalysis> pair = analyzePair(*baseline, *current, options, session.job(0.7, 0.85, threads));
    if (!pair)
        return tl::unexpected(pair.error());
    const Result<DecisionBasisPtr> basis =
        prepareDecision(*pair, investigation.policy, session.job(0.85, 0.95, threads));
    if (!basis)
        return tl::unexpected(basis.error());
    Verdict verdict = decide(**basis, investigation.policy);
    auto drill = drillDown(**basis, verdict, session.job(0.95, 1, threads));
    if (!drill)
        return tl::unexpected(drill.error());
    if (*drill)
        attachDrillDown(verdict, **std::move(drill));
    const std::vector<Text> continued = continuedWarnings(investigation.notes, verdict);
    verdict.warnings.insert(verdict.warnings.end(), continued.begin(), continued.end());
    session.finishProgress();
    warnAbout(*pair->baseline, investigation.baseline.front(), session);
    warnAbout(*pair->current, investigation.current.front(), session);
    return verdict;
}

}  // namespace headwater::cli
