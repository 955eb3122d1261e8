// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include "core/workshop/CaseCheck.h"

namespace headwater::workshop {

/// Says what the analysis finds in two runs, given their folders.
using JudgeRuns =
    std::function<Result<Verdict>(const std::filesystem::path& baseline, const std::filesystem::path& current)>;

/// All that can be said of a case file, the same in window and command line: checkCaseFile(), and where that finds no
/// error the case's runs are made in a folder of their own, judged, and held against its answer (compareWithVerdict());
/// the folder is gone afterwards. Fails where the file cannot be read, as generate(), as `judge`, and with WriteFailed.
[[nodiscard]] Result<Remarks> tryCaseFile(const std::filesystem::path& path, const Library& library,
                                          const JudgeRuns& judge, const Job& job);

}  // namespace headwater::workshop
