// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Scenarios.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/simulate/RankTimeline.h"

namespace headwater {

namespace {

/// A scenario: its size, and the change of the model that is its fault.
struct Scenario {
    ScenarioInfo info;
    int ranks;
    int steps;
    int layers;
    Truth (*inject)(JobModel& model);
};

Truth noChange(JobModel&)
{
    Truth truth;
    truth.cause = "none";
    truth.explanation = "Both runs come from the same model; they differ by chance alone.";
    truth.outcome = "equivalent";
    return truth;
}

Truth regression(std::string stage, std::string cause, std::string explanation)
{
    Truth truth;
    truth.firstRegressedStage = std::move(stage);
    truth.scope = "systemic";
    truth.kind = "shift";
    truth.cause = std::move(cause);
    truth.explanation = std::move(explanation);
    truth.layer = "timeline";
    truth.outcome = "regressed";
    return truth;
}

Truth slowDataLoader(JobModel& model)
{
    model.readTime = model.readTime * 11 / 5;
    Truth truth =
        regression("data_loading", "input pipeline",
                   "Reading a batch from storage takes 2.2 times as long, longer than a step; the prefetch queue "
                   "runs empty and every step waits for its batch.");
    truth.changed = {{"storage", "local NVMe", "network share"}};
    return truth;
}

Truth slowForward(JobModel& model)
{
    model.attentionTime = model.attentionTime * 8 / 5;
    model.cudaRuntime = "12060";
    Truth truth = regression(
        "forward", "device compute",
        "Attention kernels take 1.6 times as long since the library update. Forward runs them once; backward runs them "
        "again to recompute activations and then their gradient, so it grows about three and a half times as much.");
    truth.changed = {{"cuda_runtime_version", "12040", "12060"}};
    return truth;
}

Truth slowRank(JobModel& model)
{
    const int rank = model.ranks * 5 / 8;
    model.clock.assign(static_cast<std::size_t>(model.ranks), 1.0);
    model.clock[static_cast<std::size_t>(rank)] = 0.82;
    Truth truth = regression("embedding", "straggler: device",
                             "One device runs at 82 % of its clock. All its compute kernels take longer; the other "
                             "ranks wait for it in every all-reduce, so their communication looks slow.");
    truth.scope = "localised";
    truth.ranks = {rank};
    truth.layer = "stragglers";
    return truth;
}

Truth tailOnly(JobModel& model)
{
    model.retryEvery = 25;
    Truth truth =
        regression("forward", "allocator",
                   "About one step in twenty-five runs out of cached device memory; the allocator gives its blocks "
                   "back and asks for them again in the middle of forward. The other steps are unchanged.");
    truth.kind = "tail";
    return truth;
}

Truth slowLink(JobModel& model)
{
    model.busBytesPerNs *= 0.28;
    Truth truth = regression("backward", "communication",
                             "The links between the hosts carry 28 % of their bandwidth. The all-reduces that backward "
                             "used to hide take longer than backward itself.");
    truth.changed = {{"network", "8 links", "2 links"}};
    return truth;
}

Truth slowDispatch(JobModel& model)
{
    model.layerHook = 40'000'000;
    return regression("forward", "host dispatch",
                      "A hook in front of each layer computes on the host; the devices run out of queued work in "
                      "forward.");
}

Truth slowRankHost(JobModel& model)
{
    model.layerHook = 60'000'000;
    model.hookRank = model.ranks / 4;
    Truth truth =
        regression("forward", "straggler: host",
                   "The training process of one rank spends extra time on the host in forward. Its kernels are "
                   "as fast as ever; the other ranks wait for it in the all-reduces.");
    truth.scope = "localised";
    truth.ranks = {model.hookRank};
    truth.layer = "stragglers";
    return truth;
}

Truth slowRankBackward(JobModel& model)
{
    model.backwardHook = 200'000'000;
    model.hookRank = model.ranks * 3 / 8;
    Truth truth =
        regression("backward", "straggler: host",
                   "One rank reads a gradient back in backward and works on it for 200 ms. Every rank's backward "
                   "takes as long as that rank's, because the all-reduces make all of them wait for it.");
    truth.scope = "localised";
    truth.ranks = {model.hookRank};
    truth.layer = "stragglers";
    return truth;
}

Truth collectorPauses(JobModel& model)
{
    model.collectorChance = 0.03;
    Truth truth =
        regression("forward", "straggler: rotating host pauses",
                   "Python's garbage collector stops a training process now and then, each time another rank; "
                   "all others wait.");
    truth.scope = "both";  // one rank at a time, in the end all of them
    truth.kind = "tail";
    truth.layer = "stragglers";
    return truth;
}

Truth thermalThrottle(JobModel& model)
{
    const auto ranks = static_cast<std::size_t>(model.ranks);
    model.clock.assign(ranks, 1.0);
    model.clockEnd.assign(ranks, 1.0);
    Truth truth = regression("embedding", "straggler: host group",
                             "The devices of one host get hot and lower their clocks to 80 % over the first quarter of "
                             "the recorded steps.");
    truth.scope = "localised";
    truth.layer = "stragglers";
    const int hot = model.hostOf(model.ranks - 1);
    for (int rank = 0; rank < model.ranks; ++rank) {
        if (model.hostOf(rank) == hot) {
            model.clockEnd[static_cast<std::size_t>(rank)] = 0.80;
            truth.ranks.push_back(rank);
        }
    }
    return truth;
}

constexpr std::array<Scenario, 11> kScenarios{{
    {{"no-change", "4 ranks: the nightly job, two nights in a row"}, 4, 60, 2, noChange},
    {{"slow-data-loader", "4 ranks: the same job after it moved to another cluster"}, 4, 60, 2, slowDataLoader},
    {{"slow-forward", "4 ranks: the step takes a fifth longer since the image was rebuilt"}, 4, 60, 2, slowForward},
    {{"slow-rank", "8 ranks: every collective seems slow since yesterday"}, 8, 60, 1, slowRank},
    {{"tail-only", "2 ranks: the average is fine, yet users report stalls"}, 2, 420, 1, tailOnly},
    {{"slow-link", "4 ranks on 2 hosts: slower after maintenance"}, 4, 60, 4, slowLink},
    {{"slow-dispatch", "4 ranks: slower since a change of the training script"}, 4, 60, 4, slowDispatch},
    {{"slow-rank-host", "8 ranks: the devices are healthy, the job is not"}, 8, 60, 2, slowRankHost},
    {{"slow-rank-backward", "8 ranks: backward takes longer on every rank alike"}, 8, 60, 2, slowRankBackward},
    {{"gc-pauses", "8 ranks: some steps take half as long again"}, 8, 120, 1, collectorPauses},
    {{"thermal-throttle", "8 ranks on 2 hosts: starts fast, then slows down"}, 8, 80, 1, thermalThrottle},
}};

constexpr auto kInfos = [] {
    std::array<ScenarioInfo, kScenarios.size()> infos{};
    for (std::size_t i = 0; i < infos.size(); ++i)
        infos[i] = kScenarios[i].info;
    return infos;
}();

/// JSON elements that one step of a model with this many layers writes.
std::size_t elementsPerStep(int layers)
{
    JobModel model;
    model.layers = layers;
    RankTimeline rank(model, 0);
    StepEvents events;
    rank.runToBackwardEnd(0, &events);
    std::vector<Ns> ends(rank.arrivals().begin(), rank.arrivals().end());
    rank.finishStep(0, ends, &events);
    std::size_t elements = events.size();
    for (const SimEvent& event : events) {
        const EventKind kind = event.label->kind;
        elements += kind == EventKind::Launch || kind == EventKind::Kernel || kind == EventKind::CommKernel ||
                    kind == EventKind::Memcpy || kind == EventKind::ForwardOp || kind == EventKind::BackwardNode;
    }
    return elements;
}

int layersFor(int eventsPerStep)
{
    // Linear in the number of layers once the number of buckets no longer grows.
    constexpr int kFew = 8;
    constexpr int kMany = 16;
    const auto few = static_cast<double>(elementsPerStep(kFew));
    const double perLayer = (static_cast<double>(elementsPerStep(kMany)) - few) / (kMany - kFew);
    const double layers = kFew + (eventsPerStep - few) / perLayer;
    return std::max(1, static_cast<int>(std::lround(layers)));
}

Status checkRange(std::string_view what, int value, int least, int most)
{
    if (value == 0 || (value >= least && value <= most))
        return {};
    return fail(ErrorCode::BadUsage, fmt::format("{} {} is out of range", what, value), {}, {},
                fmt::format("choose {} to {}", least, most));
}

Status checkOptions(const SimulationOptions& options)
{
    if (auto status = checkRange("--ranks", options.ranks, 1, 1024); !status)
        return status;
    if (auto status = checkRange("--steps", options.steps, 1, 100'000); !status)
        return status;
    return checkRange("--events-per-step", options.eventsPerStep, 1, 1'000'000);
}

nlohmann::ordered_json orNull(const std::string& text)
{
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace

std::span<const ScenarioInfo> scenarios()
{
    return kInfos;
}

Result<Experiment> makeExperiment(std::string_view scenario, const SimulationOptions& options)
{
    const auto* const found =
        std::find_if(kScenarios.begin(), kScenarios.end(), [&](const Scenario& s) { return s.info.id == scenario; });
    if (found == kScenarios.end()) {
        std::string known;
        for (const ScenarioInfo& info : kInfos)
            known += fmt::format("{}{}", known.empty() ? "" : ", ", info.id);
        return fail(ErrorCode::BadUsage, fmt::format("there is no scenario \"{}\"", onOneLine(scenario)), {}, {},
                    "choose one of " + known);
    }
    if (auto status = checkOptions(options); !status)
        return tl::unexpected<Error>(status.error());

    Experiment experiment;
    JobModel& model = experiment.baseline;
    model.ranks = options.ranks > 0 ? options.ranks : found->ranks;
    model.ranksPerHost = std::clamp(model.ranks / 2, 1, 8);
    model.steps = options.steps > 0 ? options.steps : found->steps;
    model.layers = options.eventsPerStep > 0 ? layersFor(options.eventsPerStep) : found->layers;
    model.seed = mixSeed(options.seed, 0xBA5EULL, 0);
    experiment.current = model;
    experiment.current.seed = mixSeed(options.seed, 0xC0DEULL, 0);
    experiment.truth = found->inject(experiment.current);
    return experiment;
}

std::string truthJson(std::string_view scenario, std::uint64_t seed, const Truth& truth)
{
    nlohmann::ordered_json json;
    json["schema"] = "headwater.truth/1";
    json["generator"] = {{"name", "headwater"}, {"version", HEADWATER_VERSION}};
    json["scenario"] = scenario;
    json["seed"] = seed;
    json["first_regressed_stage"] = orNull(truth.firstRegressedStage);
    json["scope"] = orNull(truth.scope);
    json["kind"] = orNull(truth.kind);
    json["ranks"] = truth.ranks;
    json["cause"] = truth.cause;
    json["explanation"] = truth.explanation;
    json["layer"] = orNull(truth.layer);
    json["outcome"] = truth.outcome;
    json["changed"] = nlohmann::ordered_json::array();
    for (const TruthChange& change : truth.changed)
        json["changed"].push_back({{"key", change.key}, {"baseline", change.baseline}, {"current", change.current}});
    return json.dump(2) + "\n";
}

}  // namespace headwater
