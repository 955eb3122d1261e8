// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/whatif/Replay.h"

namespace headwater::whatif {

/// One operation of one rank of a pipeline in one step.
struct ScheduleItem {
    std::string type;         ///< "forward-compute", "backward-recv", "grads-reduce-scatter" …
    Ns start = 0;             ///< decides the order
    std::int32_t chunk = -1;  ///< of the model, −1: unknown or the only one
};

/// Which operation of the schedule an operation of the graph is: the `index`-th of its type on its stage.
struct ScheduleKey {
    std::uint32_t stage = 0;
    std::string type;
    std::uint32_t index = 0;
};

/// What the operations of one replica in one step wait for.
struct ScheduleGraph {
    DependencyGraph graph;  ///< its groups are those within a replica
    std::vector<ScheduleKey> ops;
    std::vector<std::vector<OpIndex>> replicaGroups;  ///< end together with each other and on all replicas
    std::vector<OpIndex> finish;                      ///< the step ends with the last of these
};

/// The dependency model of the OSDI'25 what-if study (METHODS 4.1): computes of a rank in recorded order; each kind of
/// send and recv a stream of its own; recv → compute → send; params-all-gather before the first forward of its chunk;
/// after the last compute gc, layernorm, embedding, reduce-scatter, clip and optimizer in this order. Where a schedule
/// has no sends and recvs, a compute waits for its neighbour's of the same index. `stages`: per rank of the pipeline
/// its operations in any order; those of types not named here are left out.
[[nodiscard]] ScheduleGraph scheduleGraph(const std::vector<std::vector<ScheduleItem>>& stages);

}  // namespace headwater::whatif
