// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/cli/Options.h"
#include "app/cli/Session.h"
#include "core/analysis/RunAnalysis.h"
#include "core/base/Result.h"
#include "core/cache/Folder.h"
#include "core/ingest/LoadRun.h"
#include "core/report/SavedInvestigation.h"
#include "core/triage/Verdict.h"

namespace headwater::cli {

/// How runs are read. `cache` null: without one.
struct Reading {
    int threads = 0;  ///< 0: as many as there are cores
    const CacheFolder* cache = nullptr;
};

/// Reads large traces through the cache, where a summary has all that is asked: the stages of annotations and of the
/// canonical rules, of all activities. `cache` null: every trace is read.
void readThrough(const CacheFolder* cache, const AnalysisOptions& options, LoadOptions& load);

/// Loads both runs, analyses them and judges: what `analyze` and `report` share. Warnings go to the session. Where the
/// cache knows large traces they are not read, unless the answer takes more than is kept of them; the verdict is the
/// same.
[[nodiscard]] Result<Verdict> judge(const SavedInvestigation& investigation, const Reading& reading, Session& session);

/// The user's cache, unless `--no-cache` is given.
[[nodiscard]] std::optional<CacheFolder> readCache(const Arguments& arguments);

inline constexpr OptionSpec kNoCacheOption{"--no-cache", OptionSpec::Kind::Flag, "",
                                           "read every trace anew and keep nothing of it for the next time"};

}  // namespace headwater::cli
