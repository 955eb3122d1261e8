// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/resources/ResourceSeverity.h"
#include "core/base/Text.h"

namespace headwater {

/// What an event of a kernel log, a counter or the end of a log means, and how much it weighs by itself.
struct EventMeaning {
    ResourceSeverity severity = ResourceSeverity::Info;
    Text meaning;
};

/// By TelemetryEvent::kind and code; `message` and `device` tell corrected from fatal errors and real from virtual
/// network interfaces. A kind that is not known is Info with its own name.
[[nodiscard]] EventMeaning meaningOfEvent(std::string_view kind, std::optional<std::int64_t> code,
                                          std::string_view message, std::string_view device);

}  // namespace headwater
