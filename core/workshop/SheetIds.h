// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workshop/Answers.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// Whether a sheet names only what there is: vetoes, ticked points, nodes and choices of a case. An id that nobody
/// knows would count for nothing without a word, and a sheet with a misspelt veto would pass. Malformed, with the place
/// in the sheet and, as advice, what is accepted there.
[[nodiscard]] Status checkCaseIds(const Library& library, const Case& opened, const Answers& answers);

/// The same for a sheet of the exercise: vetoes, questions and their ticked points, vectors.
[[nodiscard]] Status checkExerciseIds(const Library& library, const Answers& answers);

}  // namespace headwater::workshop
