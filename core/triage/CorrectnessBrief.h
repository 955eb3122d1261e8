// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Verdict.h"

namespace headwater {

/// A finding of layer 1 in a few words, as the flowchart and the headline name it: "aten::addmm runs in fp32 instead of
/// bf16". Empty where its kind has no short form that the finding alone can give.
[[nodiscard]] Text correctnessBrief(const Finding& finding);

}  // namespace headwater
