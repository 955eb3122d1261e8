// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// Every parameter of the simulated training job: a transformer under data parallelism, activations recomputed in
/// backward, gradients reduced in buckets while backward runs. Times are means in ns for the whole model (all layers);
/// the engine divides them by the number of layers. A fault is a change of these numbers and of nothing else.
struct JobModel {
    int ranks = 4;
    int ranksPerHost = 2;
    int layers = 2;
    /// More than 1: PipelineJob runs the job, `layers` is per stage, ranks of one stage have neighbouring numbers.
    int pipelineStages = 1;
    int microBatches = 8;
    std::vector<double> stageShare;  ///< of a whole model's layer times that each pipeline stage has
    std::int64_t activationBytes = 67'108'864;
    double peerBytesPerNs = 45.0;
    int warmupSteps = 30;  ///< run but not recorded, so that queues reach their steady state
    int steps = 40;        ///< recorded
    std::uint64_t seed = 1;

    // Input pipeline: `loaderWorkers` processes, each `prefetchFactor` batches ahead.
    int loaderWorkers = 2;
    int prefetchFactor = 2;
    Ns readTime = 75'000'000;    ///< of a batch from storage, one batch at a time; the same storage for all ranks
    Ns decodeTime = 75'000'000;  ///< in a worker, after reading; workers decode side by side
    double loaderSigma = 0.03;
    Ns deliveryTime = 300'000;  ///< from the worker's queue into the training process
    std::int64_t batchBytes = 3'145'728;
    double copyBytesPerNs = 22.0;
    int narrowCopyRank = -1;  ///< the rank whose PCIe link has lost lanes and generations; −1: none
    double narrowCopyBytesPerNs = 3.2;

    // Host.
    Ns operatorTime = 9'000;   ///< Python and dispatcher, per operator
    Ns launchTime = 5'000;     ///< inside cudaLaunchKernel
    Ns launchLatency = 4'000;  ///< from the launch to the earliest start on an idle device
    double hostSigma = 0.18;
    int launchQueue = 1024;  ///< launches in flight before a launch blocks
    Ns layerHook = 0;        ///< host time the user's hooks add in front of the forward layers, all together
    Ns backwardHook = 0;     ///< host time near the end of backward, after a gradient was read back
    int hookRank = -1;       ///< the only rank with these hooks; −1: all
    /// About how many steps until the script stops in forward to write its statistics, on all ranks of a step at once;
    /// 0: never.
    int flushEvery = 0;
    Ns flushTime = 45'000'000;
    /// About how many steps until a rank's process collects garbage in forward, each rank at steps of its own; 0:
    /// never.
    int collectEvery = 0;
    Ns collectorPause = 60'000'000;
    /// About how many steps until the allocator's cache is so fragmented that it flushes it in forward, on all ranks of
    /// a step at once; 0: never.
    int retryEvery = 0;
    Ns retryTime = 45'000'000;

    // Device.
    Ns embedTime = 2'500'000;
    Ns normTime = 1'200'000;
    Ns projectionTime = 4'500'000;
    Ns attentionTime = 7'000'000;
    Ns expandTime = 4'000'000;
    Ns activationTime = 1'300'000;
    Ns contractTime = 4'000'000;
    Ns headTime = 2'200'000;
    Ns lossTime = 1'500'000;
    Ns optimizerTime = 5'000'000;
    double kernelSigma = 0.015;
    double driftSigma = 0.004;     ///< slow walk of a rank's clock from step to step
    double rankSpread = 0.003;     ///< fixed difference between devices
    std::vector<double> clock;     ///< relative clock per rank; empty: all 1
    std::vector<double> clockEnd;  ///< where a rank's clock arrives after a quarter of the recorded steps; empty: stays
    std::vector<double> speed;     ///< work done per clock, relative, per rank: no counter shows it; empty: all 1
    int eccRank = -1;              ///< the rank whose memory repeats reads after corrected errors; −1: none
    double eccPerMs = 0;           ///< corrected errors per ms of kernel time
    Ns eccStall = 40'000;          ///< of each
    double longChance = 0;         ///< that one rank, each time another, gets a batch of long sequences
    double longFactor = 1;         ///< by which attention takes longer over them
    bool singlePrecision = false;  ///< matrix products run in float32 whatever the settings say
    double singleCost = 2.6;       ///< their time over that of bfloat16
    bool deterministic = false;    ///< backward without atomic additions
    double deterministicCost = 1.45;

    // Communication.
    std::int64_t gradientBytes = 2'100'000'000;
    std::int64_t lastBucketBytes = 260'000'000;
    double busBytesPerNs = 190.0;
    Ns collectiveLatency = 30'000;
    double collectiveSigma = 0.02;
    int congestedHost = -1;  ///< the host whose link to the next one is shared with somebody; −1: none
    double congestedBytesPerNs = 190.0;
    int leafRanks = 8;  ///< ranks below one leaf switch; a ring of more crosses the uplink
    double uplinkBytesPerNs = 190.0;

    /// The script marks its head and its logging as stages of their own: eight instead of six. Nothing takes longer.
    bool fineStages = false;

    // What the training itself shows.
    std::int64_t allocatedBytes = 54'400'000'000;  ///< device memory that tensors take
    std::int64_t reservedBytes = 60'900'000'000;   ///< what the allocator holds
    int nanStep = -1;                              ///< recorded step from which the loss is not a number; −1: never

    std::string cudaRuntime = "12040";
    std::string nccl = "2.21.5";
    std::map<std::string, std::string> settings;  ///< of the manifest, where they differ from the usual

    [[nodiscard]] int buckets() const;
    /// Size of all-reduce `bucket` of a step, in the order they are sent.
    [[nodiscard]] std::int64_t bucketBytes(int bucket) const;
    /// Layers between two all-reduces.
    [[nodiscard]] int layersPerBucket() const;
    /// Per-layer share of a whole-model time. Beyond kReferenceLayers the model grows instead of its layers shrinking.
    [[nodiscard]] Ns perLayer(Ns total) const;
    [[nodiscard]] double clockOf(int rank, int recordedStep) const;
    /// Work per time of `rank` in a recorded step: clock times speed.
    [[nodiscard]] double paceOf(int rank, int recordedStep) const;
    [[nodiscard]] double copyRateOf(int rank) const
    {
        return rank == narrowCopyRank ? narrowCopyBytesPerNs : copyBytesPerNs;
    }
    /// Bytes per ns of the ring's link from `host` to the next one.
    [[nodiscard]] double linkBytesPerNs(int host) const;
    /// Of a ring over all ranks: its slowest link decides.
    [[nodiscard]] double ringBytesPerNs() const;
    /// The rank that has long sequences in `step` (warm-up included), or −1.
    [[nodiscard]] int longRank(int step) const;
    [[nodiscard]] int hostOf(int rank) const { return rank / ranksPerHost; }
    /// Ranks of each pipeline stage: its data-parallel replicas.
    [[nodiscard]] int replicas() const { return ranks / pipelineStages; }
    [[nodiscard]] int hosts() const { return (ranks + ranksPerHost - 1) / ranksPerHost; }
};

constexpr int kReferenceLayers = 24;

}  // namespace headwater
