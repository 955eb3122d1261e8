// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/ingest/RunAssembler.h"
#include "core/run/CollectedRun.h"

namespace headwater {

bool mayDiffer(std::string_view key)
{
    return key == "hostname" || key == "pid" || key == "trace_id" || key == "start_time";
}

/// A collected run has all of its ranks and what was said of their files. It cannot be matched with other ranks.
void RunAssembler::takeCollected()
{
    if (!m_collected)
        return;
    if (!m_run.ranks.empty() || !m_cubes.empty())
        note(Severity::Warning, "collected-beside-ranks",
             fmt::format("the collected run of {} ranks is used, single ranks beside it are not",
                         m_collected->ranks.size()));
    m_cubes.clear();
    m_metricRanks.clear();
    m_run.ranks = m_collected->ranks;
    m_run.collected = m_collected;
    std::ranges::copy_if(m_collected->problems, std::back_inserter(m_run.problems), [this](const Problem& problem) {
        return problem.code != "summaries-without-manifest" || m_run.manifest.empty();  // now there is one
    });
    for (const auto& [key, value] : m_collected->manifest) {
        const auto known = m_run.manifest.find(key);
        if (known != m_run.manifest.end() && known->second.value != value.value && !mayDiffer(key))
            note(Severity::Warning, "manifest-conflict",
                 fmt::format("{} is {} here and {} in the traces; the latter counts", key, known->second.value,
                             value.value),
                 known->second.source, known->second.position);
        m_run.manifest.insert_or_assign(key, value);
    }
}

void RunAssembler::addCollected(const FileContent& content)
{
    if (!content.collected)
        return;
    if (m_collected)
        note(Severity::Warning, "collected-twice", "another collected run is used already; this file is not",
             content.source.path);
    else
        m_collected = content.collected;
}

}  // namespace headwater
