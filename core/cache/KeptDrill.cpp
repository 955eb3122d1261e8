// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/KeptDrill.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/analysis/summary/FromSummary.h"
#include "core/base/FileFingerprint.h"
#include "core/cache/DrillCodec.h"
#include "core/report/Json.h"
#include "core/run/SummaryCodec.h"
#include "core/triage/DrillDown.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

bool isLarge(const CacheFolder& folder, const Run& run)
{
    return std::ranges::any_of(run.sources, [&](const SourceFile& source) { return source.bytes >= folder.leastFile; });
}

/// Of a small file size and time of change are enough: there may be thousands.
std::string stateOf(const CacheFolder& folder, const SourceFile& source)
{
    std::error_code error;
    const auto changed = fs::last_write_time(source.path, error);
    std::string text = fmt::format("{} {}", source.bytes, error ? 0 : changed.time_since_epoch().count());
    if (source.bytes >= folder.leastFile)
        if (const auto print = fingerprintOf(source.path))
            text += " " + textOf(*print);
    return text;
}

/// Everything that decides what is inside the first regressed stage.
std::string keyOf(const CacheFolder& folder, SavedInvestigation investigation, const PairAnalysis& pair)
{
    investigation.notes = {};
    investigation.prints = {};
    Json key;
    key["kept"] = {"drill", kSummarySchema, productVersion()};
    key["how"] = investigationJson(investigation, "/");
    for (const RunAnalysisPtr& run : {pair.baseline, pair.current}) {
        Json files = Json::array();
        for (const SourceFile& source : run->run->sources)
            files.push_back({source.path, stateOf(folder, source)});
        key["files"].push_back(std::move(files));
    }
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
