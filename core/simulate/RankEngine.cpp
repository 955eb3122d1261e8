// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/RankEngine.h"

#include <algorithm>

namespace headwater {

namespace {

constexpr double kDeliverySigma =
    0.06;                             // copying a batch out of the worker's queue takes about the same time each step
constexpr double kEndSkew = 800;      // ranks leave a collective almost together; less than kKernelGap
constexpr Ns kStepOverhead = 35'000;  // progress bar, profiler step
constexpr Ns kWakeUp = 14'000;        // a blocked thread after its event

}  // namespace

RankEngine::RankEngine(const JobModel& model, int rank)
    : m_model(model)
    , m_rank(rank)
    , m_random(mixSeed(model.seed, 0x4A4BULL, static_cast<std::uint64_t>(rank)))
    , m_drift(model.driftSigma)
    , m_loader(model, 0)
    , m_queued(static_cast<std::size_t>(std::max(1, model.launchQueue)))
{
    m_spread = model.rankSpread * m_random.normal();
    m_arrivals.reserve(static_cast<std::size_t>(model.buckets()));
    m_main.now = m_random.jittered(2'000'000, 0.3);
}

void RankEngine::beginStep(int step, StepEvents* events)
{
    m_events = events;
    m_arrivals.clear();
    m_pendingComm.clear();
    m_layerSequence.clear();
    const double pace = m_model.paceOf(m_rank, step - m_model.warmupSteps);
    m_slowness = (1.0 + m_spread) * Random::exponential(m_drift.advance(m_random)) / pace;
    m_lengths = m_model.longRank(step) == m_rank ? m_model.longFactor : 1.0;

    m_stepEvent = open(m_main, labels::kStep, step);
}

void RankEngine::finishStep(int step, std::span<const Ns> ends, StepEvents* events)
{
    m_events = events;
    for (std::size_t k = 0; k < m_pendingComm.size(); ++k) {
        SimEvent& kernel = m_pendingComm[k];
        kernel.start = std::max(kernel.start, m_commFree + kKernelGap);
        kernel.end = ends[k] + static_cast<Ns>(m_random.uniform() * kEndSkew);
        m_commFree = ends[k];
        m_tally.collectives += kernel.end - kernel.start;
        m_tally.sentBytes += m_model.bucketBytes(kernel.bucket);
        record(kernel);
        SimEvent range = kernel;
        range.label = &labels::kGpuNcclAllReduce;
        range.start -= 1;
        range.end += 1;
        record(range);
    }
    // The reducer makes the compute stream wait for the last bucket before the optimizer may touch the gradients.
    m_computeFree = std::max(m_computeFree, m_commFree + kKernelGap + 1'500);
    optimize();
    hostWork(m_main, kStepOverhead);
    close(m_main, m_stepEvent);
    mirror(labels::kGpuStep, m_stepEvent, 0);
    if (events != nullptr)
        (*events)[events->size() - 1].number = step;
    hostWork(m_main, kStepOverhead / 2);
    const double clock = m_model.clockOf(m_rank, step - m_model.warmupSteps);
    m_tally.clockTime += static_cast<Ns>(static_cast<double>(m_main.now - m_stepBegin) * clock);
    m_stepBegin = m_main.now;
}

void RankEngine::loadBatch(int step)
{
    const std::size_t first = m_events != nullptr ? m_events->size() : 0;
    const std::size_t stage = open(m_main, labels::kDataLoading);
    hostWork(m_main, 6'000);
    const std::size_t next = open(m_main, labels::kLoaderNext);
    const Ns ready = m_loader.ready(step);
    m_tally.starved += std::max<Ns>(0, ready - m_main.now);
    m_main.now = std::max(m_main.now, ready);
    m_main.now += m_random.jittered(m_model.deliveryTime, kDeliverySigma);
    m_loader.take(step, m_main.now);
    m_tally.readBytes += m_model.batchBytes;
    m_tally.reading += m_loader.readTime(step);
    close(m_main, next);

    const std::size_t to = open(m_main, labels::kTo);
    hostWork(m_main, m_model.operatorTime);
    const std::size_t copy = open(m_main, labels::kCopy);
    hostWork(m_main, m_model.operatorTime / 2);
    const auto time = static_cast<Ns>(static_cast<double>(m_model.batchBytes) / m_model.copyRateOf(m_rank));
    m_tally.copiedBytes += m_model.batchBytes;
    launch(m_main, {&labels::kCopyIn, &labels::kMemcpyAsync, m_random.jittered(time, 0.05), m_model.batchBytes},
           externalIdOf(copy));
    close(m_main, copy);
    close(m_main, to);
    close(m_main, stage);
    mirror(labels::kGpuDataLoading, stage, first);
}

void RankEngine::optimize()
{
    std::size_t first = m_events != nullptr ? m_events->size() : 0;
    std::size_t stage = open(m_main, labels::kOptimizer);
    hostWork(m_main, m_model.operatorTime);
    const std::size_t step = open(m_main, labels::kOptimizerStep);
    hostWork(m_main, 4 * m_model.operatorTime);
    constexpr int kChunks = 2;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
        const std::size_t op = open(m_main, labels::kFusedAdamW);
        hostWork(m_main, 2 * m_model.operatorTime);
        launch(m_main, {&labels::adamKernel(), &labels::kLaunchKernel, kernelTime(m_model.optimizerTime / kChunks)},
               externalIdOf(op));
        close(m_main, op);
    }
    close(m_main, step);
    const std::size_t zero = open(m_main, labels::kZeroGrad);
    hostWork(m_main, 2 * m_model.operatorTime);
    close(m_main, zero);
    if (m_model.fineStages) {
        close(m_main, stage);
        mirror(labels::kGpuOptimizer, stage, first);
        first = m_events != nullptr ? m_events->size() : 0;
        stage = open(m_main, labels::kLogging);
    }
    readLoss();
    close(m_main, stage);
    mirror(m_model.fineStages ? labels::kGpuLogging : labels::kGpuOptimizer, stage, first);
}

void RankEngine::readLoss()
{
    const std::size_t item = open(m_main, labels::kItem);
    hostWork(m_main, m_model.operatorTime / 2);
    const std::size_t scalar = open(m_main, labels::kLocalScalar);
    const Ns done = launch(m_main, {&labels::kCopyOut, &labels::kMemcpyAsync, m_random.jittered(1'600, 0.1), 4},
                           externalIdOf(scalar));
    // The host stands still here until the device has done everything that was queued.
    SimEvent wait{&labels::kStreamSynchronize, m_main.now, 0, externalIdOf(scalar),
                  m_nextCorrelation++,         0,          0, m_main.track};
    m_main.now = std::max(m_main.now, done);
    hostWork(m_main, kWakeUp);
    wait.end = m_main.now;
    record(wait);
    close(m_main, scalar);
    close(m_main, item);
}

}  // namespace headwater
