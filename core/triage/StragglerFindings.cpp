// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/StragglerFindings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/triage/BubbleFinding.h"
#include "core/triage/BubbleWords.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/OwnHistory.h"

namespace headwater {

namespace {

constexpr std::size_t kMostRows = 16;

Finding make(std::string id, FindingSeverity severity, Text statement)
{
    Finding finding;
    finding.id = std::move(id);
    finding.layer = LayerId::Stragglers;
    finding.severity = severity;
    finding.provenance = Provenance::Derived;
    finding.statement = std::move(statement);
    return finding;
}

Ns toNs(double value)
{
    return static_cast<Ns>(std::llround(value));
}

const RankStraggler* find(const StragglerReport& report, int rank)
{
    const auto found = std::ranges::find(report.ranks, rank, &RankStraggler::rank);
    return found == report.ranks.end() ? nullptr : &*found;
}

std::vector<int> peersOf(const StragglerReport& report, const RankStraggler& rank)
{
    for (const StragglerGroup& group : report.groups)
        if (group.role == rank.role)
            return group.ranks;
    return {};
}

void addEvidence(Finding& finding, const Text& what, const Text& source, int rank, const PeerStanding* before,
                 const PeerStanding& current)
{
    Evidence evidence = evidenceMs(what, before != nullptr ? toNs(before->value) : 0, toNs(current.value), source);
    if (before == nullptr)
        evidence.baseline.clear();
    evidence.rank = rank;
    finding.evidence.push_back(std::move(evidence));
}

/// The cause of time without compute that this rank has more of than its peers, if it makes up much of its excess.
std::optional<BubbleExcess> muchExcess(const Draft& draft, const RankStraggler& rank)
{
    constexpr double kMuch = 0.3;
    const auto excess =
        largestExcess(*draft.basis.pair.current, rank.rank, peersOf(draft.basis.current.stragglers, rank));
    const bool much = excess && static_cast<double>(excess->perStep) > kMuch * (rank.local.value - rank.local.peers);
    return much ? excess : std::nullopt;
}

/// Its kernels are as fast as its peers', and copies to the device or the device's link are not.
bool isLink(const Draft& draft, const RankStraggler& rank)
{
    if (rank.side != StragglerSide::Host)
        return false;
    const auto excess = muchExcess(draft, rank);
    return excess ? excess->cause == BubbleCause::MemcpyH2d : hostDeviceLink(draft, rank.rank).has_value();
}

/// Device, host or the link between them, and what on it.
Text whereItGoes(const Draft& draft, const RankStraggler& rank)
{
    if (rank.side == StragglerSide::Unknown)
        return {};
    if (rank.side == StragglerSide::Device)
        return say("; its kernels take {:.2f}x its peers': the device side", rank.pure->ratio);
    const auto excess = muchExcess(draft, rank);
    Text text = say("; its kernels take {:.2f}x its peers': {}", rank.pure->ratio,
                    isLink(draft, rank) ? say("the link between its host and its device") : say("the host side"));
    if (excess)
        text += say(", {} {} a step", wordsFor(excess->cause), formatDelta(excess->perStep));
    if (const auto link = hostDeviceLink(draft, rank.rank))
        text += " (" + *link + ")";
    return text;
}

Text nextStepFor(const Draft& draft, const RankStraggler& rank)
{
    if (isLink(draft, rank))
        return say("Look at the PCIe link of rank {}: generation and lanes under load, replays, the slot and "
                   "its riser. Measure copies from host to device on this rank and on another (nvbandwidth): a "
                   "difference there proves the link; equal copies point to pinning, or to more bytes.",
                   rank.rank);
    if (rank.side == StragglerSide::Host)
        return say("Look at the process of rank {} and its host: CPU load and pinning, input, garbage "
                   "collection, and what this rank alone does; its device is not the cause.",
                   rank.rank);
    return say("Move the work of rank {} to another device or host: if the slowness stays there, it is "
               "the hardware; if it moves along, it is the work.",
               rank.rank);
}

/// Its own change since the baseline, by a time that other ranks and the links do not change; empty where not known.
Text againstItself(const Draft& draft, int rank)
{
    const auto history = ownHistoryOf(draft, rank);
    return history ? say(" Against its own baseline its {} is {:.2f}x: {}.", ownHistoryMetric(draft), history->growth(),
                         fromTo(toNs(history->before), toNs(history->now)))
                   : Text();
}

/// Filling and draining makes the stages of a pipeline wait in every run: what the baseline waits is the measure of it.
std::optional<Text> pipelineBubble(const Draft& draft)
{
    const std::vector<RankAnalysis>& ranks = draft.basis.pair.current->ranks;
    const bool pipeline =
        std::ranges::any_of(ranks, [](const RankAnalysis& rank) { return rank.role.starts_with("pipeline stage"); });
    const auto before = bubbleMeans(draft, Side::Baseline);
    const auto now = bubbleMeans(draft, Side::Current);
    if (!pipeline || !before || !now)
        return std::nullopt;
    constexpr auto kWait = static_cast<std::size_t>(BubbleCause::CommWait);
    return say(" The stages of a pipeline wait in every run while it fills and drains (the pipeline's bubble): without "
               "compute in waiting for others, mean over ranks, {} a step.",
               fromTo((*before)[kWait], (*now)[kWait]));
}

}  // namespace

std::optional<Text> hostDeviceLink(const Draft& draft, int rank)
{
    if (!draft.basis.resources)
        return std::nullopt;
    for (const ResourceCheck& check : draft.basis.resources->checks)
        for (const ResourceHit& hit : check.hits)
            if (check.area == "PCIe" && hit.rank == rank && !hit.inBaseline &&
                hit.severity >= ResourceSeverity::Warning)
                return hit.text;
    return std::nullopt;
}

std::string sideText(const Draft& draft, const RankStraggler& rank)
{
    return isLink(draft, rank) ? "link" : std::string(nameOf(rank.side));
}

Finding slowRankFinding(const Draft& draft, const RankStraggler& current, const RankStraggler* before)
{
    const StragglerReport& report = draft.basis.current.stragglers;
    // Slow before as well, and by as much; what grew beyond the rule's threshold is new.
    const bool already =
        before != nullptr && before->flagged &&
        current.local.ratio < before->local.ratio * (current.peers < report.rule.peersForZ ? report.rule.ratioFewPeers
                                                                                           : report.rule.ratio);
    Text statement = say("Rank {}{} is slow by itself: {} {}, {:.2f}x the median of {} ranks, {}", current.rank,
                         current.host.empty() ? Text() : say(" on {}", current.host), report.metric,
                         formatDuration(toNs(current.local.value)), current.local.ratio, current.peers,
                         formatDuration(toNs(current.local.peers)));
    if (current.peers >= report.rule.peersForZ)
        statement += say(" (modified z {:.1f})", current.local.modifiedZ);
    statement +=
        current.persistence >= report.rule.persistentShare ? say(", in most steps") : say(", not in most steps");
    statement += whereItGoes(draft, current);
    statement += already             ? say("; it was so in the baseline too ({:.2f}x).", before->local.ratio)
                 : before != nullptr ? say("; in the baseline it was at {:.2f}x.", before->local.ratio)
                                     : say("; the baseline has no such rank.");
    statement += againstItself(draft, current.rank);
    Finding finding = make("stragglers.slow-rank", already ? FindingSeverity::Warning : FindingSeverity::Failure,
                           std::move(statement));
    addEvidence(finding, say("{}, p50", report.metric), say("matched collectives and stage partition"), current.rank,
                before != nullptr ? &before->local : nullptr, current.local);
    if (current.pure)
        addEvidence(finding, say("pure compute, p50"), say("union of compute kernels"), current.rank,
                    before != nullptr && before->pure ? &*before->pure : nullptr, *current.pure);
    finding.nextStep = nextStepFor(draft, current);
    return finding;
}

void addRankTimes(const Draft& draft, const std::vector<int>& ranks, Finding& finding)
{
    const StragglerReport& report = draft.basis.current.stragglers;
    for (std::size_t i = 0; i < std::min(ranks.size(), kMostRows); ++i)
        if (const RankStraggler* rank = find(report, ranks[i])) {
            const RankStraggler* then = find(draft.basis.baseline.stragglers, rank->rank);
            addEvidence(finding, say("{}, p50", report.metric), say("matched collectives and stage partition"),
                        rank->rank, then != nullptr ? &then->local : nullptr, rank->local);
        }
}

Finding slowPlaceFinding(const Draft& draft, const SlowPlace& place, bool before)
{
    const Text what = place.rack ? say("rack") : say("host");
    Finding finding =
        make(place.rack ? "stragglers.slow-rack" : "stragglers.slow-host",
             before ? FindingSeverity::Warning : FindingSeverity::Failure,
             say("All ranks of {} {} ({}) are slow: {:.2f}x the others; one slow rank at a time would not show "
                 "it{}.",
                 what, place.name, ranksText(place.ranks), place.ratio,
                 before ? say(", and it was so in the baseline too") : ""));
    addRankTimes(draft, place.ranks, finding);
    finding.nextStep = say("Compare clocks, temperature, power limits, links and software of {} {} with the "
                           "others; give its ranks to another {} to see whether the slowness stays.",
                           what, place.name, what);
    return finding;
}

std::optional<Finding> slowerThanItself(const Draft& draft, const RankStraggler& current)
{
    constexpr double kOwnHistory = 1 / 0.75;
    const StragglerReport& now = draft.basis.current.stragglers;
    const StragglerReport& then = draft.basis.baseline.stragglers;
    const RankStraggler* before = find(then, current.rank);
    if (current.flagged || before == nullptr || before->local.value <= 0 || current.peers >= now.rule.peersForZ)
        return std::nullopt;
    std::vector<double> others;
    for (const int peer : peersOf(now, current)) {
        const RankStraggler* a = find(then, peer);
        const RankStraggler* b = find(now, peer);
        if (peer != current.rank && a != nullptr && b != nullptr && a->local.value > 0)
            others.push_back(b->local.value / a->local.value);
    }
    if (others.empty())
        return std::nullopt;
    const double growth = current.local.value / before->local.value;
    const double theirs = stats::medianInPlace(others);
    // Where the others grew by half as much or more, all are slower, and this one is no more than the slowest of them.
    if (growth < kOwnHistory || growth < now.rule.ratio * theirs || growth - 1 < 2 * (theirs - 1))
        return std::nullopt;
    Finding finding =
        make("stragglers.slower-than-itself", FindingSeverity::Failure,
             say("Rank {}{} is slower than itself in the baseline: {} {}, {:.2f}x. {} ranks are too few to say "
                 "by comparison which is the odd one.",
                 current.rank, current.host.empty() ? Text() : say(" on {}", current.host), now.metric,
                 fromTo(toNs(before->local.value), toNs(current.local.value)), growth, current.peers));
    if (now.metric != ownHistoryMetric(draft))
        finding.statement += againstItself(draft, current.rank);
    addEvidence(finding, say("{}, p50", now.metric), say("own history"), current.rank, &before->local, current.local);
    finding.nextStep = nextStepFor(draft, current);
    return finding;
}

std::optional<Finding> othersWaitFinding(const Draft& draft, const std::vector<int>& slow)
{
    const CollectiveSummary& collectives = draft.basis.pair.current->collectives;
    Ns wait = 0;
    Ns inside = 0;
    Ns blamed = 0;
    Ns allBlame = 0;
    std::vector<int> others;
    for (const CollectiveSummary::ByRank& rank : collectives.byRank) {
        const bool isSlow = std::ranges::find(slow, rank.rank) != slow.end();
        allBlame += rank.blame;
        blamed += isSlow ? rank.blame : 0;
        if (isSlow)
            continue;
        others.push_back(rank.rank);
        wait += rank.wait;
        inside += rank.wait + rank.transfer;
    }
    if (slow.empty() || others.empty() || collectives.matched == 0 || inside <= 0 || allBlame <= 0)
        return std::nullopt;
    const auto share = [](Ns part, Ns all) { return static_cast<double>(part) / static_cast<double>(all); };
    Finding finding = make(
        "stragglers.others-wait", FindingSeverity::Info,
        say("The other ranks ({}) spend {} of their time in collectives waiting; {} of all waiting is "
            "caused by {}. Their communication looks slow and is not.",
            ranksText(others), shareText(share(wait, inside)), shareText(share(blamed, allBlame)), ranksText(slow)));
    if (const auto bubble = pipelineBubble(draft))
        finding.statement += *bubble;
    const auto count = static_cast<Ns>(others.size());
    finding.evidence.push_back(
        evidenceMs(say("waiting in collectives, exposed or not, sum of all steps, mean of these ranks"), 0,
                   wait / count, say("matched collectives")));
    sumsUp(finding.evidence.back(), others);
    ofEveryStep(finding.evidence.back());
    finding.evidence.back().baseline.clear();
    return finding;
}

std::optional<double> computeOfSlowSteps(const OwnTimes& own)
{
    std::vector<double> shares;
    std::vector<double> ratios;
    for (const RankSeries& rank : own.series.ranks) {
        const auto local = own.stepLocal.find(rank.role);
        const auto pure = own.stepPure.find(rank.role);
        if (local == own.stepLocal.end() || pure == own.stepPure.end() || rank.pure.empty())
            return std::nullopt;
        for (std::size_t step = 0; step < own.steps.size(); ++step) {
            const double typical = local->second[step];
            if (!(rank.local[step] >= own.report.rule.ratio * typical) || !std::isfinite(rank.pure[step]))
                continue;
            shares.push_back((rank.pure[step] - pure->second[step]) / (rank.local[step] - typical));
            ratios.push_back(rank.pure[step] / pure->second[step]);
        }
    }
    constexpr double kMost = 0.5;
    if (shares.empty() || stats::medianInPlace(shares) < kMost)
        return std::nullopt;
    return stats::medianInPlace(ratios);
}

namespace {

/// The slowest of the steps that are meant.
void addSlowSteps(const Draft& draft, std::vector<SlowStep> slow, Finding& finding)
{
    const SideBasis& side = draft.basis.current;
    std::ranges::stable_sort(slow, std::greater(), [](const SlowStep& one) { return one.value / one.peers; });
    slow.resize(std::min(slow.size(), kMostRows));
    for (const SlowStep& one : slow) {
        Evidence evidence = evidenceMs(say("{}, its peers {}", side.stragglers.metric, formatDuration(toNs(one.peers))),
                                       0, toNs(one.value), say("matched collectives and stage partition"));
        evidence.baseline.clear();
        evidence.rank = one.rank;
        evidence.step = side.ownTimes->steps.at(one.step);
        finding.evidence.push_back(std::move(evidence));
    }
}

}  // namespace

std::optional<Finding> rotatingFinding(const Draft& draft)
{
    const auto& rotating = draft.basis.current.stragglers.rotating;
    if (!rotating)
        return std::nullopt;
    const bool before = draft.basis.baseline.stragglers.rotating.has_value();
    Finding finding =
        make("stragglers.rotating", before ? FindingSeverity::Info : FindingSeverity::Warning,
             say("Slowness goes round: in {} (rank, step) pairs of {} steps a rank is slow that otherwise is "
                 "not, on {}{}.",
                 rotating->events.size(), rotating->steps, ranksText(rotating->ranks),
                 before ? say("; the baseline has it too") : ""));
    addSlowSteps(draft, rotating->events, finding);
    if (const auto compute = computeOfSlowSteps(*draft.basis.current.ownTimes)) {
        finding.statement += say(" It is compute that grows there: in the slow steps the kernels of that rank take "
                                 "{:.2f}x those of the typical rank.",
                                 *compute);
        finding.nextStep = say("Log the sequence lengths (or tokens) of each rank's batch: slow steps that follow them "
                               "name the cause; even them out over the ranks (bucketing, packing).");
        return finding;
    }
    finding.nextStep =
        say("Look for what strikes ranks in turn: long sequences in a batch, garbage collection that is not "
            "synchronised, input workers.");
    return finding;
}

Finding threeSigmaFinding(const StragglerReport& report)
{
    std::size_t peers = 0;
    double bound = 0;
    std::vector<int> flagged;
    for (const StragglerGroup& group : report.groups) {
        if (group.ranks.size() > peers) {
            peers = group.ranks.size();
            bound = group.largestZ;
        }
        flagged.insert(flagged.end(), group.threeSigma.begin(), group.threeSigma.end());
    }
    std::ranges::sort(flagged);
    if (peers < 2)
        return make("stragglers.three-sigma", FindingSeverity::Info,
                    say("The 3\u03c3 rule compares ranks that do the same work; here none has another one."));
    constexpr double kSigmas = 3;
    Text statement;
    if (bound <= kSigmas)
        statement = say("The 3\u03c3 rule cannot fire with {} ranks: no sample of that size has a z above {:.2f}. The "
                        "robust rule is used.",
                        peers, bound);
    else if (flagged.empty())
        statement = say("The 3\u03c3 rule flags no rank (largest possible z with {} ranks: {:.2f}).", peers, bound);
    else
        statement = say("The 3\u03c3 rule flags {} (largest possible z with {} ranks: {:.2f}).", ranksText(flagged),
                        peers, bound);
    Finding finding = make("stragglers.three-sigma", FindingSeverity::Info, std::move(statement));
    const auto most = std::ranges::max_element(report.ranks, {}, [](const RankStraggler& one) { return one.local.z; });
    Evidence evidence;
    evidence.what = say("{}, largest z", report.metric);
    evidence.current = fmt::format("{:.2f}", most->local.z);
    evidence.rank = most->rank;
    evidence.source = say("matched collectives and stage partition");
    finding.evidence.push_back(std::move(evidence));
    return finding;
}

}  // namespace headwater
