// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/analysis/correctness/Correctness.h"
#include "core/report/Json.h"

namespace headwater {

namespace {

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

/// NaN and infinities as text: null would say that nothing was logged.
Json loggedValue(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json sideJson(const LoggedSide& side)
{
    Json entry;
    entry["logs"] = side.logs;
    entry["runs"] = side.runs;
    entry["loss_steps"] = side.lossSteps;
    entry["grad_norm_steps"] = side.gradNormSteps;
    entry["sources"] = side.sources;
    entry["not_a_number"] = Json::array();
    for (const BadNumber& bad : side.badNumbers)
        entry["not_a_number"].push_back({{"quantity", nameOf(bad.quantity)},
                                         {"value", loggedValue(bad.value)},
                                         {"step", bad.step},
                                         {"rank", orNull(bad.rank)},
                                         {"count", bad.count},
                                         {"source", bad.source},
                                         {"line", bad.line}});
    entry["iterations"] = {{"counted", side.iterations.iterations},
                           {"skipped", orNull(side.iterations.skipped)},
                           {"nan", orNull(side.iterations.nan)},
                           {"overflows", side.iterations.overflows}};
    entry["spikes"] = Json::array();
    for (const Spike& spike : side.spikes)
        entry["spikes"].push_back({{"step", spike.step},
                                   {"value", jsonNumber(spike.value)},
                                   {"z", jsonNumber(spike.z)},
                                   {"ratio", jsonNumber(spike.ratio)},
                                   {"tenfold", spike.tenfold}});
    return entry;
}

Json pairJson(const std::optional<StepPair>& pair)
{
    if (!pair)
        return {};
    Json entry;
    entry["step"] = pair->step;
    entry["baseline"] = pair->baseline.number.value;
    entry["current"] = pair->current.number.value;
    entry["ulp"] = orNull(pair->ulp);
    return entry;
}

Json seriesJson(const SeriesComparison& series)
{
    Json entry;
    entry["quantity"] = nameOf(series.quantity);
    entry["precision"] = series.exact ? nameOf(series.format) : std::string_view("printed");
    entry["common_steps"] = series.common;
    entry["other_interval"] = series.otherInterval;
    entry["not_finite"] = series.notFinite;
    entry["differing"] = series.differing;
    entry["beyond_tolerance"] = series.beyond;
    entry["tolerance"] = {{"relative", series.tolerance.relative}, {"absolute", series.tolerance.absolute}};
    entry["noise_sd"] = series.noise ? jsonNumber(*series.noise) : Json();
    entry["first_difference"] = pairJson(series.firstDifference);
    entry["first_beyond_tolerance"] = pairJson(series.firstBeyond);
    entry["largest_ulp"] = series.exact ? Json(series.largestUlp) : Json();
    entry["last_steps"] = series.last ? Json{{"steps", series.last->steps},
                                             {"ratio", jsonNumber(series.last->relative)},
                                             {"one_sided", series.last->oneSided}}
                                      : Json();
    return entry;
}

Json bandJson(const std::optional<BandVerdict>& band)
{
    if (!band)
        return {};
    Json entry;
    entry["runs"] = band->runs;
    entry["steps"] = band->steps;
    entry["outside"] = band->outside;
    entry["longest_outside"] = band->longestOutside;
    entry["left_at"] = orNull(band->leftAt);
    entry["window_steps"] = band->windowSteps;
    entry["window_band"] = Json::array({jsonNumber(band->window.lo), jsonNumber(band->window.hi)});
    entry["window_current"] = jsonNumber(band->current);
    entry["fails"] = band->fails();
    return entry;
}

Json kernelJson(const KernelChange& change)
{
    Json entry;
    entry["operator"] = change.op;
    entry["aspect"] = change.aspect == KernelAspect::Precision ? "precision" : "family";
    entry["from"] = change.from;
    entry["to"] = change.to;
    entry["kernel_baseline"] = change.kernelFrom;
    entry["kernel_current"] = change.kernelTo;
    entry["share_baseline"] = jsonNumber(change.baselineShare);
    entry["share_current"] = jsonNumber(change.currentShare);
    entry["to_share_baseline"] = jsonNumber(change.toBaseline);
    entry["to_share_current"] = jsonNumber(change.toCurrent);
    entry["mean_kernel_baseline_ns"] = jsonNs(change.perLaunchBaseline);
    entry["mean_kernel_current_ns"] = jsonNs(change.perLaunchCurrent);
    entry["ranks"] = change.ranks;
    return entry;
}

Json checklistJson(const std::vector<ReproducibilityItem>& items)
{
    Json list = Json::array();
    for (const ReproducibilityItem& item : items)
        list.push_back({{"id", item.id},
                        {"what", item.what},
                        {"state", nameOf(item.state)},
                        {"baseline", jsonOrNull(item.baseline)},
                        {"current", jsonOrNull(item.current)},
                        {"hides", item.hides}});
    return list;
}

Json variablesJson(const OneVariable& variables)
{
    Json entry;
    entry["control"] = nameOf(variables.control);
    entry["changes"] = variables.changes.size();
    entry["unknown_on_a_side"] = variables.open.size();
    entry["halving"] = variables.halving;
    entry["runs"] = Json::array();
    for (const ProposedRun& run : variables.runs)
        entry["runs"].push_back({{"from_current", run.fromCurrent}, {"from_baseline", run.fromBaseline}});
    return entry;
}

}  // namespace

Json correctnessJson(const CorrectnessReport& report)
{
    Json entry;
    entry["baseline"] = sideJson(report.baseline);
    entry["current"] = sideJson(report.current);
    entry["tolerance"] = {{"dtype", nameOf(report.tolerance.dtype)},
                          {"relative", report.tolerance.tolerance.relative},
                          {"absolute", report.tolerance.tolerance.absolute},
                          {"assumed", report.tolerance.assumed}};
    entry["same_seed"] = orNull(report.sameSeed);
    entry["deterministic"] = {{"baseline", orNull(report.deterministicBaseline)},
                              {"current", orNull(report.deterministicCurrent)}};
    entry["series"] = Json::array();
    for (const SeriesComparison& series : report.series)
        entry["series"].push_back(seriesJson(series));
    entry["loss_band"] = bandJson(report.lossBand);
    entry["kernels"] = {
        {"ranks", report.kernelRanks}, {"operators", report.kernelOperators}, {"changes", Json::array()}};
    for (const KernelChange& change : report.kernels)
        entry["kernels"]["changes"].push_back(kernelJson(change));
    entry["checklist"] = checklistJson(report.checklist);
    entry["one_variable"] = variablesJson(report.variables);
    return entry;
}

}  // namespace headwater
