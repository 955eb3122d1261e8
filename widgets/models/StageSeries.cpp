// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/StageSeries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/stats/OrderInterval.h"
#include "core/stats/Quantile.h"
#include "core/triage/SampleSeries.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

int severityOf(StepStatus status)
{
    switch (status) {
    case StepStatus::Ok:
    case StepStatus::Absent: return 0;
    case StepStatus::Partial: return 1;
    case StepStatus::Unknown: return 2;
    case StepStatus::Failed: return 3;
    case StepStatus::Invalid: return 4;
    }
    return 0;
}

struct Across {
    AcrossRanks how = AcrossRanks::Median;
    std::vector<int> ranks;  ///< empty: all

    [[nodiscard]] bool has(int rank) const { return ranks.empty() || std::ranges::find(ranks, rank) != ranks.end(); }
};

Across acrossOf(const Verdict& verdict, const std::string& stage)
{
    const auto found = std::ranges::find(verdict.stages, stage, &StageVerdict::stage);
    if (found == verdict.stages.end() || !found->regressedIn)
        return {verdict.policy.acrossRanks, {}};
    return {found->regressedIn->across, found->regressedIn->ranks};
}

/// Failed steps take longer than any that ended: they count in the upper quantiles (METHODS 1.7).
StageStatistics statisticsOf(const StageSeries& series, int failed)
{
    std::vector<double> values = series.counted();
    std::ranges::sort(values);
    StageStatistics out;
    out.n = static_cast<int>(values.size());
    if (!values.empty())
        out.value = estimatesOf(values, static_cast<std::size_t>(failed));
    return out;
}

StageSeries seriesOf(const StageCube& cube, const Verdict& verdict, const std::string& stage, const Across& across)
{
    const StepSelection selection = selectSteps(cube);
    const auto at = std::find(cube.stages().begin(), cube.stages().end(), stage);
    const auto row = static_cast<std::size_t>(at - cube.stages().begin());
    std::vector<std::size_t> all(cube.steps().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    StepSelection everyStep = selection;  // what the decision leaves out is still drawn
    everyStep.steps = all;
    const RankMatrix matrix = rankMatrix(cube, everyStep, [&](std::size_t rank, std::size_t step) {
        return at == cube.stages().end() || !across.has(cube.ranks()[rank])
                   ? std::numeric_limits<double>::quiet_NaN()
                   : valueOf(cube, verdict.policy.measure, row, rank, step);
    });
    const std::vector<double> values = reduceRanks(matrix, across.how);
    StageSeries series;
    for (std::size_t step = 0; step < all.size(); ++step) {
        StepValue out;
        out.step = cube.steps()[step];
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
            if (const StepStatus status = cube.status(rank, step); severityOf(status) > severityOf(out.status))
                out.status = status;
        if (!std::isnan(values[step]))
            out.ns = values[step];
        series.steps.push_back(out);
    }
    const auto warm = std::min(selection.steps.size(), static_cast<std::size_t>(std::max(verdict.warmupRemoved, 0)));
    for (std::size_t i = 0; i < warm; ++i)
        series.steps[selection.steps[i]].warmup = true;
    for (std::size_t i = warm; i < selection.steps.size(); ++i)
        series.steps[selection.steps[i]].counted = true;
    return series;
}

}  // namespace

std::vector<double> StageSeries::counted() const
{
    std::vector<double> out;
    for (const StepValue& step : steps)
        if (step.ns && step.counted)
            out.push_back(*step.ns);
    return out;
}

std::optional<Centre> centreOf(std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    std::sort(values.begin(), values.end());
    Centre centre;
    centre.median = stats::quantileSorted(values, 0.5);
    const stats::Bounds bounds = stats::quantileBounds(values, 0.5, 0.05);
    if (std::isfinite(bounds.lo) && std::isfinite(bounds.hi))
        centre.interval = {bounds.lo, bounds.hi};
    return centre;
}

double StageDetail::largest() const
{
    double out = 0;
    for (const StageSeries& side : series)
        for (const StepValue& step : side.steps)
            out = std::max(out, step.ns.value_or(0));
    return out;
}

StageDetail stageDetail(const PairAnalysis& pair, const Verdict& verdict, const std::string& stage)
{
    StageDetail detail;
    detail.stage = format::text(stage);
    const Across across = acrossOf(verdict, stage);
    detail.across = across.how;
    detail.ranks = across.ranks;
    const RunAnalysisPtr sides[] = {pair.baseline, pair.current};
    for (std::size_t i = 0; i < 2; ++i) {
        if (!sides[i])
            continue;
        detail.series[i] = seriesOf(sides[i]->cube, verdict, stage, across);
        detail.statistics[i] = statisticsOf(detail.series[i], selectSteps(sides[i]->cube).failed);
        detail.centre[i] = centreOf(detail.series[i].counted());
    }
    return detail;
}

}  // namespace headwater
