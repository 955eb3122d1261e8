// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PairRuns.h"

#include <algorithm>

#include "core/run/LogCube.h"

namespace headwater {

namespace {

RunAnalysisPtr whole(const RunAnalysis& analysis)
{
    auto whole = std::make_shared<RunAnalysis>(analysis);
    whole->cube = wholeSteps(analysis.cube);
    whole->stageSource = "whole steps";
    whole->basis = nullptr;
    whole->problems.push_back({Severity::Warning,
                               "step-only",
                               "the two runs have no stage in common: only their steps as a whole are compared",
                               {},
                               {}});
    return whole;
}

std::vector<RunAnalysisPtr> whole(const std::vector<RunAnalysisPtr>& runs)
{
    std::vector<RunAnalysisPtr> all;
    for (const RunAnalysisPtr& run : runs)
        all.push_back(run->cube.empty() ? run : whole(*run));
    return all;
}

/// A run that cannot be analysed, with the reason.
RunAnalysisPtr failedRun(const RunPtr& run, const Error& error)
{
    auto out = std::make_shared<RunAnalysis>();
    out->run = run;
    out->problems.push_back({Severity::Warning, "repeat-unusable", error.what, {}, run->name});
    return out;
}

}  // namespace

bool shareAStage(const StageCube& a, const StageCube& b)
{
    return std::ranges::any_of(a.stages(), [&](const std::string& stage) {
        return stage != kOutsideStages && std::ranges::find(b.stages(), stage) != b.stages().end();
    });
}

PairAnalysis withWholeSteps(const PairAnalysis& pair)
{
    return {whole(*pair.baseline), whole(*pair.current), whole(pair.baselineRepeats), whole(pair.currentRepeats)};
}

std::vector<RunAnalysisPtr> analyzeRepeats(const Run& run, const AnalysisOptions& options, const Job& job)
{
    std::vector<RunAnalysisPtr> all;
    for (const RunPtr& repeat : run.repeats) {
        if (job.stopped())
            return all;
        auto analysed = analyzeRun(repeat, options, job);
        all.push_back(analysed ? *std::move(analysed) : failedRun(repeat, analysed.error()));
    }
    return all;
}

}  // namespace headwater
