// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// What of a reference is not in this comparison, as a sentence for the reader: a page, a stage, ranks, a finding, a
/// run. Empty where all of it is there.
[[nodiscard]] QString referenceTrouble(const ViewRef& view, const Verdict& verdict, const PairAnalysis& pair);

}  // namespace headwater
