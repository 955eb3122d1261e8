// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StageSamples.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "core/triage/ParallelFor.h"
#include "core/triage/RunPool.h"
#include "core/triage/SampleSeries.h"

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

/// Zero or missing in every cell, as most parts of most stages are: then so are their medians.
bool isNothing(const NarrowColumn& column)
{
    constexpr std::uint8_t kMissingByte = 0xff;
    return column.width() == 1 &&
           std::ranges::all_of(column.bytes(), [](std::uint8_t byte) { return byte == 0 || byte == kMissingByte; });
}

PartEstimate partOf(const StageCube& cube, const StepSelection& selection, Quantity quantity, std::size_t stage)
{
    if (!cube.has(quantity) || isNothing(cube.columns(quantity)[stage]))
        return {};
    const StepSeries series =
        makeSeries(reduceRanks(rankMatrix(cube, selection,
                                          [&](std::size_t rank, std::size_t step) {
                                              const Ns value = cube.at(quantity, stage, rank, step);
                                              return value == kMissing ? kNone : static_cast<double>(value);
                                          }),
                               AcrossRanks::Median),
                   0);
    return {toNs(series.estimate[0]), toNs(series.estimate[1])};
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
        return rankMatrix(cube, selection,
                          [&](std::size_t r, std::size_t t) { return valueOf(cube, measure, task.stage, r, t); });
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
    for (std::size_t q = 0; q < kQuantities; ++q)
        side.parts[q] = partOf(task.run.cube, task.side.selection, static_cast<Quantity>(q), task.stage);
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
