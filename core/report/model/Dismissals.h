// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Notes.h"

namespace headwater::report {

/// The verdict as it is to be told to somebody who reads what the user dismissed: its flowchart, layers, outcome and
/// next steps say so where they rest on dismissed findings, all or some. Findings, numbers and status stay as they
/// were.
[[nodiscard]] Verdict withDismissals(Verdict verdict, const Notes& notes);

/// " (dismissed, the user's word: a known glitch)"; empty where the finding is not dismissed.
[[nodiscard]] Text dismissalOf(const Finding& finding, const Notes& notes);

}  // namespace headwater::report
