// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/StepReading.h"

#include <algorithm>

namespace headwater::scale {

namespace {

using Verdict = IsolationVerdict;

Verdict verdictOf(const PairMatrix& matrix)
{
    const auto has = [&matrix](PairState state) {
        return std::ranges::any_of(matrix.cells, [state](const PairCell& cell) { return cell.state == state; });
    };
    if (has(PairState::Slow))
        return Verdict::Blamed;
    return has(PairState::Good) ? Verdict::Cleared : Verdict::Open;
}

Verdict verdictOf(const HuntReading& hunt)
{
    if (!hunt.slow().empty())
        return Verdict::Blamed;
    const bool open =
        std::ranges::any_of(hunt.nodes, [](const HuntNode& node) { return node.state == HuntState::Open; });
    return open ? Verdict::Open : Verdict::Cleared;
}

Verdict together(const std::vector<Verdict>& verdicts)
{
    const auto has = [&verdicts](Verdict one) { return std::ranges::find(verdicts, one) != verdicts.end(); };
    for (const Verdict one : {Verdict::Blamed, Verdict::Cleared})
        if (has(one))
            return one;
    return has(Verdict::Invalid) && !has(Verdict::Open) ? Verdict::Invalid : Verdict::Open;
}

}  // namespace

std::string namesOf(const NodeSet& nodes, const Cluster& cluster)
{
    constexpr std::size_t kShown = 8;
    std::string out;
    for (std::size_t i = 0; i < std::min(kShown, nodes.size()); ++i)
        out += (i == 0 ? "" : ", ") + cluster.nodes[static_cast<std::size_t>(nodes[i])].name;
    return out + (nodes.size() > kShown ? " \u2026" : "");
}

Text saidOf(const PairMatrix& matrix, const Cluster& cluster)
{
    const std::string& what = matrix.collective.empty() ? matrix.metric : matrix.collective;
    return matrix.messageBytes.empty()
               ? say("{}: {}", what, conclusionOf(matrix, cluster))
               : say("{}, {} bytes: {}", what, matrix.messageBytes, conclusionOf(matrix, cluster));
}

StepReading readingOf(const ScalePlan& plan, IsolationKind kind)
{
    StepReading out;
    std::vector<Verdict> verdicts;
    if (kind == IsolationKind::NcclTests)
        for (const PairMatrix& matrix : plan.readings.matrices) {
            verdicts.push_back(verdictOf(matrix));
            out.said.push_back(saidOf(matrix, plan.cluster));
        }
    for (const GroupReading& reading : plan.readings.groups) {
        const NodeSet& nodes = reading.group.result.nodes;
        if (reading.kind != kind || (kind == IsolationKind::NcclTests && nodes.size() == 2))
            continue;
        verdicts.push_back(reading.verdict);
        out.said.push_back(say("{}: {}", namesOf(nodes, plan.cluster), reading.statement));
    }
    if (kind == IsolationKind::StragglerHunt && plan.readings.hunt) {
        verdicts.push_back(verdictOf(*plan.readings.hunt));
        out.said.push_back(conclusionOf(*plan.readings.hunt, plan.cluster));
    }
    out.verdict = together(verdicts);
    return out;
}

}  // namespace headwater::scale
