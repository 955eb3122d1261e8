// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Faults.h"

namespace headwater::faults {

Truth regression(std::string stage, std::string cause, Text explanation, std::string outcomeNode)
{
    Truth truth;
    truth.firstRegressedStage = std::move(stage);
    truth.scope = "systemic";
    truth.kind = "shift";
    truth.cause = std::move(cause);
    truth.explanation = std::move(explanation);
    truth.layer = "timeline";
    truth.outcome = "regressed";
    truth.outcomeNode = std::move(outcomeNode);
    return truth;
}

Truth noChange(JobModel&)
{
    Truth truth;
    truth.cause = "none";
    truth.explanation = say("Both runs come from the same model; they differ by chance alone.");
    truth.outcome = "equivalent";
    truth.outcomeNode = "no-regression";
    return truth;
}

Truth slowDataLoader(JobModel& model)
{
    model.readTime = model.readTime * 11 / 5;
    model.settings["storage"] = "network share";
    return regression(
        "data_loading", "input pipeline",
        say("Reading a batch from storage takes 2.2 times as long, longer than a step; the prefetch queue "
            "runs empty and every step waits for its batch."),
        "input-pipeline");
}

Truth hiddenDataLoader(JobModel& model)
{
    model.readTime = model.readTime * 27 / 20;
    Truth truth = noChange(model);
    truth.cause = "input pipeline, hidden by prefetch";
    truth.latentStage = "data_loading";
    truth.explanation =
        say("Reading a batch from storage takes a third longer, but still less than a step: the prefetch "
            "queue stays full and no step waits. A little more and every step would.");
    return truth;
}

Truth slowForward(JobModel& model)
{
    model.attentionTime = model.attentionTime * 8 / 5;
    model.cudaRuntime = "12060";
    return regression("forward", "device compute",
                      say("Attention kernels take 1.6 times as long since the library update. Forward runs them once; "
                          "backward runs them "
                          "again to recompute activations and then their gradient, so it grows about three and a half "
                          "times as much."),
                      "device-compute");
}

Truth slowEmbedding(JobModel& model)
{
    model.embedTime = model.embedTime * 9 / 5;
    for (Ns* time : {&model.normTime, &model.projectionTime, &model.attentionTime, &model.expandTime,
                     &model.activationTime, &model.contractTime, &model.headTime, &model.lossTime})
        *time = *time * 6 / 5;
    return regression(
        "embedding", "device compute: more work",
        say("The embedding no longer drops padding: it looks up more rows, and everything after it computes "
            "a fifth more of them. Forward and above all backward grow by more milliseconds than embedding."),
        "device-compute");
}

Truth slowDispatch(JobModel& model)
{
    model.layerHook = 40'000'000;
    return regression("forward", "host dispatch",
                      say("A hook in front of each layer computes on the host; the devices run out of queued work in "
                          "forward."),
                      "host-dispatch");
}

Truth allocatorRetries(JobModel& model)
{
    model.retryEvery = 1;
    model.retryTime = 30'000'000;
    model.allocatedBytes = 63'900'000'000;
    model.reservedBytes = 81'300'000'000;
    Truth truth =
        regression("forward", "allocator",
                   say("The device's memory is so full of fragments that an allocation in forward fails in every step; "
                       "the allocator waits for the device, gives all its free blocks back and asks again."),
                   "resource-fault");
    truth.layer = "resources";
    return truth;
}

Truth tailOnly(JobModel& model)
{
    // One step in 25 is beyond the reach of a p95, and a p99 takes 368 steps; a p95 takes 72 (METHODS 1.4).
    constexpr int kShowsInP99 = 400;
    constexpr int kShowsInP95 = 90;
    model.flushEvery = model.steps >= kShowsInP99 || model.steps < kShowsInP95 ? 25 : 8;
    Truth truth =
        regression("forward", "host dispatch: rare pauses",
                   say("About one step in {} stops in forward on all ranks to write statistics. The other steps "
                       "are unchanged.",
                       model.flushEvery),
                   "host-dispatch");
    truth.kind = "tail";
    return truth;
}

Truth slowLink(JobModel& model)
{
    model.congestedHost = model.hosts() > 2 ? 1 : 0;
    model.congestedBytesPerNs = model.busBytesPerNs * 0.28;
    if (model.hosts() < 2) {
        Truth truth = noChange(model);
        truth.explanation = say("The link to another host is slow, but there is only one host.");
        return truth;
    }
    return regression(
        "backward", "communication",
        say("The link from one host to the next is shared with another job and carries 28 % of its "
            "bandwidth. The ring of an all-reduce is as fast as its slowest link: what backward used to hide "
            "takes longer than backward itself."),
        "communication");
}

Truth scaleOnly(JobModel& model)
{
    model.uplinkBytesPerNs = model.busBytesPerNs * 0.28;
    if (model.ranks <= model.leafRanks) {
        Truth truth = noChange(model);
        truth.cause = "communication, at scale only";
        truth.explanation = say("The uplink between leaf switches is slow, but all ranks are below one of them.");
        return truth;
    }
    return regression(
        "backward", "communication, at scale only",
        say("The uplink between leaf switches carries 28 % of its bandwidth. Only rings of more than eight "
            "ranks cross it: smaller jobs are as fast as ever."),
        "communication");
}

}  // namespace headwater::faults
