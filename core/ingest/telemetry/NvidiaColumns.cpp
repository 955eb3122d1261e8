// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/NvidiaColumns.h"

#include <algorithm>
#include <array>

#include "core/base/Lowered.h"
#include "core/ingest/Lines.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

using Role = NvidiaColumn::Role;

struct NamedRole {
    std::string_view name;
    Role role;
};

constexpr auto kRoles = std::to_array<NamedRole>({
    {"timestamp", Role::Time},
    {"time", Role::Time},
    {"index", Role::Index},
    {"gpu_index", Role::Index},
    {"uuid", Role::Uuid},
    {"gpu_uuid", Role::Uuid},
    {"pci.bus_id", Role::BusId},
    {"gpu_bus_id", Role::BusId},
    {"name", Role::Name},
    {"gpu_name", Role::Name},
    {"hostname", Role::Host},
    {"driver_version", Role::Driver},
    {"pid", Role::Pid},
});

void replaceStart(std::string& text, std::string_view from, std::string_view to)
{
    if (text.starts_with(from))
        text.replace(0, from.size(), to);
}

/// One spelling for columns that were renamed or have a short form.
std::string canonical(std::string label)
{
    replaceStart(label, "clocks_throttle_reasons", "clocks_event_reasons");
    replaceStart(label, "clocks.current.", "clocks.");
    for (const std::string_view start : {"clocks.", "clocks.max.", "clocks.applications."}) {
        if (label == std::string(start) + "gr")
            return std::string(start) + "graphics";
        if (label == std::string(start) + "mem")
            return std::string(start) + "memory";
    }
    return label;
}

bool isOwnWord(const std::string& canonicalLabel, const Metric& metric)
{
    return metric.scale == 0 || canonicalLabel == "temperature" || canonicalLabel == "gpu.temperature";
}

bool looksLikeBusId(std::string_view text)
{
    return text.size() == 16 && text[8] == ':' && text[11] == ':' && text[14] == '.';
}

bool hasUnit(std::string_view cell, std::string_view unit)
{
    return cell.size() > unit.size() && cell.ends_with(unit) &&
           text::number(text::trim(cell.substr(0, cell.size() - unit.size())));
}

/// What a cell can only be, whatever its column.
Role roleByContent(const std::string& cell)
{
    if (readDateTime(cell))
        return Role::Time;
    if (cell.starts_with("GPU-") && cell.size() > 12)
        return Role::Uuid;
    return looksLikeBusId(cell) ? Role::BusId : Role::Unused;
}

/// The metric that a unit stands for where only one column has it.
constexpr auto kByUnit = std::to_array<std::pair<std::string_view, std::string_view>>({
    {" %", "utilization.gpu"},
    {" W", "power.draw"},
    {" MiB", "memory.used"},
});

}  // namespace

NvidiaColumn readNvidiaColumn(std::string_view field)
{
    NvidiaColumn column;
    const std::size_t bracket = field.find('[');
    column.label = text::trim(field.substr(0, bracket));
    if (bracket != std::string_view::npos && field.ends_with(']')) {
        column.unit = findUnit(text::trim(field.substr(bracket + 1, field.size() - bracket - 2)));
        column.unknownUnit = !column.unit;
    }
    const std::string label = canonical(lowered(column.label));
    for (const NamedRole& row : kRoles)
        if (row.name == label)
            column.role = row.role;
    if (column.role != Role::Unused)
        return column;
    auto metric = findMetric(Vocabulary::NvidiaSmi, label);
    std::string found = label;
    if (!metric) {
        std::ranges::replace(found, '_', '.');
        metric = findMetric(Vocabulary::NvidiaSmi, found);
    }
    if (!metric)
        return column;
    column.role = Role::Metric;
    column.ownWord = found != label || isOwnWord(found, *metric);
    column.metric = std::move(*metric);
    // Another tool's "memory_used" may be in any unit.
    if (column.ownWord && column.metric.unit != "degC")
        column.metric.scale = 0;
    return column;
}

std::vector<std::string> splitNvidiaLine(std::string_view line, bool& brokenQuotes)
{
    brokenQuotes = std::ranges::count(line, '"') % 2 != 0;
    if (!brokenQuotes)
        return splitCsv(line);
    std::string bare(line);
    std::erase(bare, '"');
    return splitCsv(bare);
}

std::optional<std::vector<NvidiaColumn>> readNvidiaHeader(std::string_view line)
{
    const std::size_t firstEnd = std::min(line.find(','), line.size());
    if (readNvidiaColumn(text::trim(line.substr(0, firstEnd))).role == Role::Unused)
        return std::nullopt;
    bool broken = false;
    std::vector<NvidiaColumn> columns;
    std::size_t known = 0;
    std::size_t official = 0;
    std::size_t own = 0;
    bool timed = false;
    for (const std::string& field : splitNvidiaLine(line, broken)) {
        columns.push_back(readNvidiaColumn(field));
        const NvidiaColumn& column = columns.back();
        known += column.role != Role::Unused ? 1 : 0;
        timed = timed || column.role == Role::Time;
        if (column.role == Role::Metric)
            ++(column.ownWord ? own : official);
    }
    // "temperature" and the like occur in other people's tables too: they count only beside a time and each other.
    const bool metrics = official > 0 || (timed && own > 1);
    return metrics && known > 1 ? std::optional(std::move(columns)) : std::nullopt;
}

std::optional<std::vector<NvidiaColumn>> guessNvidiaColumns(const std::vector<std::string>& row)
{
    std::vector<NvidiaColumn> columns(row.size());
    std::vector<std::size_t> whole;
    for (std::size_t i = 0; i < row.size(); ++i) {
        columns[i].label = "column " + std::to_string(i + 1);
        columns[i].role = roleByContent(row[i]);
        if (text::integer(row[i]))
            whole.push_back(i);
    }
    const bool identified = std::ranges::any_of(columns, [](const auto& c) { return c.role != Role::Unused; });
    // The first row of a sweep is GPU 0, so a lone whole number that is 0 there is the index.
    if (whole.size() == 1 && row[whole.front()] == "0")
        columns[whole.front()].role = Role::Index;
    bool metrics = false;
    for (const auto& [unit, label] : kByUnit) {
        const auto has = [&unit = unit](const std::string& cell) { return hasUnit(cell, unit); };
        if (std::ranges::count_if(row, has) != 1)
            continue;
        columns[static_cast<std::size_t>(std::ranges::find_if(row, has) - row.begin())] = readNvidiaColumn(label);
        metrics = true;
    }
    return metrics && identified ? std::optional(std::move(columns)) : std::nullopt;
}

std::optional<std::string> recogniseNvidiaCsv(std::string_view text)
{
    const std::string_view line = text::firstDataLine(text);
    if (line.find(',') == std::string_view::npos || line.front() == '{' || line.front() == '[')
        return std::nullopt;
    if (const auto header = readNvidiaHeader(line)) {
        const bool processes = std::ranges::any_of(*header, [](const auto& c) { return c.role == Role::Pid; });
        return processes ? "compute-apps" : "";
    }
    bool broken = false;
    const auto cells = splitNvidiaLine(line, broken);
    if (!readDateTime(cells.front()) && !cells.front().starts_with("GPU-"))
        return std::nullopt;
    const bool nvidia = std::ranges::any_of(cells, [](const std::string& cell) {
        return cell.starts_with("NVIDIA ") || cell.starts_with("Tesla ") || cell.starts_with("GPU-") ||
               looksLikeBusId(cell) || hasUnit(cell, " MiB") || hasUnit(cell, " %") || hasUnit(cell, " W") ||
               hasUnit(cell, " MHz");
    });
    return nvidia ? std::optional<std::string>("no header") : std::nullopt;
}

}  // namespace headwater::telemetry
