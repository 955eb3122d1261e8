// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "widgets/timeline/CauseTable.h"
#include "widgets/timeline/TimelineState.h"

namespace headwater {

/// What the inspector says of one gap, or of one slice; all names are made safe to show as plain text.
struct GapFacts {
    QString title;                       ///< "59.6 ms · rank 0 · step 7"
    QString place;                       ///< where it lies, and whether a step ends inside it
    std::vector<CauseTable::Row> split;  ///< the causes that have time, in order, and their sum; empty for a slice
    QStringList around;                  ///< what ran before, on the host meanwhile, on the device, and after
};

[[nodiscard]] GapFacts factsOf(const TimelineData& data, const TimelinePick& pick);

/// p50 of each cause over the steps and ranks of both runs, in one unit; causes without time in both are left out.
/// There is no sum: medians do not add up.
[[nodiscard]] std::vector<CauseTable::Row> typicalRows(const TimelineData& data, QString* unit);

}  // namespace headwater
