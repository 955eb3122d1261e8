// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Faults.h"

#include <algorithm>

namespace headwater::faults {

namespace {

std::vector<int> ranksOfHost(const JobModel& model, int host)
{
    std::vector<int> ranks;
    for (int rank = 0; rank < model.ranks; ++rank)
        if (model.hostOf(rank) == host)
            ranks.push_back(rank);
    return ranks;
}

/// What a counter of the device shows by itself.
Truth deviceFault(Truth truth)
{
    truth.layer = "resources";
    truth.outcomeNode = "resource-fault";
    return truth;
}

void getHot(JobModel& model, const std::vector<int>& ranks, double clock)
{
    const auto all = static_cast<std::size_t>(model.ranks);
    model.clock.assign(all, 1.0);
    model.clockEnd.assign(all, 1.0);
    for (const int rank : ranks)
        model.clockEnd[static_cast<std::size_t>(rank)] = clock;
}

}  // namespace

Truth straggler(std::string stage, std::vector<int> ranks, std::string cause, Text explanation)
{
    Truth truth = regression(std::move(stage), std::move(cause), std::move(explanation), "straggler");
    truth.scope = "localised";
    truth.ranks = std::move(ranks);
    truth.layer = "stragglers";
    return truth;
}

Truth slowRank(JobModel& model)
{
    const int rank = model.ranks * 5 / 8;
    model.speed.assign(static_cast<std::size_t>(model.ranks), 1.0);
    model.speed[static_cast<std::size_t>(rank)] = 0.82;
    return straggler(
        "embedding", {rank}, "straggler: device",
        say("One device gets 82 % of the work done that its clocks promise. All its compute kernels take "
            "longer; the other ranks wait for it in every all-reduce, so their communication looks slow."));
}

Truth slowRankHost(JobModel& model)
{
    model.layerHook = 60'000'000;
    model.hookRank = model.ranks / 4;
    return straggler(
        "forward", {model.hookRank}, "straggler: host",
        say("The training process of one rank spends extra time on the host in forward. Its kernels are as "
            "fast as ever; the other ranks wait for it in the all-reduces."));
}

Truth slowRankBackward(JobModel& model)
{
    model.backwardHook = 200'000'000;
    model.hookRank = model.ranks * 3 / 8;
    return straggler("backward", {model.hookRank}, "straggler: host",
                     say("One rank reads a gradient back in backward and works on it for 200 ms. Every rank's backward "
                         "takes as long as that rank's, because the all-reduces make all of them wait for it."));
}

Truth slowNode(JobModel& model)
{
    const std::vector<int> ranks = ranksOfHost(model, model.hosts() - 1);
    model.speed.assign(static_cast<std::size_t>(model.ranks), 1.0);
    for (const int rank : ranks)
        model.speed[static_cast<std::size_t>(rank)] = 0.86;
    return straggler(
        "embedding", ranks, "straggler: host group",
        say("All devices of one node get 86 % of the work done that their clocks promise, since its firmware "
            "was replaced. The other nodes wait for it in every all-reduce."));
}

Truth thermalRank(JobModel& model)
{
    const int rank = model.ranks * 3 / 4;
    getHot(model, {rank}, 0.80);
    return deviceFault(straggler("embedding", {rank}, "straggler: thermal throttling",
                                 say("One device gets hot and lowers its clock to 80 % over the first quarter of the "
                                     "recorded steps.")));
}

Truth thermalHost(JobModel& model)
{
    const std::vector<int> ranks = ranksOfHost(model, model.hostOf(model.ranks - 1));
    getHot(model, ranks, 0.80);
    return deviceFault(straggler("embedding", ranks, "straggler: host group",
                                 say("The devices of one host get hot and lower their clocks to 80 % over the first "
                                     "quarter of the recorded steps.")));
}

Truth eccRetries(JobModel& model)
{
    model.eccRank = model.ranks / 8;
    model.eccPerMs = 5;
    return deviceFault(
        straggler("embedding", {model.eccRank}, "straggler: memory errors",
                  say("The memory of one device corrects an error every fifth of a millisecond and reads "
                      "again each time: all kernels of that device take a fifth longer.")));
}

Truth pcieDowngrade(JobModel& model)
{
    model.narrowCopyRank = model.ranks * 5 / 8;
    return deviceFault(straggler("data_loading", {model.narrowCopyRank}, "straggler: PCIe link",
                                 say("The link of one device trained with a quarter of its lanes and two generations "
                                     "down: copying a batch to it takes seven times as long.")));
}

Truth collectorPauses(JobModel& model)
{
    model.collectEvery = std::min(33, 4 * model.ranks);  // strikes about every fourth step of the job
    Truth truth = straggler("forward", {}, "straggler: rotating host pauses",
                            say("Python's garbage collector stops a training process now and then, each time another "
                                "rank; all others wait."));
    truth.kind = "tail";
    return truth;
}

Truth pipelineImbalance(JobModel& model)
{
    model.headTime = model.headTime * 4;
    model.lossTime = model.lossTime * 4;
    model.settings["vocabulary"] = "128000";
    std::vector<int> last;
    for (int rank = model.ranks - model.replicas(); rank < model.ranks; ++rank)
        last.push_back(rank);
    return straggler(
        "forward", last, "straggler: last pipeline stage",
        say("The vocabulary is four times as large: predicting takes longer, and the last stage of the pipeline "
            "alone does that. All other stages wait for it, micro-batch by micro-batch."));
}

Truth longSequences(JobModel& model)
{
    model.longChance = 1;
    model.longFactor = 1.9;
    model.settings["dataset"] = "corpus-2025-08-unpacked";
    return straggler(
        "forward", {}, "straggler: long sequences",
        say("In every step one rank, each time another, has a batch of long sequences, over which attention "
            "takes 1.9 times as long; all others wait for it."));
}

}  // namespace headwater::faults
