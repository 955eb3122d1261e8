// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/RunSteps.h"

#include "core/analysis/StageRanges.h"
#include "core/analysis/summary/FromSummary.h"
#include "core/run/CollectedRun.h"

namespace headwater {

namespace {

constexpr double kAnnotationShare = 0.5;      ///< DESIGN section 4, `auto`
constexpr std::size_t kMostAnnotations = 64;  ///< more names than this are no stages but counters in names

bool inRange(std::int64_t step, const AnalysisOptions& options)
{
    return (!options.firstStep || step >= *options.firstStep) && (!options.lastStep || step <= *options.lastStep);
}

}  // namespace

std::vector<StepSet> stepsOf(const Run& run, const AnalysisOptions& options)
{
    std::vector<StepSet> sets;
    if (run.metrics || run.collected)
        return sets;
    for (const RankData& rank : run.ranks) {
        sets.push_back(rank.summary ? stepsOf(*rank.summary) : findSteps(*rank.trace));
        std::erase_if(sets.back().steps, [&](const StepWindow& step) { return !inRange(step.step, options); });
    }
    return sets;
}

bool annotationsServe(const Run& run, const std::vector<StepSet>& steps)
{
    if (run.collected)
        return run.collected->mode == "annotations";
    if (run.metrics || run.ranks.empty())
        return false;
    for (std::size_t i = 0; i < run.ranks.size(); ++i) {
        const RankSummaryPtr& summary = run.ranks[i].summary;
        const AnnotationCoverage coverage = summary ? AnnotationCoverage{summary->annotated, summary->annotationNames}
                                                    : annotationCoverage(*run.ranks[i].trace, steps[i]);
        if (coverage.share < kAnnotationShare || coverage.names > kMostAnnotations)
            return false;
    }
    return true;
}

StageSpec resolved(const StageSpec& spec, bool annotations)
{
    if (spec.mode != StageMode::Auto)
        return spec;
    StageSpec chosen = spec;
    chosen.mode = annotations ? StageMode::Annotations : StageMode::Canonical;
    if (!annotations)
        chosen.rules = canonicalStageRules();
    return chosen;
}

}  // namespace headwater
