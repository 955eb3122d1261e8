// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/WhatIf.h"
#include "core/report/Json.h"
#include "core/report/Report.h"

namespace headwater {

namespace {

Json keysOf(const std::vector<whatif::KeySlowdown>& values)
{
    Json list = Json::array();
    for (const whatif::KeySlowdown& value : values)
        list.push_back({{"key", value.key}, {"slowdown", jsonNumber(value.slowdown)}});
    return list;
}

Json nsOf(const std::vector<double>& values)
{
    Json list = Json::array();
    for (const double value : values)
        list.push_back(jsonNs(value));
    return list;
}

Json rangeNs(const std::optional<whatif::Range>& range)
{
    return range ? Json::array({jsonNs(range->lo), jsonNs(range->hi)}) : Json();
}

Json stageOf(const whatif::StageAttribution& value)
{
    Json entry;
    entry["stage"] = value.stage;
    entry["removal"] = jsonNumber(value.share.removal);
    entry["addition"] = jsonNumber(value.share.addition);
    entry["shapley_ns"] = jsonNs(value.share.shapley);
    entry["shapley_ci95_ns"] = rangeNs(value.share.shapleyCi);
    entry["saving_lo_ns"] = jsonNs(value.saving.lo);
    entry["saving_hi_ns"] = jsonNs(value.saving.hi);
    entry["removed_ci95_ns"] = rangeNs(value.removedCi);
    entry["throughput_gain_ceiling"] = jsonNumber(value.gainCeiling);
    return entry;
}

}  // namespace

std::string whatIfJson(const whatif::WhatIf& value)
{
    Json document = jsonDocument("headwater.whatif/1");
    const whatif::Slowdown none;
    const whatif::Slowdown& slowdown = value.slowdown ? *value.slowdown : none;
    document["replay"] = value.source;
    document["slowdown"] = value.slowdown ? jsonNumber(slowdown.slowdown) : Json();
    document["waste"] = value.slowdown ? jsonNumber(slowdown.waste) : Json();
    document["replay_error"] = jsonNumber(value.replayError);
    document["baseline_replay_error"] = jsonNumber(value.baselineError);
    document["launch_slowdown"] = jsonNumber(value.launchSlowdown);
    document["by_stage"] = keysOf(slowdown.byStage);
    document["by_dp_rank"] = keysOf(slowdown.byWorker);
    document["by_optype"] = keysOf(slowdown.byType);
    document["m_w"] = jsonNumber(slowdown.slowestWorkers);
    document["m_s"] = jsonNumber(slowdown.lastStage);
    document["slowest_workers"] = slowdown.slowest;
    document["steps"] = value.steps;
    document["step_times"] = {
        {"measured_ns", value.measured}, {"replayed_ns", nsOf(value.replayed)}, {"ideal_ns", nsOf(slowdown.ideal)}};
    if (value.attribution) {
        const whatif::ChangeAttribution& change = *value.attribution;
        document["step_time"] = {{"baseline_ns", jsonNs(change.baseline)},
                                 {"current_ns", jsonNs(change.current)},
                                 {"delta_ns", jsonNs(change.current - change.baseline)}};
        document["shapley"] = change.exact ? "exact" : "sampled";
        document["attribution"] = Json::array();
        for (const whatif::StageAttribution& stage : change.stages)
            document["attribution"].push_back(stageOf(stage));
    }
    document["problems"] = jsonOf(value.problems);
    return jsonText(document);
}

}  // namespace headwater
