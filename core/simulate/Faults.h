// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/JobModel.h"
#include "core/simulate/Truth.h"

/// A fault changes numbers of the model and says what is true then. Each takes the model of the healthy run and leaves
/// the one of the faulty run.
namespace headwater::faults {

// Alike on all ranks (FaultsSystemic.cpp).
/// Nothing: two runs that differ by chance.
[[nodiscard]] Truth noChange(JobModel& model);
/// Storage takes 2.2 times as long a batch: prefetch runs empty, every step waits.
[[nodiscard]] Truth slowDataLoader(JobModel& model);
/// Storage takes a third longer, still less than a step: hidden by prefetch, latent.
[[nodiscard]] Truth hiddenDataLoader(JobModel& model);
/// Attention kernels take 1.6 times as long; backward, which recomputes, grows more than forward.
[[nodiscard]] Truth slowForward(JobModel& model);
/// Embedding does 1.8 times the work and everything after it a fifth more: larger victims downstream.
[[nodiscard]] Truth slowEmbedding(JobModel& model);
/// A hook computes on the host before each layer: the devices run out of work in forward.
[[nodiscard]] Truth slowDispatch(JobModel& model);
/// Fragmented memory: an allocation in forward fails and is tried again in every step.
[[nodiscard]] Truth allocatorRetries(JobModel& model);
/// Rare steps stop in forward; p50 does not move.
[[nodiscard]] Truth tailOnly(JobModel& model);
/// The link between two hosts carries 28 % of its bandwidth; nothing on a single host.
[[nodiscard]] Truth slowLink(JobModel& model);
/// The uplink between leaf switches carries 28 %: absent below leafRanks ranks.
[[nodiscard]] Truth scaleOnly(JobModel& model);
// The runs do not compute the same, or more than one thing changed (FaultsCorrectness.cpp).
/// The loss is NaN from half way on; no step takes longer.
[[nodiscard]] Truth nanLoss(JobModel& model);
/// Matrix products run in float32 under settings that say bfloat16.
[[nodiscard]] Truth singlePrecision(JobModel& model);
/// The current run alone is deterministic.
[[nodiscard]] Truth deterministicMode(JobModel& model);
/// Another attention backend and another NCCL at once: confounded.
[[nodiscard]] Truth twoChanges(JobModel& model);
// On some ranks (FaultsLocal.cpp).
/// One device does 82 % of the work that its clocks promise.
[[nodiscard]] Truth slowRank(JobModel& model);
/// One rank's process spends extra host time in forward.
[[nodiscard]] Truth slowRankHost(JobModel& model);
/// One rank works 200 ms on the host in backward; the all-reduce spreads it over all.
[[nodiscard]] Truth slowRankBackward(JobModel& model);
/// All devices of one node do 86 % of the work.
[[nodiscard]] Truth slowNode(JobModel& model);
/// One device lowers its clock to 80 % as it gets hot.
[[nodiscard]] Truth thermalRank(JobModel& model);
/// All devices of one host do.
[[nodiscard]] Truth thermalHost(JobModel& model);
/// One device corrects memory errors: its kernels take a fifth longer.
[[nodiscard]] Truth eccRetries(JobModel& model);
/// One device's link has a quarter of its lanes: copies to it take seven times as long.
[[nodiscard]] Truth pcieDowngrade(JobModel& model);
/// Garbage collection stops a process now and then, each time another rank.
[[nodiscard]] Truth collectorPauses(JobModel& model);
/// Each step one rank, each time another, has long sequences.
[[nodiscard]] Truth longSequences(JobModel& model);
/// A larger vocabulary slows the last pipeline stage; the others wait.
[[nodiscard]] Truth pipelineImbalance(JobModel& model);

/// A systemic regression that the timeline shows; the others change what differs.
[[nodiscard]] Truth regression(std::string stage, std::string cause, Text explanation, std::string outcomeNode);
/// One that `ranks` alone have.
[[nodiscard]] Truth straggler(std::string stage, std::vector<int> ranks, std::string cause, Text explanation);

}  // namespace headwater::faults
