// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/Sink.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/run/CounterRate.h"

namespace headwater::telemetry {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kNamed = 8;           ///< names that a message lists
constexpr std::size_t kDistinct = 100'000;  ///< unknown names that are told apart

std::string joined(const std::vector<std::string>& names, std::uint64_t total)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i)
        text += (i == 0 ? "" : ", ") + names[i].substr(0, 80);
    return total > kNamed ? text + fmt::format(" and {} more", total - kNamed) : text;
}

/// What no GPU or host can have: less than nothing, a share of more than all, the power of a whole rack.
bool isImpossible(double value, const Metric& metric)
{
    if (std::isinf(value))
        return true;  // the file's unit was scaled out of range
    constexpr double kMostWatts = 10'000;
    constexpr double kSlack = 1.01;  // samplers round up
    if (metric.kind != SeriesKind::Gauge)
        return false;
    if (metric.unit == "W")
        return value < 0 || value > kMostWatts;
    if (metric.unit == "B" || metric.unit == "Hz")
        return value < 0;
    const bool gpuShare = metric.unit == "1" && metric.name.starts_with("gpu.utilization");
    return gpuShare && (value < 0 || value > kSlack);
}

}  // namespace

std::uint32_t TelemetrySink::intern(const Metric& metric)
{
    const std::string key =
        fmt::format("{}\x1f{}\x1f{}\x1f{}", metric.name, metric.unit, metric.scale, static_cast<int>(metric.kind));
    const auto [found, isNew] =
        m_metricIds.try_emplace(fingerprintOf(key), static_cast<std::uint32_t>(m_metrics.size()));
    if (isNew)
        m_metrics.push_back(metric);
    return found->second;
}

std::size_t TelemetrySink::series(const Metric& metric, std::string_view label, const SeriesOwner& owner)
{
    const std::string key = fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}", metric.name, label, owner.host, owner.device,
                                        static_cast<int>(owner.clock));
    const auto [found, isNew] = m_index.try_emplace(fingerprintOf(key), static_cast<std::uint32_t>(m_series.size()));
    if (!isNew)
        return found->second;
    MetricSeries series;
    series.name = metric.name;
    series.label = label;
    series.unit = metric.unit;
    series.kind = metric.kind;
    series.host = owner.host;
    series.device = owner.device;
    series.rank = owner.rank;
    series.clock = owner.clock;
    series.source = m_file;
    m_series.push_back(std::move(series));
    m_metricOf.push_back(intern(metric));
    return m_series.size() - 1;
}

void TelemetrySink::add(std::size_t series, Ns time, double value)
{
    MetricSeries& to = m_series[series];
    if (std::isinf(value)) {
        note(Severity::Warning, "implausible-value",
             fmt::format("a value of {} is larger than any number; such values are left out", to.label));
        value = kNothing;
    }
    to.time.push_back(time);
    to.value.push_back(value);
    to.missing += std::isnan(value) ? 1 : 0;
}

void TelemetrySink::addCell(std::size_t series, Ns time, std::string_view text, std::uint64_t line)
{
    addCell(series, time, text, std::nullopt, line);
}

void TelemetrySink::addCell(std::size_t series, Ns time, std::string_view text, std::optional<Unit> headerUnit,
                            std::uint64_t line)
{
    if (m_series[series].time.empty())
        m_series[series].line = line;
    else if (m_backLine == 0 && time < m_series[series].time.back())
        m_backLine = line;
    Cell cell = readCell(text, metricAt(series), headerUnit);
    if (cell.state == CellState::Value && isImpossible(cell.value, metricAt(series))) {
        cell.state = CellState::Missing;
        note(Severity::Warning, "implausible-value",
             fmt::format("\"{}\" is no possible value of {}; such values are left out", text.substr(0, 40),
                         m_series[series].label),
             line);
    }
    if (cell.againstHeader)
        note(Severity::Warning, "unit-conflict",
             fmt::format("\"{}\" has another unit than the header of {}; the value's own counts", text.substr(0, 40),
                         m_series[series].label),
             line);
    add(series, time, cell.state == CellState::Value ? cell.value : kNothing);
    const std::string& label = m_series[series].label;
    if (cell.state == CellState::Malformed)
        note(Severity::Warning, "malformed-value", fmt::format("\"{}\" is no value of {}", text.substr(0, 40), label),
             line);
    else if (cell.state == CellState::WrongUnit)
        note(Severity::Warning, "unit-unclear",
             fmt::format("\"{}\" has no unit that {} can have; such values are left out", text.substr(0, 40), label),
             line);
}

void TelemetrySink::event(TelemetryEvent event)
{
    event.source = m_file;
    m_events.push_back(std::move(event));
}

void TelemetrySink::note(Severity severity, std::string_view code, std::string_view message, std::uint64_t line)
{
    const auto found = m_remarks.find(code);
    if (found != m_remarks.end())
        ++found->second.count;
    else
        m_remarks.emplace(code, Remark{severity, std::string(message), line, 1});
}

void TelemetrySink::unknown(std::string_view label)
{
    if (m_unknown.size() < kDistinct && m_unknown.emplace(label.substr(0, 200)).second)
        ++m_unknownCount;
}

void TelemetrySink::order(MetricSeries& series)
{
    const bool ascending = std::ranges::is_sorted(series.time);
    const bool doubled = m_interleaved && std::ranges::adjacent_find(series.time) != series.time.end();
    if (ascending && !doubled)
        return;
    if (!m_interleaved)
        note(Severity::Warning, "times-not-ascending", "times go back in this file; values were put in order of time",
             m_backLine);
    std::vector<std::size_t> order(series.time.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.time[i]; });
    std::vector<Ns> time;
    std::vector<double> value;
    for (const std::size_t i : order) {
        if (m_interleaved && !time.empty() && time.back() == series.time[i]) {
            note(Severity::Info, "duplicate-sample", "a device has two values at one time; the first is used");
            continue;
        }
        time.push_back(series.time[i]);
        value.push_back(series.value[i]);
    }
    series.time = std::move(time);
    series.value = std::move(value);
    series.missing =
        static_cast<std::uint64_t>(std::ranges::count_if(series.value, [](double v) { return std::isnan(v); }));
}

void TelemetrySink::reportUnused(Problems& problems) const
{
    std::set<std::string> empty;
    for (const MetricSeries& series : m_series)
        if (series.missing == series.value.size())
            empty.insert(series.label);
    if (!empty.empty())
        problems.push_back({Severity::Info,
                            "no-values",
                            fmt::format("never measured: {}", joined({empty.begin(), empty.end()}, empty.size())),
                            {},
                            m_file});
    if (m_unknownCount > 0)
        problems.push_back({Severity::Info,
                            "unknown-metric",
                            fmt::format("not used: {}", joined({m_unknown.begin(), m_unknown.end()}, m_unknownCount)),
                            {},
                            m_file});
}

/// The series are handed over as they lie: a scrape may have millions, so that a second copy would be felt.
void TelemetrySink::deliver(std::vector<MetricSeries>& out)
{
    std::vector<std::pair<std::size_t, MetricSeries>> rates;  // behind which series
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        MetricSeries& series = m_series[i];
        if (series.missing == series.value.size())
            continue;
        order(series);
        if (series.kind == SeriesKind::Counter && series.value.size() > 1) {
            rates.emplace_back(kept, toRate(series, metricAt(i).scale));
            series.resets = rates.back().second.resets;
        }
        if (kept != i)
            m_series[kept] = std::move(series);
        ++kept;
    }
    m_series.resize(kept);
    m_index = {};
    if (rates.empty() && out.empty()) {
        out = std::move(m_series);
        return;
    }
    out.reserve(out.size() + kept + rates.size());
    auto rate = rates.begin();
    for (std::size_t i = 0; i < kept; ++i) {
        out.push_back(std::move(m_series[i]));
        if (rate != rates.end() && rate->first == i)
            out.push_back(std::move((rate++)->second));
    }
}

Status TelemetrySink::finish(FileContent& content)
{
    Problems& problems = content.source.problems;
    std::vector<MetricSeries>& out = content.telemetry.series;
    const std::size_t before = out.size();
    reportUnused(problems);
    std::ranges::move(m_kept, std::back_inserter(problems));
    deliver(out);
    for (const auto& [code, remark] : m_remarks)
        problems.push_back(
            {remark.severity, code,
             remark.count > 1 ? fmt::format("{} ({} times)", remark.message, remark.count) : remark.message,
             remark.line > 0 ? fmt::format("line {}", remark.line) : std::string(), m_file});
    const bool nothing = out.size() == before && m_events.empty();
    std::ranges::move(m_events, std::back_inserter(content.telemetry.events));
    if (nothing)
        return fail(ErrorCode::NothingUsable, "no value that is understood", m_file);
    return {};
}

}  // namespace headwater::telemetry
