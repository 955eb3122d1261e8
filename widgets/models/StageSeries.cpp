// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/StageSeries.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/stats/OrderInterval.h"
#include "core/stats/Quantile.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

/// The measure of one cell, nothing where any part of it is missing.
std::optional<double> measured(const StageCube& cube, Measure measure, std::size_t stage, std::size_t rank, std::size_t step)
{
    const auto get = [&](Quantity q) { return cube.at(q, stage, rank, step); };
    const auto whole = [](Ns value) {
        return value == kMissing ? std::nullopt : std::optional<double>(static_cast<double>(value));
    };
    switch (measure) {
    case Measure::Host: return whole(get(Quantity::Host));
    case Measure::Compute: return whole(get(Quantity::Compute));
    case Measure::Busy: {
        const Ns span = get(Quantity::Span);
        const Ns idle = get(Quantity::Idle);
        return span == kMissing || idle == kMissing ? std::nullopt : whole(span - idle);
    }
    case Measure::Span: break;
    }
    const Ns span = get(Quantity::Span);
    const Ns wait = get(Quantity::Wait);
    return whole(span == kMissing || wait == kMissing || cube.ranks().size() < 2 ? span : span - wait);
}

double combine(std::vector<double>& values, AcrossRanks how)
{
    if (how == AcrossRanks::Max)
        return *std::max_element(values.begin(), values.end());
    if (how == AcrossRanks::Mean)
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

int severityOf(StepStatus status)
{
    switch (status) {
    case StepStatus::Ok: return 0;
    case StepStatus::Absent: return 0;
    case StepStatus::Partial: return 1;
    case StepStatus::Unknown: return 2;
    case StepStatus::Failed: return 3;
    case StepStatus::Invalid: return 4;
    }
    return 0;
}

StageSeries seriesOf(const StageCube& cube, const Verdict& verdict, const std::string& stage)
{
    StageSeries series;
    const auto at = std::find(cube.stages().begin(), cube.stages().end(), stage);
    const bool known = at != cube.stages().end();
    const auto row = static_cast<std::size_t>(at - cube.stages().begin());
    std::vector<double> values;
    for (std::size_t step = 0; step < cube.steps().size(); ++step) {
        StepValue out;
        out.step = cube.steps()[step];
        out.warmup = step < static_cast<std::size_t>(std::max(verdict.warmupRemoved, 0));
        values.clear();
        for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank) {
            const StepStatus status = cube.status(rank, step);
            if (severityOf(status) > severityOf(out.status))
                out.status = status;
            if (!known || status == StepStatus::Absent)
                continue;
            if (const auto value = measured(cube, verdict.policy.measure, row, rank, step))
                values.push_back(*value);
        }
        if (!values.empty())
            out.ns = combine(values, verdict.policy.acrossRanks);
        series.steps.push_back(out);
    }
    return series;
}

}  // namespace

std::vector<double> StageSeries::counted() const
{
    std::vector<double> out;
    for (const StepValue& step : steps)
        if (step.ns && !step.warmup && step.status != StepStatus::Invalid)
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
    const RunAnalysisPtr sides[] = {pair.baseline, pair.current};
    for (std::size_t i = 0; i < 2; ++i) {
        if (!sides[i])
            continue;
        detail.series[i] = seriesOf(sides[i]->cube, verdict, stage);
        detail.centre[i] = centreOf(detail.series[i].counted());
    }
    return detail;
}

}  // namespace headwater
