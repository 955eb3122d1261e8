// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/run/Run.h"

namespace headwater {

/// Whether two runs may be compared, METHODS 5.1 and DESIGN section 5.
enum class ComparabilityStatus {
    Same,           ///< nothing differs: an A/A pair
    Comparable,     ///< one difference, a controlled comparison, or no configuration known of a side
    Confounded,     ///< two or more: numbers stand, causes do not
    NotComparable,  ///< job identity differs (world size, GPU model, backend, model, tenant)
};

/// One setting that differs, or that one side alone tells.
struct ManifestChange {
    std::string key;
    std::string baseline;  ///< empty: unknown on that side
    std::string current;
    bool isVolatile = false;  ///< differs between any two runs (host name, start time); not counted
    bool isIdentity = false;  ///< makes the runs different jobs
    /// Where each side says it, baseline and current: ManifestValue::source. Empty: it does not.
    std::array<std::string, 2> sources = {};
};

/// Whether the pair may be compared, and what differs.
struct Comparability {
    ComparabilityStatus status = ComparabilityStatus::Same;
    std::vector<ManifestChange> changed;  ///< identity first, then counted, then volatile; by key within
    Text reason;                          ///< one sentence, for people
};

/// Compares the manifests setting by setting; keys that mean the same (canonicalKey) are one. What one side only tells
/// is listed but not counted: unknown is not a change. An option that a known command lacks is no unknown: it was not
/// given.
[[nodiscard]] Comparability compareManifests(const Manifest& baseline, const Manifest& current);

}  // namespace headwater
