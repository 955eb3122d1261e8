// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/triage/StragglerFindings.h"

namespace headwater {

namespace {

Ns medianLength(const std::vector<HostPause>& pauses)
{
    std::vector<double> lengths;
    for (const HostPause& pause : pauses)
        lengths.push_back(static_cast<double>(pause.length));
    return lengths.empty() ? 0 : static_cast<Ns>(stats::medianInPlace(lengths));
}

std::vector<int> ranksOf(const std::vector<HostPause>& pauses)
{
    std::set<int> ranks;
    for (const HostPause& pause : pauses)
        ranks.insert(pause.rank);
    return {ranks.begin(), ranks.end()};
}

/// More than half of the ranks were hit, none most of the times, and seldom several of them in one step.
bool strikesInTurn(const std::vector<HostPause>& pauses, std::size_t ranks)
{
    std::map<int, std::size_t> byRank;
    std::map<std::int64_t, std::size_t> byStep;
    for (const HostPause& pause : pauses) {
        ++byRank[pause.rank];
        ++byStep[pause.step];
    }
    const auto most = std::ranges::max_element(byRank, {}, [](const auto& entry) { return entry.second; });
    const auto together = std::ranges::count_if(byStep, [&](const auto& entry) { return 2 * entry.second > ranks; });
    return 2 * byRank.size() > ranks && 10 * most->second <= 6 * pauses.size() &&
           5 * static_cast<std::size_t>(together) <= byStep.size();
}

void addExamples(Finding& finding, const std::vector<HostPause>& pauses)
{
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(kShown, pauses.size()); ++i) {
        const HostPause& pause = pauses[i];
        Evidence evidence =
            evidenceMs(pause.collector ? say("garbage collection") : say("no host event"), 0, pause.length,
                       pause.collector ? say("marked by the profiler") : say("longest silence of all threads"));
        evidence.baseline.clear();
        evidence.rank = pause.rank;
        evidence.step = pause.step;
        finding.evidence.push_back(std::move(evidence));
    }
}

}  // namespace

std::optional<Finding> pausesFinding(const Draft& draft)
{
    constexpr std::size_t kFewest = 3;
    const std::vector<HostPause>& now = draft.basis.current.pauses;
    const std::size_t ranks = draft.basis.pair.current->cube.ranks().size();
    if (now.size() < kFewest || ranks < 3 || !strikesInTurn(now, ranks))
        return std::nullopt;
    const std::size_t before = draft.basis.baseline.pauses.size();
    const bool already = 2 * before >= now.size();
    std::vector<HostPause> examples = now;
    std::ranges::stable_sort(examples, std::greater(), &HostPause::collector);
    const auto marked = std::ranges::count(now, true, &HostPause::collector);
    Finding finding;
    finding.id = "stragglers.pauses";
    finding.layer = LayerId::Stragglers;
    finding.severity = already ? FindingSeverity::Info : FindingSeverity::Warning;
    // The name follows from the pattern even where a part is marked.
    finding.provenance = static_cast<std::size_t>(marked) == now.size() ? Provenance::Measured : Provenance::Inferred;
    finding.statement = say(
        "{} times the process of one rank, each time another ({}), stood still for about {} in a step while the others "
        "went on ({} times in the baseline).",
        now.size(), ranksText(ranksOf(now)), formatDuration(medianLength(now)), before);
    Text rest;
    if (static_cast<std::size_t>(marked) != now.size())
        rest = say(" In {} no thread begins, ends or is inside anything: the pattern of Python's garbage collector "
                   "running on each rank by itself.",
                   marked > 0 ? say("the others") : say("these times"));
    if (marked > 0)
        finding.statement += say(" {} of them are marked as garbage collection by the profiler.", marked);
    finding.statement += rest;
    finding.nextStep = say(
        "Switch automatic garbage collection off (gc.disable) and collect on all ranks at the same step (gc.collect "
        "every 50 steps): pauses that vanish were the collector's. Or profile with record_python_gc_info, which marks "
        "each collection.");
    addExamples(finding, examples);
    return finding;
}

}  // namespace headwater
