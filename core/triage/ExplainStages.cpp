// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/ExplainStages.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/analysis/LostOverlap.h"
#include "core/analysis/whatif/Downstream.h"
#include "core/analysis/whatif/StageReplay.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/triage/MissingPeers.h"
#include "core/triage/ParallelFor.h"
#include "core/triage/StageCells.h"

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

/// Own times of a few successive selected steps of the current run, [step][stage · ranks + rank], kMissing: none of it.
/// All of them at once are hundreds of megabytes with ten thousand ranks, one at a time jump from row to row.
using StepBlock = std::vector<std::vector<Ns>>;

void readBlock(const DecisionBasis& basis, std::size_t first, const Job& job, StepBlock& out)
{
    const StageCube& cube = basis.pair.current->cube;
    const StepSelection& selection = basis.current.selection;
    const std::size_t ranks = cube.ranks().size();
    const std::size_t from = selection.steps[first];
    for (std::vector<Ns>& step : out)
        step.assign(ranks * basis.stages.size(), kMissing);
    parallelFor(basis.stages.size(), job, [&](std::size_t k) {
        std::vector<double> row(selection.steps[first + out.size() - 1] + 1 - from);
        const std::optional<std::size_t> index = basis.alignment.stages[k].current;
        for (std::size_t r = 0; index && r < ranks; ++r) {
            readMeasure(cube, Measure::Span, *index, r, from, row);
            for (std::size_t i = 0; i < out.size(); ++i) {
                const std::size_t step = selection.steps[first + i];
                if (selection.usable[r * cube.steps().size() + step] != 0)
                    out[i][k * ranks + r] = toNs(row[step - from]);
            }
        }
    });
}

/// Which stages synchronise: ranks waited in them.
std::vector<char> synchronising(const DecisionBasis& basis)
{
    const StageCube& cube = basis.pair.current->cube;
    const StepSelection& selection = basis.current.selection;
    const auto waitsIn = [&](std::size_t stage) {
        if (!cube.has(Quantity::Wait) || isNothing(cube.columns(Quantity::Wait)[stage]))
            return false;
        for (std::size_t r = 0; r < cube.ranks().size(); ++r)
            for (const std::size_t step : selection.steps)
                if (selection.usable[r * cube.steps().size() + step] != 0 &&
                    cube.at(Quantity::Wait, stage, r, step) > 0)
                    return true;
        return false;
    };
    std::vector<char> found;
    for (const AlignedStage& stage : basis.alignment.stages)
        found.push_back(static_cast<char>(stage.current && waitsIn(*stage.current)));
    return found;
}

/// The typical own time of a stage that each rank of the current run had in the baseline; nothing where a rank was not
/// there.
std::optional<std::vector<Ns>> typicalBefore(const DecisionBasis& basis, std::size_t stage)
{
    const std::vector<int>& before = basis.pair.baseline->cube.ranks();
    const std::vector<Estimates>& byRank = basis.stages[stage].baseline.byRank;
    std::vector<Ns> typical;
    for (const int rank : basis.pair.current->cube.ranks()) {
        const auto found = static_cast<std::size_t>(std::ranges::lower_bound(before, rank) - before.begin());
        if (found == before.size() || before[found] != rank || found >= byRank.size())
            return std::nullopt;
        typical.push_back(toNs(byRank[found][static_cast<std::size_t>(Statistic::P50)]));
    }
    return typical;
}

/// Typical own time and waiting of every stage: median over steps of the median across ranks, as the verdict's parts.
class TypicalSpans {
public:
    TypicalSpans(std::size_t ranks, std::vector<char> synchronises)
        : m_ranks(ranks)
        , m_steps(synchronises.size())
        , m_replay(ranks, std::move(synchronises))
    {}
    void add(const std::vector<Ns>& own)
    {
        const std::span<const Ns> waits = m_replay.next(own);
        for (std::size_t k = 0; k < m_steps.size(); ++k) {
            m_values.clear();
            for (std::size_t cell = k * m_ranks; cell < (k + 1) * m_ranks; ++cell)
                if (own[cell] != kMissing)
                    m_values.push_back(static_cast<double>(own[cell] + waits[cell]));
            if (!m_values.empty())
                m_steps[k].push_back(stats::medianInPlace(m_values));
        }
    }
    [[nodiscard]] Ns of(std::size_t stage)
    {
        std::vector<double>& steps = m_steps[stage];
        return steps.empty() ? 0 : static_cast<Ns>(std::llround(stats::medianInPlace(steps)));
    }

private:
    std::size_t m_ranks;
    std::vector<std::vector<double>> m_steps;  ///< by stage
    std::vector<double> m_values;
    whatif::StageReplay m_replay;
};

/// Gives a stage of a step these times, where it was there.
void restore(std::vector<Ns>& own, std::size_t stage, const std::vector<Ns>& typical)
{
    for (std::size_t r = 0; r < typical.size(); ++r)
        if (Ns& time = own[stage * typical.size() + r]; time != kMissing)
            time = typical[r];
}

std::vector<whatif::ReplayedSpan> replayed(const DecisionBasis& basis, std::optional<std::size_t> first, const Job& job)
{
    if (!first || !basis.alignment.stages[*first].baseline || !basis.alignment.stages[*first].current)
        return {};
    const std::optional<std::vector<Ns>> typical = typicalBefore(basis, *first);
    if (!typical)
        return {};
    const std::vector<char> synchronises = synchronising(basis);
    TypicalSpans current(typical->size(), synchronises);
    TypicalSpans restored(typical->size(), synchronises);
    constexpr std::size_t kAtOnce = 32;
    const std::size_t steps = basis.current.selection.steps.size();
    StepBlock block;
    for (std::size_t from = 0; from < steps && !job.stopped(); from += kAtOnce) {
        block.resize(std::min(kAtOnce, steps - from));
        readBlock(basis, from, job, block);
        parallelFor(2, job, [&](std::size_t which) {
            std::vector<Ns> changed;
            for (const std::vector<Ns>& own : block) {
                if (which == 0) {
                    current.add(own);
                    continue;
                }
                changed = own;
                restore(changed, *first, *typical);
                restored.add(changed);
            }
        });
    }
    std::vector<whatif::ReplayedSpan> out;
    for (std::size_t k = 0; k < basis.stages.size(); ++k)
        out.push_back({current.of(k), restored.of(k)});
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

void explainStages(Draft& draft, const Job& job)
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
        whatif::explainDownstream(changes, first, replayed(basis, first, job), draft.policy.epsilonPpm);
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
