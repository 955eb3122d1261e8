// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/SampleSeries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double cellOr(const StageCube& cube, Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step,
              double otherwise)
{
    const Ns value = cube.at(quantity, stage, rank, step);
    return value == kMissing ? otherwise : static_cast<double>(value);
}

double busy(const StageCube& cube, std::size_t stage, std::size_t rank, std::size_t step)
{
    double sum = kNone;
    for (const Quantity q :
         {Quantity::Compute, Quantity::Transfer, Quantity::Wait, Quantity::Memcpy, Quantity::Memset}) {
        const double part = cellOr(cube, q, stage, rank, step, kNone);
        if (!std::isnan(part))
            sum = (std::isnan(sum) ? 0 : sum) + part;
    }
    return sum;
}

bool isUsable(const StageCube& cube, StepStatus status)
{
    return status == StepStatus::Ok || (cube.plainVector && status == StepStatus::Invalid);
}

double reduceRow(std::span<const double> row, AcrossRanks across, std::vector<double>& scratch)
{
    std::size_t missing = 0;
    for (const double x : row)
        missing += static_cast<std::size_t>(std::isnan(x));
    if (missing == row.size())
        return kNone;
    if (missing > 0) {
        scratch.clear();
        std::ranges::copy_if(row, std::back_inserter(scratch), [](double x) { return !std::isnan(x); });
        row = scratch;
    }
    switch (across) {
    case AcrossRanks::Max: return std::ranges::max(row);
    case AcrossRanks::Mean: return stats::mean(row);
    case AcrossRanks::Median: break;
    }
    return stats::median(row);
}

/// Sorts as far as p50, p95 and p99 look: the middle is in its place, the top tenth is sorted. Much cheaper than
/// sorting a thousand ranks' steps in full.
void sortUpperHalf(std::vector<double>& values)
{
    const auto at = [&](std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::size_t n = values.size();
    if (n < 32) {
        std::ranges::sort(values);
        return;
    }
    std::nth_element(values.begin(), at(n / 2), values.end());
    std::iter_swap(std::max_element(values.begin(), at(n / 2)), at(n / 2 - 1));  // the median of an even n needs both
    std::nth_element(at(n / 2 + 1), at(n - n / 10), values.end());
    std::sort(at(n - n / 10), values.end());
}

}  // namespace

StepSelection selectSteps(const StageCube& cube)
{
    StepSelection selection;
    const std::size_t ranks = cube.ranks().size();
    const std::size_t steps = cube.steps().size();
    selection.usable.assign(ranks * steps, 0);
    for (std::size_t step = 0; step < steps; ++step) {
        std::size_t usable = 0;
        bool failed = false;
        bool invalid = false;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const StepStatus status = cube.status(rank, step);
            const bool counts = isUsable(cube, status);
            selection.usable[rank * steps + step] = counts;
            usable += counts;
            failed |= status == StepStatus::Failed;
            invalid |= status == StepStatus::Invalid;
        }
        selection.failed += failed;
        selection.invalid += invalid && !failed;
        selection.unusable += usable == 0 && !failed && !invalid;
        if (usable > 0 && !failed) {
            selection.steps.push_back(step);
            selection.withAllRanks += usable == ranks;
        }
    }
    return selection;
}

double valueOf(const StageCube& cube, Measure measure, std::size_t stage, std::size_t rank, std::size_t step)
{
    switch (measure) {
    case Measure::Host: return cellOr(cube, Quantity::Host, stage, rank, step, kNone);
    case Measure::Compute: return cellOr(cube, Quantity::Compute, stage, rank, step, kNone);
    case Measure::Busy: return busy(cube, stage, rank, step);
    case Measure::Span: break;
    }
    return cellOr(cube, Quantity::Span, stage, rank, step, kNone) - cellOr(cube, Quantity::Wait, stage, rank, step, 0);
}

double stepDuration(const StageCube& cube, std::size_t rank, std::size_t step)
{
    if (cube.status(rank, step) == StepStatus::Invalid)
        return kNone;  // a part of it is no duration, so the whole is none
    const Ns duration = cube.duration(rank, step);
    if (duration != kMissing)
        return static_cast<double>(duration);
    double sum = kNone;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage) {
        const double span = cellOr(cube, Quantity::Span, stage, rank, step, kNone);
        if (!std::isnan(span))
            sum = (std::isnan(sum) ? 0 : sum) + span;
    }
    return sum;
}

double stepWait(const StageCube& cube, std::size_t rank, std::size_t step)
{
    double sum = 0;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        sum += cellOr(cube, Quantity::Wait, stage, rank, step, 0);
    return sum;
}

std::vector<double> reduceRanks(const RankMatrix& matrix, AcrossRanks across)
{
    if (matrix.ranks == 1)
        return matrix.values;
    std::vector<double> reduced;
    std::vector<double> scratch;
    for (std::size_t at = 0; at < matrix.values.size(); at += matrix.ranks)
        reduced.push_back(reduceRow(std::span(matrix.values).subspan(at, matrix.ranks), across, scratch));
    return reduced;
}

Estimates estimatesOf(const std::vector<double>& sorted, std::size_t censored)
{
    if (sorted.empty())
        return {kNone, kNone, kNone, kNone};
    return {stats::quantileSorted(sorted, 0.5), stats::mean(sorted), stats::quantileCensored(sorted, censored, 0.95),
            stats::quantileCensored(sorted, censored, 0.99)};
}

double StepSeries::meanPerStep() const
{
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::vector<double> stepTimes(const StageCube& cube, const StepSelection& selection)
{
    return reduceRanks(
        rankMatrix(cube, selection, [&](std::size_t rank, std::size_t step) { return stepDuration(cube, rank, step); }),
        AcrossRanks::Median);
}

StepSeries makeSeries(std::vector<double> values, std::size_t censored)
{
    StepSeries series;
    series.values = std::move(values);
    std::ranges::copy_if(series.values, std::back_inserter(series.sorted), [](double x) { return !std::isnan(x); });
    std::ranges::sort(series.sorted);
    series.estimate = estimatesOf(series.sorted, censored);
    return series;
}

Estimates estimatesOfRank(std::vector<double>& values)
{
    std::erase_if(values, [](double x) { return std::isnan(x); });
    sortUpperHalf(values);
    return estimatesOf(values, 0);
}

}  // namespace headwater
