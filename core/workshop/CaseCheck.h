// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Language.h"
#include "core/workshop/Library.h"

namespace headwater::workshop {

/// What a well-formed case says that cannot be played or cannot be true, added to `remarks`: names that the library has
/// already, names twice, wrong turns that nobody knows, an answer other than what its faults do (where no number is
/// changed beside them), ranks that the job has not, a question that no choice answers rightly. Of a case that has
/// errors already only the names are looked at.
void checkCase(const Library& library, const CaseSpec& spec, Remarks& remarks);

/// readCase() and checkCase() of a file, without its runs: CaseTrial.h has the whole check. Fails only where it cannot
/// be read at all.
[[nodiscard]] Result<Remarks> checkCaseFile(const std::filesystem::path& path, const Library& library);

/// Remarks as lines for a terminal, "FILE: PLACE WHAT"; without an error the last line says that the case can be used.
[[nodiscard]] std::string remarksText(const std::string& file, const Remarks& remarks, const Language& language);

}  // namespace headwater::workshop
