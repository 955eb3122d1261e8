// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/NvidiaCsv.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/ingest/telemetry/LineFile.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

using Role = NvidiaColumn::Role;
constexpr std::size_t kUnused = static_cast<std::size_t>(-1);
constexpr std::size_t kNames = 16;  ///< distinct GPU names that are worth keeping

bool isIdentity(const NvidiaColumn& column)
{
    return column.role == Role::Index || column.role == Role::Uuid || column.role == Role::BusId;
}

/// A number that stands alone where the column's earlier cells had units: the end of the line is missing.
bool lostUnit(const NvidiaColumn& column, std::string_view cell)
{
    return column.cellsHaveUnits && text::number(cell).has_value();
}

}  // namespace

void NvidiaCsv::line(std::string_view line, std::uint64_t number)
{
    line = text::trim(line);
    if (line.empty() || line.front() == '#' || line == m_headerText)
        return;
    if (auto columns = readNvidiaHeader(line)) {
        m_headerText = line;
        header(std::move(*columns), number);
        return;
    }
    bool broken = false;
    auto cells = splitNvidiaLine(line, broken);
    if (broken)
        m_sink.note(Severity::Info, "broken-quotes",
                    "quotes that do not pair up are ignored; each line counts as a row", number);
    if (m_headers.empty() && !m_unknown)
        guessHeader(cells, number);
    if (!m_headers.empty())
        data(std::move(cells), number);
}

void NvidiaCsv::guessHeader(const std::vector<std::string>& cells, std::uint64_t number)
{
    auto guessed = guessNvidiaColumns(cells);
    m_unknown = !guessed;
    if (!guessed)
        return;
    std::string told;
    for (std::size_t i = 0; i < guessed->size(); ++i)
        if ((*guessed)[i].role == Role::Metric)
            told += fmt::format("{}column {} = {}", told.empty() ? "" : ", ", i + 1, (*guessed)[i].label);
    m_sink.note(Severity::Warning, "columns-inferred",
                fmt::format("no header: {} (inferred from the units); put the list given to --query-gpu on the first "
                            "line to use every column",
                            told),
                number);
    header(std::move(*guessed), number);
}

void NvidiaCsv::header(std::vector<NvidiaColumn> columns, std::uint64_t number)
{
    for (const NvidiaColumn& column : columns) {
        if (column.role == Role::Unused)
            m_sink.unknown(column.label);
        if (column.role == Role::Metric && column.unknownUnit)
            m_sink.note(
                Severity::Warning, "unit-unknown",
                fmt::format("the unit of column {} is not known; the one nvidia-smi uses is assumed", column.label),
                number);
    }
    noteDoubled(columns, number);
    m_identified = std::ranges::any_of(columns, isIdentity);
    m_headers.push_back(std::move(columns));
    m_series.clear();
}

/// Their values come to lie in one series.
void NvidiaCsv::noteDoubled(const std::vector<NvidiaColumn>& columns, std::uint64_t number)
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < i && columns[i].role == Role::Metric; ++j)
            if (columns[j].role == Role::Metric && columns[i].metric.name == columns[j].metric.name &&
                columns[i].label == columns[j].label)
                m_sink.note(Severity::Warning, "doubled-column",
                            fmt::format("columns {} and {} are both {}; their values are merged", j + 1, i + 1,
                                        columns[i].label),
                            number);
}

/// A row that lacks cells where the file ends was being written.
void NvidiaCsv::noteCut(std::uint64_t lines)
{
    if (m_short.first == lines && !m_headers.empty() && m_short.second < m_headers.back().size())
        m_sink.keep({{Severity::Warning, "truncated",
                      fmt::format("the file ends within a row, after {} of its {} cells; the rows before are used",
                                  m_short.second, m_headers.back().size()),
                      fmt::format("line {}", lines), m_sink.file()}});
}

void NvidiaCsv::data(std::vector<std::string> cells, std::uint64_t number)
{
    Row row;
    row.line = number;
    row.columns = m_headers.size() - 1;
    row.cells = std::move(cells);
    if (row.cells.size() != m_headers.back().size()) {
        m_short = {number, row.cells.size()};
        m_sink.note(
            Severity::Warning, "ragged-row",
            fmt::format("a row of {} cells under {} columns is left out", row.cells.size(), m_headers.back().size()),
            number);
        return;
    }
    if (!settleTime(row))
        return;
    ++m_rows;
    manifestFacts(row);
    if (!m_identified) {
        m_unidentified.push_back(std::move(row));
        return;
    }
    SeriesOwner owner = ownerOf(row);
    if (row.clock == ClockKind::Order)
        row.time = m_order[owner.device]++ * kAssumedPeriod;
    store(row, owner);
}

bool NvidiaCsv::settleTime(Row& row)
{
    const auto& columns = m_headers[row.columns];
    const auto column = std::ranges::find(columns, Role::Time, &NvidiaColumn::role);
    if (column == columns.end()) {
        row.clock = ClockKind::Order;
        m_sink.note(Severity::Info, "no-clock", "no column \"timestamp\": one second between rows is assumed");
        return true;
    }
    const std::string& text = row.cells[static_cast<std::size_t>(column - columns.begin())];
    auto stamp = readDateTime(text);
    if (!stamp)
        stamp = readEpoch(text);
    if (!stamp) {
        m_sink.note(Severity::Warning, "bad-time",
                    fmt::format("\"{}\" is no time that is understood; the row is left out", text.substr(0, 40)),
                    row.line);
        return false;
    }
    row.time = stamp->time;
    row.clock = stamp->clock;
    return true;
}

/// A bare number of a quantity that other tools, or other versions, print in other units.
bool NvidiaCsv::assumesUnit(const NvidiaColumn& column, std::string_view cell)
{
    const std::string_view unit = column.metric.unit;
    const bool scaled = unit == "B" || unit == "W" || unit == "Hz" || unit == "J";
    return scaled && !column.unit && !column.unknownUnit && column.metric.kind != SeriesKind::State &&
           text::number(text::trim(cell)).has_value();
}

SeriesOwner NvidiaCsv::ownerOf(const Row& row) const
{
    SeriesOwner owner;
    owner.clock = row.clock;
    std::string index, uuid, bus, pid;
    const auto& columns = m_headers[row.columns];
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string& cell = row.cells[i];
        if (saysMissing(cell))
            continue;
        switch (columns[i].role) {
        case Role::Index: index = cell; break;
        case Role::Uuid: uuid = cell; break;
        case Role::BusId: bus = cell; break;
        case Role::Pid: pid = cell; break;
        case Role::Host: owner.host = cell; break;
        default: break;
        }
    }
    for (const std::string& name : {index, bus, uuid})
        if (!name.empty() && owner.device.empty())
            owner.device = "gpu " + name;
    if (!pid.empty())
        owner.device += " pid " + pid;
    return owner;
}

void NvidiaCsv::store(const Row& row, const SeriesOwner& owner)
{
    auto& columns = m_headers[row.columns];
    auto& series = m_series[fmt::format("{}\x1f{}\x1f{}\x1f{}", owner.host, owner.device, row.columns,
                                        static_cast<int>(owner.clock))];
    series.resize(columns.size(), kUnused);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        NvidiaColumn& column = columns[i];
        if (column.role != Role::Metric)
            continue;
        if (series[i] == kUnused)
            series[i] = m_sink.series(column.metric, column.label, owner);
        const std::string& cell = row.cells[i];
        if (lostUnit(column, cell)) {
            m_sink.note(
                Severity::Warning, "cut-value",
                fmt::format("\"{}\" has lost its unit: the line seems cut; the value is left out", cell.substr(0, 40)),
                row.line);
            m_sink.addCell(series[i], row.time, "N/A", row.line);
            continue;
        }
        if (assumesUnit(column, cell))
            m_sink.note(
                Severity::Warning, "unit-assumed",
                fmt::format("column {} does not say its unit; the one nvidia-smi uses is assumed", column.label),
                row.line);
        column.cellsHaveUnits = column.cellsHaveUnits || (!saysMissing(cell) && cell.find(' ') != std::string::npos &&
                                                          column.metric.kind != SeriesKind::State);
        m_sink.addCell(series[i], row.time, cell, column.unit, row.line);
    }
}

void NvidiaCsv::storeUnidentified()
{
    std::vector<Ns> times;
    for (const Row& row : m_unidentified)
        times.push_back(row.time);
    const bool timed = m_unidentified.front().clock != ClockKind::Order;
    const std::size_t devices = timed ? devicesPerSweep(times) : 0;
    if (devices > 1)
        m_sink.note(Severity::Warning, "device-assumed",
                    fmt::format("no column names the GPU: the {} rows of each sweep are taken as GPU 0 to {} (assumed)",
                                devices, devices - 1),
                    m_unidentified.front().line);
    else
        m_sink.note(Severity::Warning, "device-unknown", "no column names the GPU; add \"index\" to --query-gpu",
                    m_unidentified.front().line);
    std::size_t inSweep = 0;
    for (std::size_t i = 0; i < m_unidentified.size(); ++i) {
        Row& row = m_unidentified[i];
        SeriesOwner owner = ownerOf(row);
        if (devices > 1)
            owner.device = fmt::format("gpu {}", inSweep % devices);
        ++inSweep;
        if (!timed)
            row.time = static_cast<Ns>(i) * kAssumedPeriod;
        store(row, owner);
    }
    m_unidentified.clear();
}

void NvidiaCsv::manifestFacts(const Row& row)
{
    const auto& columns = m_headers[row.columns];
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool name = columns[i].role == Role::Name;
        if ((!name && columns[i].role != Role::Driver) || saysMissing(row.cells[i]))
            continue;
        auto& set = name ? m_names : m_drivers;
        if (set.size() < kNames)
            set.try_emplace(row.cells[i], row.line);
    }
}

void NvidiaCsv::finish(FileContent& content)
{
    if (!m_unidentified.empty())
        storeUnidentified();
    const auto put = [&](const char* key, const std::map<std::string, std::uint64_t>& values) {
        std::string joined;
        std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
        for (const auto& [value, line] : values) {
            joined += (joined.empty() ? "" : " | ") + value;
            first = std::min(first, line);
        }
        if (!joined.empty())
            content.manifest.try_emplace(key, ManifestValue{joined, m_sink.file(), fmt::format("line {}", first)});
    };
    put("gpu", m_names);
    put("driver", m_drivers);
}

Status readNvidiaCsv(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    TelemetrySink sink(path.string());
    NvidiaCsv csv(sink);
    const auto lines = readLines(path, job, sink, [&](std::string_view line, std::uint64_t number) {
        csv.line(line, number);
        return !csv.columnsUnknown();
    });
    if (!lines)
        return tl::unexpected(lines.error());
    if (csv.columnsUnknown())
        return fail(ErrorCode::NothingUsable, "a CSV of nvidia-smi without a header, whose columns cannot be told",
                    path.string(), "line 1", "put the list given to --query-gpu on the first line");
    csv.noteCut(*lines);
    csv.finish(content);
    content.source.events = csv.rows();
    return sink.finish(content);
}

}  // namespace headwater::telemetry
