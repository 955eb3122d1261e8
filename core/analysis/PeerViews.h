// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/DeviceTimes.h"
#include "core/trace/Trace.h"

namespace headwater {

/// A rank's device time by other tools' definitions, so that their numbers can be compared with ours; nothing where
/// there is no activity to speak of. `linkedOnly` leaves out what has no launch in the trace from the first view (the
/// tool's own default); the second one has its own rule.
[[nodiscard]] PeerViews peerViews(const Trace& trace, bool linkedOnly);

}  // namespace headwater
