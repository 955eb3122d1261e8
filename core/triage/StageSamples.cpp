// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageSamples.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "core/triage/ParallelFor.h"
#include "core/triage/RunPool.h"
#include "core/triage/SampleSeries.h"
#include "core/triage/StageCells.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<AcrossRanks> seriesKinds(const DecisionBasis& basis, const Policy& policy)
{
    std::vector<AcrossRanks> kinds{policy.acrossRanks};
    if (std::max(basis.pair.baseline->cube.ranks().size(), basis.pair.current->cube.ranks().size()) < 2)
        return kinds;
    for (const AcrossRanks kind : {AcrossRanks::Median, AcrossRanks::Max})
        if (kind != policy.acrossRanks)
            kinds.push_back(kind);
    return kinds;
}

Ns toNs(double value)
{
    return std::isfinite(value) ? static_cast<Ns>(std::llround(value)) : 0;
}

/// Values of a rank in the selected steps, NaN where its cell does not count.
void selectUsable(const StageCube& cube, const StepSelection& selection, std::size_t rank,
                  const std::vector<double>& all, std::vector<double>& out)
{
    const char* usable = selection.usable.data() + rank * cube.steps().size();
    out.resize(selection.steps.size());
    for (std::size_t s = 0; s < out.size(); ++s)
        out[s] = usable[selection.steps[s]] != 0 ? all[selection.steps[s]] : kNone;
}

/// As rankMatrix(), from `read(rank, out)`, which gives all steps of a rank; `eachRank(values)` is called with those
/// that are selected. Several ranks at a time: then whole lines of the cache are written. `matrix` is used again.
template <class Read, class EachRank>
void fillMatrix(RankMatrix& matrix, const StageCube& cube, const StepSelection& selection, const Read& read,
                const EachRank& eachRank)
{
    constexpr std::size_t kAtOnce = 8;
    const std::size_t steps = selection.steps.size();
    matrix.ranks = cube.ranks().size();
    matrix.values.resize(steps * matrix.ranks);
    std::vector<double> all(cube.steps().size());
    std::array<std::vector<double>, kAtOnce> chosen;
    for (std::size_t first = 0; first < matrix.ranks; first += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, matrix.ranks - first);
        for (std::size_t i = 0; i < count; ++i) {
            read(first + i, std::span<double>(all));
            selectUsable(cube, selection, first + i, all, chosen[i]);
        }
        for (std::size_t s = 0; s < steps; ++s)
            for (std::size_t i = 0; i < count; ++i)
                matrix.values[s * matrix.ranks + first + i] = chosen[i][s];
        for (std::size_t i = 0; i < count; ++i)
            eachRank(chosen[i]);
    }
}

/// The rank that is slowest in each step, the first of equals; none where no rank has the step.
std::vector<std::optional<std::size_t>> slowestRanks(const RankMatrix& matrix)
{
    std::vector<std::optional<std::size_t>> slowest;
    for (std::size_t row = 0; row < matrix.values.size(); row += matrix.ranks) {
        std::optional<std::size_t>& best = slowest.emplace_back();
        for (std::size_t rank = 0; rank < matrix.ranks; ++rank)
            if (const double value = matrix.values[row + rank];
                std::isfinite(value) && (!best || value > matrix.values[row + *best]))
                best = rank;
    }
    return slowest;
}

std::vector<double> valuesOf(const std::vector<std::optional<std::size_t>>& ranks, const RankMatrix& matrix)
{
    std::vector<double> values;
    values.reserve(ranks.size());
    for (std::size_t s = 0; s < ranks.size(); ++s)
        values.push_back(ranks[s] ? matrix.values[s * matrix.ranks + *ranks[s]] : kNone);
    return values;
}

PartEstimate partFrom(std::vector<double> steps)
{
    const StepSeries series = makeSeries(std::move(steps), 0);
    return {toNs(series.estimate[0]), toNs(series.estimate[1])};
}

/// One side of one stage: where it is read from and what is filled.
struct Task {
    const RunAnalysis& run;
    const SideBasis& side;
    std::size_t stage;
    bool isBaseline;
};

bool hasNothing(const StageCube& cube, Quantity quantity, std::size_t stage)
{
    return !cube.has(quantity) || isNothing(cube.columns(quantity)[stage]);
}

/// `own`: the tested measure in the matrix, median across ranks. Where nobody waits, the span is the same.
void fillParts(const Task& task, Measure measure, const std::vector<double>& own, RankMatrix& matrix, StageSide& out)
{
    const StageCube& cube = task.run.cube;
    const std::vector<std::optional<std::size_t>> slowest = slowestRanks(matrix);
    for (std::size_t q = 0; q < kQuantities; ++q) {
        const auto quantity = static_cast<Quantity>(q);
        if (hasNothing(cube, quantity, task.stage))  // then so are the medians
            continue;
        if (quantity == Quantity::Span && measure == Measure::Span && hasNothing(cube, Quantity::Wait, task.stage)) {
            out.parts[q] = partFrom(own);
            continue;
        }
        fillMatrix(
            matrix, cube, task.side.selection,
            [&](std::size_t rank, std::span<double> row) { readQuantity(cube, quantity, task.stage, rank, 0, row); },
            [](std::vector<double>&) {});
        out.parts[q] = partFrom(reduceRanks(matrix, AcrossRanks::Median));
        out.slowest[q] = partFrom(valuesOf(slowest, matrix));
    }
}

void fillStage(const Task& task, Measure measure, StageBasis& out)
{
    StageSide& side = task.isBaseline ? out.baseline : out.current;
    const auto fill = [&](RankMatrix& matrix, const StageCube& cube, const StepSelection& selection,
                          const auto& eachRank) {
        fillMatrix(
            matrix, cube, selection,
            [&](std::size_t rank, std::span<double> row) { readMeasure(cube, measure, task.stage, rank, 0, row); },
            eachRank);
    };
    RankMatrix first;
    side.byRank.reserve(task.run.cube.ranks().size());
    fill(first, task.run.cube, task.side.selection,
         [&](std::vector<double>& values) { side.byRank.push_back(estimatesOfRank(values)); });
    const std::vector<double> median = reduceRanks(first, AcrossRanks::Median);
    const auto valuesOf = [&](const StageCube& cube, const StepSelection& selection, AcrossRanks across) {
        if (&selection == &task.side.selection)
            return across == AcrossRanks::Median ? median : reduceRanks(first, across);
        RankMatrix other;
        fill(other, cube, selection, [](std::vector<double>&) {});
        return reduceRanks(other, across);
    };
    for (SeriesBasis& series : out.series)
        (task.isBaseline ? series.baseline : series.current) =
            makeSeries(pooledValues(task.run, task.side,
                                    [&](const StageCube& cube, const StepSelection& selection) {
                                        return valuesOf(cube, selection, series.across);
                                    }),
                       static_cast<std::size_t>(failedSteps(task.side)));
    fillParts(task, measure, median, first, side);
}

void fillOne(DecisionBasis& basis, std::size_t k, bool isBaseline, Measure measure)
{
    const AlignedStage& row = basis.alignment.stages[k];
    const std::optional<std::size_t> index = isBaseline ? row.baseline : row.current;
    if (!index)
        return;
    const RunAnalysis& run = isBaseline ? *basis.pair.baseline : *basis.pair.current;
    fillStage({run, isBaseline ? basis.baseline : basis.current, *index, isBaseline}, measure, basis.stages[k]);
}

}  // namespace

void fillStages(DecisionBasis& basis, const Policy& policy, const Job& job)
{
    const std::vector<AcrossRanks> kinds = seriesKinds(basis, policy);
    basis.stages.resize(basis.alignment.stages.size());
    for (StageBasis& stage : basis.stages)
        for (const AcrossRanks kind : kinds)
            stage.series.emplace_back().across = kind;
    std::atomic<std::size_t> done{0};
    const std::size_t tasks = 2 * basis.stages.size();
    parallelFor(tasks, job, [&](std::size_t task) {
        fillOne(basis, task / 2, task % 2 == 0, policy.measure);
        job.report(0.3 * static_cast<double>(++done) / static_cast<double>(tasks), "reading stage durations");
    });
}

}  // namespace headwater
