// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"

namespace headwater {

/// What a device activity is, DESIGN section 4.
enum class ActivityClass : std::uint8_t { Compute, Comm, Memcpy, Memset };

/// Rules that class a kernel by its name, first match wins; what no rule names is compute, but counted as unclassified.
/// Only kernels are classed by name: the profiler itself says what is a memcpy or memset.
class Taxonomy {
public:
    struct Class {
        ActivityClass activity = ActivityClass::Compute;
        bool byRule = false;  ///< false: no rule matched
    };

    /// The rules shipped with the program (resources/taxonomy/kernels.json).
    [[nodiscard]] static const Taxonomy& builtIn();
    /// Rules from JSON text: {"rules": [{"class": "comm|compute|memcpy|memset", "pattern": ECMAScript regex}]}.
    [[nodiscard]] static Result<Taxonomy> fromJson(std::string_view json, const std::string& file);

    /// Class of a kernel name. A few µs: call once per distinct name.
    [[nodiscard]] Class classify(std::string_view kernelName) const;

private:
    struct Rule {
        ActivityClass activity;
        std::regex pattern;
    };
    std::vector<Rule> m_rules;
};

}  // namespace headwater
