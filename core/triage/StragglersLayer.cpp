// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/triage/Layers.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/triage/SlowAreaFinding.h"
#include "core/triage/SlowRoles.h"
#include "core/triage/StragglerFindings.h"

namespace headwater {

namespace {

Layer noPeers()
{
    Layer layer;
    layer.id = LayerId::Stragglers;
    layer.status = LayerStatus::NoData;
    layer.summary = say("one rank: there are no peers to compare with");
    Finding finding;
    finding.id = "stragglers.no-peers";
    finding.layer = LayerId::Stragglers;
    finding.statement = say("The current run has one rank only: whether the ranks are uneven is unknown.");
    finding.nextStep = say("Record every rank.");
    layer.findings.push_back(std::move(finding));
    return layer;
}

const RankStraggler* find(const StragglerReport& report, int rank)
{
    const auto found = std::ranges::find(report.ranks, rank, &RankStraggler::rank);
    return found == report.ranks.end() ? nullptr : &*found;
}

void name(Draft& draft, const RankStraggler& rank, std::string_view cls)
{
    draft.verdict.stragglers.push_back({rank.rank, rank.host, rank.local.ratio, std::string(cls),
                                        say("{}, p50", draft.basis.current.stragglers.metric), sideText(draft, rank)});
}

void addIf(Layer& layer, std::optional<Finding> finding)
{
    if (finding)
        layer.findings.push_back(std::move(*finding));
}

/// Ranks of one role that slowed together; those with a finding of their own keep it.
void findSlowRoles(Draft& draft, Layer& layer, std::vector<int>& slow)
{
    for (const SlowRole& role : slowRoles(draft)) {
        layer.findings.push_back(slowRoleFinding(role));
        for (std::size_t i = 0; i < role.ranks.size(); ++i) {
            if (std::ranges::find(slow, role.ranks[i]) != slow.end())
                continue;
            slow.push_back(role.ranks[i]);
            const RankStraggler* rank = find(draft.basis.current.stragglers, role.ranks[i]);
            draft.verdict.stragglers.push_back({rank->rank,
                                                rank->host,
                                                role.now[i] / role.before[i],
                                                std::string(nameOf(StragglerClass::Group)),
                                                say("{} against its own baseline, p50", role.metric),
                                                {}});
        }
    }
    std::ranges::sort(slow);
}

/// Findings of switches and parts of hosts, where the run has a topology.
std::vector<SlowArea> findAreas(const Draft& draft, Layer& layer)
{
    std::vector<SlowArea> areas = slowAreas(draft.basis.current.stragglers, draft.basis.pair.current->run->manifest);
    const std::vector<SlowArea> before =
        areas.empty() ? areas : slowAreas(draft.basis.baseline.stragglers, draft.basis.pair.baseline->run->manifest);
    for (const SlowArea& area : areas)
        layer.findings.push_back(slowAreaFinding(area, std::ranges::any_of(before, [&area](const SlowArea& one) {
                                                     return one.kind == area.kind && one.name == area.name;
                                                 })));
    return areas;
}

bool isIn(const std::vector<SlowArea>& areas, int rank)
{
    return std::ranges::any_of(areas, [rank](const SlowArea& area) { return area.explains({rank}); });
}

/// Ranks of a slow area that nothing else named.
void nameRanks(Draft& draft, const SlowArea& area, std::vector<int>& slow)
{
    for (const int number : area.ranks) {
        if (std::ranges::find(slow, number) != slow.end())
            continue;
        slow.push_back(number);
        if (const RankStraggler* rank = find(draft.basis.current.stragglers, number))
            name(draft, *rank, nameOf(StragglerClass::Group));
    }
}

/// Findings of single ranks, of places and of roles; returns the ranks they name.
std::vector<int> findSlow(Draft& draft, Layer& layer)
{
    const StragglerReport& current = draft.basis.current.stragglers;
    const StragglerReport& baseline = draft.basis.baseline.stragglers;
    const std::vector<SlowArea> areas = findAreas(draft, layer);
    for (const SlowPlace& place : current.places) {
        if (std::ranges::any_of(areas, [&place](const SlowArea& area) { return area.explains(place.ranks); }))
            continue;
        const bool before = std::ranges::find(baseline.places, place.name, &SlowPlace::name) != baseline.places.end();
        layer.findings.push_back(slowPlaceFinding(place, before));
    }
    std::vector<int> slow;
    for (const RankStraggler& rank : current.ranks) {
        std::optional<Finding> itself = slowerThanItself(draft, rank);
        if (!rank.flagged && !itself)
            continue;
        slow.push_back(rank.rank);
        name(draft, rank, itself ? nameOf(StragglerClass::Self) : nameOf(rank.cls));
        if (itself)
            layer.findings.push_back(std::move(*itself));
        else if (rank.cls != StragglerClass::Group && !isIn(areas, rank.rank))
            layer.findings.push_back(slowRankFinding(draft, rank, find(baseline, rank.rank)));
    }
    for (const SlowArea& area : areas)
        nameRanks(draft, area, slow);
    findSlowRoles(draft, layer, slow);
    return slow;
}

/// The first regressed stage grew on some ranks, and the rules for a rank among its peers flag none of them: they are
/// too few for it, or their whole step is not out of line. Nobody is even then.
void askPeersOfLocalised(const Draft& draft, Layer& layer)
{
    const auto& first = draft.verdict.firstRegressed;
    if (!first || first->scope != Scope::Localised || layer.status == LayerStatus::Fail ||
        layer.status == LayerStatus::Warn)
        return;
    const Text who = first->ranks.empty() ? say("a rank that changes from step to step") : ranksText(first->ranks);
    Finding finding;
    finding.id = "stragglers.by-stage";
    finding.layer = LayerId::Stragglers;
    finding.severity = FindingSeverity::Warning;
    finding.provenance = Provenance::Derived;
    finding.statement =
        say("{} regressed on {} against the baseline, though the rules for a rank among its peers flag none: "
            "they look at the whole step, and few peers cannot decide.",
            first->stage, who);
    layer.findings.push_back(std::move(finding));
    layer.status = LayerStatus::Warn;
    layer.summary = say("{}: only on {}", first->stage, who);
}

}  // namespace

Layer stragglersLayer(Draft& draft)
{
    const StragglerReport& current = draft.basis.current.stragglers;
    if (current.ranks.size() < 2)
        return noPeers();
    Layer layer;
    layer.id = LayerId::Stragglers;
    const std::vector<int> slow = findSlow(draft, layer);
    addIf(layer, othersWaitFinding(draft, slow));
    addIf(layer, rotatingFinding(draft));
    addIf(layer, pausesFinding(draft));
    layer.findings.push_back(threeSigmaFinding(current));
    layer.status = statusOf(layer.findings);
    if (!slow.empty())
        layer.summary = slow.size() == 1 ? say("{} is slow", ranksText(slow)) : say("{} are slow", ranksText(slow));
    else if (current.rotating)
        layer.summary = say("slowness goes round among the ranks");
    else
        layer.summary = say("{} ranks are even", current.ranks.size());
    askPeersOfLocalised(draft, layer);
    return layer;
}

}  // namespace headwater
