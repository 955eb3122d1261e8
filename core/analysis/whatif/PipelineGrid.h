// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/RunTimeline.h"
#include "core/base/Result.h"

namespace headwater::whatif {

/// A transfer between neighbours of a pipeline, as the profiler saw it on both sides.
struct PeerTransfer {
    std::uint32_t collective = 0;  ///< index into CollectiveMatch::collectives
    std::uint32_t sender = 0;      ///< index of the rank, and its kernel
    std::uint32_t receiver = 0;
    Row sendRow = kNoRow;
    Row receiveRow = kNoRow;
    bool forward = false;  ///< towards the last stage: activations; else gradients
};

/// Which pipeline stage and replica each rank is, found by who sends to whom.
struct PipelineGrid {
    std::size_t stages = 0;
    std::size_t replicas = 0;
    std::vector<std::uint32_t> stageOf;    ///< per rank of the run
    std::vector<std::uint32_t> replicaOf;  ///< per rank of the run
    std::vector<PeerTransfer> transfers;   ///< of whole and partial steps alike
};

/// Whether ranks of the run send to each other, or say that they are stages of a pipeline: then a replay has to know
/// the pipeline. Needs RunAnalysis::timeline.
[[nodiscard]] bool isPipelineOfTraces(const RunAnalysis& analysis);

/// The pipeline behind the matched sends and receives: what a pair of ranks sends first in a step goes forward (in
/// every step the same way), stages are counted along it, replicas are the chains. Error NothingUsable, with the
/// reason, where the traces do not tell: sends or receives of whole steps without a partner, ranks that take part in
/// none, directions that differ between steps, a ring (interleaved stages), chains of different length.
[[nodiscard]] Result<PipelineGrid> pipelineGrid(const RunAnalysis& analysis);

}  // namespace headwater::whatif
