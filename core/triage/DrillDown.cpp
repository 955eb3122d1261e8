// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/DrillDown.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/CallStats.h"
#include "core/analysis/InnerRanges.h"
#include "core/analysis/Partition.h"
#include "core/triage/JudgeStages.h"

namespace headwater {

namespace {

constexpr std::size_t kDeepest = 6;
constexpr std::size_t kMostNames = 96;  ///< more are no parts but counters in names
constexpr double kLeastCover = 0.5;
constexpr std::size_t kMostCalls = 20;
constexpr int kResamples = 2'000;  ///< a level is a detail of what 10,000 have confirmed
constexpr std::array kKinds = {std::pair(InnerKind::Annotations, "annotations"),
                               std::pair(InnerKind::Modules, "modules"), std::pair(InnerKind::Operators, "operators")};

std::string restOf(const std::string& stage)
{
    return "(rest of " + stage + ")";
}

/// One run being taken apart.
struct RunInside {
    RunAnalysisPtr run;
    std::vector<StageRanges> ranges;  ///< refined further at each level
    StageIndex parent = kNoStage;     ///< the stage being taken apart
    StageIndex stages = 0;            ///< numbers given out in `ranges`
};

std::optional<RunInside> startAt(const RunAnalysisPtr& run, const std::optional<std::size_t>& stage)
{
    if (!run->basis || !stage)
        return std::nullopt;
    return RunInside{run, run->basis->ranges, static_cast<StageIndex>(*stage),
                     static_cast<StageIndex>(run->cube.stages().size() - 1)};  // the last is outside all ranges
}

/// The inside of a stage of one run by one kind.
struct Inside {
    StageNames names;
    std::vector<StageRanges> ranges;  ///< of each rank
    double cover = 0;                 ///< share of the stage's host time
};

Inside insideOf(const RunInside& at, InnerKind kind)
{
    Inside inside;
    Ns covered = 0;
    Ns total = 0;
    for (std::size_t r = 0; r < at.ranges.size(); ++r) {
        InnerRanges one = innerRanges(*at.run->run->ranks[r].trace, at.run->basis->steps[r], at.ranges[r], at.parent,
                                      kind, inside.names);
        covered += one.covered;
        total += one.total;
        inside.ranges.push_back(std::move(one.ranges));
    }
    inside.cover = total > 0 ? static_cast<double>(covered) / static_cast<double>(total) : 0;
    return inside;
}

bool serves(const Inside& inside)
{
    const std::size_t names = inside.names.names().size();
    return inside.cover >= kLeastCover && names > 0 && names <= kMostNames;
}

void copyCells(const StepPartition& from, const std::vector<std::size_t>& columns, std::size_t rank, std::size_t step,
               StageCube& to)
{
    for (std::size_t k = 0; k < columns.size(); ++k)
        for (std::size_t q = 0; q < kQuantities; ++q) {
            const auto quantity = static_cast<Quantity>(q);
            const bool noHost = quantity == Quantity::Host && k + 1 == columns.size();  // the rest has no ranges
            if (!noHost)
                to.set(quantity, k, rank, step, from.stages[columns[k]][q]);
        }
}

/// A run whose stages are the parts of one stage and the rest of it.
struct Divided {
    RunAnalysisPtr run;
    std::vector<StageRanges> ranges;  ///< with the inside laid into them
};

/// Partitions again with the ranges of the inside laid into those of the run.
Divided divide(const RunInside& at, const Inside& inside, const std::string& stage, const Job& job)
{
    auto out = std::make_shared<RunAnalysis>();
    std::vector<StageRanges> ranges;
    out->run = at.run->run;
    const PartitionBasis& basis = *at.run->basis;
    const StageCube& whole = at.run->cube;
    std::vector<std::string> names = inside.names.names();
    std::vector<std::size_t> columns;
    for (std::size_t k = 0; k < names.size(); ++k)
        columns.push_back(at.stages + k);
    names.push_back(restOf(stage));
    columns.push_back(at.parent);
    out->cube = StageCube(names, whole.ranks(), whole.steps());
    for (std::size_t r = 0; r < at.ranges.size() && !job.stopped(); ++r) {
        ranges.push_back(refined(at.ranges[r], inside.ranges[r], at.stages));
        const auto partitions =
            partitionSteps({*at.run->run->ranks[r].trace, basis.steps[r], ranges.back(),
                            at.stages + inside.names.names().size(), basis.linkedOnly, basis.waits[r]});
        for (std::size_t i = 0; i < partitions.size(); ++i) {
            const auto step = static_cast<std::size_t>(
                std::ranges::lower_bound(whole.steps(), basis.steps[r].steps[i].step) - whole.steps().begin());
            copyCells(partitions[i], columns, r, step, out->cube);
            out->cube.setDuration(r, step, whole.duration(r, step));
            out->cube.setStatus(r, step, whole.status(r, step));
        }
    }
    return {std::move(out), std::move(ranges)};
}

/// Number of the part named `name` in the refined ranges; nothing where this run has none.
std::optional<StageIndex> partOf(const RunInside& at, const Inside& inside, const std::string& name)
{
    const std::vector<std::string>& names = inside.names.names();
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return std::nullopt;
    return at.stages + static_cast<StageIndex>(found - names.begin());
}

/// Host ranges of a part on all ranks; none of what is in no part.
std::uint64_t rangesOf(const std::vector<StageRanges>& ranks, StageIndex part, bool rest)
{
    std::uint64_t count = 0;
    for (const StageRanges& ranges : ranks)
        for (const auto& [track, list] : ranges)
            count += static_cast<std::uint64_t>(std::ranges::count(list, part, &StageRange::stage));
    return rest ? 0 : count;
}

std::set<std::int64_t> stepNumbers(const SideBasis& side, const StageCube& cube)
{
    std::set<std::int64_t> numbers;
    for (const std::size_t step : side.selection.steps)
        numbers.insert(cube.steps()[step]);
    return numbers;
}

/// The walk from the first regressed stage down.
class Descent {
public:
    Descent(const DecisionBasis& basis, const Verdict& verdict, RunInside baseline, RunInside current)
        : m_basis(basis)
        , m_baseline(std::move(baseline))
        , m_current(std::move(current))
        , m_policy(verdict.policy)
    {
        m_policy.resamples = std::min(m_policy.resamples, kResamples);
        m_policy.warmup = verdict.warmupRemoved;  // the same steps as above
        m_policy.statistic = verdict.headlineStatistic;
        m_out.path.push_back(verdict.firstRegressed->stage);
        m_out.ranks = verdict.firstRegressed->ranks;
    }

    Result<std::optional<DrillDown>> run(const Job& job)
    {
        while (m_out.levels.size() < kDeepest && goDown(job)) {
        }
        if (job.stopped())
            return cancelled();
        compareCalls();
        return std::optional(std::move(m_out));
    }

private:
    bool goDown(const Job& job)
    {
        for (const auto& [kind, name] : kKinds) {
            const Inside before = insideOf(m_baseline, kind);
            const Inside after = insideOf(m_current, kind);
            if (job.stopped())
                return false;
            if (serves(before) && serves(after))
                return judge(before, after, name, job);
        }
        return false;
    }

    bool judge(const Inside& before, const Inside& after, const char* kind, const Job& job)
    {
        const std::string inside = m_out.path.back();
        Divided baseline = divide(m_baseline, before, inside, job);
        Divided current = divide(m_current, after, inside, job);
        if (job.stopped())
            return false;
        const auto basis = prepareStages({baseline.run, current.run}, m_policy, job);
        if (!basis)
            return false;
        const Draft draft = judgeStages(**basis, m_policy);
        m_out.levels.push_back({inside, kind, draft.verdict.stages, draft.verdict.firstRegressed});
        // Where none inside regressed, or a run has no such part, the calls of the whole stage are compared.
        if (!draft.verdict.firstRegressed)
            return false;
        const std::string& name = draft.verdict.firstRegressed->stage;
        const bool rest = name == restOf(inside);
        const auto partBefore = rest ? std::optional(m_baseline.parent) : partOf(m_baseline, before, name);
        const auto partAfter = rest ? std::optional(m_current.parent) : partOf(m_current, after, name);
        if (!partBefore || !partAfter)
            return false;
        m_out.levels.back().ranges = {rangesOf(baseline.ranges, *partBefore, rest),
                                      rangesOf(current.ranges, *partAfter, rest)};
        enter(m_baseline, std::move(baseline.ranges), before, *partBefore);
        enter(m_current, std::move(current.ranges), after, *partAfter);
        if (!rest)
            m_out.path.push_back(name);
        return !rest;
    }

    static void enter(RunInside& at, std::vector<StageRanges> ranges, const Inside& inside, StageIndex part)
    {
        at.ranges = std::move(ranges);
        at.parent = part;
        at.stages += static_cast<StageIndex>(inside.names.names().size());
    }

    /// Changes worth naming: more than `least` ns, and more than ε of what the call took. Beside a long stage the first
    /// alone lets through what long kernels vary by themselves.
    [[nodiscard]] std::vector<CallChange> changed(const CallTable& before, const CallTable& after, double least) const
    {
        std::vector<CallChange> changes = callChanges(before, after, least, before.size() + after.size());
        std::erase_if(changes, [&](const CallChange& change) {
            return std::abs(change.delta()) <= m_policy.epsilon() * change.baseline.time;
        });
        changes.resize(std::min(changes.size(), kMostCalls));
        return changes;
    }

    void compareCalls()
    {
        const auto calls = [&](const RunInside& at, const SideBasis& side) {
            return stageCalls(*at.run, at.ranges, at.parent, m_out.ranks, stepNumbers(side, at.run->cube));
        };
        const StageCalls before = calls(m_baseline, m_basis.baseline);
        const StageCalls after = calls(m_current, m_basis.current);
        const double least = static_cast<double>(floorOf(m_basis, m_policy)) / 10;  // parts of a change add up
        m_out.kernels = changed(before.kernels, after.kernels, least);
        m_out.operators = changed(before.operators, after.operators, least);
    }

    const DecisionBasis& m_basis;
    RunInside m_baseline, m_current;
    Policy m_policy;
    DrillDown m_out;
};

}  // namespace

Result<std::optional<DrillDown>> drillDown(const DecisionBasis& basis, const Verdict& verdict, const Job& job)
{
    if (!verdict.firstRegressed)
        return std::optional<DrillDown>();
    const AlignedStage& stage = basis.alignment.stages[static_cast<std::size_t>(verdict.firstRegressed->index)];
    auto baseline = startAt(basis.pair.baseline, stage.baseline);
    auto current = startAt(basis.pair.current, stage.current);
    if (!baseline || !current || stage.outside)
        return std::optional<DrillDown>();
    return Descent(basis, verdict, *std::move(baseline), *std::move(current)).run(job);
}

}  // namespace headwater
