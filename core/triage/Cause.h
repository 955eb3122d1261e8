// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// What grew inside the first regressed stage: the answer to the flowchart's "IO or communication?".
enum class CauseKind {
    NotAsked,       ///< nothing regressed
    Unknown,        ///< the input has no parts and the name does not tell
    Input,          ///< the device idles in a data loading stage, or copies grew
    Communication,  ///< transfer or waiting grew
    Compute,
    Idle,  ///< the device idles in a stage that loads no data
};

/// The answer with its reasons.
struct Cause {
    CauseKind kind = CauseKind::NotAsked;
    Text answer;                     ///< "input (IO)", "communication", "neither: compute grew" …
    Text because;                    ///< the numbers
    std::vector<Evidence> evidence;  ///< parts of the stage, both sides
    /// What keeps the device idle more than before, where idle time is what grew and the traces tell (METHODS 3.5).
    std::optional<BubbleCause> bubble = {};
    /// Communication is what grew, and waiting for a slow rank that has no trace cannot be told from transfer: an
    /// earlier stage on that rank may be where it starts. Empty: not so.
    Text unknownWaiting = {};
};

/// Compares the parts of the first regressed stage between the sides (for a localised one: of the ranks that
/// regressed). The largest growth decides; a rule on measured parts, so the answer is inferred.
[[nodiscard]] Cause findCause(const Draft& draft);

/// Whether a stage of this name fetches input data.
[[nodiscard]] bool looksLikeDataLoader(std::string_view stage);

}  // namespace headwater
