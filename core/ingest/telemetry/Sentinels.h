// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headwater::telemetry {

/// Whether a DCGM value is one of the numbers by which it says "blank", "not found", "not supported" or "no
/// permission".
[[nodiscard]] constexpr bool isDcgmSentinel(double value)
{
    // int64 0x7ffffffffffffff0 to f3 and their float form; as doubles the former are all 2^63.
    const bool int64 = value >= 9.2233720368547e18 && value <= 9.2233720368548e18;
    const bool float64 = value >= 140737488355328.0 && value <= 140737488355331.0;
    const bool int32 = value >= 2147483632.0 && value <= 2147483635.0;
    return int64 || float64 || int32;
}

}  // namespace headwater::telemetry
