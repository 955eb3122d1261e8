// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/analysis/resources/ResourceCheck.h"

namespace headwater {

/// A hit for each event of the current run of one of these kinds. The check has data where a kernel log was read, also
/// one without any such line.
void checkEvents(const ResourcePair& pair, std::initializer_list<std::string_view> kinds, ResourceFindings& findings);

/// A counter of errors that may happen now and then.
struct ErrorRate {
    std::string_view text;  ///< "corrected memory errors"
    double perMinute = 0;   ///< below which they are left alone
    ResourceSeverity severity = ResourceSeverity::Warning;
    bool factor = true;  ///< only where it is Policy::errorFactor times the baseline's rate
};

/// A hit on each device whose counter grew faster than `rate` allows and than the baseline's times the factor. Resets
/// are gaps. Where the baseline has the same rate, nothing.
void checkRate(const ResourcePair& pair, std::string_view metric, const ErrorRate& rate, ResourceFindings& findings);

}  // namespace headwater
