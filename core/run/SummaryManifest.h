// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/run/SummaryCodec.h"

namespace headwater {

/// The manifest that the first line of a rank summary holds, "KEY": [value, source, position]. Throws
/// nlohmann::json::exception where it is not of this form.
[[nodiscard]] CarriedManifest carriedManifest(const nlohmann::json& header);

/// What of a run's manifest a summary of one of its ranks carries: everything but what is said of another rank or,
/// where the rank's host is known, of another host ("role.7", "rack.node02"), so that ten thousand summaries do not
/// each carry ten thousand roles.
[[nodiscard]] Manifest manifestFor(const Trace& trace, const Manifest& ofRun);

}  // namespace headwater
