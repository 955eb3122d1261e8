// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/analysis/TelemetryView.h"
#include "core/report/Escape.h"
#include "core/report/InspectParts.h"
#include "core/report/Phrases.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

constexpr std::size_t kMostEvents = 10'000;

std::string_view kindName(SeriesKind kind)
{
    switch (kind) {
    case SeriesKind::Gauge: return "gauge";
    case SeriesKind::Counter: return "counter";
    case SeriesKind::Rate: return "rate";
    case SeriesKind::State: return "state";
    }
    return "gauge";
}

struct BasisWords {
    std::string_view name;
    std::string_view provenance;
};

BasisWords wordsOf(ClockBasis basis)
{
    switch (basis) {
    case ClockBasis::Same: return {"same", "measured"};
    case ClockBasis::SameZone: return {"same_zone", "assumed"};
    case ClockBasis::InferredZone: return {"inferred_zone", "inferred"};
    case ClockBasis::GivenZone: return {"given_zone", "assumed"};
    case ClockBasis::None: break;
    }
    return {"none", ""};
}

Json groupJson(const TelemetryGroup& group)
{
    const BasisWords words = wordsOf(group.match.basis);
    Json entry;
    entry["source"] = group.source;
    entry["clock"] = clockName(group.clock);
    entry["aligned"] = group.match.aligned();
    entry["of_another_run"] = group.apart > 0;
    entry["basis"] = words.name;
    entry["provenance"] = jsonOrNull(std::string(words.provenance));
    entry["shift_ns"] = group.match.aligned() ? jsonNs(group.match.shift) : Json();
    entry["statement"] = group.match.statement;
    return entry;
}

/// The values, one for each step of the clock; null: not measured then.
Json atSteps(const AlignedSeries& series)
{
    Json entry;
    entry["values"] = Json::array();
    for (const double value : series.value)
        entry["values"].push_back(jsonNumber(value));
    entry["from_samples_inside"] = std::ranges::count(series.how, StepValueKind::Window);
    entry["from_nearest_sample"] = std::ranges::count(series.how, StepValueKind::Nearest);
    entry["period_ns"] = series.period > 0 ? jsonNs(series.period) : Json();
    return entry;
}

Json seriesJson(const MetricSeries& series, const SeriesView& view)
{
    Json entry;
    entry["name"] = series.name;
    entry["label"] = series.label;
    entry["unit"] = series.unit;
    entry["kind"] = kindName(series.kind);
    entry["host"] = jsonOrNull(series.host);
    entry["device"] = jsonOrNull(series.device);
    entry["rank"] = series.rank ? Json(*series.rank) : Json();
    entry["group"] = view.group;
    entry["n"] = view.summary.n;
    entry["missing"] = series.missing;
    entry["resets"] = series.resets;
    entry["min"] = jsonNumber(view.summary.minimum);
    entry["median"] = jsonNumber(view.summary.median);
    entry["max"] = jsonNumber(view.summary.maximum);
    entry["at_steps"] = view.aligned ? atSteps(view.atSteps) : Json();
    return entry;
}

/// The step of each event that lies in one.
std::map<std::size_t, std::int64_t> stepsOfEvents(const TelemetryView& view)
{
    std::map<std::size_t, std::int64_t> steps;
    for (const TelemetryGroup& group : view.groups)
        for (const AlignedEvent& event : group.events)
            if (event.step)
                steps.emplace(event.event, *event.step);
    return steps;
}

Json eventJson(const TelemetryEvent& event)
{
    Json entry;
    entry["kind"] = event.kind;
    entry["code"] = event.code ? Json(*event.code) : Json();
    entry["host"] = jsonOrNull(event.host);
    entry["device"] = jsonOrNull(event.device);
    entry["message"] = event.message;
    entry["source"] = event.source;
    entry["position"] = jsonOrNull(event.position);
    return entry;
}

std::string valueText(double value)
{
    return std::isnan(value) ? std::string(kNone) : fmt::format("{:.4g}", value);
}

std::string fileName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

std::string groupLines(const TelemetryView& view)
{
    constexpr std::size_t kShown = 12;
    std::string out;
    for (std::size_t i = 0; i < std::min(kShown, view.groups.size()); ++i) {
        const TelemetryGroup& group = view.groups[i];
        const std::string name = fileName(group.source);
        out += escapeTerminal(fmt::format(
                   "  {}: {}{}", name, group.match.aligned() ? "" : "not beside the steps: ", group.match.statement)) +
               "\n";
    }
    if (view.groups.size() > kShown)
        out += fmt::format("  and {} more files, all in the JSON\n", view.groups.size() - kShown);
    return out;
}

/// How the times of a series were laid beside the steps: "measured", "inferred", "assumed".
std::string besideSteps(const TelemetryGroup& group, const MetricSeries& series)
{
    if (group.apart > 0)
        return "no: of another run";
    if (!group.match.aligned())
        return "no";
    return series.kind == SeriesKind::Counter ? "as its rate" : std::string(wordsOf(group.match.basis).provenance);
}

std::string seriesTable(const Telemetry& telemetry, const TelemetryView& view)
{
    using Align = TextTable::Align;
    constexpr std::size_t kShown = 24;
    constexpr std::size_t kSourceWidth = 32;
    if (view.series.empty())
        return {};
    TextTable table({{"series", Align::Left},
                     {"host", Align::Left},
                     {"device", Align::Left},
                     {"unit", Align::Left},
                     {"n", Align::Right},
                     {"missing", Align::Right},
                     {"min", Align::Right},
                     {"median", Align::Right},
                     {"max", Align::Right},
                     {"source", Align::Left},
                     {"beside steps", Align::Left}});
    const auto known = [](const std::string& name) { return name.empty() ? std::string(kNone) : name; };
    for (std::size_t i = 0; i < std::min(kShown, view.series.size()); ++i) {
        const SeriesSummary& summary = view.series[i].summary;
        const MetricSeries& series = telemetry.series[view.series[i].series];
        const std::string device = series.rank ? fmt::format("rank {}", *series.rank) : known(series.device);
        table.addRow({series.name, known(series.host), device, series.unit, std::to_string(summary.n),
                      std::to_string(series.missing), valueText(summary.minimum), valueText(summary.median),
                      valueText(summary.maximum), elideMiddle(fileName(series.source), kSourceWidth),
                      besideSteps(view.groups[view.series[i].group], series)});
    }
    std::string out = table.toString();
    if (telemetry.series.size() > kShown)
        out += fmt::format("  and {} more series; the JSON has {}\n", telemetry.series.size() - kShown,
                           telemetry.series.size() > view.series.size() ? std::to_string(view.series.size()) : "all");
    return out;
}

std::string eventLines(const Telemetry& telemetry, const TelemetryView& view)
{
    constexpr std::size_t kShown = 8;
    if (telemetry.events.empty())
        return {};
    const auto steps = stepsOfEvents(view);
    std::string out = "\nEvents\n";
    for (std::size_t i = 0; i < std::min(kShown, telemetry.events.size()); ++i) {
        const TelemetryEvent& event = telemetry.events[i];
        std::string line = "  " + event.kind;
        if (event.code)
            line += fmt::format(" {}", *event.code);
        if (!event.device.empty())
            line += " on " + event.device;
        if (const auto step = steps.find(i); step != steps.end())
            line += fmt::format(" in step {}", step->second);
        constexpr std::size_t kWidth = 100;
        out += escapeTerminal(line + ": " + elideMiddle(event.message, kWidth)) + "\n";
    }
    if (telemetry.events.size() > kShown)
        out += fmt::format("  and {} more, in the JSON\n", telemetry.events.size() - kShown);
    return out;
}

}  // namespace

Json telemetryJson(const RunAnalysis& analysis)
{
    const Telemetry& telemetry = analysis.run->telemetry;
    const TelemetryView view = telemetryView(analysis);
    Json entry;
    entry["step_clock"] = Json();
    if (!view.axis.steps.empty()) {
        entry["step_clock"] = {{"source", view.axis.source}, {"clock", clockName(view.axis.clock)}};
        Json& steps = entry["step_clock"]["steps"] = Json::array();
        for (const StepAxis::Step& step : view.axis.steps)
            steps.push_back(step.step);
    }
    entry["groups"] = Json::array();
    for (const TelemetryGroup& group : view.groups)
        entry["groups"].push_back(groupJson(group));
    entry["series"] = Json::array();
    for (const SeriesView& one : view.series)
        entry["series"].push_back(seriesJson(telemetry.series[one.series], one));
    entry["series_left_out"] = telemetry.series.size() - view.series.size();
    const auto steps = stepsOfEvents(view);
    entry["events"] = Json::array();
    const std::size_t events = std::min(kMostEvents, telemetry.events.size());
    for (std::size_t i = 0; i < events; ++i) {
        Json event = eventJson(telemetry.events[i]);
        const auto step = steps.find(i);
        event["step"] = step == steps.end() ? Json() : Json(step->second);
        entry["events"].push_back(std::move(event));
    }
    entry["events_left_out"] = telemetry.events.size() - events;
    return entry;
}

std::string telemetryText(const RunAnalysis& analysis)
{
    const Telemetry& telemetry = analysis.run->telemetry;
    if (telemetry.empty())
        return {};
    const TelemetryView view = telemetryView(analysis);
    const std::string beside =
        view.axis.steps.empty() ? "" : " beside the steps of " + escapeTerminal(view.axis.source);
    return "\nTelemetry" + beside + "\n" + groupLines(view) + seriesTable(telemetry, view) +
           eventLines(telemetry, view);
}

}  // namespace headwater
