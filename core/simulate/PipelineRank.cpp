// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/PipelineRank.h"

#include <algorithm>

namespace headwater {

using labels::OperatorId;

PipelineRank::PipelineRank(const JobModel& model, int rank)
    : RankEngine(model, rank)
    , m_stage(rank / model.replicas())
    , m_layerShare(model.stageShare[static_cast<std::size_t>(m_stage)] / model.microBatches)
{}

void PipelineRank::begin(int step, StepEvents* events)
{
    m_sequences.clear();
    beginStep(step, events);
    loadBatch(step);
}

void PipelineRank::forward(int micro, PeerChannel* in, PeerChannel* out)
{
    const std::size_t first = m_events != nullptr ? m_events->size() : 0;
    const std::size_t stage = open(m_main, labels::kForward);
    hostWork(m_main, m_model.operatorTime);
    if (in != nullptr)
        receive(*in, SimTrack::ForwardIn);
    m_sequences[micro] = m_nextSequence;
    m_share = 1.0 / m_model.microBatches;
    if (isFirst())
        forwardOperator(OperatorId::Embedding, m_model.embedTime);
    m_share = m_layerShare;
    for (int layer = 0; layer < m_model.layers; ++layer)
        forwardLayer();
    m_share = 1.0 / m_model.microBatches;
    if (isLast()) {
        forwardOperator(OperatorId::Head, m_model.headTime);
        forwardOperator(OperatorId::Loss, m_model.lossTime);
    }
    m_share = 1.0;
    if (out != nullptr)
        send(*out, SimTrack::ForwardOut);
    close(m_main, stage);
    mirror(labels::kGpuForward, stage, first);
}

void PipelineRank::backward(int micro, PeerChannel* in, PeerChannel* out)
{
    constexpr std::int64_t kOperatorsPerLayer = 6;
    const std::size_t stage = open(m_main, labels::kBackward);
    hostWork(m_main, m_model.operatorTime);
    if (in != nullptr)
        receive(*in, SimTrack::BackwardIn);
    m_autograd.now = m_main.now;
    hostWork(m_autograd, kBackwardHandOver);
    std::int64_t sequence = m_sequences.at(micro) + (isFirst() ? 1 : 0) + kOperatorsPerLayer * m_model.layers;
    m_share = 1.0 / m_model.microBatches;
    if (isLast()) {
        backwardOperator(OperatorId::Loss, m_model.lossTime, sequence + 1);
        backwardOperator(OperatorId::Head, m_model.headTime, sequence);
    }
    m_share = m_layerShare;
    for (int layer = 0; layer < m_model.layers; ++layer)
        backwardLayer(sequence -= kOperatorsPerLayer);
    m_share = 1.0 / m_model.microBatches;
    if (isFirst())
        backwardOperator(OperatorId::Embedding, m_model.embedTime, sequence - 1);
    m_share = 1.0;
    m_main.now = std::max(m_main.now, m_autograd.now);
    hostWork(m_main, kBackwardHandOver);
    if (out != nullptr)
        send(*out, SimTrack::BackwardOut);
    close(m_main, stage);
}

void PipelineRank::reduce(const CommGroup& group)
{
    const std::size_t first = m_events != nullptr ? m_events->size() : 0;
    const std::size_t stage = open(m_main, labels::kBackward);
    m_autograd.now = m_main.now;
    hostWork(m_autograd, kBackwardHandOver);
    sendBucket();
    m_main.now = std::max(m_main.now, m_autograd.now);
    close(m_main, stage);
    m_pendingComm.back().group = &group;
    for (std::size_t i = first; m_events != nullptr && i < m_events->size(); ++i)
        (*m_events)[i].group = &group;
}

SimEvent PipelineRank::peerKernel(const CommGroup& group, const Label& op, const Label& range, std::int64_t sequence,
                                  SimTrack track)
{
    const std::size_t outer = open(m_main, op);
    hostWork(m_main, m_model.operatorTime / 2);
    const std::size_t params = open(m_main, labels::kCommParams, sequence);
    if (m_events != nullptr)
        (*m_events)[params].group = &group;
    const std::size_t inner = open(m_main, range);
    hostWork(m_main, m_model.operatorTime / 2);
    SimEvent launched{&labels::kLaunchKernelEx, m_main.now, 0, externalIdOf(params),
                      m_nextCorrelation,        0,          0, m_main.track};
    hostWork(m_main, 2 * m_model.launchTime);
    launched.end = m_main.now;
    record(launched);
    close(m_main, inner);
    close(m_main, params);
    close(m_main, outer);
    return {&labels::kSendReceiveKernel,
            launched.end + m_model.launchLatency,
            0,
            externalIdOf(params),
            m_nextCorrelation++,
            sequence,
            0,
            track,
            &group};
}

void PipelineRank::send(PeerChannel& channel, SimTrack track)
{
    SimEvent kernel = peerKernel(channel.send, labels::kSendOp, labels::kNcclSend, channel.next++, track);
    kernel.start = std::max(kernel.start, m_computeFree + kKernelGap);
    m_tally.sentBytes += m_model.activationBytes;
    channel.sent.push_back({kernel, m_events, &m_tally});
}

void PipelineRank::receive(PeerChannel& channel, SimTrack track)
{
    PeerChannel::Sent& sent = channel.sent[channel.done++];
    SimEvent kernel = peerKernel(channel.receive, labels::kReceiveOp, labels::kNcclReceive, sent.kernel.number, track);
    const Ns earliest = channel.free + kKernelGap;
    sent.kernel.start = std::max(sent.kernel.start, earliest);
    kernel.start = std::max(kernel.start, earliest);

    Random random(mixSeed(m_model.seed, 0x9EE5ULL, channel.number, static_cast<std::uint64_t>(sent.kernel.number)));
    const auto mean = static_cast<Ns>(static_cast<double>(m_model.activationBytes) / m_model.peerBytesPerNs);
    kernel.end = std::max(kernel.start, sent.kernel.start) +
                 random.jittered(m_model.collectiveLatency + mean, m_model.collectiveSigma);
    sent.kernel.end = kernel.end;
    channel.free = kernel.end;
    m_computeFree = std::max(m_computeFree, kernel.end + kKernelGap);

    m_tally.collectives += kernel.end - kernel.start;
    sent.tally->collectives += sent.kernel.end - sent.kernel.start;
    record(kernel);
    if (sent.events != nullptr)
        sent.events->push_back(sent.kernel);
}

}  // namespace headwater
