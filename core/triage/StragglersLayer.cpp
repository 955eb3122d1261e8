// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/triage/Layers.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "core/analysis/RoleBalance.h"
#include "core/base/Duration.h"
#include "core/triage/MissingPeers.h"
#include "core/triage/NoSteps.h"
#include "core/triage/OwnHistory.h"
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

Text missingSummary(const std::vector<int>& missing, int world)
{
    return say("unknown: {} of {} ranks without a trace", missing.size(), world);
}

Layer noPeers(const Draft& draft)
{
    const RunAnalysis& current = *draft.basis.pair.current;
    const std::vector<int> missing = untracedRanks(current);
    Layer layer;
    layer.id = LayerId::Stragglers;
    layer.status = LayerStatus::NoData;
    Finding finding;
    finding.id = "stragglers.no-peers";
    finding.layer = LayerId::Stragglers;
    finding.nextStep = say("Record every rank.");
    if (current.run && current.run->metricsFromLogs) {
        layer.summary = say("a log has no times of single ranks");
        finding.statement =
            say("The log of the current run has one step time for the whole job: whether the ranks are uneven is "
                "unknown.");
    } else if (!missing.empty()) {
        layer.summary = missingSummary(missing, current.run->worldSize);
        finding.statement = say("Only one of the {} ranks of the current run has a trace: whether the ranks are uneven "
                                "is unknown.",
                                current.run->worldSize);
        finding.nextStep = addMissingTraces(draft);
    } else {
        layer.summary = say("one rank: there are no peers to compare with");
        finding.statement = say("The current run has one rank only: whether the ranks are uneven is unknown.");
    }
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

/// Slow in the baseline too, and by as much: less than the rule's threshold lies between.
bool isAsBefore(double before, double now, const StragglerReport& report)
{
    return now < before * report.rule.ratio;
}

/// Slow switches and parts of hosts, where the run has a topology.
struct Areas {
    std::vector<SlowArea> own;   ///< named for themselves
    std::vector<SlowArea> same;  ///< have the very ranks of a slow host or rack, which wins, as without a topology
};

/// Findings of those named for themselves.
Areas findAreas(const Draft& draft, Layer& layer)
{
    Areas areas{slowAreas(draft.basis.current.stragglers, draft.basis.pair.current->run->manifest), {}};
    const auto isPlace = [&](const SlowArea& area) {
        return std::ranges::any_of(draft.basis.current.stragglers.places,
                                   [&area](const SlowPlace& place) { return area.isSame(place.ranks); });
    };
    std::ranges::copy_if(areas.own, std::back_inserter(areas.same), isPlace);
    std::erase_if(areas.own, isPlace);
    const std::vector<SlowArea> before =
        areas.own.empty() ? areas.own
                          : slowAreas(draft.basis.baseline.stragglers, draft.basis.pair.baseline->run->manifest);
    for (const SlowArea& area : areas.own)
        layer.findings.push_back(slowAreaFinding(area, std::ranges::any_of(before, [&](const SlowArea& one) {
                                                     return one.kind == area.kind && one.name == area.name &&
                                                            isAsBefore(one.ratio, area.ratio,
                                                                       draft.basis.current.stragglers);
                                                 })));
    return areas;
}

/// A slow host or rack, and the switch that it may be as well.
void addPlace(const Draft& draft, const SlowPlace& place, bool before, const Areas& areas, Layer& layer)
{
    Finding finding = slowPlaceFinding(draft, place, before);
    for (const SlowArea& area : areas.same)
        if (area.isSame(place.ranks)) {
            finding.statement += orTheSwitch(area);
            layer.findings.push_back(samePlaceFinding(area, place));
        }
    layer.findings.push_back(std::move(finding));
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

/// A place a little slower than the others in a run in which every rank got slower by as much: nothing of its own.
Finding notSingledOut(const Draft& draft, const SlowPlace& place)
{
    Finding finding;
    finding.id = "stragglers.place-like-others";
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Derived;
    finding.statement =
        say("The ranks of {} ({}) take {:.2f}x the others' time ({}), but against the baseline all ranks got slower "
            "alike: no {} is singled out.",
            place.name, ranksText(place.ranks), place.ratio, draft.basis.current.stragglers.metric,
            place.rack ? say("rack") : say("host"));
    addRankTimes(draft, place.ranks, finding);
    return finding;
}

/// Findings of single ranks, of places and of roles; returns the ranks they name.
std::vector<int> findSlow(Draft& draft, Layer& layer)
{
    const StragglerReport& current = draft.basis.current.stragglers;
    const StragglerReport& baseline = draft.basis.baseline.stragglers;
    const Areas areas = findAreas(draft, layer);
    std::vector<int> all;  // in places that grew like the rest
    const std::map<int, double> growths = current.places.empty() ? std::map<int, double>() : growthByRank(draft);
    for (const SlowPlace& place : current.places) {
        if (std::ranges::any_of(areas.own, [&place](const SlowArea& area) { return area.explains(place.ranks); }))
            continue;
        const auto before = std::ranges::find(baseline.places, place.name, &SlowPlace::name);
        const bool known = before != baseline.places.end();
        if (!known && grewLikeTheOthers(growths, place.ranks, current.rule.ratio)) {
            layer.findings.push_back(notSingledOut(draft, place));
            all.insert(all.end(), place.ranks.begin(), place.ranks.end());
            continue;
        }
        addPlace(draft, place, known && isAsBefore(before->ratio, place.ratio, current), areas, layer);
    }
    std::vector<int> slow;
    for (const RankStraggler& rank : current.ranks) {
        if (rank.cls == StragglerClass::Group && std::ranges::find(all, rank.rank) != all.end())
            continue;
        std::optional<Finding> itself = slowerThanItself(draft, rank);
        if (!rank.flagged && !itself)
            continue;
        slow.push_back(rank.rank);
        name(draft, rank, itself ? nameOf(StragglerClass::Self) : nameOf(rank.cls));
        if (itself)
            layer.findings.push_back(std::move(*itself));
        else if (rank.cls != StragglerClass::Group && !isIn(areas.own, rank.rank))
            layer.findings.push_back(slowRankFinding(draft, rank, find(baseline, rank.rank)));
    }
    for (const SlowArea& area : areas.own)
        nameRanks(draft, area, slow);
    findSlowRoles(draft, layer, slow);
    return slow;
}

bool isIn(const std::vector<int>& ranks, int rank)
{
    return std::ranges::find(ranks, rank) != ranks.end();
}

/// Few peers cannot say who is odd: each rank against its own baseline (METHODS 2.3, N ≤ 4).
std::optional<Finding> ownHistory(const Draft& draft, const std::vector<int>& slow)
{
    const StragglerReport& now = draft.basis.current.stragglers;
    const Text metric = ownHistoryMetric(draft);
    Finding finding;
    finding.id = "stragglers.own-history";
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Derived;
    Text list;
    std::vector<std::pair<double, int>> growth;
    const auto few = [&](const RankStraggler& rank) { return rank.peers >= 2 && rank.peers < now.rule.peersForZ; };
    constexpr std::size_t kMostShown = 64;
    for (const RankStraggler& rank : now.ranks) {
        // Whoever reads "each" wants to see the others beside those with few peers.
        if (!few(rank) && now.ranks.size() > kMostShown)
            continue;
        const auto history = ownHistoryOf(draft, rank.rank);
        if (!history)
            continue;
        if (few(rank))
            growth.emplace_back(history->growth(), rank.rank);
        list += (list.empty() ? Text() : say(", ")) + say("rank {} {}", rank.rank, formatRatio(history->growth() - 1));
        finding.evidence.push_back(evidenceMs(say("{}, p50", metric), static_cast<Ns>(history->before),
                                              static_cast<Ns>(history->now), say("own history")));
        finding.evidence.back().rank = rank.rank;
    }
    if (growth.size() < 2)
        return std::nullopt;
    const bool ofRoles = growth.size() >= now.rule.peersForZ;  // as many ranks, but few of each role
    const bool named =
        ofRoles ? std::ranges::any_of(growth, [&](const auto& one) { return isIn(slow, one.second); })
                : std::ranges::any_of(finding.evidence, [&](const Evidence& row) { return isIn(slow, *row.rank); });
    std::ranges::sort(growth, std::greater());
    const auto& [most, odd] = growth.front();
    const double ratio = now.rule.ratio;
    const double next = growth[1].first;
    const bool alone = most >= ratio && next < ratio && most >= next * ratio;  // the others did not
    if (!named && !alone)
        finding.statement = ofRoles ? say("So few ranks of one role cannot say which of them is odd. ")
                                    : say("So few ranks cannot say which of them is odd. ");
    finding.statement += say("Against its own baseline each takes, in {}: {}.", metric, list);
    if (alone && std::ranges::find(slow, odd) == slow.end()) {
        finding.severity = FindingSeverity::Warning;
        finding.statement += say(" Only rank {} got slower.", odd);
        finding.nextStep = say("Move the work of rank {} to another device or host: if the slowness stays there, it is "
                               "the hardware; if it moves along, it is the work.",
                               odd);
    }
    return finding;
}

/// The first regressed stage grew on some ranks, and the rules for a rank among its peers flag none of them: they are
/// too few for it, or their whole step is not out of line. Nobody is even then.
void askPeersOfLocalised(const Draft& draft, Layer& layer)
{
    const auto& first = draft.verdict.firstRegressed;
    if (!first || first->scope == Scope::Systemic || layer.status == LayerStatus::Fail ||
        layer.status == LayerStatus::Warn)
        return;
    const Text who = first->ranks.empty() ? say("a rank that changes from step to step") : ranksText(first->ranks);
    Finding finding;
    finding.id = "stragglers.by-stage";
    finding.layer = LayerId::Stragglers;
    finding.severity = FindingSeverity::Warning;
    finding.provenance = Provenance::Derived;
    finding.statement =
        first->scope == Scope::Both
            ? say("{} regressed on all ranks and more on {}, though the rules for a rank among its peers flag none: "
                  "they look at the whole step, and few peers cannot decide.",
                  first->stage, who)
            : say("{} regressed on {} against the baseline, though the rules for a rank among its peers flag none: "
                  "they look at the whole step, and few peers cannot decide.",
                  first->stage, who);
    layer.findings.push_back(std::move(finding));
    layer.status = LayerStatus::Warn;
    layer.summary = first->scope == Scope::Both ? say("{}: more on {}", first->stage, who)
                                                : say("{}: only on {}", first->stage, who);
}

/// Ranks without a trace may be the slow ones: those that are there being even clears none of them.
void askForMissing(const Draft& draft, Layer& layer)
{
    const RunAnalysis& current = *draft.basis.pair.current;
    const std::vector<int> missing = untracedRanks(current);
    if (missing.empty())
        return;
    Finding finding;
    finding.id = "stragglers.missing-ranks";
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Measured;
    finding.statement =
        say("In the current run, of {} ranks, there is no trace of {}: whether these are slow is unknown, "
            "and what the others wait for them counts as transfer.",
            current.run->worldSize, ranksText(missing));
    finding.nextStep = addMissingTraces(draft);
    layer.findings.push_back(std::move(finding));
    if (layer.status != LayerStatus::Pass)
        return;
    layer.status = LayerStatus::NoData;
    layer.summary = missingSummary(missing, current.run->worldSize);
}

}  // namespace

Layer stragglersLayer(Draft& draft)
{
    const StragglerReport& current = draft.basis.current.stragglers;
    if (current.ranks.size() < 2)
        return draft.basis.pair.current->cube.ranks().size() < 2 ? noPeers(draft) : noPeersInSteps(draft);
    Layer layer;
    layer.id = LayerId::Stragglers;
    const std::vector<int> slow = findSlow(draft, layer);
    addIf(layer, ownHistory(draft, slow));
    const std::optional<RoleImbalance> imbalance = roleImbalance(*draft.basis.current.ownTimes);
    if (imbalance)
        layer.findings.push_back(unevenRolesFinding(*imbalance, current));
    addIf(layer, othersWaitFinding(draft, slow));
    addIf(layer, rotatingFinding(draft));
    addIf(layer, pausesFinding(draft));
    layer.findings.push_back(threeSigmaFinding(current));
    layer.status = statusOf(layer.findings);
    const auto own = std::ranges::find(layer.findings, "stragglers.own-history", &Finding::id);
    const bool odd = own != layer.findings.end() && own->severity == FindingSeverity::Warning;
    if (!slow.empty())
        layer.summary = slowText(layer, slow);
    else if (current.rotating)
        layer.summary = say("slowness goes round among the ranks");
    else if (odd)
        layer.summary = say("one of {} ranks got slower than the others", current.ranks.size());
    else
        layer.summary = evenRolesText(*draft.basis.current.ownTimes, imbalance);
    askPeersOfLocalised(draft, layer);
    askForMissing(draft, layer);
    return layer;
}

}  // namespace headwater
