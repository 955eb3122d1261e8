// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FindingView.h"

#include <algorithm>

#include "core/triage/EvidencePlace.h"
#include "widgets/models/StageBars.h"

namespace headwater {

namespace {

/// The longest name of a stage in the statement, else in the evidence: "sparse forward" is not "forward".
std::string stageOf(const Finding& finding, const Verdict& verdict)
{
    std::string stage = stageNamed(finding.statement, verdict);
    for (std::size_t i = 0; stage.empty() && i < finding.evidence.size(); ++i)
        stage = stageNamed(finding.evidence[i].what, verdict);
    return stage;
}

}  // namespace

ViewRef viewOf(const Finding& finding, const Verdict& verdict, const ViewRef& now)
{
    ViewRef view;
    view.page = now.page;
    view.finding = finding.id;
    view.stage = stageOf(finding, verdict);
    if (view.stage.empty())
        view.stage = now.stage;
    for (const Evidence& evidence : finding.evidence) {
        if (evidence.rank)
            view.ranks.push_back(*evidence.rank);
        if (!evidence.step)
            continue;
        const StepRange known = view.steps.value_or(StepRange{*evidence.step, *evidence.step});
        view.steps = StepRange{std::min(known.first, *evidence.step), std::max(known.last, *evidence.step)};
    }
    std::sort(view.ranks.begin(), view.ranks.end());
    view.ranks.erase(std::unique(view.ranks.begin(), view.ranks.end()), view.ranks.end());
    return view;
}

std::string firstOrSlowest(const Verdict& verdict)
{
    const int first = firstMark(verdict).position;
    const int position = first >= 0 ? first : positionOf(verdict, verdict.slowest.index);
    return position < 0 ? std::string() : verdict.stages[static_cast<std::size_t>(position)].stage;
}

}  // namespace headwater
