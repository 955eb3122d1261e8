// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/NvidiaDmon.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr Ns kDay = 86'400'000'000'000;

/// Words of a "#" line without the "#", which may stick to the first word ("#Date").
std::vector<std::string_view> headerWords(std::string_view line)
{
    return text::words(line.substr(1));
}

bool isHeader(const std::vector<std::string_view>& words)
{
    return std::ranges::find(words, "gpu") != words.end() && words.size() > 1;
}

bool isUnits(const std::vector<std::string_view>& words)
{
    return std::ranges::find(words, "Idx") != words.end();
}

bool isFixed(std::string_view label)
{
    return label == "gpu" || label == "pid" || label == "type" || label == "command" || label == "Date" ||
           label == "Time";
}

/// pmon's columns are about one process, not about the GPU.
void forProcess(Metric& metric)
{
    if (metric.name.starts_with("gpu."))
        metric.name.insert(4, "process.");
}

}  // namespace

void NvidiaDmon::line(std::string_view line, std::uint64_t number)
{
    line = text::trim(line);
    if (line.empty())
        return;
    if (line.front() == '#') {
        const auto words = headerWords(line);
        if (isHeader(words))
            header(words);
        else if (isUnits(words))
            units(words);
        return;
    }
    if (m_columns.empty())
        m_sink.note(Severity::Warning, "no-header", "rows before the first header are left out", number);
    else
        data(text::words(line), number);
}

void NvidiaDmon::header(const std::vector<std::string_view>& words)
{
    const bool same = std::ranges::equal(words, m_columns, {}, {}, &Column::label);
    if (same)
        return;
    m_columns.clear();
    m_series.clear();
    const bool processes = std::ranges::find(words, "pid") != words.end();
    for (const std::string_view word : words) {
        Column column{std::string(word), std::nullopt, std::nullopt};
        if (!isFixed(word))
            column.metric = findMetric(Vocabulary::NvidiaDmon, word);
        if (!isFixed(word) && !column.metric)
            m_sink.unknown(word);
        if (column.metric && processes)
            forProcess(*column.metric);
        m_columns.push_back(std::move(column));
    }
}

void NvidiaDmon::units(const std::vector<std::string_view>& words)
{
    if (words.size() != m_columns.size())
        return;
    for (std::size_t i = 0; i < words.size(); ++i) {
        // Megabytes are MiB in this tool, which the table knows; "errs", "bool" and "#" are no units.
        const auto unit = words[i].starts_with("MB") ? std::nullopt : findUnit(words[i]);
        const auto& metric = m_columns[i].metric;
        m_columns[i].unit = metric && unit && unit->unit == metric->unit ? unit : std::nullopt;
        if (metric && unit && unit->unit != metric->unit)
            m_sink.note(Severity::Warning, "unit-unclear",
                        fmt::format("column {} is said to be in {}, which is not a unit of {}", m_columns[i].label,
                                    words[i], metric->name));
    }
}

std::size_t NvidiaDmon::find(std::string_view label) const
{
    const auto found = std::ranges::find(m_columns, label, &Column::label);
    return found == m_columns.end() ? kNowhere : static_cast<std::size_t>(found - m_columns.begin());
}

/// Time of a day without its date: counted from the first row on, with the days that midnight adds.
Ns NvidiaDmon::sinceStart(Ns ofDay)
{
    if (!m_firstClock)
        m_firstClock = m_lastClock = ofDay;
    if (ofDay + kDay / 2 < m_lastClock)
        m_days += kDay;
    m_lastClock = ofDay;
    m_sink.note(Severity::Info, "no-date",
                "times without a date count from the first row (dmon -o DT writes the date)");
    return ofDay + m_days - *m_firstClock;
}

/// Rows without any time: one sweep over the GPUs a second.
Ns NvidiaDmon::rowTime(std::string_view gpu)
{
    const std::int64_t index = text::integer(gpu).value_or(0);
    m_sweep += index <= m_lastGpu ? 1 : 0;
    m_lastGpu = index;
    m_sink.note(Severity::Info, "no-clock",
                "no times: one second between samples is assumed (nvidia-smi dmon -o DT writes them)");
    return m_sweep * kAssumedPeriod;
}

bool NvidiaDmon::settleTime(const std::vector<std::string_view>& words, ClockKind& clock, Ns& time)
{
    const std::size_t date = find("Date");
    const std::size_t hour = find("Time");
    if (hour == kNowhere) {
        clock = ClockKind::Order;
        time = rowTime(words[find("gpu")]);
        return true;
    }
    std::size_t length = 0;
    if (date != kNowhere) {
        const auto stamp = readDateTime(fmt::format("{} {}", words[date], words[hour]));
        clock = ClockKind::LocalTime;
        time = stamp ? stamp->time : 0;
        return stamp.has_value();
    }
    const auto ofDay = readClock(words[hour], length);
    clock = ClockKind::Relative;
    time = ofDay ? sinceStart(*ofDay) : 0;
    return ofDay.has_value();
}

void NvidiaDmon::data(const std::vector<std::string_view>& words, std::uint64_t number)
{
    // A command may hold blanks; nothing comes after it.
    const bool named = m_columns.back().label == "command";
    if (words.size() != m_columns.size() && !(named && words.size() > m_columns.size())) {
        m_sink.note(Severity::Warning, "ragged-row", "a row with another number of cells than columns is left out",
                    number);
        return;
    }
    SeriesOwner owner;
    Ns time = 0;
    if (!text::integer(words[find("gpu")]) || !settleTime(words, owner.clock, time)) {
        m_sink.note(Severity::Warning, "malformed-line", "a row that is no sample is left out", number);
        return;
    }
    ++m_rows;
    owner.device = fmt::format("gpu {}", words[find("gpu")]);
    if (const std::size_t pid = find("pid"); pid != kNowhere) {
        if (saysMissing(words[pid]))
            return;
        owner.device += fmt::format(" pid {}", words[pid]);
    }
    auto& series = m_series[owner.device];
    series.resize(m_columns.size(), kNowhere);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (!m_columns[i].metric)
            continue;
        if (series[i] == kNowhere)
            series[i] = m_sink.series(*m_columns[i].metric, m_columns[i].label, owner);
        m_sink.addCell(series[i], time, words[i], m_columns[i].unit, number);
    }
}

std::optional<std::string> recogniseNvidiaDmon(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = text::trim(text::takeLine(text));
        if (line.empty())
            continue;
        if (line.front() != '#')
            return std::nullopt;
        const auto words = headerWords(line);
        if (!isHeader(words))
            continue;
        const bool processes = std::ranges::find(words, "pid") != words.end();
        const bool known = std::ranges::any_of(
            words, [](std::string_view word) { return findMetric(Vocabulary::NvidiaDmon, word).has_value(); });
        return known ? std::optional<std::string>(processes ? "pmon" : "dmon") : std::nullopt;
    }
    return std::nullopt;
}

Status readNvidiaDmon(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    NvidiaDmon dmon(sink);
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        dmon.line(line, number);
        return true;
    });
    if (!lines)
        return tl::unexpected(lines.error());
    content.source.events = dmon.rows();
    return sink.finish(content);
}

}  // namespace headwater::telemetry
