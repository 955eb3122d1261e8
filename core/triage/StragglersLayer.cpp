// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/triage/Layers.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/RoleBalance.h"
#include "core/base/Duration.h"
#include "core/triage/NoSteps.h"
#include "core/triage/SlowAreaFinding.h"
#include "core/triage/SlowRoles.h"
#include "core/triage/StragglerFindings.h"

namespace headwater {

namespace {

/// Several ranks, and no step that two of them have: nothing is known of how even they are.
Layer noPeersInSteps(const Draft& draft)
{
    Layer layer;
    layer.id = LayerId::Stragglers;
    layer.status = LayerStatus::NoData;
    const Text why = whyNoSteps(draft);
    layer.summary = why.empty() ? say("no step was measured on two ranks") : why;
    Finding finding;
    finding.id = "stragglers.no-steps";
    finding.layer = LayerId::Stragglers;
    finding.statement = say("Whether the {} ranks of the current run are uneven is unknown: {}.",
                            draft.basis.pair.current->cube.ranks().size(), layer.summary);
    layer.findings.push_back(std::move(finding));
    return layer;
}

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

/// Few peers cannot say who is odd: each rank against its own baseline (METHODS 2.3, N ≤ 4).
std::optional<Finding> ownHistory(const Draft& draft, const std::vector<int>& slow)
{
    const StragglerReport& now = draft.basis.current.stragglers;
    const StragglerReport& then = draft.basis.baseline.stragglers;
    Finding finding;
    finding.id = "stragglers.own-history";
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Derived;
    Text list;
    std::vector<std::pair<double, int>> growth;
    for (const RankStraggler& rank : now.ranks) {
        const RankStraggler* before = find(then, rank.rank);
        if (rank.peers < 2 || rank.peers >= now.rule.peersForZ || before == nullptr || before->local.value <= 0)
            continue;
        growth.emplace_back(rank.local.value / before->local.value, rank.rank);
        list +=
            (list.empty() ? Text() : say(", ")) + say("rank {} {}", rank.rank, formatRatio(growth.back().first - 1));
        finding.evidence.push_back(evidenceMs(say("{}, p50", now.metric), static_cast<Ns>(before->local.value),
                                              static_cast<Ns>(rank.local.value), say("own history")));
        finding.evidence.back().rank = rank.rank;
    }
    if (growth.size() < 2)
        return std::nullopt;
    finding.statement =
        say("So few ranks cannot say which of them is odd. Against its own baseline each takes, in {}: {}.", now.metric,
            list);
    std::ranges::sort(growth, std::greater());
    const auto& [most, odd] = growth.front();
    const double ratio = now.rule.ratio;
    const double next = growth[1].first;
    const bool alone = most >= ratio && next < ratio && most >= next * ratio;  // the others did not
    if (alone && std::ranges::find(slow, odd) == slow.end()) {
        finding.severity = FindingSeverity::Warning;
        finding.statement += say(" Only rank {} got slower.", odd);
        finding.nextStep = say("Move the work of rank {} to another device or host: if the slowness stays there, it is "
                               "the hardware; if it moves along, it is the work.",
                               odd);
    }
    return finding;
}

/// Stages of a pipeline that have unequal work, whether or not that is new. No rank of them is slow among its peers.
Finding unevenRolesFinding(const RoleImbalance& imbalance)
{
    Finding finding;
    finding.id = "stragglers.uneven-roles";
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Derived;
    const Text metric = imbalance.which == OwnTime::Pure ? say("pure compute") : say("step without exposed waiting");
    finding.statement =
        say("In the current run {} ({}) has {:.2f}x the work of the other stages of the pipeline: {} {} against {} a "
            "step. That is how the work is divided, not a slow rank.",
            imbalance.role, ranksText(imbalance.ranks), imbalance.ratio, metric, formatDuration(imbalance.time),
            formatDuration(imbalance.others));
    return finding;
}

/// What the rules for a rank among its peers say where they name none.
Text evenText(const OwnTimes& own, const std::optional<RoleImbalance>& imbalance)
{
    const std::size_t ranks = own.series.ranks.size();
    if (imbalance)
        return say("{} ranks are even within their roles; {} has {:.2f}x the work of the others", ranks,
                   imbalance->role, imbalance->ratio);
    return roleCount(own) > 1 ? say("{} ranks are even within their roles", ranks) : say("{} ranks are even", ranks);
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
        return draft.basis.pair.current->cube.ranks().size() < 2 ? noPeers() : noPeersInSteps(draft);
    Layer layer;
    layer.id = LayerId::Stragglers;
    const std::vector<int> slow = findSlow(draft, layer);
    addIf(layer, ownHistory(draft, slow));
    const std::optional<RoleImbalance> imbalance = roleImbalance(*draft.basis.current.ownTimes);
    if (imbalance)
        layer.findings.push_back(unevenRolesFinding(*imbalance));
    addIf(layer, othersWaitFinding(draft, slow));
    addIf(layer, rotatingFinding(draft));
    addIf(layer, pausesFinding(draft));
    layer.findings.push_back(threeSigmaFinding(current));
    layer.status = statusOf(layer.findings);
    const auto own = std::ranges::find(layer.findings, "stragglers.own-history", &Finding::id);
    const bool odd = own != layer.findings.end() && own->severity == FindingSeverity::Warning;
    if (!slow.empty())
        layer.summary = slow.size() == 1 ? say("{} is slow", ranksText(slow)) : say("{} are slow", ranksText(slow));
    else if (current.rotating)
        layer.summary = say("slowness goes round among the ranks");
    else if (odd)
        layer.summary = say("one of {} ranks got slower than the others", current.ranks.size());
    else
        layer.summary = evenText(*draft.basis.current.ownTimes, imbalance);
    askPeersOfLocalised(draft, layer);
    return layer;
}

}  // namespace headwater
