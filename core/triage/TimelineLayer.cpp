// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/triage/Layers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/stats/CourseRule.h"
#include "core/triage/BubbleFinding.h"
#include "core/triage/LatentStages.h"
#include "core/triage/NoSteps.h"
#include "core/triage/Onset.h"
#include "core/triage/PeerTransferFinding.h"

namespace headwater {

namespace {

Finding make(std::string id, FindingSeverity severity, Provenance provenance, Text statement)
{
    Finding finding;
    finding.id = std::move(id);
    finding.layer = LayerId::Timeline;
    finding.severity = severity;
    finding.provenance = provenance;
    finding.statement = std::move(statement);
    return finding;
}

struct Part {
    const char* name;
    std::array<Quantity, 2> quantities;
};
constexpr std::array<Part, 4> kParts{Part{"compute", {Quantity::Compute, Quantity::Compute}},
                                     Part{"communication", {Quantity::Transfer, Quantity::Wait}},
                                     Part{"copies", {Quantity::Memcpy, Quantity::Memset}},
                                     Part{"idle device", {Quantity::Idle, Quantity::Idle}}};

Ns meanOfStep(const DecisionBasis& basis, const Part& part, bool baseline)
{
    Ns sum = 0;
    for (const StageBasis& stage : basis.stages) {
        const StageSide& side = baseline ? stage.baseline : stage.current;
        sum += side.parts[static_cast<std::size_t>(part.quantities[0])].mean;
        if (part.quantities[1] != part.quantities[0])
            sum += side.parts[static_cast<std::size_t>(part.quantities[1])].mean;
    }
    return sum;
}

Ns meanOfStep(const DecisionBasis& basis, bool baseline)
{
    Ns sum = 0;
    for (const Part& part : kParts)
        sum += meanOfStep(basis, part, baseline);
    return sum;
}

/// Why there is no breakdown: no step, or no device timeline on a side.
Text whyNoParts(const Draft& draft)
{
    if (Text none = whyNoSteps(draft); !none.empty())
        return none;
    const bool before = meanOfStep(draft.basis, true) > 0;
    const bool after = meanOfStep(draft.basis, false) > 0;
    if (before == after)
        return say("no device timeline in the input");
    return say("no device timeline in the {}", before ? say("current run") : say("baseline"));
}

/// Shares of the step, from means over steps so that they add up. Nothing where the input has no parts.
std::optional<Finding> breakdown(const Draft& draft, Text& summary)
{
    std::array<Ns, kParts.size()> b{};
    std::array<Ns, kParts.size()> c{};
    Ns totalB = 0;
    Ns totalC = 0;
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        totalB += b[i] = meanOfStep(draft.basis, kParts[i], true);
        totalC += c[i] = meanOfStep(draft.basis, kParts[i], false);
    }
    if (totalB <= 0 || totalC <= 0)
        return std::nullopt;
    const auto share = [](Ns part, Ns total) { return static_cast<double>(part) / static_cast<double>(total); };
    Text text;
    Finding finding = make("timeline.breakdown", FindingSeverity::Info, Provenance::Derived, {});
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        text += (i > 0 ? say(", ") : Text()) + say("{} takes {} \u2192 {}", word(kParts[i].name),
                                                   shareText(share(b[i], totalB)), shareText(share(c[i], totalC)));
        finding.evidence.push_back(evidenceMs(say("{} per step, mean", word(kParts[i].name)), b[i], c[i],
                                              say("stage partition, median over ranks")));
    }
    finding.statement = say("Of the mean step {}.", text);
    summary = say("idle {} \u2192 {}, communication {} \u2192 {}", shareText(share(b[3], totalB)),
                  shareText(share(c[3], totalC)), shareText(share(b[1], totalB)), shareText(share(c[1], totalC)));
    return finding;
}

/// Stage with the largest growth of a quantity's p50, "(outside stages)" left out.
struct Largest {
    std::size_t stage = 0;
    Ns delta = 0;
};
Largest largestGrowth(const DecisionBasis& basis, Quantity quantity)
{
    Largest largest;
    const auto q = static_cast<std::size_t>(quantity);
    for (std::size_t k = 0; k < basis.stages.size(); ++k) {
        const AlignedStage& row = basis.alignment.stages[k];
        if (row.outside || !row.baseline || !row.current)
            continue;
        const Ns delta = basis.stages[k].current.parts[q].p50 - basis.stages[k].baseline.parts[q].p50;
        if (delta > largest.delta)
            largest = {k, delta};
    }
    return largest;
}

/// The first stage that regressed in host time by the textbook's rule, "(outside stages)" left out.
std::optional<std::size_t> firstByHostTime(const Draft& draft)
{
    const auto q = static_cast<std::size_t>(Quantity::Host);
    for (std::size_t k = 0; k < draft.basis.alignment.comparable; ++k) {
        const AlignedStage& row = draft.basis.alignment.stages[k];
        if (row.outside || !row.baseline || !row.current)
            continue;
        const Ns before = draft.basis.stages[k].baseline.parts[q].p50;
        const Ns after = draft.basis.stages[k].current.parts[q].p50;
        if (after - before > draft.floor && stats::regressedByCourse(before, after, draft.policy.epsilonPpm))
            return k;
    }
    return std::nullopt;
}

/// By host time another, earlier stage would be the first. Later ones change nothing: the host waits there for what an
/// earlier stage made longer.
bool hostWouldSayEarlier(const Draft& draft)
{
    const auto& first = draft.verdict.firstRegressed;
    const auto byHost = first ? firstByHostTime(draft) : std::nullopt;
    return byHost && draft.basis.alignment.stages[*byHost].name != first->stage &&
           static_cast<int>(*byHost) < first->index;
}

void hostAgainstDevice(const Draft& draft, std::vector<Finding>& findings)
{
    const DecisionBasis& basis = draft.basis;
    const Largest host = largestGrowth(basis, Quantity::Host);
    const Largest device = largestGrowth(basis, Quantity::Span);
    if (host.delta <= draft.floor || device.delta <= draft.floor || host.stage == device.stage)
        return;
    const std::string& hostName = basis.alignment.stages[host.stage].name;
    const std::string& deviceName = basis.alignment.stages[device.stage].name;
    const auto part = [&](std::size_t stage, Quantity q, bool baseline) {
        const StageSide& side = baseline ? basis.stages[stage].baseline : basis.stages[stage].current;
        return side.parts[static_cast<std::size_t>(q)].p50;
    };
    const Ns span = part(host.stage, Quantity::Span, false) - part(host.stage, Quantity::Span, true);
    const bool earlier = hostWouldSayEarlier(draft);
    Finding finding = make(
        "timeline.host-device-disagree", earlier ? FindingSeverity::Warning : FindingSeverity::Info,
        Provenance::Derived,
        say("Host and device views disagree: in host time {} grew most ({}), on the device {} did ({}). The device "
            "span of {} changed by {}: a host range also grows where the host only waits for the device to "
            "finish earlier work.",
            hostName, formatDelta(host.delta), deviceName, formatDelta(device.delta), hostName, formatDelta(span)));
    if (earlier) {
        const std::string& first = basis.alignment.stages[*firstByHostTime(draft)].name;
        finding.statement += say(" By host time {} would be the first that regressed, before {}.", first,
                                 draft.verdict.firstRegressed->stage);
        finding.nextStep = say("Compare by host time too (--measure host): if what {} does on the host grew, "
                               "and does not only wait, start there.",
                               first);
    }
    for (const std::size_t stage : {host.stage, device.stage}) {
        const std::string& name = basis.alignment.stages[stage].name;
        for (const Quantity q : {Quantity::Host, Quantity::Span})
            finding.evidence.push_back(
                evidenceMs(q == Quantity::Host ? say("{}: host time", name) : say("{}: device span", name),
                           part(stage, q, true), part(stage, q, false),
                           q == Quantity::Host ? say("p50 over steps") : say("p50 over steps, waiting included")));
    }
    findings.push_back(std::move(finding));
}

void causeFinding(const Draft& draft, const Cause& cause, std::vector<Finding>& findings)
{
    if (cause.kind == CauseKind::NotAsked || cause.because.empty())
        return;
    Finding finding = make("timeline.io-or-communication", FindingSeverity::Info, Provenance::Inferred, {});
    finding.evidence = cause.evidence;
    if (draft.causesBlocked()) {
        finding.provenance = Provenance::Derived;
        finding.statement = say("Measured: {}. What caused it is not stated, because {}.", cause.because,
                                draft.basis.comparability.reason);
    } else {
        finding.statement = say("IO or communication? {}; {}.", cause.answer, cause.because);
    }
    findings.push_back(std::move(finding));
}

void costShift(const Draft& draft, std::vector<Finding>& findings)
{
    Text gained;
    Text lost;
    for (const StageVerdict& stage : draft.verdict.stages) {
        Text* list = stage.state == StageState::CostShift  ? &gained
                     : stage.state == StageState::Improved ? &lost
                                                           : nullptr;
        if (list != nullptr)
            *list += (list->empty() ? Text() : say(", ")) + stage.stage + " " + formatDelta(stage.delta);
    }
    if (!gained.empty())
        findings.push_back(
            make("timeline.cost-shift", FindingSeverity::Info, Provenance::Derived,
                 say("Time moved between stages without making the step longer: {}; {}.", gained, lost)));
}

/// Collectives start when the last rank comes: transfer that compute hid before is then exposed, and counts as the
/// stage's own time.
Text waitingText(const StageVerdict& stage)
{
    const Text waiting(fromTo(stage.baselineParts.wait, stage.currentParts.wait));
    if (stage.state != StageState::Regressed)
        return say("{} takes longer only because it waits for other ranks: waiting {}, own time not regressed.",
                   stage.stage, waiting);
    return say(
        "{} takes longer because of other ranks: waiting {}. What grew of its own time is transfer, which compute "
        "no longer hides when the last rank comes late: {}; compute {}.",
        stage.stage, waiting, fromTo(stage.baselineParts.transfer, stage.currentParts.transfer),
        fromTo(stage.baselineParts.compute, stage.currentParts.compute));
}

void explainedByWaiting(const Draft& draft, std::vector<Finding>& findings)
{
    for (const StageVerdict& stage : draft.verdict.stages) {
        const bool replayed = stage.explainedBy.starts_with("stage:");
        if (stage.explainedBy != "wait" && !replayed)
            continue;
        Finding finding =
            make("timeline.explained-by-wait", FindingSeverity::Info, Provenance::Derived, waitingText(stage));
        if (replayed) {
            finding.provenance = Provenance::Inferred;
            finding.statement += say(" In a replay of the stages this is gone once {} is as in the baseline.",
                                     draft.verdict.firstRegressed->stage);
        }
        finding.evidence.push_back(evidenceMs(say("{}: waiting", stage.stage), stage.baselineParts.wait,
                                              stage.currentParts.wait, say("stage partition, median over ranks")));
        findings.push_back(std::move(finding));
    }
}

}  // namespace

Layer timelineLayer(const Draft& draft, const Cause& cause)
{
    Layer layer;
    layer.id = LayerId::Timeline;
    std::optional<Finding> parts = breakdown(draft, layer.summary);
    const bool hasParts = parts.has_value();
    if (hasParts)
        layer.findings.push_back(std::move(*parts));
    if (std::optional<Finding> bubbles = bubblesFinding(draft))
        layer.findings.push_back(std::move(*bubbles));
    hostAgainstDevice(draft, layer.findings);
    causeFinding(draft, cause, layer.findings);
    onsetFinding(draft, layer.findings);
    costShift(draft, layer.findings);
    explainedByWaiting(draft, layer.findings);
    peerTransferFinding(draft, layer.findings);
    latentFindings(draft, layer.findings);
    if (!hasParts) {
        layer.status = LayerStatus::NoData;
        layer.summary = whyNoParts(draft);
        return layer;
    }
    layer.status = statusOf(layer.findings);
    if (layer.status == LayerStatus::Pass && draft.verdict.firstRegressed)
        layer.status = LayerStatus::Warn;
    return layer;
}

}  // namespace headwater
