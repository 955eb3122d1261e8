// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/PeerTransferFinding.h"

#include "core/analysis/PeerTransfers.h"
#include "core/base/Text.h"
#include "core/triage/EvidencePlace.h"

namespace headwater {

void peerTransferFinding(const Draft& draft, std::vector<Finding>& findings)
{
    const std::vector<SlowPeers> slow =
        slowPeerTransfers(*draft.basis.pair.baseline, *draft.basis.pair.current, draft.policy.epsilonPpm, draft.floor);
    if (slow.empty())
        return;
    const SlowPeers& worst = slow.front();
    Finding finding;
    finding.id = "timeline.peer-transfers";
    finding.layer = LayerId::Timeline;
    finding.severity = FindingSeverity::Warning;
    finding.provenance = Provenance::Derived;
    const auto isCollected = [](const RunAnalysis& run) { return run.run && run.run->collected; };
    // Only the second look of analyzePair() counts them as own time.
    const bool waiting = isCollected(*draft.basis.pair.baseline) || isCollected(*draft.basis.pair.current);
    finding.statement =
        waiting ? say("Transfers between neighbours of the pipeline take longer in {} groups of ranks, most between "
                      "{}: {} each. In a collected run they count as waiting.",
                      slow.size(), ranksText(worst.ranks), fromTo(worst.before, worst.now))
                : say("Transfers between neighbours of the pipeline take longer in {} groups of ranks, most between "
                      "{}: {} each. While they do, they count as the receiver's own time.",
                      slow.size(), ranksText(worst.ranks), fromTo(worst.before, worst.now));
    for (const SlowPeers& peers : slow) {
        constexpr std::size_t kShown = 8;
        if (finding.evidence.size() == kShown)
            break;
        finding.evidence.push_back(evidenceMs(say("{}: transfer", ranksText(peers.ranks)), peers.before, peers.now,
                                              say("matched sends and receives, median")));
        sumsUp(finding.evidence.back(), peers.ranks);
        ofEveryStep(finding.evidence.back());
    }
    finding.nextStep = say("Run sendrecv_perf of nccl-tests between {} and between a pair that is as fast as before: "
                           "if the first is slow too, look at the link between them.",
                           ranksText(worst.ranks));
    findings.push_back(std::move(finding));
}

}  // namespace headwater
