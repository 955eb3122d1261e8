// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/run/Run.h"

namespace headwater {

/// ns east of UTC of "UTC", "Z", "+02:00", "-0530", "+9"; nothing for anything else, also for names such as
/// Europe/Berlin, whose offset depends on the date, and beyond 14 h.
[[nodiscard]] std::optional<Ns> zoneFromText(std::string_view text);

/// ns east of UTC that the user names for the times of a file; nothing where they name none.
using ZoneOfFile = std::function<std::optional<Ns>(const std::string& file)>;

/// Turns the local times of logs and telemetry into Epoch times by the zones that the user names, and marks them as
/// assumed. Times that carry a zone, count from their own start or only have an order stay as they are.
void placeLocalTimes(Run& run, const ZoneOfFile& zoneOf);

}  // namespace headwater
