// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/VerdictParts.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

Json statsJson(const CallStats& stats)
{
    return {{"calls_per_step", jsonNumber(stats.calls)},
            {"ns_per_step", jsonNs(stats.time)},
            {"ns_per_call", stats.calls > 0 ? jsonNs(stats.perCall()) : Json()}};
}

Json changesJson(const std::vector<CallChange>& changes)
{
    Json list = Json::array();
    for (const CallChange& change : changes)
        list.push_back({{"name", change.name},
                        {"call", change.call > 0 ? Json(change.call) : Json()},
                        {"calls_of_name", change.of > 0 ? Json(change.of) : Json()},
                        {"change", nameOf(change.kind)},
                        {"delta_ns_per_step", jsonNs(change.delta())},
                        {"baseline", statsJson(change.baseline)},
                        {"current", statsJson(change.current)}});
    return list;
}

Json levelJson(const DrillLevel& level)
{
    Json entry;
    entry["inside"] = level.inside;
    entry["kind"] = level.kind;
    entry["first_regressed"] = firstRegressedJson(level.first);
    entry["events"] = {{"baseline", level.ranges[0]}, {"current", level.ranges[1]}};
    entry["stages"] = Json::array();
    for (const StageVerdict& stage : level.stages)
        entry["stages"].push_back(stageJson(stage));
    return entry;
}

}  // namespace

Json drillDownJson(const std::optional<DrillDown>& drill)
{
    if (!drill)
        return {};
    Json entry;
    entry["path"] = drill->path;
    entry["ranks"] = drill->ranks;
    entry["levels"] = Json::array();
    for (const DrillLevel& level : drill->levels)
        entry["levels"].push_back(levelJson(level));
    entry["kernels"] = changesJson(drill->kernels);
    entry["operators"] = changesJson(drill->operators);
    return entry;
}

}  // namespace headwater
