// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/PipelineJob.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

namespace {

PeerChannel channelBetween(const JobModel& model, int from, int to, std::string_view what, std::uint64_t number)
{
    PeerChannel channel;
    channel.number = number;
    channel.send = {"send",
                    std::to_string(10 + number),
                    fmt::format("PIPELINE_{}_GROUP", what),
                    fmt::format("[{}, {}]", std::min(from, to), std::max(from, to)),
                    2,
                    model.activationBytes / 2};
    channel.receive = channel.send;
    channel.receive.operation = "recv";
    return channel;
}

}  // namespace

std::vector<int> passesOf(int stage, int stages, int microBatches)
{
    const int ahead = std::min(stages - 1 - stage, microBatches);
    std::vector<int> passes;
    passes.reserve(2 * static_cast<std::size_t>(microBatches));
    for (int micro = 0; micro < ahead; ++micro)
        passes.push_back(micro);
    for (int micro = 0; micro < microBatches; ++micro) {
        if (ahead + micro < microBatches)
            passes.push_back(ahead + micro);
        passes.push_back(-1 - micro);
    }
    return passes;
}

PipelineJob::PipelineJob(const JobModel& model)
    : m_model(model)
    , m_reduced(static_cast<std::size_t>(model.pipelineStages), 0)
{
    const int replicas = model.replicas();
    m_ranks.reserve(static_cast<std::size_t>(model.ranks));
    for (int rank = 0; rank < model.ranks; ++rank)
        m_ranks.emplace_back(model, rank);
    for (int rank = replicas; rank < model.ranks; ++rank) {
        const auto number = 2 * static_cast<std::uint64_t>(rank);
        m_forward.push_back(channelBetween(model, rank - replicas, rank, "ACTIVATION", number));
        m_backward.push_back(channelBetween(model, rank, rank - replicas, "GRADIENT", number + 1));
    }
    for (int stage = 0; stage < model.pipelineStages; ++stage) {
        std::string members;
        for (int replica = 0; replica < replicas; ++replica)
            members += fmt::format("{}{}", members.empty() ? "" : ", ", stage * replicas + replica);
        m_groups.push_back({"allreduce", std::to_string(1 + stage), "DATA_PARALLEL_GROUP", "[" + members + "]",
                            replicas, model.bucketBytes(0) / 2});
    }
}

PeerChannel* PipelineJob::channel(std::vector<PeerChannel>& channels, int boundary, int replica)
{
    if (boundary < 0 || boundary + 1 >= m_model.pipelineStages)
        return nullptr;
    return &channels[static_cast<std::size_t>(boundary) * static_cast<std::size_t>(m_model.replicas()) +
                     static_cast<std::size_t>(replica)];
}

bool PipelineJob::runPass(int rank, int pass)
{
    const int stage = rank / m_model.replicas();
    const int replica = rank % m_model.replicas();
    const bool forward = pass >= 0;
    std::vector<PeerChannel>& channels = forward ? m_forward : m_backward;
    PeerChannel* in = channel(channels, forward ? stage - 1 : stage, replica);
    PeerChannel* out = channel(channels, forward ? stage : stage - 1, replica);
    if (in != nullptr && in->sent.size() == in->done)
        return false;
    PipelineRank& worker = m_ranks[static_cast<std::size_t>(rank)];
    if (forward)
        worker.forward(pass, in, out);
    else
        worker.backward(-1 - pass, in, out);
    return true;
}

bool PipelineJob::advance(int rank)
{
    const std::vector<int> passes = passesOf(rank / m_model.replicas(), m_model.pipelineStages, m_model.microBatches);
    std::size_t& done = m_passes[static_cast<std::size_t>(rank)];
    const std::size_t before = done;
    while (done < passes.size() && runPass(rank, passes[done]))
        ++done;
    return done > before;
}

void PipelineJob::runStep(int step, std::vector<StepEvents>* events)
{
    m_passes.assign(m_ranks.size(), 0);
    for (auto* channels : {&m_forward, &m_backward})
        for (PeerChannel& channel : *channels) {
            channel.sent.clear();
            channel.done = 0;
        }
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank)
        m_ranks[rank].begin(step, events != nullptr ? &(*events)[rank] : nullptr);
    for (bool any = true; any;) {
        any = false;
        for (int rank = 0; rank < m_model.ranks; ++rank)
            any = advance(rank) || any;
    }
    reduce(step, events);
}

void PipelineJob::reduce(int step, std::vector<StepEvents>* events)
{
    const auto replicas = static_cast<std::size_t>(m_model.replicas());
    for (std::size_t stage = 0; stage < m_groups.size(); ++stage) {
        Ns start = m_reduced[stage] + RankEngine::kKernelGap;
        for (std::size_t rank = stage * replicas; rank < (stage + 1) * replicas; ++rank) {
            m_ranks[rank].reduce(m_groups[stage]);
            start = std::max(start, m_ranks[rank].arrivals().back());
        }
        Random random(mixSeed(m_model.seed, 0xA11ULL, static_cast<std::uint64_t>(step), stage));
        const double share = 2.0 * static_cast<double>(replicas - 1) / static_cast<double>(replicas);
        const double traffic = static_cast<double>(m_model.bucketBytes(0)) * share;
        const auto mean = m_model.collectiveLatency + static_cast<Ns>(traffic / m_model.busBytesPerNs);
        m_reduced[stage] = start + random.jittered(mean, m_model.collectiveSigma);
        for (std::size_t rank = stage * replicas; rank < (stage + 1) * replicas; ++rank)
            m_ranks[rank].finishStep(step, {&m_reduced[stage], 1}, events != nullptr ? &(*events)[rank] : nullptr);
    }
}

}  // namespace headwater
