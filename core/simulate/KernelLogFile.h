// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/simulate/JobModel.h"
#include "core/simulate/Records.h"

namespace headwater {

/// What the kernel of one host wrote, as `journalctl -k -o short-iso-precise` shows it: some usual lines from the time
/// before the job, and what faults of its devices make it say.
[[nodiscard]] std::string kernelLogText(const JobModel& model, const RunRecords& records, int host, Ns jobStart);

/// "2025-11-01T23:05:50.118402": a time in UTC, ns since 1970, to the microsecond.
[[nodiscard]] std::string isoTime(Ns time, char separator = 'T');

}  // namespace headwater
