// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/RankTimeline.h"

#include <algorithm>

namespace headwater {

using labels::OperatorId;

void RankTimeline::runToBackwardEnd(int step, StepEvents* events)
{
    beginStep(step, events);
    loadBatch(step);
    embed();
    forward(step);
    loss();
    backward();
}

void RankTimeline::embed()
{
    const std::size_t first = m_events != nullptr ? m_events->size() : 0;
    const std::size_t stage = open(m_main, labels::kEmbedding);
    hostWork(m_main, m_model.operatorTime);
    forwardOperator(OperatorId::Embedding, m_model.embedTime * 3 / 4);
    forwardOperator(OperatorId::Norm, m_model.embedTime / 4);
    close(m_main, stage);
    mirror(labels::kGpuEmbedding, stage, first);
}

void RankTimeline::forward(int step)
{
    const std::size_t first = m_events != nullptr ? m_events->size() : 0;
    const std::size_t stage = open(m_main, labels::kForward);
    hostWork(m_main, m_model.operatorTime);
    const std::size_t ddp = open(m_main, labels::kDdpForward);
    hostWork(m_main, 3 * m_model.operatorTime);
    retryAllocation(step);
    flushStatistics(step);
    for (int layer = 0; layer < m_model.layers; ++layer) {
        if (layer == m_model.layers / 2)
            collectGarbage(step);
        if (m_model.layerHook > 0 && (m_model.hookRank < 0 || m_model.hookRank == m_rank))
            hostWork(m_main, m_model.perLayer(m_model.layerHook));
        m_layerSequence.push_back(m_nextSequence);
        forwardLayer();
    }
    close(m_main, ddp);
    close(m_main, stage);
    mirror(labels::kGpuForward, stage, first);
}

void RankTimeline::loss()
{
    std::size_t first = m_events != nullptr ? m_events->size() : 0;
    std::size_t stage = open(m_main, m_model.fineStages ? labels::kHead : labels::kLoss);
    hostWork(m_main, m_model.operatorTime);
    forwardOperator(OperatorId::Head, m_model.headTime);
    if (m_model.fineStages) {
        close(m_main, stage);
        mirror(labels::kGpuHead, stage, first);
        first = m_events != nullptr ? m_events->size() : 0;
        stage = open(m_main, labels::kLoss);
    }
    forwardOperator(OperatorId::Loss, m_model.lossTime);
    close(m_main, stage);
    mirror(labels::kGpuLoss, stage, first);
}

void RankTimeline::backward()
{
    const std::size_t stage = open(m_main, labels::kBackward);
    const std::size_t ones = open(m_main, labels::kOnesLike);
    hostWork(m_main, m_model.operatorTime);
    launch(m_main, {&labels::fillKernel(), &labels::kLaunchKernel, 1'800}, externalIdOf(ones));
    close(m_main, ones);

    m_autograd.now = m_main.now;
    hostWork(m_autograd, kBackwardHandOver);
    std::int64_t sequence = m_nextSequence;
    backwardOperator(OperatorId::Loss, m_model.lossTime, --sequence);
    backwardOperator(OperatorId::Head, m_model.headTime, --sequence);
    sendBucket();
    const int group = m_model.layersPerBucket();
    for (int layer = m_model.layers - 1; layer >= 0; --layer) {
        backwardLayer(m_layerSequence[static_cast<std::size_t>(layer)]);
        if (layer % group == 0)
            sendBucket();
    }
    readGradient();
    const std::int64_t embedding = m_layerSequence.front() - 2;
    backwardOperator(OperatorId::Norm, m_model.embedTime / 4, embedding + 1);
    backwardOperator(OperatorId::Embedding, m_model.embedTime * 3 / 4, embedding);
    sendBucket();

    m_main.now = std::max(m_main.now, m_autograd.now);
    hostWork(m_main, kBackwardHandOver);
    close(m_main, stage);
}

}  // namespace headwater
