// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Scenarios.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/simulate/RankTimeline.h"
#include "core/simulate/ScenarioTable.h"
#include "core/simulate/TrainingLogFile.h"

namespace headwater {

namespace {

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
    if (auto status = checkRange("--ranks", options.ranks, 1, 16'384); !status)
        return status;
    if (auto status = checkRange("--steps", options.steps, 1, 100'000); !status)
        return status;
    return checkRange("--events-per-step", options.eventsPerStep, 1, 1'000'000);
}

Status checkPipeline(const JobModel& model)
{
    if (model.ranks % model.pipelineStages == 0)
        return {};
    return fail(ErrorCode::BadUsage,
                fmt::format("{} ranks cannot be divided into {} pipeline stages", model.ranks, model.pipelineStages),
                {}, {}, fmt::format("choose a multiple of {}", model.pipelineStages));
}

std::string shortVersion(const std::string& cudaRuntime)
{
    const int number = std::stoi(cudaRuntime);
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// What a look at the configuration of both runs shows.
std::vector<TruthChange> changes(const JobModel& baseline, const JobModel& current)
{
    std::vector<TruthChange> changed;
    if (baseline.cudaRuntime != current.cudaRuntime)
        changed.push_back({"cuda_runtime", shortVersion(baseline.cudaRuntime), shortVersion(current.cudaRuntime)});
    if (baseline.nccl != current.nccl)
        changed.push_back({"nccl_version", baseline.nccl, current.nccl});
    const auto before = settingsOf(baseline);
    for (const auto& [key, value] : settingsOf(current)) {
        const auto found = before.find(key);
        if (found != before.end() && found->second != value)
            changed.push_back({key, found->second, value});
    }
    return changed;
}

nlohmann::ordered_json orNull(const std::string& text)
{
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

Result<const Scenario*> findScenario(std::string_view name)
{
    const std::span<const Scenario> table = scenarioTable();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Scenario& s) { return s.info.id == name; });
    if (found != table.end())
        return &*found;
    std::string known;
    for (const ScenarioInfo& info : scenarios())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", info.id);
    return fail(ErrorCode::BadUsage, fmt::format("there is no scenario \"{}\"", onOneLine(name)), {}, {},
                "choose one of " + known);
}

JobModel healthyModel(const std::vector<const Scenario*>& chosen, const SimulationOptions& options)
{
    const auto largest = [&chosen](int Scenario::*size) {
        int value = 0;
        for (const Scenario* scenario : chosen)
            value = std::max(value, scenario->*size);
        return value;
    };
    JobModel model;
    model.ranks = options.ranks > 0 ? options.ranks : largest(&Scenario::ranks);
    model.ranksPerHost = std::clamp(model.ranks / 2, 1, 8);
    model.steps = options.steps > 0 ? options.steps : largest(&Scenario::steps);
    model.seed = mixSeed(options.seed, 0xBA5EULL, 0);
    model.fineStages = options.fineStages;
    for (const Scenario* scenario : chosen)
        if (scenario->shape != nullptr)
            scenario->shape(model);
    const int passes = model.pipelineStages > 1 ? model.microBatches : 1;
    model.layers = options.eventsPerStep > 0 ? layersFor(options.eventsPerStep / passes) : largest(&Scenario::layers);
    return model;
}

std::size_t placeOf(std::string_view name, std::span<const std::string_view> order)
{
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), name) - order.begin());
}

/// The earlier stage is the first regressed one; the earlier layer is where one has to stop.
Truth bothTrue(Truth a, Truth b)
{
    static constexpr std::array<std::string_view, 6> kStages{"data_loading", "embedding", "forward",
                                                             "loss",         "backward",  "optimizer"};
    static constexpr std::array<std::string_view, 4> kLayers{"correctness", "resources", "timeline", "stragglers"};
    if (placeOf(b.firstRegressedStage, kStages) < placeOf(a.firstRegressedStage, kStages))
        std::swap(a, b);
    if (placeOf(b.layer, kLayers) < placeOf(a.layer, kLayers)) {
        a.layer = b.layer;
        a.outcomeNode = b.outcomeNode;
    }
    if (a.outcome != "regressed" && !b.outcome.empty())
        a.outcome = b.outcome;
    a.cause += "; " + b.cause;
    a.explanation += Text(" ") + b.explanation;
    if (a.latentStage.empty())
        a.latentStage = b.latentStage;
    return a;
}

}  // namespace

Result<Experiment> makeExperiment(std::string_view scenario, const SimulationOptions& options)
{
    const std::array<std::string, 1> one{std::string(scenario)};
    return makeExperiment(one, options);
}

Result<Experiment> makeExperiment(std::span<const std::string> scenarios, const SimulationOptions& options)
{
    std::vector<const Scenario*> chosen;
    for (const std::string& name : scenarios) {
        auto found = findScenario(name);
        if (!found)
            return tl::unexpected<Error>(found.error());
        chosen.push_back(*found);
    }
    if (chosen.empty())
        chosen.push_back(&scenarioTable().front());
    if (auto status = checkOptions(options); !status)
        return tl::unexpected<Error>(status.error());

    Experiment experiment;
    experiment.baseline = healthyModel(chosen, options);
    const JobModel& model = experiment.baseline;
    if (auto status = checkPipeline(model); !status)
        return tl::unexpected<Error>(status.error());
    experiment.current = model;
    experiment.current.seed = mixSeed(options.seed, 0xC0DEULL, 0);
    Truth& truth = experiment.truth;
    truth = chosen.front()->inject(experiment.current);
    for (std::size_t i = 1; i < chosen.size(); ++i)
        truth = bothTrue(std::move(truth), chosen[i]->inject(experiment.current));
    if (model.ranks == 1 && truth.scope == "localised") {
        truth.scope = "systemic";  // the only rank is all of them
        truth.ranks.clear();
    }
    truth.changed = changes(experiment.baseline, experiment.current);
    if (chosen.size() > 1 && truth.changed.size() > 1 && truth.outcome == "regressed") {
        truth.layer = "correctness";
        truth.outcomeNode = "confounded";
    }
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
    json["explanation"] = truth.explanation.english();
    json["layer"] = orNull(truth.layer);
    json["outcome"] = truth.outcome;
    json["outcome_node"] = orNull(truth.outcomeNode);
    json["latent_stage"] = orNull(truth.latentStage);
    json["changed"] = nlohmann::ordered_json::array();
    for (const TruthChange& change : truth.changed)
        json["changed"].push_back({{"key", change.key}, {"baseline", change.baseline}, {"current", change.current}});
    return json.dump(2) + "\n";
}

}  // namespace headwater
