// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/BubbleColumns.h"

namespace headwater {

namespace {

constexpr std::size_t kLatency = kBubbleCauses;
constexpr std::size_t kPeriodic = kBubbleCauses + 1;
constexpr std::size_t kOtherCopies = kBubbleCauses + 2;

}  // namespace

std::optional<Bubbles> BubbleColumns::at(std::size_t cell) const
{
    if (columns.front().at(cell) == kMissing)
        return std::nullopt;
    Bubbles out;
    for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
        out.byCause[cause] = columns[cause].at(cell);
    out.launchLatency = columns[kLatency].at(cell);
    out.periodic = columns[kPeriodic].at(cell);
    out.otherCopies = columns[kOtherCopies].at(cell);
    return out;
}

void BubbleColumns::set(std::size_t cell, const Bubbles& bubbles)
{
    for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
        columns[cause].set(cell, bubbles.byCause[cause]);
    columns[kLatency].set(cell, bubbles.launchLatency);
    columns[kPeriodic].set(cell, bubbles.periodic);
    columns[kOtherCopies].set(cell, bubbles.otherCopies);
}

}  // namespace headwater
