// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/JobModel.h"
#include "core/simulate/Truth.h"

/// A fault changes numbers of the model and says what is true then. Each takes the model of the healthy run and leaves
/// the one of the faulty run.
namespace headwater::faults {

// Alike on all ranks (FaultsSystemic.cpp).
[[nodiscard]] Truth noChange(JobModel& model);
[[nodiscard]] Truth slowDataLoader(JobModel& model);
[[nodiscard]] Truth hiddenDataLoader(JobModel& model);
[[nodiscard]] Truth slowForward(JobModel& model);
[[nodiscard]] Truth slowEmbedding(JobModel& model);
[[nodiscard]] Truth slowDispatch(JobModel& model);
[[nodiscard]] Truth allocatorRetries(JobModel& model);
[[nodiscard]] Truth tailOnly(JobModel& model);
[[nodiscard]] Truth slowLink(JobModel& model);
[[nodiscard]] Truth scaleOnly(JobModel& model);
// The runs do not compute the same, or more than one thing changed (FaultsCorrectness.cpp).
[[nodiscard]] Truth nanLoss(JobModel& model);
[[nodiscard]] Truth singlePrecision(JobModel& model);
[[nodiscard]] Truth deterministicMode(JobModel& model);
[[nodiscard]] Truth twoChanges(JobModel& model);
// On some ranks (FaultsLocal.cpp).
[[nodiscard]] Truth slowRank(JobModel& model);
[[nodiscard]] Truth slowRankHost(JobModel& model);
[[nodiscard]] Truth slowRankBackward(JobModel& model);
[[nodiscard]] Truth slowNode(JobModel& model);
[[nodiscard]] Truth thermalRank(JobModel& model);
[[nodiscard]] Truth thermalHost(JobModel& model);
[[nodiscard]] Truth eccRetries(JobModel& model);
[[nodiscard]] Truth pcieDowngrade(JobModel& model);
[[nodiscard]] Truth collectorPauses(JobModel& model);
[[nodiscard]] Truth longSequences(JobModel& model);
[[nodiscard]] Truth pipelineImbalance(JobModel& model);

/// A systemic regression that the timeline shows; the others change what differs.
[[nodiscard]] Truth regression(std::string stage, std::string cause, std::string explanation, std::string outcomeNode);
/// One that `ranks` alone have.
[[nodiscard]] Truth straggler(std::string stage, std::vector<int> ranks, std::string cause, std::string explanation);

}  // namespace headwater::faults
