// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/analysis/resources/ResourceSeverity.h"

namespace headwater {

/// What an XID of the NVIDIA driver means and how much it weighs (METHODS 6.2: NVIDIA's catalogue, DCGM's severities).
/// For 61 and 62 the catalogue's text is given, not DCGM's. A code that the table lacks is a warning.
struct XidMeaning {
    std::int64_t code = 0;
    ResourceSeverity severity = ResourceSeverity::Warning;
    std::string_view meaning;
};
[[nodiscard]] XidMeaning meaningOfXid(std::int64_t code);

}  // namespace headwater
