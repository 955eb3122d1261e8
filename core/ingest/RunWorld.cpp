// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "core/ingest/RankList.h"
#include "core/ingest/RunAssembler.h"

namespace headwater {

namespace {

/// Ten times the largest training job there was; a larger world is no job's, and its missing ranks could not be listed.
constexpr int kLargestWorld = 1'000'000;

/// What a manifest says; 0 where it is no size.
int sizeIn(const std::string& text)
{
    int size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    return error == std::errc() && end == text.data() + text.size() && size > 0 ? size : 0;
}

}  // namespace

/// A size that cannot be is named and not counted on: it would miss ranks that never were, or none of those that were.
void RunAssembler::settleWorldSize()
{
    std::map<int, ManifestValue> said;  // and who says it first
    for (const RankData& data : m_run.ranks)
        if (data.trace && data.trace->worldSize.value_or(0) > 0)
            said.try_emplace(*data.trace->worldSize, ManifestValue{{}, data.trace->file, {}});
    if (const auto told = m_run.manifest.find("world_size"); said.empty() && told != m_run.manifest.end())
        if (const int size = sizeIn(told->second.value); size > 0)
            said.emplace(size, told->second);
    const int highest = m_run.ranks.empty() ? -1 : m_run.ranks.back().rank;
    for (const auto& [size, who] : said) {
        const bool tooLarge = size > kLargestWorld;
        if (!tooLarge && highest < size) {
            m_run.worldSize = size;
            continue;
        }
        const std::string against = tooLarge ? "which no job has" : fmt::format("but there is rank {}", highest);
        note(Severity::Warning, "bad-world-size",
             fmt::format("it says a world of {} rank{}, {}; this is not counted on", size, size == 1 ? "" : "s",
                         against),
             who.source, who.position);
    }
}

void RunAssembler::reportMissing()
{
    const std::vector<int> missing = m_run.missingRanks();
    if (missing.empty())
        return;
    note(Severity::Warning, "missing-rank-files",
         fmt::format("{} of {} ranks have no file: {}. What they did is unknown", missing.size(), m_run.worldSize,
                     listed(missing)),
         {}, fmt::format("rank {}", missing.front()));
}

}  // namespace headwater
