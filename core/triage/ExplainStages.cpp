// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/ExplainStages.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/LostOverlap.h"
#include "core/analysis/whatif/Downstream.h"
#include "core/analysis/whatif/StageReplay.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/triage/MissingPeers.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr std::string_view kStagePrefix = "stage:";

/// Waiting was measured: ranks were matched, or the input has a column for it.
bool knowsWaiting(const RunAnalysis& run)
{
    return run.collectives.matched > 0 ||
           (run.cube.ranks().size() > 1 && run.cube.has(Quantity::Wait) &&
            (run.run == nullptr || run.run->ranks.empty() || run.run->ranks.front().trace == nullptr));
}

std::vector<whatif::StageChange> changesOf(const DecisionBasis& basis, const Policy& policy, Ns floor)
{
    const std::vector<LostOverlap> lost =
        lostOverlaps(*basis.pair.baseline, *basis.pair.current, policy.epsilonPpm, floor);
    std::vector<whatif::StageChange> changes;
    for (std::size_t k = 0; k < basis.stages.size(); ++k) {
        const StageBasis& stage = basis.stages[k];
        const auto part = [](const StageSide& side, Quantity q) { return side.parts[static_cast<std::size_t>(q)].p50; };
        const Ns b = part(stage.baseline, Quantity::Wait);
        const Ns c = part(stage.current, Quantity::Wait);
        changes.push_back({part(stage.baseline, Quantity::Span) - b, b, part(stage.current, Quantity::Span) - c, c});
        const auto found = std::ranges::find(lost, basis.alignment.stages[k].name, &LostOverlap::stage);
        if (found != lost.end())
            changes.back().lostOverlap = found->exposedNow - found->exposedBefore;
    }
    return changes;
}

Ns toNs(double value)
{
    return std::isfinite(value) ? static_cast<Ns>(std::llround(value)) : kMissing;
}

/// The current run's own times in the order of the verdict's stages. A stage synchronises where ranks waited in it.
whatif::StageTimes timesOf(const DecisionBasis& basis)
{
    const StageCube& cube = basis.pair.current->cube;
    const StepSelection& selection = basis.current.selection;
    whatif::StageTimes times{selection.steps.size(),
                             cube.ranks().size(),
                             basis.stages.size(),
                             {},
                             std::vector<char>(basis.stages.size(), 0)};
    times.own.assign(times.steps * times.ranks * times.stages, kMissing);
    for (std::size_t t = 0; t < times.steps; ++t)
        for (std::size_t r = 0; r < times.ranks; ++r) {
            const std::size_t step = selection.steps[t];
            if (selection.usable[r * cube.steps().size() + step] == 0)
                continue;
            for (std::size_t k = 0; k < times.stages; ++k) {
                const std::optional<std::size_t> index = basis.alignment.stages[k].current;
                if (!index)
                    continue;
                times.own[times.cell(t, r, k)] = toNs(valueOf(cube, Measure::Span, *index, r, step));
                if (cube.at(Quantity::Wait, *index, r, step) > 0)
                    times.synchronises[k] = 1;
            }
        }
    return times;
}

/// Gives stage `first` the typical own time that each rank had in the baseline; false where a rank was not there.
bool restore(whatif::StageTimes& times, const DecisionBasis& basis, std::size_t first)
{
    const std::vector<int>& before = basis.pair.baseline->cube.ranks();
    const std::vector<int>& now = basis.pair.current->cube.ranks();
    const std::vector<Estimates>& byRank = basis.stages[first].baseline.byRank;
    for (std::size_t r = 0; r < times.ranks; ++r) {
        const auto found = static_cast<std::size_t>(std::ranges::lower_bound(before, now[r]) - before.begin());
        if (found == before.size() || before[found] != now[r] || found >= byRank.size())
            return false;
        const Ns typical = toNs(byRank[found][static_cast<std::size_t>(Statistic::P50)]);
        for (std::size_t t = 0; t < times.steps; ++t)
            if (Ns& own = times.own[times.cell(t, r, first)]; own != kMissing)
                own = typical;
    }
    return true;
}

/// Typical own time and waiting of every stage: median over steps of the median across ranks, as the verdict's parts.
std::vector<Ns> spansOf(const whatif::StageTimes& times)
{
    const std::vector<Ns> waits = whatif::replayWaits(times);
    std::vector<Ns> spans;
    for (std::size_t k = 0; k < times.stages; ++k) {
        std::vector<double> steps;
        for (std::size_t t = 0; t < times.steps; ++t) {
            std::vector<double> ranks;
            for (std::size_t r = 0; r < times.ranks; ++r)
                if (const std::size_t cell = times.cell(t, r, k); times.own[cell] != kMissing)
                    ranks.push_back(static_cast<double>(times.own[cell] + waits[cell]));
            if (!ranks.empty())
                steps.push_back(stats::medianInPlace(ranks));
        }
        spans.push_back(steps.empty() ? 0 : static_cast<Ns>(std::llround(stats::medianInPlace(steps))));
    }
    return spans;
}

std::vector<whatif::ReplayedSpan> replayed(const DecisionBasis& basis, std::optional<std::size_t> first)
{
    if (!first || !basis.alignment.stages[*first].baseline || !basis.alignment.stages[*first].current)
        return {};
    whatif::StageTimes times = timesOf(basis);
    const std::vector<Ns> current = spansOf(times);
    if (!restore(times, basis, *first))
        return {};
    const std::vector<Ns> restored = spansOf(times);
    std::vector<whatif::ReplayedSpan> out;
    for (std::size_t k = 0; k < current.size(); ++k)
        out.push_back({current[k], restored[k]});
    return out;
}

std::string textOf(whatif::Explanation explanation, StageState state, const FirstRegressed* first)
{
    // An inconclusive stage may have grown by itself or not: nothing is said of it.
    const bool ownGrew = state == StageState::Regressed;
    const bool ownSame =
        state == StageState::NotRegressed || state == StageState::BelowFloor || state == StageState::Improved;
    // Where own time grew on some ranks only, what the typical rank waits for is no answer for those.
    const std::string own = ownGrew ? "independent" : "";
    switch (explanation) {
    case whatif::Explanation::First: return ownSame ? std::string(kStagePrefix) + first->stage : own;
    case whatif::Explanation::Wait: return ownSame ? "wait" : own;
    case whatif::Explanation::LostOverlap:
        // Collectives start when the last rank comes: a first stage that is late on some ranks moves them on all.
        return first->scope == Scope::Systemic ? "wait" : std::string(kStagePrefix) + first->stage;
    case whatif::Explanation::Independent: return own;
    case whatif::Explanation::Own:
    case whatif::Explanation::NotRegressed: break;
    }
    return {};
}

}  // namespace

void explainStages(Draft& draft)
{
    const DecisionBasis& basis = draft.basis;
    // Under other measures a stage's time is not its own time and waiting.
    if (basis.prepared.measure != Measure::Span || !knowsWaiting(*basis.pair.baseline) ||
        !knowsWaiting(*basis.pair.current))
        return;
    Verdict& v = draft.verdict;
    const std::optional<std::size_t> first =
        v.firstRegressed ? std::optional(static_cast<std::size_t>(v.firstRegressed->index)) : std::nullopt;
    const std::vector<whatif::StageChange> changes = changesOf(basis, draft.policy, draft.floor);
    const std::vector<whatif::Explanation> explanations =
        whatif::explainDownstream(changes, first, replayed(basis, first), draft.policy.epsilonPpm);
    const bool unknownWaiting = whyWaitingIsUnknown(draft).has_value();
    for (std::size_t k = 0; k < v.stages.size(); ++k) {
        const whatif::StageChange& c = changes[k];
        const Ns growth = c.currentSelf + c.currentWait - c.baselineSelf - c.baselineWait;
        if (k != first && growth > draft.floor && basis.alignment.stages[k].baseline &&
            basis.alignment.stages[k].current)
            v.stages[k].explainedBy =
                textOf(explanations[k], v.stages[k].state, v.firstRegressed ? &*v.firstRegressed : nullptr);
        // What grew on some ranks only does not show in the typical rank, and is their own time all the same.
        if (first && k > *first && v.stages[k].state == StageState::Regressed && v.stages[k].explainedBy.empty() &&
            changes[k].lostOverlap == 0 && basis.alignment.stages[k].baseline)
            v.stages[k].explainedBy = "independent";
        // What ranks without a trace made others wait for is in what looks like own time.
        if (unknownWaiting && v.stages[k].explainedBy == "independent")
            v.stages[k].explainedBy.clear();
    }
}

Text explanationText(const std::string& explainedBy)
{
    if (explainedBy.empty())
        return {};
    if (explainedBy == "independent")
        return say("its own time grew too; whether for the same reason is not shown");
    if (explainedBy == "wait")
        return say("explained by waiting");
    const bool stage = explainedBy.starts_with(kStagePrefix);
    return say("explained by {}", stage ? explainedBy.substr(kStagePrefix.size()) : explainedBy);
}

}  // namespace headwater
