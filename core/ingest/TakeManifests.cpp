// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/ingest/RankSummaryReader.h"
#include "core/ingest/RunAssembler.h"

namespace headwater {

void RunAssembler::carryManifest(const FileContent& content)
{
    ++m_summaries;
    m_bareSummaries += content.source.variant == kWithoutManifest;
    for (const auto& [key, value] : content.manifest)
        m_carried[key].try_emplace(value.value, value, content.source.path);
}

/// What lies beside the summaries counts before what they carry; of what they carry the first, whatever the order in
/// which they were read.
void RunAssembler::takeCarried()
{
    const bool besides = !m_run.manifest.empty();
    for (const auto& [key, distinct] : m_carried) {
        const auto earliest = std::ranges::min_element(
            distinct, {}, [](const auto& one) -> const std::string& { return one.second.second; });
        const auto& [first, file] = earliest->second;
        std::string joined;
        for (const auto& [value, said] : distinct)
            joined += (joined.empty() ? "" : " | ") + value;
        const auto known = m_run.manifest.find(key);
        const bool contradicted = known != m_run.manifest.end() && !distinct.contains(known->second.value);
        if (contradicted && !mayDiffer(key))
            note(Severity::Warning, "manifest-conflict",
                 fmt::format("{} is {} in the manifest that the summaries carry and {} in {}; the latter counts", key,
                             joined, known->second.value, known->second.source),
                 file);
        else if (distinct.size() > 1 && !mayDiffer(key))
            note(Severity::Warning, "manifest-conflict",
                 fmt::format("the summaries carry manifests that differ in {}: {}; {} counts", key, joined,
                             known == m_run.manifest.end() ? first.value : known->second.value),
                 file);
        m_run.manifest.emplace(key, first);
    }
    if (m_bareSummaries > 0 && !besides && !m_run.collected)
        note(
            Severity::Warning, "summaries-without-manifest",
            fmt::format("{} of {} summaries carry no manifest of their run, and none lies beside them: what it says of "
                        "roles, racks and settings is unknown here",
                        m_bareSummaries, m_summaries));
}

}  // namespace headwater
