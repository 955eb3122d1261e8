// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SavedScale.h"

#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "core/analysis/scale/Isolation.h"
#include "core/report/SavedOverrides.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

Json sideJson(const ScaleSide& side, const fs::path& folder)
{
    Json out = {{"values", side.values}};
    for (const auto& [key, value] : side.invariants)
        out["invariants"][key] = value;
    if (!side.sequenceLengths.empty())
        out["sequence_lengths"] = side.sequenceLengths;
    for (const std::string& run : side.runs)
        out["runs"].push_back(savedPath(run, folder));
    return out;
}

Json groupJson(const GroupMeasurement& group, const fs::path& folder)
{
    Json out = {{"nodes", group.nodes}};
    if (!group.said.empty())
        out["said"] = group.said;
    if (group.metric.empty())
        return out;
    out["metric"] = group.metric;
    out["higher_is_better"] = group.higherIsBetter;
    out["baseline"] = sideJson(group.baseline, folder);
    out["current"] = sideJson(group.current, folder);
    return out;
}

/// As in the list "isolation" of headwater.scale-results/1.
Json isolationJson(const IsolationResult& result, const fs::path& folder)
{
    const std::string test(scale::nameOf(result.kind));
    if (result.kind != IsolationKind::StragglerHunt) {
        Json out = groupJson(result.group, folder);
        out["test"] = test;
        return out;
    }
    Json rounds = Json::array();
    for (const HuntRound& round : result.rounds) {
        Json groups = Json::array();
        for (const HuntRound::Group& group : round.groups)
            groups.push_back({{"nodes", group.nodes}, {"time", group.time}});
        rounds.push_back(std::move(groups));
    }
    return {{"test", test}, {"rounds", rounds}};
}

/// Reads the parts and remembers the first thing that was wrong.
class Reader {
public:
    explicit Reader(const fs::path& folder) : m_folder(folder) {}

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    void wrong(const char* key, const char* what)
    {
        if (!m_error)
            m_error =
                Error{ErrorCode::Malformed, what, {}, std::string("key scale.") + key, "save the investigation again"};
    }
    static const Json* find(const Json& object, const char* key)
    {
        const auto found = object.find(key);
        return found == object.end() || found->is_null() ? nullptr : &*found;
    }
    std::string text(const Json& object, const char* key)
    {
        const Json* found = find(object, key);
        if (!found)
            return {};
        if (found->is_string())
            return found->get<std::string>();
        wrong(key, "is no text");
        return {};
    }
    void integer(const Json& object, const char* key, int& value, int lowest, int highest)
    {
        const Json* found = find(object, key);
        if (!found)
            return;
        const double number = found->is_number_integer() ? found->get<double>() : NAN;
        if (number >= lowest && number <= highest)
            value = static_cast<int>(number);
        else
            wrong(key, "is no whole number in its range");
    }
    bool flag(const Json& object, const char* key)
    {
        const Json* found = find(object, key);
        if (found && !found->is_boolean())
            wrong(key, "is neither true nor false");
        return found && found->is_boolean() && found->get<bool>();
    }
    const Json* list(const Json& object, const char* key)
    {
        const Json* found = find(object, key);
        if (found && found->is_array())
            return found;
        if (found)
            wrong(key, "is no list");
        return nullptr;
    }
    std::vector<double> numbers(const Json& object, const char* key)
    {
        std::vector<double> out;
        if (const Json* found = list(object, key))
            for (const Json& one : *found) {
                if (!one.is_number())
                    wrong(key, "holds something that is no number");
                else
                    out.push_back(one.get<double>());
            }
        return out;
    }
    ScaleSide side(const Json& object, const char* key)
    {
        ScaleSide out;
        const Json* found = find(object, key);
        if (!found)
            return out;
        if (!found->is_object()) {
            wrong(key, "is no object");
            return out;
        }
        out.values = numbers(*found, "values");
        out.sequenceLengths = numbers(*found, "sequence_lengths");
        if (const Json* runs = list(*found, "runs"))
            for (const Json& run : *runs) {
                if (!run.is_string())
                    wrong("runs", "holds something that is no path");
                else
                    out.runs.push_back((m_folder / run.get<std::string>()).lexically_normal().string());
            }
        if (const Json* invariants = find(*found, "invariants"))
            for (const auto& [name, value] : invariants->items()) {
                if (!value.is_string())
                    wrong("invariants", "holds something that is no text");
                else
                    out.invariants[name] = value.get<std::string>();
            }
        return out;
    }
    std::vector<std::string> names(const Json& object)
    {
        std::vector<std::string> out;
        if (const Json* nodes = list(object, "nodes"))
            for (const Json& node : *nodes) {
                if (node.is_string())
                    out.push_back(node.get<std::string>());
                else
                    wrong("nodes", "holds something that is no name");
            }
        return out;
    }
    GroupMeasurement group(const Json& object)
    {
        GroupMeasurement out;
        if (!object.is_object()) {
            wrong("groups", "holds something that is no object");
            return out;
        }
        out.nodes = names(object);
        out.metric = text(object, "metric");
        out.said = text(object, "said");
        out.higherIsBetter = flag(object, "higher_is_better");
        out.baseline = side(object, "baseline");
        out.current = side(object, "current");
        constexpr std::array<std::string_view, 3> kSaid{"good", "bad", "inconclusive"};
        const bool known = std::find(kSaid.begin(), kSaid.end(), out.said) != kSaid.end();
        if (out.nodes.empty() || (out.metric.empty() ? !known : !out.said.empty() && !known))
            wrong("groups", "holds a group without nodes or without a result");
        return out;
    }
    HuntRound round(const Json& groups)
    {
        HuntRound out;
        if (!groups.is_array() || groups.empty()) {
            wrong("rounds", "holds one without groups");
            return out;
        }
        for (const Json& one : groups) {
            const Json* time = one.is_object() ? find(one, "time") : nullptr;
            if (!time || !time->is_number() || time->get<double>() <= 0) {
                wrong("rounds", "holds a group without a time");
                return out;
            }
            out.groups.push_back({names(one), time->get<double>()});
        }
        return out;
    }
    IsolationResult isolation(const Json& object)
    {
        using Kind = IsolationKind;
        IsolationResult out;
        const std::string test = object.is_object() ? text(object, "test") : std::string();
        const std::array kinds{Kind::NcclTests, Kind::SyntheticData, Kind::StragglerHunt};
        const auto* kind =
            std::find_if(kinds.begin(), kinds.end(), [&test](Kind one) { return scale::nameOf(one) == test; });
        if (kind == kinds.end()) {
            wrong("isolation", "holds a test of another name");
            return out;
        }
        out.kind = *kind;
        if (out.kind != Kind::StragglerHunt) {
            out.group = group(object);
            return out;
        }
        const Json* rounds = list(object, "rounds");
        if (!rounds || rounds->empty())
            wrong("isolation", "holds a hunt without rounds");
        else
            for (const Json& one : *rounds)
                out.rounds.push_back(round(one));
        return out;
    }
    void cluster(const Json& object, Cluster& out)
    {
        constexpr int kMostGpus = 1024;
        integer(object, "gpus_per_node", out.gpusPerNode, 1, kMostGpus);
        std::set<std::string> names;
        if (const Json* nodes = list(object, "nodes"))
            for (const Json& node : *nodes) {
                if (!node.is_object())
                    return wrong("nodes", "holds something that is no object");
                out.nodes.push_back({text(node, "name"), text(node, "leaf"), text(node, "spine")});
                if (out.nodes.back().name.empty() || !names.insert(out.nodes.back().name).second)
                    return wrong("nodes", "holds a node without a name or named twice");
            }
    }

private:
    const fs::path& m_folder;
    std::optional<Error> m_error;
};

}  // namespace

Json scaleJson(const ScaleCase& given, const fs::path& folder)
{
    Json nodes = Json::array();
    for (const ClusterNode& node : given.cluster.nodes)
        nodes.push_back({{"name", node.name}, {"leaf", jsonOrNull(node.leaf)}, {"spine", jsonOrNull(node.spine)}});
    Json experiments = Json::array();
    for (const ScaleExperiment& experiment : given.experiments) {
        Json groups = Json::array();
        for (const GroupMeasurement& group : experiment)
            groups.push_back(groupJson(group, folder));
        experiments.push_back({{"groups", groups}});
    }
    Json out = {{"topology_known", given.topologyKnown},
                {"source", jsonOrNull(given.source)},
                {"bad_gpus", given.badGpus},
                {"good_gpus", given.goodGpus},
                {"minutes_per_run", given.minutesPerRun},
                {"gpus_per_node", given.cluster.gpusPerNode},
                {"nodes", nodes},
                {"experiments", experiments}};
    for (const IsolationResult& result : given.isolation)
        out["isolation"].push_back(isolationJson(result, folder));
    if (given.simulated)
        out["simulated_seed"] = *given.simulated;
    return out;
}

std::optional<Error> readScale(const Json& object, const fs::path& folder, ScaleCase& given)
{
    Reader reader(folder);
    if (!object.is_object()) {
        reader.wrong("scale", "is no object");
        return reader.error();
    }
    constexpr int kMost = 100'000'000;
    reader.cluster(object, given.cluster);
    given.topologyKnown = reader.flag(object, "topology_known");
    given.source = reader.text(object, "source");
    reader.integer(object, "bad_gpus", given.badGpus, 0, kMost);
    reader.integer(object, "good_gpus", given.goodGpus, 0, kMost);
    if (const Json* minutes = Reader::find(object, "minutes_per_run")) {
        if (minutes->is_number() && minutes->get<double>() > 0 && minutes->get<double>() < 1e6)
            given.minutesPerRun = minutes->get<double>();
        else
            reader.wrong("minutes_per_run", "is no number in its range");
    }
    if (const Json* seed = Reader::find(object, "simulated_seed")) {
        if (seed->is_number_unsigned())
            given.simulated = seed->get<std::uint64_t>();
        else
            reader.wrong("simulated_seed", "is no whole number from 0");
    }
    if (const Json* experiments = reader.list(object, "experiments"))
        for (const Json& experiment : *experiments) {
            const Json* groups = experiment.is_object() ? reader.list(experiment, "groups") : nullptr;
            if (!groups || groups->empty()) {
                reader.wrong("experiments", "holds one without groups");
                break;
            }
            given.experiments.emplace_back();
            for (const Json& group : *groups)
                given.experiments.back().push_back(reader.group(group));
        }
    if (const Json* isolation = reader.list(object, "isolation"))
        for (const Json& one : *isolation)
            given.isolation.push_back(reader.isolation(one));
    return reader.error();
}

}  // namespace headwater
