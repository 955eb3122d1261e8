// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/RankEngine.h"

#include <algorithm>
#include <cmath>

// The operators inside forward and backward, and how work reaches the device. The steps are in RankEngine.cpp.

namespace headwater {

namespace {

constexpr Ns kShortCall = 1'100;  // cudaEventRecord and the like

using labels::OperatorId;

/// Once in each window of `every` steps, at a step that is the same for all ranks, because they do the same work, or at
/// another one for each `rank`.
bool happensIn(const JobModel& model, int step, int every, int rank = -1)
{
    const auto window = static_cast<std::uint64_t>(step / every);
    Random random(rank < 0 ? mixSeed(model.seed, 0xA110CULL, window)
                           : mixSeed(model.seed, 0x6C0ULL, window, static_cast<std::uint64_t>(rank)));
    return step % every == static_cast<int>(random.next() % static_cast<std::uint64_t>(every));
}

}  // namespace

void RankEngine::forwardLayer()
{
    forwardOperator(OperatorId::Norm, m_model.perLayer(m_model.normTime));
    forwardOperator(OperatorId::Projection, m_model.perLayer(m_model.projectionTime));
    forwardOperator(OperatorId::Attention, m_model.perLayer(attentionTime()));
    forwardOperator(OperatorId::Expand, m_model.perLayer(m_model.expandTime));
    forwardOperator(OperatorId::Activation, m_model.perLayer(m_model.activationTime));
    forwardOperator(OperatorId::Contract, m_model.perLayer(m_model.contractTime));
}

void RankEngine::recomputeLayer()
{
    recomputeOperator(OperatorId::Norm, m_model.perLayer(m_model.normTime));
    recomputeOperator(OperatorId::Projection, m_model.perLayer(m_model.projectionTime));
    recomputeOperator(OperatorId::Attention, m_model.perLayer(attentionTime()));
    recomputeOperator(OperatorId::Expand, m_model.perLayer(m_model.expandTime));
    recomputeOperator(OperatorId::Activation, m_model.perLayer(m_model.activationTime));
    recomputeOperator(OperatorId::Contract, m_model.perLayer(m_model.contractTime));
}

void RankEngine::backwardLayer(std::int64_t firstSequence)
{
    const std::size_t node = open(m_autograd, labels::kCheckpointNode, firstSequence + 5);
    hostWork(m_autograd, m_model.operatorTime);
    recomputeLayer();
    backwardOperator(OperatorId::Contract, m_model.perLayer(m_model.contractTime), firstSequence + 5);
    backwardOperator(OperatorId::Activation, m_model.perLayer(m_model.activationTime), firstSequence + 4);
    backwardOperator(OperatorId::Expand, m_model.perLayer(m_model.expandTime), firstSequence + 3);
    backwardOperator(OperatorId::Attention, m_model.perLayer(attentionTime()), firstSequence + 2);
    backwardOperator(OperatorId::Projection, m_model.perLayer(m_model.projectionTime), firstSequence + 1);
    backwardOperator(OperatorId::Norm, m_model.perLayer(m_model.normTime), firstSequence);
    close(m_autograd, node);
}

void RankEngine::collectGarbage(int step)
{
    if (m_model.collectEvery <= 0 || !happensIn(m_model, step, m_model.collectEvery, m_rank))
        return;
    // The profiler marks collections where its user asked for that; elsewhere nothing stands in the trace.
    const bool marked = m_rank % 4 == 1;
    const std::size_t range = marked ? open(m_main, labels::kPythonGc) : 0;
    hostPause(m_main, m_random.jittered(m_model.collectorPause, 0.15));
    if (marked)
        close(m_main, range);
}

void RankEngine::flushStatistics(int step)
{
    if (m_model.flushEvery > 0 && happensIn(m_model, step, m_model.flushEvery))
        hostPause(m_main, m_random.jittered(m_model.flushTime, 0.1));
}

void RankEngine::retryAllocation(int step)
{
    if (m_model.retryEvery <= 0 || !happensIn(m_model, step, m_model.retryEvery))
        return;
    ++m_tally.allocationRetries;
    const std::size_t op = open(m_main, labels::kEmpty);
    hostWork(m_main, m_model.operatorTime);
    // Freeing device memory waits for the device, then takes its time; so does getting it back.
    m_main.now = std::max(m_main.now, m_computeFree);
    constexpr int kBlocks = 4;
    for (int block = 0; block < kBlocks; ++block)
        call(m_main, labels::kFree, m_random.jittered(m_model.retryTime / (2 * kBlocks), 0.2), externalIdOf(op));
    for (int block = 0; block < kBlocks; ++block)
        call(m_main, labels::kMalloc, m_random.jittered(m_model.retryTime / (2 * kBlocks), 0.2), externalIdOf(op));
    close(m_main, op);
}

void RankEngine::readGradient()
{
    if (m_model.backwardHook <= 0 || (m_model.hookRank >= 0 && m_model.hookRank != m_rank))
        return;
    SimEvent wait{&labels::kStreamSynchronize, m_autograd.now, 0, 0, m_nextCorrelation++, 0, 0, m_autograd.track};
    m_autograd.now = std::max(m_autograd.now, m_computeFree);
    wait.end = m_autograd.now;
    record(wait);
    hostPause(m_autograd, m_random.jittered(m_model.backwardHook, 0.02));
}

void RankEngine::forwardOperator(OperatorId id, Ns time)
{
    const labels::Operator& op = labels::operatorOf(id);
    const std::size_t outer = open(m_main, op.forward, m_nextSequence++);
    hostWork(m_main, m_model.operatorTime);
    const std::size_t inner = open(m_main, op.inner);
    hostWork(m_main, m_model.operatorTime / 2);
    launch(m_main, forwardWork(op, time), externalIdOf(inner));
    close(m_main, inner);
    close(m_main, outer);
    hostWork(m_main, m_model.operatorTime / 4);
}

void RankEngine::recomputeOperator(OperatorId id, Ns time)
{
    const labels::Operator& op = labels::operatorOf(id);
    const std::size_t inner = open(m_autograd, op.inner);
    hostWork(m_autograd, m_model.operatorTime);
    launch(m_autograd, forwardWork(op, time), externalIdOf(inner));
    close(m_autograd, inner);
    hostWork(m_autograd, m_model.operatorTime / 3);
}

void RankEngine::backwardOperator(OperatorId id, Ns time, std::int64_t sequence)
{
    const labels::Operator& op = labels::operatorOf(id);
    const std::size_t outer = open(m_autograd, op.node, sequence);
    hostWork(m_autograd, m_model.operatorTime / 2);
    const std::size_t inner = open(m_autograd, op.backward, sequence);
    hostWork(m_autograd, m_model.operatorTime / 2);
    launch(m_autograd, backwardWork(op, time), externalIdOf(inner));
    close(m_autograd, inner);
    close(m_autograd, outer);
    hostWork(m_autograd, m_model.operatorTime / 4);
}

RankEngine::Work RankEngine::forwardWork(const labels::Operator& op, Ns time)
{
    const bool single = m_model.singlePrecision && op.singleKernel != nullptr;
    const double cost = single ? m_model.singleCost : 1.0;
    return {single ? op.singleKernel : &op.kernel, &labels::kLaunchKernel,
            kernelTime(static_cast<Ns>(static_cast<double>(time) * cost))};
}

RankEngine::Work RankEngine::backwardWork(const labels::Operator& op, Ns time)
{
    const bool single = m_model.singlePrecision && op.singleBackwardKernel != nullptr;
    const bool ordered = m_model.deterministic && op.orderedKernel != nullptr;
    double cost = op.backwardCost;
    if (single)
        cost *= m_model.singleCost;
    if (ordered)
        cost *= m_model.deterministicCost;
    const Label* kernel = single ? op.singleBackwardKernel : ordered ? op.orderedKernel : &op.backwardKernel;
    return {kernel, &labels::kLaunchKernel, kernelTime(static_cast<Ns>(static_cast<double>(time) * cost))};
}

void RankEngine::sendBucket()
{
    const std::size_t accumulate = open(m_autograd, labels::kAccumulateGrad);
    hostWork(m_autograd, m_model.operatorTime / 2);
    const std::size_t op = open(m_autograd, labels::kAllReduceOp);
    hostWork(m_autograd, m_model.operatorTime / 2);
    const auto bucket = static_cast<std::int32_t>(m_arrivals.size());
    const std::int64_t collective = m_nextCollective++;
    const std::size_t params = open(m_autograd, labels::kCommParams, collective);
    hostWork(m_autograd, m_model.operatorTime / 2);
    const std::uint32_t id = externalIdOf(params);
    call(m_autograd, labels::kEventRecord, kShortCall, id);
    call(m_autograd, labels::kStreamWaitEvent, kShortCall, id);
    const std::size_t range = open(m_autograd, labels::kNcclAllReduce);
    hostWork(m_autograd, m_model.operatorTime);

    SimEvent launched{&labels::kLaunchKernelEx, m_autograd.now, 0, id, m_nextCorrelation, 0, bucket, m_autograd.track};
    hostWork(m_autograd, 2 * m_model.launchTime);
    launched.end = m_autograd.now;
    record(launched);
    // The gradients are there when the compute stream has come this far.
    const Ns arrival = std::max(launched.end + m_model.launchLatency, m_computeFree + kKernelGap);
    m_arrivals.push_back(arrival);
    m_pendingComm.push_back(
        {&labels::kAllReduceKernel, arrival, 0, id, m_nextCorrelation++, collective, bucket, SimTrack::CommStream});
    close(m_autograd, range);
    close(m_autograd, params);
    close(m_autograd, op);
    close(m_autograd, accumulate);
    if (m_events != nullptr)
        (*m_events)[params].bucket = bucket;
}

Ns RankEngine::kernelTime(Ns mean)
{
    const double time = static_cast<double>(m_random.jittered(mean, m_model.kernelSigma)) * m_slowness * m_share;
    return std::max<Ns>(1'000, static_cast<Ns>(time) + memoryRetries(time));
}

Ns RankEngine::memoryRetries(double time)
{
    if (m_rank != m_model.eccRank || m_model.eccPerMs <= 0)
        return 0;
    // Exponential gaps between errors; −ln u is the sum of the gaps' shares of the mean.
    Ns stall = 0;
    for (double at = 0; (at += -std::log(1.0 - m_random.uniform()) * 1e6 / m_model.eccPerMs) < time;) {
        stall += m_model.eccStall;
        ++m_tally.correctedErrors;
    }
    return stall;
}

Ns RankEngine::attentionTime() const
{
    return static_cast<Ns>(static_cast<double>(m_model.attentionTime) * m_lengths);
}

void RankEngine::hostWork(Thread& thread, Ns mean)
{
    hostPause(thread, m_random.jittered(mean, m_model.hostSigma));
}

void RankEngine::hostPause(Thread& thread, Ns time)
{
    thread.now += time;
    m_tally.hostBusy += time;
}

Ns RankEngine::launch(Thread& thread, const Work& work, std::uint32_t externalId)
{
    SimEvent launched{work.call, thread.now, 0, externalId, m_nextCorrelation, 0, 0, thread.track};
    // A full queue holds the launch until the device has started the oldest entry.
    Ns& oldest = m_queued[m_launches % m_queued.size()];
    if (m_launches >= m_queued.size())
        thread.now = std::max(thread.now, oldest);
    hostWork(thread, m_model.launchTime);
    launched.end = thread.now;
    record(launched);

    const Ns start = std::max(launched.end + m_model.launchLatency, m_computeFree + kKernelGap);
    record(
        {work.label, start, start + work.time, externalId, m_nextCorrelation, work.number, 0, SimTrack::ComputeStream});
    m_computeFree = start + work.time;
    if (work.label->kind == EventKind::Kernel)
        m_tally.kernels += work.time;
    oldest = start;
    ++m_launches;
    ++m_nextCorrelation;
    return m_computeFree;
}

void RankEngine::call(Thread& thread, const Label& label, Ns time, std::uint32_t externalId)
{
    SimEvent event{&label, thread.now, 0, externalId, m_nextCorrelation++, 0, 0, thread.track};
    hostWork(thread, time);
    event.end = thread.now;
    record(event);
}

std::size_t RankEngine::open(const Thread& thread, const Label& label, std::int64_t number)
{
    if (m_events == nullptr)
        return 0;
    m_events->push_back({&label, thread.now, thread.now, m_nextExternal++, 0, number, 0, thread.track});
    return m_events->size() - 1;
}

void RankEngine::close(const Thread& thread, std::size_t index)
{
    if (m_events != nullptr)
        (*m_events)[index].end = thread.now;
}

std::uint32_t RankEngine::externalIdOf(std::size_t index) const
{
    return m_events != nullptr ? (*m_events)[index].externalId : 0;
}

void RankEngine::record(const SimEvent& event)
{
    if (m_events != nullptr)
        m_events->push_back(event);
}

void RankEngine::mirror(const Label& label, std::size_t annotation, std::size_t first)
{
    if (m_events == nullptr)
        return;
    SimEvent range{&label, 0, 0, externalIdOf(annotation), 0, 0, 0, SimTrack::ComputeStream};
    bool any = false;
    for (std::size_t i = first; i < m_events->size(); ++i) {
        const SimEvent& event = (*m_events)[i];
        if (event.track != SimTrack::ComputeStream || event.label->kind == EventKind::GpuAnnotation)
            continue;
        range.start = any ? range.start : event.start - 1;
        range.end = event.end + 1;
        any = true;
    }
    if (any)
        m_events->push_back(range);
}

}  // namespace headwater
