// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/triage/Verdict.h"

namespace headwater {

/// The id of a finding about one thing among several that may be said the same of: "correctness.precision-changed" and
/// "aten::addmm" make "correctness.precision-changed:aten::addmm". What is no printable ASCII becomes "_", and the
/// subject is cut where it is long.
[[nodiscard]] std::string findingId(std::string_view kind, std::string_view subject);

/// What the finding says, without what it says it of: the id up to its first colon.
[[nodiscard]] std::string_view findingKind(std::string_view id);

/// No id twice in a verdict, so that a reference or a dismissal means one finding. Findings that share one are told
/// apart by their side, rank or step, by what tells all of them apart; where nothing does, by their number.
void tellFindingsApart(std::array<Layer, 4>& layers);

}  // namespace headwater
