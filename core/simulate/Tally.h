// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/base/Duration.h"

namespace headwater {

/// What a rank has done since it began: totals that only grow, from which its counters and gauges follow.
struct Tally {
    Ns kernels = 0;      ///< time of compute kernels
    Ns collectives = 0;  ///< time of communication kernels, waiting included
    Ns hostBusy = 0;     ///< time the process' threads worked
    Ns reading = 0;      ///< time the storage worked for this rank's batches
    Ns starved = 0;      ///< time the training process waited for a batch
    Ns clockTime = 0;    ///< time, each part times the relative clock of the device then
    std::int64_t readBytes = 0;
    std::int64_t copiedBytes = 0;  ///< to the device
    std::int64_t sentBytes = 0;    ///< handed to collectives
    std::int64_t correctedErrors = 0;
    std::int64_t allocationRetries = 0;
};

inline constexpr std::array<std::int64_t Tally::*, 11> kTallyMembers{
    &Tally::kernels,   &Tally::collectives,     &Tally::hostBusy,         &Tally::reading,
    &Tally::starved,   &Tally::clockTime,       &Tally::readBytes,        &Tally::copiedBytes,
    &Tally::sentBytes, &Tally::correctedErrors, &Tally::allocationRetries};

}  // namespace headwater
