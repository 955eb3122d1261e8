// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/ingest/telemetry/MetricTable.h"

namespace headwater::telemetry {

/// A unit as people write it: "MiB" is 1048576 B, "%" is 0.01 of 1, "MHz" is 1e6 Hz.
struct Unit {
    std::string_view unit;
    double scale = 1;
};

/// Nothing for a unit that is not known. "MB" and "MB/s" are decimal here; tools that mean MiB say so in the table.
[[nodiscard]] std::optional<Unit> findUnit(std::string_view text);

enum class CellState {
    Value,
    Missing,    ///< N/A in any of its spellings, or nothing at all
    Malformed,  ///< neither a number nor a way to say that there is none
    WrongUnit,  ///< a unit that this metric cannot have, or no unit where one is needed
};

struct Cell {
    CellState state = CellState::Missing;
    double value = 0;            ///< in the metric's unit
    bool againstHeader = false;  ///< the cell names another unit than the header does; the cell's counts
};

/// Reads "2771 MiB", "38 %", "Not Active", "P0", "0x0000000000000001", "16x", "[N/A]" as a value of `metric`. A unit in
/// the cell wins over `headerUnit`, which wins over the one the tool is known for.
[[nodiscard]] Cell readCell(std::string_view text, const Metric& metric, std::optional<Unit> headerUnit = {});

/// Whether the text says that there is no value.
[[nodiscard]] bool saysMissing(std::string_view text);

}  // namespace headwater::telemetry
