// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Names.h"

#include <array>

namespace headwater {

namespace {

/// Spellings in the order of the enumeration.
template <std::size_t N>
using Table = std::array<std::string_view, N>;

constexpr Table<6> kOutcomes{"regressed",    "improved",       "equivalent",
                             "inconclusive", "not_comparable", "insufficient_data"};
constexpr Table<2> kEvidenceLevels{"within_run", "across_runs"};
constexpr Table<9> kStageStates{"regressed", "not_regressed", "inconclusive", "improved",  "below_floor",
                                "new",       "missing",       "latent",       "cost_shift"};
constexpr Table<3> kScopes{"systemic", "localised", "both"};
constexpr Table<4> kKinds{"shift", "tail", "both", "rare"};
constexpr Table<4> kLayerIds{"correctness", "resources", "timeline", "stragglers"};
constexpr Table<4> kLayerStatuses{"pass", "warn", "fail", "no_data"};
constexpr Table<3> kFindingSeverities{"info", "warning", "failure"};
constexpr Table<4> kProvenances{"measured", "derived", "inferred", "assumed"};
constexpr Table<4> kStatisticNames{"p50", "mean", "p95", "p99"};
constexpr Table<3> kAcrossRanks{"median", "max", "mean"};
constexpr Table<4> kMeasures{"span", "host", "busy", "compute"};
constexpr Table<4> kComparabilities{"same", "comparable", "confounded", "not_comparable"};
constexpr Table<6> kStepStatuses{"ok", "partial", "unknown", "failed", "invalid", "absent"};
constexpr Table<3> kSeverities{"info", "warning", "error"};
constexpr Table<6> kCallChanges{"appeared", "vanished", "slower", "faster", "more_calls", "fewer_calls"};

template <std::size_t N, class Enum>
std::string_view look(const Table<N>& table, Enum value)
{
    const auto index = static_cast<std::size_t>(value);
    return index < N ? table[index] : std::string_view("unknown");
}

template <class Enum, std::size_t N>
std::optional<Enum> find(const Table<N>& table, std::string_view name)
{
    for (std::size_t i = 0; i < N; ++i)
        if (table[i] == name)
            return static_cast<Enum>(i);
    return std::nullopt;
}

}  // namespace

std::string_view nameOf(Outcome value)
{
    return look(kOutcomes, value);
}
std::string_view nameOf(EvidenceLevel value)
{
    return look(kEvidenceLevels, value);
}
std::string_view nameOf(StageState value)
{
    return look(kStageStates, value);
}
std::string_view nameOf(Scope value)
{
    return look(kScopes, value);
}
std::string_view nameOf(Kind value)
{
    return look(kKinds, value);
}
std::string_view nameOf(LayerId value)
{
    return look(kLayerIds, value);
}
std::string_view nameOf(LayerStatus value)
{
    return look(kLayerStatuses, value);
}
std::string_view nameOf(FindingSeverity value)
{
    return look(kFindingSeverities, value);
}
std::string_view nameOf(Provenance value)
{
    return look(kProvenances, value);
}
std::string_view nameOf(Statistic value)
{
    return look(kStatisticNames, value);
}
std::string_view nameOf(AcrossRanks value)
{
    return look(kAcrossRanks, value);
}
std::string_view nameOf(Measure value)
{
    return look(kMeasures, value);
}
std::string_view nameOf(ComparabilityStatus value)
{
    return look(kComparabilities, value);
}
std::string_view nameOf(StepStatus value)
{
    return look(kStepStatuses, value);
}
std::string_view nameOf(CallChangeKind value)
{
    return look(kCallChanges, value);
}
std::string_view nameOf(Severity value)
{
    return look(kSeverities, value);
}

std::optional<Statistic> statisticFromName(std::string_view name)
{
    return find<Statistic>(kStatisticNames, name);
}
std::optional<AcrossRanks> acrossRanksFromName(std::string_view name)
{
    return find<AcrossRanks>(kAcrossRanks, name);
}
std::optional<Measure> measureFromName(std::string_view name)
{
    return find<Measure>(kMeasures, name);
}

}  // namespace headwater
