// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/SyntheticCube.h"

#include <numeric>
#include <random>

namespace headwater::bench {

namespace {

Ns meanOf(std::size_t stage, const StageCube& cube, bool current)
{
    const Ns mean = static_cast<Ns>(stage + 1) * 5'000'000;
    if (current && stage == 3)
        return mean + mean * 6 / 100;
    if (current && stage + 1 == cube.stages().size())
        return mean + mean / 5;
    return mean;
}

/// Fills one step of one rank.
void fillStep(StageCube& cube, std::size_t rank, std::size_t step, bool current, std::minstd_rand& random)
{
    Ns total = 0;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage) {
        const Ns span = meanOf(stage, cube, current) + static_cast<Ns>(random() % 400'000);
        const Ns wait = span / 10;
        cube.set(Quantity::Span, stage, rank, step, span);
        cube.set(Quantity::Wait, stage, rank, step, wait);
        cube.set(Quantity::Compute, stage, rank, step, span - wait);
        total += span;
    }
    cube.setDuration(rank, step, total);
    cube.setStatus(rank, step, StepStatus::Ok);
}

std::shared_ptr<const StageCube> syntheticCube(const CubeSize& size, bool current)
{
    std::vector<std::string> stages(static_cast<std::size_t>(size.stages));
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        stages[stage] = "stage " + std::to_string(stage);
    std::vector<int> ranks(static_cast<std::size_t>(size.ranks));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<std::int64_t> steps(static_cast<std::size_t>(size.steps));
    std::iota(steps.begin(), steps.end(), 0);

    auto cube = std::make_shared<StageCube>(stages, ranks, steps);
    std::minstd_rand random(current ? 2 : 1);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        for (std::size_t step = 0; step < steps.size(); ++step)
            fillStep(*cube, rank, step, current, random);
    }
    return cube;
}

RunAnalysisPtr syntheticRun(const CubeSize& size, bool current)
{
    auto run = std::make_shared<Run>();
    run->name = current ? "current" : "baseline";
    run->worldSize = size.ranks;
    run->metrics = syntheticCube(size, current);
    for (int rank = 0; rank < size.ranks; ++rank) {
        RankData data;
        data.rank = rank;
        data.host = "node" + std::to_string(rank / 8);
        run->ranks.push_back(std::move(data));
    }
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->cube = *run->metrics;
    analysis->stageSource = "stage metrics";
    analysis->run = std::move(run);
    return analysis;
}

}  // namespace

PairAnalysis syntheticPair(const CubeSize& size)
{
    return {syntheticRun(size, false), syntheticRun(size, true)};
}

}  // namespace headwater::bench
