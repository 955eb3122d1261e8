// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/triage/Draft.h"

namespace headwater {

/// Marks stages whose work became slower without costing time yet (METHODS 1.9: hidden by prefetch): a stage that loads
/// data, did not regress, and whose reading takes longer by the resources' check "storage-read".
void markLatent(Draft& draft);

/// A finding of the timeline layer for each stage so marked.
void latentFindings(const Draft& draft, std::vector<Finding>& findings);

}  // namespace headwater
