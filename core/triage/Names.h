// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/triage/Verdict.h"

namespace headwater {

/// The spelling of each enumeration in CONTRACT's JSON and command line: one table for every printer and parser.
[[nodiscard]] std::string_view nameOf(Outcome value);
[[nodiscard]] std::string_view nameOf(EvidenceLevel value);
[[nodiscard]] std::string_view nameOf(StageState value);
[[nodiscard]] std::string_view nameOf(Scope value);
[[nodiscard]] std::string_view nameOf(Kind value);
[[nodiscard]] std::string_view nameOf(LayerId value);
[[nodiscard]] std::string_view nameOf(LayerStatus value);
[[nodiscard]] std::string_view nameOf(FindingSeverity value);
[[nodiscard]] std::string_view nameOf(Provenance value);
[[nodiscard]] std::string_view nameOf(Statistic value);
[[nodiscard]] std::string_view nameOf(AcrossRanks value);
[[nodiscard]] std::string_view nameOf(Measure value);
[[nodiscard]] std::string_view nameOf(ComparabilityStatus value);
[[nodiscard]] std::string_view nameOf(StepStatus value);
[[nodiscard]] std::string_view nameOf(Severity value);
[[nodiscard]] std::string_view nameOf(CallChangeKind value);

/// The value of such a spelling; nothing for any other word.
[[nodiscard]] std::optional<Statistic> statisticFromName(std::string_view name);
[[nodiscard]] std::optional<AcrossRanks> acrossRanksFromName(std::string_view name);
[[nodiscard]] std::optional<Measure> measureFromName(std::string_view name);

}  // namespace headwater
