// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/TelemetryCharts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>

#include <QCoreApplication>

#include "core/analysis/resources/RunResources.h"
#include "core/run/CounterRate.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(headwater::TelemetryCharts)
};

constexpr std::size_t kMostCharts = 48;
constexpr std::size_t kMostSamples = 4000;  ///< of a line over time; more are thinned to the extremes
constexpr std::size_t kMostMarks = 120;

struct Known {
    std::string_view metric;
    const char* title;
    const char* tip;
};
constexpr std::array kKnown{
    Known{"gpu.utilization", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "GPU utilisation"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts",
                            "Share of time in which any kernel ran (nvidia-smi utilization.gpu, DCGM_FI_DEV_GPU_UTIL); "
                            "says nothing about how busy the SMs were")},
    Known{"gpu.active.sm", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "SM activity"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts",
                            "Share of time in which an SM had work (DCGM_FI_PROF_SM_ACTIVE; Nsight: SM Active)")},
    Known{"gpu.active.tensor", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "Tensor activity"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts",
                            "Share of time in which the tensor cores worked (DCGM_FI_PROF_PIPE_TENSOR_ACTIVE)")},
    Known{"gpu.clock.sm", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "SM clock"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "clocks.sm of nvidia-smi, DCGM_FI_DEV_SM_CLOCK")},
    Known{"gpu.power.draw", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "Power"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "power.draw of nvidia-smi, DCGM_FI_DEV_POWER_USAGE")},
    Known{"gpu.temperature", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "GPU temperature"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "temperature.gpu of nvidia-smi, DCGM_FI_DEV_GPU_TEMP")},
    Known{"gpu.memory.used", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "Device memory used"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "memory.used of nvidia-smi, DCGM_FI_DEV_FB_USED")},
    Known{
        "gpu.utilization.memory", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "Memory controller busy"),
        QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "utilization.memory of nvidia-smi, DCGM_FI_DEV_MEM_COPY_UTIL")},
    Known{"gpu.clock.memory", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "Memory clock"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "clocks.mem of nvidia-smi, DCGM_FI_DEV_MEM_CLOCK")},
    Known{"gpu.pcie.generation", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "PCIe generation"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts",
                            "pcie.link.gen.current of nvidia-smi; falls when the link rests")},
    Known{"gpu.pcie.width", QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "PCIe lanes"),
          QT_TRANSLATE_NOOP("headwater::TelemetryCharts", "pcie.link.width.current of nvidia-smi")},
};

const Known* knownOf(std::string_view metric)
{
    const auto* found = std::ranges::find(kKnown, metric, &Known::metric);
    return found == kKnown.end() ? nullptr : found;
}

/// Where a metric stands among the others: known ones in the order of the table, of the rest those that move.
std::size_t placeOf(std::string_view metric)
{
    const Known* known = knownOf(metric);
    return known == nullptr ? kKnown.size() : static_cast<std::size_t>(known - kKnown.data());
}

/// One metric of one device, as it will be drawn.
struct Drawn {
    const DeviceResources* device = nullptr;
    const MetricSeries* series = nullptr;
    const TelemetryGroup* group = nullptr;
    Side side = Side::Baseline;
};

using ByMetric = std::map<std::string, std::vector<Drawn>, std::less<>>;

void collect(const RunResources& run, Side side, ByMetric& out)
{
    for (const DeviceResources& device : run.devices)
        for (const auto& [name, metric] : device.metrics)
            if (metric.series->kind != SeriesKind::State && metric.series->unit != "bitmask")
                out[name].push_back(
                    {&device, metric.series, run.groupOf(metric.series->source, metric.series->clock), side});
}

bool onSteps(const std::vector<Drawn>& lines, const std::array<RunResources, 2>& runs)
{
    return std::ranges::all_of(lines, [&](const Drawn& one) {
        return one.group != nullptr && one.group->match.aligned() &&
               !runs[static_cast<std::size_t>(one.side)].axis.steps.empty();
    });
}

LineSeries namedLine(const Drawn& one)
{
    LineSeries line;
    line.side = one.side;
    line.name = format::text(one.device->label());
    line.id = one.device->rank.value_or(-1);
    return line;
}

LineSeries overSteps(const Drawn& one, const MetricSeries& series, const StepAxis& axis)
{
    LineSeries line = namedLine(one);
    const AlignedSeries aligned = alignSeries(series, axis, one.group->match.shift);
    for (std::size_t i = 0; i < axis.steps.size(); ++i) {
        line.x.push_back(static_cast<double>(axis.steps[i].step));
        line.y.push_back(aligned.value[i]);
    }
    return line;
}

/// The smallest and the largest of every stretch, so that no spike is lost.
void thin(LineSeries& line)
{
    const std::size_t n = line.x.size();
    if (n <= kMostSamples)
        return;
    LineSeries out = line;
    out.x.clear();
    out.y.clear();
    const std::size_t stretches = kMostSamples / 2;
    for (std::size_t k = 0; k < stretches; ++k) {
        const std::size_t from = k * n / stretches;
        const std::size_t to = (k + 1) * n / stretches;
        std::size_t low = from, high = from;
        for (std::size_t i = from; i < to; ++i) {
            if (std::isnan(line.y[i]))
                continue;
            if (std::isnan(line.y[low]) || line.y[i] < line.y[low])
                low = i;
            if (std::isnan(line.y[high]) || line.y[i] > line.y[high])
                high = i;
        }
        for (const std::size_t i : {std::min(low, high), std::max(low, high)}) {
            out.x.push_back(line.x[i]);
            out.y.push_back(line.y[i]);
        }
    }
    line = std::move(out);
}

LineSeries overTime(const Drawn& one, const MetricSeries& series, Ns start)
{
    LineSeries line = namedLine(one);
    for (std::size_t i = 0; i < series.time.size(); ++i) {
        line.x.push_back(static_cast<double>(series.time[i] - start) / 1e9);
        line.y.push_back(series.value[i]);
    }
    thin(line);
    return line;
}

std::array<Ns, 2> startsOf(const std::vector<Drawn>& lines)
{
    std::array<Ns, 2> starts = {std::numeric_limits<Ns>::max(), std::numeric_limits<Ns>::max()};
    for (const Drawn& one : lines)
        if (!one.series->time.empty()) {
            Ns& start = starts[static_cast<std::size_t>(one.side)];
            start = std::min(start, one.series->time.front());
        }
    return starts;
}

bool hasValues(const LineSeries& line)
{
    return std::ranges::any_of(line.y, [](double y) { return std::isfinite(y); });
}

LineChartData chartOf(const std::string& metric, const std::vector<Drawn>& lines,
                      const std::array<RunResources, 2>& runs, std::map<const MetricSeries*, MetricSeries>& rates)
{
    LineChartData chart;
    const Known* known = knownOf(metric);
    chart.title = known != nullptr ? Tr::tr(known->title) : format::text(metric);
    chart.tip = known != nullptr ? Tr::tr(known->tip) : format::text(metric);
    chart.steps = onSteps(lines, runs);
    chart.xTitle = chart.steps ? QString() : Tr::tr("since the capture began");
    const std::array<Ns, 2> starts = startsOf(lines);
    for (const Drawn& one : lines) {
        const MetricSeries* series = one.series;
        if (series->kind == SeriesKind::Counter) {
            series = &rates.try_emplace(series, toRate(*series)).first->second;
            chart.title += chart.series.empty() ? Tr::tr(", rate") : QString();
        }
        chart.unit = series->unit;
        LineSeries line = chart.steps ? overSteps(one, *series, runs[static_cast<std::size_t>(one.side)].axis)
                                      : overTime(one, *series, starts[static_cast<std::size_t>(one.side)]);
        if (hasValues(line))
            chart.series.push_back(std::move(line));
    }
    chart.fromZero = chart.unit == "1" || chart.unit == "B/s" || chart.unit == "count/s" || chart.unit == "W";
    return chart;
}

void addEvents(LineChartData& chart, const ResourceReport* report)
{
    if (report == nullptr || !chart.steps)
        return;
    for (const ResourceEvent& event : report->events)
        for (const std::int64_t step : event.steps) {
            if (chart.marks.size() >= kMostMarks)
                return;
            const Side side = event.inBaselineRun ? Side::Baseline : Side::Current;
            QString tip =
                u"%1, %2 %3: %4"_s.arg(words::of(side), Tr::tr("step"), format::number(static_cast<double>(step), 0),
                                       event.meaning.empty() ? format::text(event.kind) : format::text(event.meaning));
            if (const std::string place = event.host + (event.device.empty() ? "" : " " + event.device); !place.empty())
                tip += u" \u00b7 "_s + format::text(place);
            if (event.rank)
                tip += Tr::tr(", rank %1").arg(*event.rank);
            chart.marks.push_back({LineMark::Kind::Event,
                                   static_cast<double>(step),
                                   {},
                                   tip,
                                   side,
                                   event.severity == ResourceSeverity::Failure});
        }
}

/// Among metrics that no table ranks, those whose runs differ most come first.
double movement(const LineChartData& chart)
{
    std::array<double, 2> sum{}, n{};
    for (const LineSeries& line : chart.series)
        for (const double y : line.y)
            if (std::isfinite(y)) {
                sum[static_cast<std::size_t>(line.side)] += y;
                n[static_cast<std::size_t>(line.side)] += 1;
            }
    if (n[0] == 0 || n[1] == 0)
        return 0;
    const double a = sum[0] / n[0], b = sum[1] / n[1];
    const double size = std::max(std::abs(a), std::abs(b));
    return size > 0 ? std::abs(b - a) / size : 0;
}

/// Files whose times do not simply lie beside the steps, and what was done about it.
QString noteOf(const std::array<RunResources, 2>& runs)
{
    constexpr std::size_t kMost = 3;  // of a run: the inputs page has them all
    QStringList parts;
    for (const Side side : {Side::Baseline, Side::Current}) {
        std::set<std::string> told;
        for (const TelemetryGroup& group : runs[static_cast<std::size_t>(side)].groups)
            if (group.match.basis != ClockBasis::Same && told.size() < kMost && told.insert(group.source).second)
                parts << u"%1, %2: %3"_s.arg(words::of(side),
                                             format::text(std::filesystem::path(group.source).filename().string()),
                                             format::text(group.match.statement));
    }
    return parts.join(u'\n');
}

}  // namespace

TelemetryCharts telemetryCharts(const PairAnalysis& pair, const ResourceReport* report, const Job& job)
{
    const std::array<RunResources, 2> runs = {resourcesOf(*pair.baseline), resourcesOf(*pair.current)};
    ByMetric metrics;
    collect(runs[0], Side::Baseline, metrics);
    collect(runs[1], Side::Current, metrics);
    TelemetryCharts out;
    out.note = noteOf(runs);
    std::vector<std::tuple<std::size_t, double, LineChartData>> ranked;
    std::map<const MetricSeries*, MetricSeries> rates;
    for (const auto& [name, lines] : metrics) {
        if (job.stopped())
            break;
        LineChartData chart = chartOf(name, lines, runs, rates);
        rates.clear();
        if (chart.isEmpty())
            continue;
        addEvents(chart, report);
        chart.legend = false;
        const double moved = -movement(chart);
        ranked.emplace_back(placeOf(name), moved, std::move(chart));
    }
    std::ranges::stable_sort(ranked, [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    out.metrics = static_cast<int>(ranked.size());
    for (std::size_t i = 0; i < std::min(ranked.size(), kMostCharts); ++i)
        out.charts.push_back(std::move(std::get<2>(ranked[i])));
    return out;
}

HeatMapData heatOf(const LineChartData& chart, Side side)
{
    constexpr std::size_t kMostColumns = 1000;
    std::vector<const LineSeries*> lines;
    double lo = std::numeric_limits<double>::infinity(), hi = -lo, first = lo, last = -lo;
    std::set<double> places;
    for (const LineSeries& line : chart.series) {
        if (line.side != side || line.x.empty())
            continue;
        lines.push_back(&line);
        first = std::min(first, line.x.front());
        last = std::max(last, line.x.back());
        if (chart.steps)
            places.insert(line.x.begin(), line.x.end());
        for (const double y : line.y)
            if (std::isfinite(y)) {
                lo = std::min(lo, y);
                hi = std::max(hi, y);
            }
    }
    HeatMapData heat;
    heat.empty = Tr::tr("No line of this metric in the %1 run").arg(words::of(side).toLower());
    if (lines.empty())
        return heat;
    const bool bySteps = chart.steps && places.size() <= kMostColumns;
    const std::vector<double> steps(places.begin(), places.end());
    const std::size_t columns = bySteps ? steps.size() : std::min<std::size_t>(kMostColumns, 200);
    const double width = (last - first) / static_cast<double>(columns);
    for (std::size_t c = 0; c < columns; ++c)
        heat.columns.push_back(bySteps       ? format::number(steps[c], 0)
                               : chart.steps ? format::number(first + width * static_cast<double>(c), 0)
                                             : format::quantity(first + width * static_cast<double>(c), "s"));
    auto values =
        std::make_shared<std::vector<double>>(lines.size() * columns, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t r = 0; r < lines.size(); ++r) {
        heat.rows.push_back({lines[r]->name, lines[r]->id, false});
        for (std::size_t i = 0; i < lines[r]->x.size(); ++i) {
            const double x = lines[r]->x[i];
            const std::size_t c = bySteps ? static_cast<std::size_t>(std::ranges::lower_bound(steps, x) - steps.begin())
                                  : width > 0 ? std::min(columns - 1, static_cast<std::size_t>((x - first) / width))
                                              : 0;
            double& cell = (*values)[r * columns + c];
            if (std::isfinite(lines[r]->y[i]) && !(cell >= lines[r]->y[i]))
                cell = lines[r]->y[i];
        }
    }
    for (const double value : *values)
        heat.tint.push_back(static_cast<float>(std::isnan(value) ? value : hi > lo ? (value - lo) / (hi - lo) : 0.5));
    heat.text = [values, columns, unit = chart.unit](std::size_t row, std::size_t column) {
        return format::quantity((*values)[row * columns + column], unit);
    };
    heat.lowEnd = format::quantity(lo, chart.unit);
    heat.highEnd = format::quantity(hi, chart.unit);
    heat.title = u"%1, %2"_s.arg(chart.title, words::of(side).toLower());
    heat.columnTitle = chart.steps ? Tr::tr("step") : Tr::tr("time");
    return heat;
}

}  // namespace headwater
