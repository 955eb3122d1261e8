// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/telemetry/Cell.h"

namespace headwater::telemetry {

/// What a column of `nvidia-smi --query-gpu --format=csv` is for.
struct NvidiaColumn {
    enum class Role { Unused, Time, Index, Uuid, BusId, Name, Host, Driver, Pid, Metric };

    std::string label;  ///< as spelt, without the unit
    Role role = Role::Unused;
    Metric metric;                ///< for Role::Metric
    std::optional<Unit> unit;     ///< of the header
    bool unknownUnit = false;     ///< the header names a unit that is not known
    bool ownWord = false;         ///< not nvidia-smi's word but one that scripts around it use
    bool cellsHaveUnits = false;  ///< seen so far
};

[[nodiscard]] NvidiaColumn readNvidiaColumn(std::string_view field);

/// Cells of one line. Quotes that do not pair up are dropped: some scripts quote across line ends, and each physical
/// line is a row all the same. `brokenQuotes` tells so.
[[nodiscard]] std::vector<std::string> splitNvidiaLine(std::string_view line, bool& brokenQuotes);

/// The columns of a header line, or nothing when the line is no header.
[[nodiscard]] std::optional<std::vector<NvidiaColumn>> readNvidiaHeader(std::string_view line);

/// The columns of a file without a header, as far as the first row tells them without doubt. At least a time or an
/// identity and one metric, else nothing.
[[nodiscard]] std::optional<std::vector<NvidiaColumn>> guessNvidiaColumns(const std::vector<std::string>& row);

/// Variant of the format when the text is such a CSV: "", "no header", "compute-apps".
[[nodiscard]] std::optional<std::string> recogniseNvidiaCsv(std::string_view text);

}  // namespace headwater::telemetry
