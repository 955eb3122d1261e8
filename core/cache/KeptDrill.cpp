// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/KeptDrill.h"

#include "core/analysis/summary/FromSummary.h"
#include "core/cache/DrillCodec.h"
#include "core/cache/FileState.h"
#include "core/report/Json.h"
#include "core/run/SummaryCodec.h"
#include "core/triage/DrillDown.h"

namespace headwater {

namespace {

/// Everything that decides what is inside the first regressed stage.
std::string keyOf(const CacheFolder& folder, SavedInvestigation investigation, const PairAnalysis& pair)
{
    investigation.notes = {};
    investigation.prints = {};
    Json key;
    key["kept"] = {"drill", kSummarySchema, productVersion()};
    key["how"] = investigationJson(investigation, "/");
    for (const RunAnalysisPtr& run : {pair.baseline, pair.current})
        key["files"].push_back(filesState(folder, *run->run));
    return key.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

Result<DrillAnswer> drillOrKept(const CacheFolder* folder, const SavedInvestigation& investigation,
                                const DecisionBasis& basis, const Verdict& verdict, const Job& job)
{
    const PairAnalysis& pair = basis.pair;
    const bool summarised = hasKept(*pair.baseline->run) || hasKept(*pair.current->run);
    if (!verdict.firstRegressed)
        return DrillAnswer{};
    const bool keeping =
        folder != nullptr && (isLarge(*folder, *pair.baseline->run) || isLarge(*folder, *pair.current->run));
    const std::string key = keeping ? keyOf(*folder, investigation, pair) : std::string();
    if (summarised) {
        const auto bytes = keeping ? kept(*folder, key) : std::nullopt;
        auto known = bytes ? decodeDrill(*bytes) : std::nullopt;
        return known ? DrillAnswer{*std::move(known)} : DrillAnswer{{}, true};
    }
    auto drill = drillDown(basis, verdict, job);
    if (!drill)
        return tl::unexpected(drill.error());
    if (keeping)
        static_cast<void>(keep(*folder, key, encodeDrill(*drill)));
    return DrillAnswer{*std::move(drill)};
}

}  // namespace headwater
