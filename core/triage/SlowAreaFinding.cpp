// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/SlowAreaFinding.h"

#include <fmt/format.h>

#include "core/triage/Draft.h"
#include "core/triage/EvidencePlace.h"

namespace headwater {

namespace {

Text kindText(AreaKind kind)
{
    switch (kind) {
    case AreaKind::Spine: return say("spine switch");
    case AreaKind::Leaf: return say("leaf switch");
    case AreaKind::Numa: return say("NUMA node");
    case AreaKind::Pcie: return say("PCIe switch");
    }
    return {};
}

}  // namespace

Finding slowAreaFinding(const SlowArea& area, bool before)
{
    const Text kind = kindText(area.kind);
    const bool isSwitch = area.kind == AreaKind::Spine || area.kind == AreaKind::Leaf;
    Finding finding;
    finding.id = fmt::format("stragglers.slow-{}", nameOf(area.kind));
    finding.layer = LayerId::Stragglers;
    finding.severity = before ? FindingSeverity::Warning : FindingSeverity::Failure;
    // Which GPU a rank has is assumed where a part of a host is named.
    finding.provenance = isSwitch ? Provenance::Derived : Provenance::Inferred;
    finding.statement =
        say("All ranks of {} {} ({}) are slow: {:.2f}x the others of its kind{}.", kind, area.name,
            ranksText(area.ranks), area.ratio, before ? say(", and it was so in the baseline too") : "");
    finding.evidence.push_back(
        {say("own time over the others of its kind"), {}, fmt::format("{:.3f}", area.ratio), "x", {}, {}, area.name});
    sumsUp(finding.evidence.back(), area.ranks);
    finding.nextStep =
        isSwitch
            ? say("Run nccl-tests on pairs of nodes below {} {} and across it, and look at the error counters of its "
                  "ports; give its ranks to nodes elsewhere to see whether the slowness stays.",
                  kind, area.name)
            : say("Compare processors, memory, PCIe links and pinning of {} {} with the other parts of its host.", kind,
                  area.name);
    return finding;
}

Text orTheSwitch(const SlowArea& area)
{
    return say(" They are all that the run has on {} {}: by its times alone it may be that as well.",
               kindText(area.kind), area.name);
}

Finding samePlaceFinding(const SlowArea& area, const SlowPlace& place)
{
    const Text kind = kindText(area.kind);
    const Text what = place.rack ? say("rack") : say("host");
    Finding finding;
    finding.id = fmt::format("stragglers.slow-{}", nameOf(area.kind));
    finding.layer = LayerId::Stragglers;
    finding.provenance = Provenance::Derived;
    finding.statement =
        say("The ranks of {} {} are all that the run has on {} {}: by its times alone it may be either.", what,
            place.name, kind, area.name);
    finding.evidence.push_back(
        {say("own time over the others of its kind"), {}, fmt::format("{:.3f}", area.ratio), "x", {}, {}, area.name});
    finding.nextStep =
        say("Give the ranks of {} {} to another {} on {} {}: slowness that stays is the switch's, slowness "
            "that goes is the {}'s.",
            what, place.name, what, kind, area.name, what);
    return finding;
}

}  // namespace headwater
