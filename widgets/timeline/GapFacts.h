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

/// What a step of both runs loses to each cause, mean over the compared steps and the ranks, each with its unit, and
/// the sum; causes without time in both are left out. The numbers of the bubbles page and of its finding.
[[nodiscard]] std::vector<CauseTable::Row> meanRows(const TimelineData& data);

}  // namespace headwater
