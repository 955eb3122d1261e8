// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "core/triage/Verdict.h"

namespace headwater {

/// What a bar is split into, from the ground up.
enum class BarPart { Compute, Transfer, Copy, Idle };
constexpr std::size_t kBarParts = 4;

/// One stage in both runs, ready to be drawn. Sides are indexed by Side.
struct StageBar {
    int index = 0;
    QString name;
    QString shortName;                           ///< without what all names begin with, for where room is scarce
    std::array<std::optional<double>, 2> value;  ///< ns; nothing: no data, which is not zero
    std::array<std::array<double, kBarParts>, 2> parts{};  ///< ns, as barParts() knows them; zero: unknown
    double delta = 0;
    StageState state = StageState::NotRegressed;
    bool downstream = false;

    [[nodiscard]] bool hasParts(Side side) const;
};

/// What stands in place of a change that cannot be given: the stage is new or missing, or a side has no sample of it.
[[nodiscard]] QString absenceText(const StageBar& bar);

struct StageBarData {
    std::vector<StageBar> bars;
    int first = -1;               ///< position in `bars`
    bool firstConfirmed = false;  ///< false: first by the course rule alone
    double firstDelta = 0;        ///< ns by which it is said to have regressed: of its slow ranks, where only they did
    QString firstRanks;           ///< these ranks: "6", "4–7"; empty: all
    int slowest = -1;
    QString statistic;  ///< "p50"
    QString partsNote;  ///< what the parts are, and which bars have none

    [[nodiscard]] bool hasParts() const;  ///< of any bar
    [[nodiscard]] double largest() const;
};

[[nodiscard]] StageBarData stageBarData(const Verdict& verdict);

/// Position of the stage that the picture marks as first, and whether it is confirmed; −1: none.
struct FirstMark {
    int position = -1;
    bool confirmed = false;
};
[[nodiscard]] FirstMark firstMark(const Verdict& verdict);
[[nodiscard]] int positionOf(const Verdict& verdict, int stageIndex);
[[nodiscard]] int positionOf(const Verdict& verdict, std::string_view stage);

[[nodiscard]] QString partName(BarPart part);
/// "baseline 25.2 ms, current 41.7 ms, +16.6 ms".
[[nodiscard]] QString describeValues(const StageBar& bar);
/// "regressed", "downstream of the first" and, where wanted, one entry of parts a side.
[[nodiscard]] QStringList describeState(const StageBar& bar, bool withParts);
/// "forward: baseline 25.2 ms, current 41.7 ms, +16.6 ms, regressed": tool tip and accessible text.
[[nodiscard]] QString describeBar(const StageBar& bar, bool withParts);

}  // namespace headwater
