// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/simulate/RankEngine.h"

namespace headwater {

/// A way from one pipeline stage to a neighbour of it: a stream on either side. The k-th receive gets what the k-th
/// send sent; both kernels stay until the data are there.
struct PeerChannel {
    CommGroup send, receive;  ///< the same group as either side names it
    std::uint64_t number = 0;
    Ns free = 0;            ///< when the last transfer has ended
    std::size_t done = 0;   ///< transfers of this step that were received
    std::int64_t next = 1;  ///< sequence number
    /// What was sent in this step: the kernel with its earliest start, and the sender's events.
    struct Sent {
        SimEvent kernel;
        StepEvents* events = nullptr;
        Tally* tally = nullptr;
    };
    std::vector<Sent> sent;
};

/// One rank of a pipeline. The caller decides the order of forward and backward passes of micro-batches and sees to it
/// that what a pass receives was sent before.
class PipelineRank : public RankEngine {
public:
    PipelineRank(const JobModel& model, int rank);

    void begin(int step, StepEvents* events);
    /// `in` and `out` are null at the ends of the pipeline.
    void forward(int micro, PeerChannel* in, PeerChannel* out);
    void backward(int micro, PeerChannel* in, PeerChannel* out);
    /// All-reduce of the stage's gradients over its replicas, `group`.
    void reduce(const CommGroup& group);

private:
    void receive(PeerChannel& channel, SimTrack track);
    void send(PeerChannel& channel, SimTrack track);
    /// Launches a kernel of `group` on the host; it may start at the event's start at the earliest.
    SimEvent peerKernel(const CommGroup& group, const Label& op, const Label& range, std::int64_t sequence,
                        SimTrack track);
    [[nodiscard]] bool isFirst() const { return m_stage == 0; }
    [[nodiscard]] bool isLast() const { return m_stage + 1 == m_model.pipelineStages; }

    int m_stage;
    double m_layerShare;                      ///< of a micro-batch in this stage's layers
    std::map<int, std::int64_t> m_sequences;  ///< first autograd sequence number of each micro-batch
};

}  // namespace headwater
