// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "core/triage/EvidencePlace.h"

namespace headwater::fixtures {

/// The stages are made of the steps 4 to 11 of all ranks and files.
inline std::shared_ptr<const EvidencePlace> measuredAt(const Verdict& value)
{
    EvidencePlace place;
    place.view.page = "overview";
    for (std::size_t side = 0; side < 2; ++side) {
        EvidenceOrigin& from = place.from[side];
        for (const SourceFile& file : side == 0 ? value.baselineInputs : value.currentInputs)
            from.files.push_back(file.path);
        from.steps = StepRange{4, 11};
        from.stepCount = 8;
        from.rankCount = side == 0 ? 8 : 2;
    }
    return std::make_shared<const EvidencePlace>(std::move(place));
}

}  // namespace headwater::fixtures
