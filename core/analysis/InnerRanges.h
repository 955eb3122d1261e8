// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/analysis/StageRanges.h"

namespace headwater {

/// What a stage is taken apart into, coarsest first (DESIGN section 4, drill-down).
enum class InnerKind : std::uint8_t {
    Annotations,  ///< the user's own marks inside the stage
    Modules,      ///< nn.Module calls of a capture with Python stacks
    Operators,    ///< outermost operators
};

/// The ranges inside one stage.
struct InnerRanges {
    StageRanges ranges;  ///< of the inside alone; stage = index into the names given
    Ns covered = 0;      ///< ns of the stage's ranges that they cover, summed over threads
    Ns total = 0;        ///< ns of the stage's ranges
};

/// The outermost host ranges of one kind inside the ranges of stage `parent`, on the threads it has ranges on. What
/// belongs to another stage nested in it stays there, and the ranges that make the stage itself are looked through.
/// Ranges of one name are one thing, in order of first appearance; a range is cut where the stage's range ends.
[[nodiscard]] InnerRanges innerRanges(const Trace& trace, const StepSet& steps, const StageRanges& ranges,
                                      StageIndex parent, InnerKind kind, StageNames& names);

/// `ranges` with the inside of one stage laid into it, its stages numbered from `firstInner` on. A partition by the
/// result is the partition by `ranges` with that one stage divided further: what is inside none stays with the stage.
[[nodiscard]] StageRanges refined(const StageRanges& ranges, const StageRanges& inner, StageIndex firstInner);

}  // namespace headwater
