// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Text.h"

namespace headwater {

/// One configuration fact that differs between the two runs.
struct TruthChange {
    std::string key, baseline, current;
};

/// The answer of a scenario, CONTRACT `headwater.truth/1`. Empty texts are null.
struct Truth {
    std::string firstRegressedStage;
    std::string scope;  ///< systemic, localised, both
    std::string kind;   ///< shift, tail, rare
    std::vector<int> ranks;
    std::string cause;        ///< "input pipeline", "device compute" …
    Text explanation;         ///< sentences
    std::string layer;        ///< where the fault belongs
    std::string outcome;      ///< as in a verdict
    std::string outcomeNode;  ///< where the flowchart ends, as in a verdict
    std::string latentStage;  ///< a stage whose work grew without costing time
    std::vector<TruthChange> changed;
};

/// truth.json as text.
[[nodiscard]] std::string truthJson(std::string_view scenario, std::uint64_t seed, const Truth& truth);

}  // namespace headwater
