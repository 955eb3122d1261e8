// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace headwater {

/// How much a fact about a resource weighs by itself.
enum class ResourceSeverity : std::uint8_t { None, Info, Warning, Failure };

/// What it weighs where the baseline has it too: it explains no difference between the runs.
[[nodiscard]] constexpr ResourceSeverity oneLower(ResourceSeverity severity)
{
    return severity == ResourceSeverity::Failure ? ResourceSeverity::Warning
           : severity == ResourceSeverity::None  ? ResourceSeverity::None
                                                 : ResourceSeverity::Info;
}

}  // namespace headwater
