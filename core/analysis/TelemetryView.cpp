// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TelemetryView.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/analysis/StepTimes.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

using GroupKey = std::pair<std::string, ClockKind>;

}  // namespace

SeriesSummary summaryOf(const MetricSeries& series)
{
    std::vector<double> values;
    std::ranges::copy_if(series.value, std::back_inserter(values), [](double value) { return !std::isnan(value); });
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    if (values.empty())
        return {0, kNothing, kNothing, kNothing};
    const auto [low, high] = std::ranges::minmax(values);
    const std::size_t n = values.size();
    return {n, low, stats::medianInPlace(values), high};
}

TelemetryView telemetryView(const RunAnalysis& analysis, const TelemetryLimits& limits)
{
    TelemetryView view;
    const Telemetry& telemetry = analysis.run->telemetry;
    if (telemetry.empty())
        return view;
    view.axis = stepTimesOf(analysis);
    view.groups = placeTelemetry(telemetry, view.axis);
    std::map<GroupKey, std::size_t> index;
    for (std::size_t i = 0; i < view.groups.size(); ++i) {
        view.groups[i].series.clear();
        index.emplace(GroupKey{view.groups[i].source, view.groups[i].clock}, i);
    }
    std::size_t values = 0;
    for (std::size_t i = 0; i < std::min(telemetry.series.size(), limits.series); ++i) {
        const MetricSeries& series = telemetry.series[i];
        SeriesView& one = view.series.emplace_back();
        one.series = i;
        one.group = index.at({series.source, series.clock});
        one.summary = summaryOf(series);
        const ClockMatch& match = view.groups[one.group].match;
        values += view.axis.steps.size();
        one.aligned = match.aligned() && series.kind != SeriesKind::Counter && values <= limits.values;
        if (one.aligned)
            one.atSteps = alignSeries(series, view.axis, match.shift);
    }
    return view;
}

}  // namespace headwater
