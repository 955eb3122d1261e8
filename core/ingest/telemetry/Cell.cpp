// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/Cell.h"

#include <array>
#include <charconv>

#include "core/base/Lowered.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

struct NamedUnit {
    std::string_view text;
    Unit unit;
};

constexpr auto kUnits = std::to_array<NamedUnit>({
    {"%", {"1", 0.01}},
    {"W", {"W", 1}},
    {"mW", {"W", 1e-3}},
    {"J", {"J", 1}},
    {"mJ", {"J", 1e-3}},
    {"MHz", {"Hz", 1e6}},
    {"Mhz", {"Hz", 1e6}},
    {"GHz", {"Hz", 1e9}},
    {"Hz", {"Hz", 1}},
    {"B", {"B", 1}},
    {"KiB", {"B", 1024}},
    {"MiB", {"B", 1048576}},
    {"GiB", {"B", 1073741824}},
    {"KB", {"B", 1e3}},
    {"MB", {"B", 1e6}},
    {"GB", {"B", 1e9}},
    {"B/s", {"B/s", 1}},
    {"KB/s", {"B/s", 1e3}},
    {"MB/s", {"B/s", 1e6}},
    {"GB/s", {"B/s", 1e9}},
    {"C", {"degC", 1}},
    {"ns", {"s", 1e-9}},
    {"us", {"s", 1e-6}},
    {"ms", {"s", 1e-3}},
    {"s", {"s", 1}},
});

constexpr auto kMissing = std::to_array<std::string_view>({
    "n/a",
    "-",
    "not supported",
    "unknown error",
    "err!",
    "none",
    "requested functionality has been deprecated",
    "insufficient permissions",
    "gpu is lost",
    "gpu requires reset",
    "function not found",
    "nan",
});

std::optional<double> readState(std::string_view text)
{
    const std::string word = lowered(text);
    if (word == "active" || word == "yes" || word == "enabled" || word == "true")
        return 1.0;
    if (word == "not active" || word == "no" || word == "disabled" || word == "false")
        return 0.0;
    if (word.size() <= 3 && word.starts_with('p'))
        if (const auto level = text::integer(std::string_view(word).substr(1)))
            return static_cast<double>(*level);
    return std::nullopt;
}

/// Splits "2771 MiB", "100.00%", "16x" into the number and what follows.
std::pair<std::string_view, std::string_view> splitNumber(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X"))
        return {text, {}};
    std::size_t end = 0;
    double ignored = 0;
    const std::size_t begin = text.starts_with('+') ? 1 : 0;
    const auto result = std::from_chars(text.data() + begin, text.data() + text.size(), ignored);
    end = static_cast<std::size_t>(result.ptr - text.data());
    if (end == begin)
        return {text, {}};
    return {text.substr(0, end), text::trim(text.substr(end))};
}

}  // namespace

std::optional<Unit> findUnit(std::string_view text)
{
    for (const NamedUnit& row : kUnits)
        if (row.text == text)
            return row.unit;
    return std::nullopt;
}

bool saysMissing(std::string_view text)
{
    // Bracketed cells are how nvidia-smi says every kind of "no value".
    if (text.empty() || (text.front() == '[' && text.back() == ']'))
        return true;
    const std::string word = lowered(text);
    for (const std::string_view missing : kMissing)
        if (word == missing)
            return true;
    return false;
}

Cell readCell(std::string_view text, const Metric& metric, std::optional<Unit> headerUnit)
{
    text = text::trim(text);
    if (saysMissing(text))
        return {CellState::Missing, 0};
    if (metric.kind == SeriesKind::State)
        if (const auto state = readState(text))
            return {CellState::Value, *state};
    const auto [digits, suffix] = splitNumber(text);
    const auto value = text::number(digits);
    if (!value)
        return {CellState::Malformed, 0};
    const bool counted = suffix == "x" || suffix == "bank(s)";
    const std::optional<Unit> own = suffix.empty() || counted ? headerUnit : findUnit(suffix);
    if (!own && !suffix.empty() && !counted)
        return {CellState::WrongUnit, 0};
    if (own && own->unit != metric.unit)
        return {CellState::WrongUnit, 0};
    if (!own && metric.scale == 0)
        return {CellState::WrongUnit, 0};
    const bool against = own && headerUnit && !suffix.empty() && !counted &&
                         (own->unit != headerUnit->unit || own->scale != headerUnit->scale);
    return {CellState::Value, *value * (own ? own->scale : metric.scale), against};
}

}  // namespace headwater::telemetry
