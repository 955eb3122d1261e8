// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageSamples.h"

#include <algorithm>
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
    out.clear();
    for (const std::size_t step : selection.steps)
        out.push_back(selection.usable[rank * cube.steps().size() + step] != 0 ? all[step] : kNone);
}

/// As rankMatrix(), from `read(rank, out)`, which gives all steps of a rank.
template <class Read>
RankMatrix matrixFrom(const StageCube& cube, const StepSelection& selection, const Read& read)
{
    RankMatrix matrix{cube.ranks().size(), {}};
    matrix.values.resize(selection.steps.size() * matrix.ranks);
    std::vector<double> all(cube.steps().size());
    std::vector<double> chosen;
    for (std::size_t rank = 0; rank < matrix.ranks; ++rank) {
        read(rank, std::span<double>(all));
        selectUsable(cube, selection, rank, all, chosen);
        for (std::size_t s = 0; s < chosen.size(); ++s)
            matrix.values[s * matrix.ranks + rank] = chosen[s];
    }
    return matrix;
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

PartEstimate estimateOf(std::vector<double> values)
{
    const StepSeries series = makeSeries(std::move(values), 0);
    return {toNs(series.estimate[0]), toNs(series.estimate[1])};
}

/// Fills what a quantity is of the median rank, and of the rank that is slowest in each step.
void fillPart(const StageCube& cube, const StepSelection& selection, std::size_t stage,
              const std::vector<std::optional<std::size_t>>& slowest, Quantity quantity, StageSide& side)
{
    if (!cube.has(quantity) || isNothing(cube.columns(quantity)[stage]))  // then so are the medians
        return;
    const RankMatrix matrix = matrixFrom(cube, selection, [&](std::size_t rank, std::span<double> out) {
        readQuantity(cube, quantity, stage, rank, 0, out);
    });
    const auto q = static_cast<std::size_t>(quantity);
    side.parts[q] = estimateOf(reduceRanks(matrix, AcrossRanks::Median));
    std::vector<double> ofSlowest;
    for (std::size_t s = 0; s < slowest.size(); ++s)
        ofSlowest.push_back(slowest[s] ? matrix.values[s * matrix.ranks + *slowest[s]] : kNone);
    side.slowest[q] = estimateOf(std::move(ofSlowest));
}

/// One side of one stage: where it is read from and what is filled.
struct Task {
    const RunAnalysis& run;
    const SideBasis& side;
    std::size_t stage;
    bool isBaseline;
};

void fillStage(const Task& task, Measure measure, StageBasis& out)
{
    const auto matrixOf = [&](const StageCube& cube, const StepSelection& selection) {
        return matrixFrom(cube, selection, [&](std::size_t rank, std::span<double> row) {
            readMeasure(cube, measure, task.stage, rank, 0, row);
        });
    };
    const RankMatrix first = matrixOf(task.run.cube, task.side.selection);
    for (SeriesBasis& series : out.series)
        (task.isBaseline ? series.baseline : series.current) =
            makeSeries(pooledValues(task.run, task.side,
                                    [&](const StageCube& cube, const StepSelection& selection) {
                                        const bool isFirst = &selection == &task.side.selection;
                                        return reduceRanks(isFirst ? first : matrixOf(cube, selection), series.across);
                                    }),
                       static_cast<std::size_t>(failedSteps(task.side)));
    StageSide& side = task.isBaseline ? out.baseline : out.current;
    side.byRank = estimatesByRank(first);
    const std::vector<std::optional<std::size_t>> slowest = slowestRanks(first);
    for (std::size_t q = 0; q < kQuantities; ++q)
        fillPart(task.run.cube, task.side.selection, task.stage, slowest, static_cast<Quantity>(q), side);
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
