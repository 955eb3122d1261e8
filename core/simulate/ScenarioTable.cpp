// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/ScenarioTable.h"

#include <array>

#include "core/simulate/Faults.h"

namespace headwater {

namespace {

/// Images instead of text: batches large enough for the way to the device to matter.
void largeBatches(JobModel& model)
{
    model.batchBytes = 100'663'296;
}

/// Four stages of two replicas; the ends of the pipeline have fewer layers, because they also embed and predict.
void pipelined(JobModel& model)
{
    model.pipelineStages = 4;
    model.stageShare = {0.89, 1.0, 1.0, 0.83};
    model.settings["vocabulary"] = "32000";
}

// clang-format off
constexpr auto kScenarios = std::to_array<Scenario>({
    {{"no-change", "4 ranks: the nightly job, two nights in a row"}, 4, 60, 2, faults::noChange},
    {{"slow-data-loader", "4 ranks: the same job after it moved to another cluster"}, 4, 60, 2, faults::slowDataLoader},
    {{"hidden-data-loader", "4 ranks: the storage team reports trouble, nobody else does"}, 4, 60, 2, faults::hiddenDataLoader},
    {{"slow-forward", "4 ranks: the step takes a fifth longer since the image was rebuilt"}, 4, 60, 2, faults::slowForward},
    {{"slow-embedding", "4 ranks: every stage of the step got longer"}, 4, 60, 2, faults::slowEmbedding},
    {{"slow-rank", "8 ranks: every collective seems slow since yesterday"}, 8, 60, 1, faults::slowRank},
    {{"tail-only", "2 ranks: the average is fine, yet users report stalls"}, 2, 420, 1, faults::tailOnly},
    {{"slow-link", "4 ranks on 2 hosts: slower after maintenance"}, 4, 60, 4, faults::slowLink},
    {{"scale-only", "16 ranks on 2 hosts: the same job is fine on 8"}, 16, 40, 2, faults::scaleOnly},
    {{"slow-dispatch", "4 ranks: slower since a change of the training script"}, 4, 60, 4, faults::slowDispatch},
    {{"slow-rank-host", "8 ranks: the devices are healthy, the job is not"}, 8, 60, 2, faults::slowRankHost},
    {{"slow-rank-backward", "8 ranks: backward takes longer on every rank alike"}, 8, 60, 2, faults::slowRankBackward},
    {{"slow-node", "8 ranks on 2 hosts: slower since a node was replaced"}, 8, 60, 1, faults::slowNode},
    {{"gc-pauses", "8 ranks: some steps take half as long again"}, 8, 120, 1, faults::collectorPauses},
    {{"long-sequences", "8 ranks: slower since the data were prepared anew"}, 8, 60, 1, faults::longSequences},
    {{"thermal-rank", "8 ranks: slower on warm days"}, 8, 80, 1, faults::thermalRank},
    {{"thermal-throttle", "8 ranks on 2 hosts: starts fast, then slows down"}, 8, 80, 1, faults::thermalHost},
    {{"ecc-retries", "8 ranks: slower every day since last week"}, 8, 60, 1, faults::eccRetries},
    {{"pcie-downgrade", "8 ranks: slower since a machine was opened"}, 8, 60, 1, faults::pcieDowngrade, largeBatches},
    {{"allocator-retries", "4 ranks: slower since the batch was made to fill the memory"}, 4, 60, 2, faults::allocatorRetries},
    {{"pipeline-imbalance", "8 ranks in 4 pipeline stages: everybody waits more"}, 8, 40, 1, faults::pipelineImbalance, pipelined},
    {{"nan-loss", "4 ranks: as fast as ever, but something is wrong"}, 4, 60, 2, faults::nanLoss},
    {{"fp32-fallback", "4 ranks: far slower, and nobody changed anything"}, 4, 60, 2, faults::singlePrecision},
    {{"deterministic-mode", "4 ranks: slower since somebody hunted a bug"}, 4, 60, 2, faults::deterministicMode},
    {{"two-changes", "4 ranks: slower after an evening of improvements"}, 4, 60, 2, faults::twoChanges},
});
// clang-format on

constexpr auto kInfos = [] {
    std::array<ScenarioInfo, kScenarios.size()> infos{};
    for (std::size_t i = 0; i < infos.size(); ++i)
        infos[i] = kScenarios[i].info;
    return infos;
}();

}  // namespace

std::span<const Scenario> scenarioTable()
{
    return kScenarios;
}

std::span<const ScenarioInfo> scenarios()
{
    return kInfos;
}

}  // namespace headwater
