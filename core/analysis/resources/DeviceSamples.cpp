// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/DeviceSamples.h"

#include <algorithm>
#include <cmath>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr double kSecond = 1e9;

/// Value of the sample nearest in time; NaN where the series is empty.
double nearest(const MetricSeries& series, Ns time)
{
    if (series.time.empty())
        return std::nan("");
    auto at = static_cast<std::size_t>(std::ranges::lower_bound(series.time, time) - series.time.begin());
    if (at == series.time.size() || (at > 0 && time - series.time[at - 1] < series.time[at] - time))
        --at;
    return series.value[at];
}

}  // namespace

std::vector<double> samplesOf(const DeviceMetric& metric)
{
    std::vector<double> values;
    for (std::size_t i = metric.begin; i < metric.end; ++i)
        if (!std::isnan(metric.series->value[i]))
            values.push_back(metric.series->value[i]);
    return values;
}

std::optional<double> medianOf(const DeviceMetric* metric)
{
    if (metric == nullptr)
        return std::nullopt;
    std::vector<double> values = samplesOf(*metric);
    return values.empty() ? std::nullopt : std::optional(stats::medianInPlace(values));
}

std::optional<double> largestOf(const DeviceMetric* metric)
{
    const std::vector<double> values = metric != nullptr ? samplesOf(*metric) : std::vector<double>();
    return values.empty() ? std::nullopt : std::optional(*std::ranges::max_element(values));
}

std::optional<double> meanOf(const DeviceMetric* metric)
{
    const std::vector<double> values = metric != nullptr ? samplesOf(*metric) : std::vector<double>();
    return values.empty() ? std::nullopt : std::optional(stats::mean(values));
}

std::optional<double> lastOf(const DeviceMetric* metric)
{
    const std::vector<double> values = metric != nullptr ? samplesOf(*metric) : std::vector<double>();
    return values.empty() ? std::nullopt : std::optional(values.back());
}

std::optional<Growth> growthOf(const DeviceMetric* metric)
{
    if (metric == nullptr)
        return std::nullopt;
    const MetricSeries& series = *metric->series;
    Growth growth;
    std::optional<std::size_t> last;
    for (std::size_t i = metric->begin > 0 ? metric->begin - 1 : 0; i < metric->end; ++i) {
        if (std::isnan(series.value[i]))
            continue;
        if (last && series.time[i] > series.time[*last]) {
            const double rise = series.value[i] - series.value[*last];
            if (rise < 0) {
                ++growth.resets;
            } else {
                growth.total += rise;
                growth.seconds += static_cast<double>(series.time[i] - series.time[*last]) / kSecond;
                if (rise > 0 && !growth.firstRise)
                    growth.firstRise = series.time[i];
            }
        }
        last = i;
    }
    return growth.seconds > 0 ? std::optional(growth) : std::nullopt;
}

std::optional<std::vector<double>> samplesUnderLoad(const DeviceResources& device, std::string_view name,
                                                    double utilization)
{
    const DeviceMetric* metric = device.find(name);
    if (metric == nullptr)
        return std::nullopt;
    const DeviceMetric* load = device.find("gpu.utilization");
    if (load == nullptr || load->series->clock != metric->series->clock)
        return metric->inSteps ? std::optional(samplesOf(*metric)) : std::nullopt;
    std::vector<double> values;
    for (std::size_t i = metric->begin; i < metric->end; ++i)
        if (!std::isnan(metric->series->value[i]) && nearest(*load->series, metric->series->time[i]) >= utilization)
            values.push_back(metric->series->value[i]);
    return values;
}

}  // namespace headwater
