// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Text.h"
#include "core/triage/Notes.h"

namespace headwater::report {

/// The verdict for somebody who knows no statistics: how much longer a step takes, where that starts and on which
/// ranks, which fault was found, how sure it is, on whose word other jobs are compared, what to do first. Says nothing
/// that the verdict does not; empty where it has no step and no stage. A fault that was dismissed in `notes` says so.
[[nodiscard]] Text plainWords(const Verdict& verdict, const Notes& notes = {});

}  // namespace headwater::report
