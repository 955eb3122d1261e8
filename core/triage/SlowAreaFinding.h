// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/SlowAreas.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// A switch, or a part of a host, all of whose ranks are slow; `before`: it was so in the baseline. The name stands as
/// the source of its evidence.
[[nodiscard]] Finding slowAreaFinding(const SlowArea& area, bool before);

/// For an area whose ranks are those of a host or rack that is named as slow itself: a sentence for that finding.
[[nodiscard]] Text orTheSwitch(const SlowArea& area);
/// And a note of its own, with what tells the two apart.
[[nodiscard]] Finding samePlaceFinding(const SlowArea& area, const SlowPlace& place);

}  // namespace headwater
