// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace headwater {

/// What a PCIe link of a generation (1…6) and a number of lanes can carry in one direction, GB/s (METHODS 6.3: GT/s
/// times lanes, 8b/10b coding for 1 and 2, 128b/130b for 3 to 5, none taken off for 6). Nothing for other generations
/// or no lanes.
[[nodiscard]] std::optional<double> pcieGigabytesPerSecond(int generation, int lanes);

/// Replays a minute that a link may have at a bit error rate of 1e-12 (METHODS 6.3, DCGM): ⌈GT/s · 10⁻³ · 60 · lanes⌉.
[[nodiscard]] std::optional<int> pcieReplaysPerMinute(int generation, int lanes);

}  // namespace headwater
