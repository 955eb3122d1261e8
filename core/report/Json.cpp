// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Json.h"

#include <cmath>

#include "core/base/Advice.h"
#include "core/base/Text.h"
#include "core/report/Escape.h"
#include "core/report/ResourceJson.h"
#include "core/triage/Names.h"

namespace headwater {

Json jsonDocument(std::string_view schema)
{
    Json document;
    document["schema"] = schema;
    document["generator"] = {{"name", "headwater"}, {"version", productVersion()}};
    return document;
}

std::string jsonBody(const Json& value)
{
    return escapeJson(value.dump(2, ' ', false, Json::error_handler_t::replace));
}

std::string jsonText(const Json& document)
{
    return jsonBody(document) + "\n";
}

Json jsonNs(Ns value)
{
    return value == kMissing ? Json() : Json(value);
}

Json jsonNs(double value)
{
    constexpr double kLimit = 9.2e18;
    return std::isfinite(value) && std::abs(value) < kLimit ? Json(static_cast<Ns>(std::llround(value))) : Json();
}

Json jsonNumber(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json jsonNumber(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : Json();
}

Json jsonOrNull(const std::string& value)
{
    return value.empty() ? Json() : Json(value);
}

Json jsonOrNull(const Text& value)
{
    return jsonOrNull(value.english());
}

void to_json(Json& json, const Text& value)
{
    json = value.english();
}

Json jsonOf(const Problems& problems)
{
    Json list = Json::array();
    for (const Problem& problem : problems) {
        Json& entry = list.emplace_back();
        entry["severity"] = nameOf(problem.severity);
        entry["code"] = problem.code;
        entry["message"] = problem.message;
        entry["position"] = jsonOrNull(problem.position);
        entry["advice"] = jsonOrNull(std::string(adviceOn(problem.code)));
    }
    return list;
}

Json jsonOf(const SourceFile& file)
{
    Json entry;
    entry["path"] = file.path;
    entry["format"] = file.format;
    entry["variant"] = jsonOrNull(file.variant);
    entry["bytes"] = file.bytes;
    entry["events"] = file.sampled ? Json() : Json(file.events);
    entry["ranks"] = file.ranks;
    entry["steps"] = file.steps;
    entry["problems"] = jsonOf(file.problems);
    entry["used"] = file.used;
    return entry;
}

Json jsonOf(const std::vector<SourceFile>& files)
{
    Json list = Json::array();
    for (const SourceFile& file : files)
        list.push_back(jsonOf(file));
    return list;
}

Json policyJson(const Policy& value)
{
    Json entry;
    entry["epsilon"] = value.epsilon();
    entry["epsilon_ppm"] = value.epsilonPpm;
    entry["statistic"] = nameOf(value.statistic);
    entry["across_ranks"] = nameOf(value.acrossRanks);
    entry["measure"] = nameOf(value.measure);
    entry["alpha"] = value.alpha;
    entry["floor_ns"] = value.floorNs;
    entry["floor_share"] = value.floorShare;
    entry["resamples"] = value.resamples;
    entry["seed"] = value.seed;
    entry["warmup"] = value.warmup ? Json(*value.warmup) : Json("auto");
    entry["strict"] = value.strict;
    const CorrectnessLimits& limits = value.correctness;
    entry["correctness"] = {{"diverged", limits.diverged},
                            {"skipped", limits.skipped},
                            {"spike_z", limits.spikeZ},
                            {"spike_ratio", limits.spikeRatio},
                            {"operator_share", limits.operatorShare},
                            {"new_kernels", limits.newKernels}};
    entry["acknowledgement"] = jsonOrNull(value.acknowledgement);
    entry["noise"] = nullptr;
    if (value.noise)
        entry["noise"] = {{"runs", value.noise->runs},
                          {"sigma", value.noise->sigma},
                          {"given_epsilon_ppm", value.noise->givenEpsilonPpm}};
    entry["resources"] = thresholdsJson(value.resources);
    return entry;
}

std::string_view productVersion()
{
    return HEADWATER_VERSION;
}

}  // namespace headwater
