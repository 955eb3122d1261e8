// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "core/cache/KeptDrill.h"
#include "core/report/SavedInvestigation.h"
#include "core/triage/Decide.h"

namespace headwater {

/// What the first verdict of a pair takes.
struct Prepared {
    DecisionBasisPtr basis;
    DrillAnswer inside;
    std::shared_ptr<Verdict> verdict;  ///< by the policy that was asked for, without what is inside
};

/// The slow part of judging a pair, with a look inside the stage that the verdict will name. `saved` says how it is
/// judged, `cache` (or null) keeps and knows what is inside.
[[nodiscard]] Result<Prepared> prepared(const PairAnalysis& pair, const SavedInvestigation& saved,
                                        const CacheFolder* cache, const Job& job);

/// The paths of both sides.
using SidePaths = std::array<std::vector<std::filesystem::path>, 2>;

/// What every file of both sides is, where nothing could be read: runs that have only sources.
[[nodiscard]] Result<PairAnalysis> probedPair(const SidePaths& paths, const std::string& traceRules, const Job& job);

/// Where an investigation comes from that is opened.
struct Origin {
    QString file;          ///< what it is kept in; empty: it was never saved
    bool unsaved = false;  ///< something in it is not in that file
};

/// A saved investigation and where its inputs lie now, those in `moved` at their new places.
struct FoundInvestigation {
    std::filesystem::path file;  ///< that was read: the one it is kept in, or a copy
    Origin origin;
    SavedInvestigation saved;
    std::vector<MovedInput> moved;
    std::vector<std::filesystem::path> missing;  ///< found nowhere
    std::vector<ChangedInput> changed;           ///< where they were, and not what they were
};
/// Looks below `searched` too, where it is not empty, there for inputs that changed as well. Fails as
/// loadInvestigation, and with Cancelled.
[[nodiscard]] Result<FoundInvestigation> findInvestigation(const std::filesystem::path& file, const Origin& origin,
                                                           const std::filesystem::path& searched, const Job& job);

}  // namespace headwater
