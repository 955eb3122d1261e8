// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/simulate/Events.h"
#include "core/simulate/JobModel.h"
#include "core/simulate/Labels.h"
#include "core/simulate/LoaderQueue.h"
#include "core/simulate/Random.h"
#include "core/simulate/Tally.h"

namespace headwater {

/// What a rank is made of: a host thread that queues work, an autograd thread, streams that do it in order, the
/// operators of the model, and what happens at the begin and the end of every step. How a step runs in between is up to
/// the classes made of it. Replaying a rank with the same model gives the same times.
class RankEngine {
public:
    /// Between two activities that follow each other on a stream, ns.
    static constexpr Ns kKernelGap = 900;

    /// When this rank's all-reduce k of the step could start if the communication stream were free.
    [[nodiscard]] std::span<const Ns> arrivals() const { return m_arrivals; }
    /// Optimizer with the read of the loss for the log, end of the step. `ends` is when each all-reduce ends. Events
    /// are appended to `events` unless it is null.
    void finishStep(int step, std::span<const Ns> ends, StepEvents* events);

    [[nodiscard]] Ns now() const { return m_main.now; }
    /// What this rank has done since it began.
    [[nodiscard]] const Tally& tally() const { return m_tally; }

protected:
    RankEngine(const JobModel& model, int rank);
    RankEngine(RankEngine&&) = default;
    ~RankEngine() = default;

    struct Thread {
        Ns now = 0;
        SimTrack track = SimTrack::Main;
    };
    struct Work {  ///< a device activity to queue
        const Label* label = nullptr;
        const Label* call = nullptr;
        Ns time = 0;
        std::int64_t number = 0;
    };
    using Op = labels::OperatorId;
    static constexpr Ns kBackwardHandOver = 28'000;  ///< waking the autograd thread, and back

    void beginStep(int step, StepEvents* events);
    void loadBatch(int step);
    void optimize();
    void readLoss();

    void forwardLayer();
    void backwardLayer(std::int64_t firstSequence);
    void recomputeLayer();
    void collectGarbage(int step);
    void retryAllocation(int step);
    void flushStatistics(int step);
    void readGradient();
    void forwardOperator(Op id, Ns time);
    void recomputeOperator(Op id, Ns time);
    void backwardOperator(Op id, Ns time, std::int64_t sequence);
    [[nodiscard]] Work forwardWork(const labels::Operator& op, Ns time);
    [[nodiscard]] Work backwardWork(const labels::Operator& op, Ns time);
    void sendBucket();

    /// Queues work on the compute stream; returns when it ends.
    Ns launch(Thread& thread, const Work& work, std::uint32_t externalId);
    void call(Thread& thread, const Label& label, Ns time, std::uint32_t externalId);
    [[nodiscard]] Ns kernelTime(Ns mean);
    /// Stalls of a kernel that reads bad memory.
    [[nodiscard]] Ns memoryRetries(double time);
    [[nodiscard]] Ns attentionTime() const;
    void hostWork(Thread& thread, Ns mean);
    /// The host does nothing else for `time`.
    void hostPause(Thread& thread, Ns time);

    /// Records the start of a host range; close() sets its end to the thread's present.
    std::size_t open(const Thread& thread, const Label& label, std::int64_t number = 0);
    void close(const Thread& thread, std::size_t index);
    [[nodiscard]] std::uint32_t externalIdOf(std::size_t index) const;
    void record(const SimEvent& event);
    /// Adds the device's view of an annotation that began with the `first`-th event of the step.
    void mirror(const Label& label, std::size_t annotation, std::size_t first);

    const JobModel& m_model;
    int m_rank;
    Random m_random;
    Autoregressive m_drift;
    double m_spread = 0;    ///< this device's fixed deviation
    double m_slowness = 1;  ///< kernel time factor of this step
    double m_share = 1;     ///< of the model's layers that an operator stands for
    double m_lengths = 1;   ///< attention time factor of this step's batch
    Tally m_tally;
    LoaderQueue m_loader;
    Thread m_main{0, SimTrack::Main};
    Thread m_autograd{0, SimTrack::Autograd};
    Ns m_computeFree = 0;  ///< when the compute stream has done what was queued
    Ns m_commFree = 0;
    std::vector<Ns> m_queued;  ///< start times of the last launches, a ring
    std::size_t m_launches = 0;
    std::vector<Ns> m_arrivals;
    std::vector<SimEvent> m_pendingComm;  ///< this step's all-reduces, waiting for their ends
    StepEvents* m_events = nullptr;
    std::size_t m_stepEvent = 0;
    Ns m_stepBegin = 0;
    std::uint32_t m_nextExternal = 1;
    std::uint32_t m_nextCorrelation = 1;
    std::int64_t m_nextSequence = 1;
    std::int64_t m_nextCollective = 1;
    std::vector<std::int64_t> m_layerSequence;  ///< first autograd sequence number of each layer
};

}  // namespace headwater
