// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace headwater {

/// Time in integer nanoseconds; epoch or span by context. All arithmetic on time in core/ is exact.
using Ns = std::int64_t;

/// "25.2 ms", "1.06 s", "700 µs", "−2.4 ms": three to four significant digits and the unit that fits.
[[nodiscard]] std::string formatDuration(Ns value);

/// Like formatDuration with an explicit sign, for deltas: "+16.6 ms".
[[nodiscard]] std::string formatDelta(Ns value);

/// "+66 %", "−2.4 %"; two significant digits, from 0.05 → "+5.0 %"; above ten times the factor: "×87".
[[nodiscard]] std::string formatRatio(double ratio);

}  // namespace headwater
