// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/simulate/PipelineRank.h"

namespace headwater {

/// All ranks of a pipelined job, step by step. Every stage does one forward and one backward in turn (1F1B): the first
/// stages begin with as many forwards as there are stages behind them. Activations and gradients go from neighbour to
/// neighbour; at the end of a step the replicas of a stage reduce their gradients.
class PipelineJob {
public:
    explicit PipelineJob(const JobModel& model);
    PipelineJob(const PipelineJob&) = delete;
    PipelineJob& operator=(const PipelineJob&) = delete;

    /// Runs a step (warm-up included). Events are appended to those of each rank unless `events` is null.
    void runStep(int step, std::vector<StepEvents>* events);
    [[nodiscard]] const std::vector<PipelineRank>& ranks() const { return m_ranks; }

private:
    /// Between stages `boundary` and `boundary` + 1 of a replica; null where one of them does not exist.
    [[nodiscard]] PeerChannel* channel(std::vector<PeerChannel>& channels, int boundary, int replica);
    /// False, and nothing done, when what the pass needs was not sent yet.
    bool runPass(int rank, int pass);
    /// Does what the rank can do next, as far as its neighbours have come; false when it is stuck or done.
    bool advance(int rank);
    void reduce(int step, std::vector<StepEvents>* events);

    const JobModel& m_model;
    std::vector<PipelineRank> m_ranks;
    std::vector<PeerChannel> m_forward;   ///< per boundary between two stages and replica
    std::vector<PeerChannel> m_backward;  ///< the same, the other way
    std::vector<CommGroup> m_groups;      ///< replicas of each stage
    std::vector<Ns> m_reduced;            ///< end of each stage's last all-reduce
    std::vector<std::size_t> m_passes;    ///< done by each rank in this step
};

/// The passes of a stage in 1F1B order: m ≥ 0 is the forward of micro-batch m, −1 − m its backward.
[[nodiscard]] std::vector<int> passesOf(int stage, int stages, int microBatches);

}  // namespace headwater
