// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Scenarios.h"

#include <algorithm>
#include <cmath>

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
    if (auto status = checkRange("--ranks", options.ranks, 1, 1024); !status)
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

}  // namespace

Result<Experiment> makeExperiment(std::string_view scenario, const SimulationOptions& options)
{
    const std::span<const Scenario> table = scenarioTable();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Scenario& s) { return s.info.id == scenario; });
    if (found == table.end()) {
        std::string known;
        for (const ScenarioInfo& info : scenarios())
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
    model.seed = mixSeed(options.seed, 0xBA5EULL, 0);
    if (found->shape != nullptr)
        found->shape(model);
    const int passes = model.pipelineStages > 1 ? model.microBatches : 1;
    model.layers = options.eventsPerStep > 0 ? layersFor(options.eventsPerStep / passes) : found->layers;
    if (auto status = checkPipeline(model); !status)
        return tl::unexpected<Error>(status.error());
    experiment.current = model;
    experiment.current.seed = mixSeed(options.seed, 0xC0DEULL, 0);
    experiment.truth = found->inject(experiment.current);
    if (model.ranks == 1 && experiment.truth.scope == "localised") {
        experiment.truth.scope = "systemic";  // the only rank is all of them
        experiment.truth.ranks.clear();
    }
    experiment.truth.changed = changes(experiment.baseline, experiment.current);
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
    json["outcome_node"] = orNull(truth.outcomeNode);
    json["latent_stage"] = orNull(truth.latentStage);
    json["changed"] = nlohmann::ordered_json::array();
    for (const TruthChange& change : truth.changed)
        json["changed"].push_back({{"key", change.key}, {"baseline", change.baseline}, {"current", change.current}});
    return json.dump(2) + "\n";
}

}  // namespace headwater
