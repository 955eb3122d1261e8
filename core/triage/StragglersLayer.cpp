// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Layers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/stats/Outliers.h"
#include "core/triage/OwnTime.h"

namespace headwater {

namespace {

Finding make(std::string id, FindingSeverity severity, std::string statement)
{
    Finding finding;
    finding.id = std::move(id);
    finding.layer = LayerId::Stragglers;
    finding.severity = severity;
    finding.provenance = Provenance::Derived;
    finding.statement = std::move(statement);
    return finding;
}

const RankStanding* find(const std::vector<RankStanding>& standings, int rank)
{
    const auto found = std::ranges::find(standings, rank, &RankStanding::rank);
    return found == standings.end() ? nullptr : &*found;
}

Ns toNs(double value)
{
    return static_cast<Ns>(std::llround(value));
}

Finding flaggedFinding(const RankStanding& current, const RankStanding* before)
{
    const bool already = before != nullptr && before->flagged;
    std::string statement =
        fmt::format("Rank {}{} is slow by itself: own time {} a step, {:.2f}x the median of {} ranks, {}", current.rank,
                    current.host.empty() ? "" : " on " + current.host, formatDuration(toNs(current.ownTime)),
                    current.ratio, current.peers, formatDuration(toNs(current.peersMedian)));
    if (current.peers >= 5)
        statement += fmt::format(" (modified z {:.1f})", current.modifiedZ);
    statement += current.persistent ? ", in most steps" : ", not in most steps";
    statement += already             ? fmt::format("; it was so in the baseline too ({:.2f}x).", before->ratio)
                 : before != nullptr ? fmt::format("; in the baseline it was at {:.2f}x.", before->ratio)
                                     : std::string("; the baseline has no such rank.");
    Finding finding = make("stragglers.slow-rank", already ? FindingSeverity::Warning : FindingSeverity::Failure,
                           std::move(statement));
    Evidence evidence = evidenceMs("own time (step \u2212 waiting), p50", before ? toNs(before->ownTime) : 0,
                                   toNs(current.ownTime), "stage partition");
    if (before == nullptr)
        evidence.baseline.clear();
    evidence.rank = current.rank;
    finding.evidence.push_back(std::move(evidence));
    finding.nextStep =
        fmt::format("Move the work of rank {} to another device or host: if the slowness stays there, it is "
                    "the hardware; if it moves along, it is the work.",
                    current.rank);
    return finding;
}

/// The textbook's rule beside the robust one, with the reason why it may be silent (METHODS 2.1).
void threeSigma(const std::vector<RankStanding>& standings, std::vector<Finding>& findings)
{
    std::size_t peers = 0;
    std::vector<int> flagged;
    for (const RankStanding& standing : standings) {
        peers = std::max(peers, standing.peers);
        if (standing.z > 3)
            flagged.push_back(standing.rank);
    }
    Finding finding = make("stragglers.three-sigma", FindingSeverity::Info, {});
    if (peers <= 10)
        finding.statement =
            fmt::format("The 3\u03c3 rule cannot fire with {} ranks: no sample of that size has a z above "
                        "{:.2f}. The robust rule is used.",
                        peers, stats::largestPossibleZ(peers));
    else if (flagged.empty())
        finding.statement = fmt::format("The 3\u03c3 rule flags no rank (largest possible z with {} ranks: {:.2f}).",
                                        peers, stats::largestPossibleZ(peers));
    else
        finding.statement = fmt::format("The 3\u03c3 rule flags {}.", ranksText(flagged));
    findings.push_back(std::move(finding));
}

Layer noPeers()
{
    Layer layer;
    layer.id = LayerId::Stragglers;
    layer.status = LayerStatus::NoData;
    layer.summary = "one rank: there are no peers to compare with";
    Finding finding = make("stragglers.no-peers", FindingSeverity::Info,
                           "The current run has one rank only: whether the ranks are uneven is unknown.");
    finding.provenance = Provenance::Measured;
    finding.nextStep = "Record every rank.";
    layer.findings.push_back(std::move(finding));
    return layer;
}

}  // namespace

Layer stragglersLayer(Draft& draft)
{
    const DecisionBasis& basis = draft.basis;
    const std::vector<RankStanding> current = rankStandings(basis.current, *basis.pair.current);
    if (current.size() < 2)
        return noPeers();
    const std::vector<RankStanding> baseline = rankStandings(basis.baseline, *basis.pair.baseline);
    Layer layer;
    layer.id = LayerId::Stragglers;
    std::vector<int> flagged;
    for (const RankStanding& standing : current) {
        if (!standing.flagged)
            continue;
        flagged.push_back(standing.rank);
        draft.verdict.stragglers.push_back({standing.rank, standing.host, standing.ratio,
                                            standing.persistent ? "fixed" : "", "own time (step \u2212 waiting), p50"});
        layer.findings.push_back(flaggedFinding(standing, find(baseline, standing.rank)));
    }
    threeSigma(current, layer.findings);
    layer.status = statusOf(layer.findings);
    layer.summary = flagged.empty() ? fmt::format("{} ranks are even", current.size())
                                    : ranksText(flagged) + (flagged.size() == 1 ? " is slow" : " are slow");
    return layer;
}

}  // namespace headwater
