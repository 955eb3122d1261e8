// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/SummaryFile.h"

#include <fmt/format.h>

#include "core/report/Gzip.h"
#include "core/run/SummaryCodec.h"
#include "core/run/SummaryManifest.h"

namespace headwater::cli {

std::string stemOf(const std::filesystem::path& trace)
{
    std::string name = trace.filename().string();
    for (const std::string_view ending : {".gz", ".json"})
        if (name.size() > ending.size() && name.ends_with(ending))
            name.resize(name.size() - ending.size());
    return name;
}

std::string summaryName(const std::filesystem::path& trace, const std::optional<int>& rank)
{
    return fmt::format("{}.rank-{}{}", stemOf(trace), rank ? std::to_string(*rank) : "unknown", kSummaryEnding);
}

Result<std::string> summaryBytes(const SummarizedRank& rank, const Manifest& ofRun)
{
    return gzip(encodeSummary(rank, HEADWATER_VERSION, manifestFor(rank.trace, ofRun)));
}

}  // namespace headwater::cli
