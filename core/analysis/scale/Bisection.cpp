// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Bisection.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/scale/Constancy.h"
#include "core/analysis/scale/Outcomes.h"

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

constexpr double kSame = 1e-9;
constexpr double kRepeatAtLeast = 0.4;  ///< of the information that another experiment gives
constexpr std::size_t kFew = 8;         ///< suspects: the end is near

Diagnosis diagnosisOf(Kind kind)
{
    constexpr std::array<Diagnosis, kHypothesisKinds> kOf{
        Diagnosis::Node,   Diagnosis::Pair, Diagnosis::Leaf,     Diagnosis::Size,  Diagnosis::TwoNodes,
        Diagnosis::Uplink, Diagnosis::Link, Diagnosis::Crossing, Diagnosis::Spine, Diagnosis::SpineCrossing};
    return kOf[static_cast<std::size_t>(kind)];
}

double gpuHoursOf(const std::vector<NodeSet>& groups, int repeats, const Cluster& cluster,
                  const BisectionOptions& options)
{
    constexpr double kSides = 2;  // each group has a baseline of its own size
    std::size_t nodes = 0;
    for (const NodeSet& group : groups)
        nodes += group.size();
    return kSides * static_cast<double>(nodes) * cluster.gpusPerNode * repeats * options.minutesPerRun / 60;
}

/// Everything that is decided about, and what follows from it.
struct Search {
    const Cluster& cluster;
    const Leaves leaves;
    std::span<const ExperimentResult> history;
    const BisectionOptions& options;

    /// Runs to ask of a group that told nothing `times` times; 0: enough was tried.
    [[nodiscard]] int repeatsAfter(int times) const
    {
        const int doubled = options.repeats << std::min(times, 10);
        return doubled <= options.mostRepeats ? doubled : times <= 2 ? options.mostRepeats : 0;
    }
    [[nodiscard]] int timesUndecided(const NodeSet& group) const
    {
        int times = 0;
        for (const ExperimentResult& experiment : history)
            for (const GroupResult& one : experiment)
                if (one.nodes == group)
                    times = one.state == GroupState::Inconclusive ? times + 1
                            : one.state == GroupState::Invalid    ? times
                                                                  : 0;
        return times;
    }
    [[nodiscard]] bool exhausted(const Proposal& proposal) const
    {
        return std::ranges::any_of(proposal.groups,
                                   [this](const NodeSet& group) { return repeatsAfter(timesUndecided(group)) == 0; });
    }
    /// The groups of which nothing is known yet.
    [[nodiscard]] std::vector<NodeSet> untried(const std::vector<NodeSet>& groups, std::span<const Fact> facts) const
    {
        std::vector<NodeSet> out;
        for (const NodeSet& group : groups)
            if (group.size() < cluster.nodes.size() && std::ranges::find(facts, group, &Fact::nodes) == facts.end())
                out.push_back(group);
        return out;
    }
    /// A group that was slow, or the whole, once more; nothing where it told nothing too often.
    [[nodiscard]] std::optional<NextExperiment> still(NodeSet group) const
    {
        const bool whole = group.size() == cluster.nodes.size();
        const int runs = repeatsAfter(timesUndecided(group) + (whole ? 0 : 1));  // the conclusion hangs on it
        if (runs == 0)
            return std::nullopt;
        NextExperiment next = make(Design::Proof, {std::move(group)}, runs);
        next.repeat = true;
        next.still = true;
        return next;
    }
    [[nodiscard]] std::optional<NextExperiment> wholeAgain() const { return still(restOf({}, cluster.nodes.size())); }
    [[nodiscard]] NextExperiment make(Design design, std::vector<NodeSet> groups, int repeats) const
    {
        NextExperiment next;
        next.design = design;
        next.groups = std::move(groups);
        next.repeats = repeats;
        next.gpuHours = gpuHoursOf(next.groups, repeats, cluster, options);
        return next;
    }
};

std::vector<Hypothesis> agreeing(const Search& search, std::span<const Fact> facts, int goodGpus)
{
    std::vector<GroupView> views;
    for (const Fact& fact : facts)
        views.emplace_back(fact.nodes, search.leaves);
    std::vector<Hypothesis> alive;
    const bool sizes = mayBeSize(facts);
    bool stopped = false;
    std::size_t seen = 0;
    forEachHypothesis(search.cluster, search.leaves, goodGpus, [&](const Hypothesis& one) {
        constexpr std::size_t kOften = 4096;
        stopped = stopped || (++seen % kOften == 0 && search.options.stop.stop_requested());
        if (stopped || (one.kind == Kind::Size && !sizes))
            return;
        for (std::size_t i = 0; i < views.size(); ++i)
            if (!agrees(one, views[i], facts[i].slow))
                return;
        alive.push_back(one);
    });
    return alive;
}

/// A group that was slow runs along where all others may be fine: if it is still slow, the fault is still there, and
/// no experiment is needed to see that.
void addControl(const Search& search, std::span<const Hypothesis> alive, std::span<const Fact> facts,
                NextExperiment& next)
{
    const NodeSet control = smallestSlow(facts, search.cluster.nodes.size());
    const NodeSet rest = restOf(next.groups, search.cluster.nodes.size());
    if (alive.size() > kFew || next.groups.size() >= kMostGroups || !std::ranges::includes(rest, control))
        return;
    const GroupView view(control, search.leaves);
    if (!std::ranges::all_of(alive, [&view](const Hypothesis& one) { return predict(one, view) == Prediction::Slow; }))
        return;
    next.groups.push_back(control);
    next.control = true;
    next.gpuHours = gpuHoursOf(next.groups, next.repeats, search.cluster, search.options);
}

/// The groups of the last experiment that told nothing, with twice the runs: those that would still tell.
std::optional<NextExperiment> repeatOf(const Search& search, std::span<const Hypothesis> alive,
                                       std::span<const Fact> facts)
{
    if (search.history.empty())
        return std::nullopt;
    std::vector<NodeSet> groups;
    int runs = 0;
    for (const GroupResult& group : search.history.back()) {
        if (group.state != GroupState::Inconclusive && group.state != GroupState::Invalid)
            continue;
        const int wanted = search.repeatsAfter(search.timesUndecided(group.nodes));
        const bool tells = alive.size() < 2 || informationOf(alive, std::array{group.nodes}, search.leaves) > kSame;
        if (wanted == 0 || !tells)
            continue;
        groups.push_back(group.nodes);
        runs = std::max(runs, wanted);
    }
    if (groups.empty())
        return std::nullopt;
    NextExperiment next = search.make(Design::Halves, std::move(groups), runs);
    next.repeat = true;
    next.information = informationOf(alive, next.groups, search.leaves);
    addControl(search, alive, facts, next);
    return next;
}

/// Of the proposals with nearly the most information the cheapest.
std::optional<NextExperiment> best(const Search& search, std::span<const Hypothesis> alive, std::span<const Fact> facts,
                                   std::vector<Proposal> from)
{
    constexpr double kNearly = 0.9;
    std::erase_if(from, [&search](const Proposal& one) { return search.exhausted(one); });
    std::vector<NextExperiment> all;
    double most = 0;
    for (Proposal& proposal : from) {
        if (search.options.stop.stop_requested())
            break;
        NextExperiment next =
            search.make(proposal.design, search.untried(proposal.groups, facts), search.options.repeats);
        next.information = informationOf(alive, next.groups, search.leaves);
        most = std::max(most, next.information);
        all.push_back(std::move(next));
    }
    std::erase_if(all, [most](const NextExperiment& one) {
        return one.information <= kSame || one.information < kNearly * most;
    });
    if (all.empty())
        return std::nullopt;
    return *std::ranges::min_element(all, {}, &NextExperiment::gpuHours);
}

/// What all that is left says to be fine may run along: the proof of whichever it turns out to be then needs no time of
/// its own.
void addRest(const Search& search, std::span<const Hypothesis> alive, std::span<const Fact> facts, NextExperiment& next)
{
    NodeSet rest = restOf(next.groups, search.cluster.nodes.size());
    if (alive.size() > kFew || rest.size() < 2 || search.untried({rest}, facts).empty())
        return;
    const GroupView view(rest, search.leaves);
    if (!std::ranges::all_of(alive, [&](const Hypothesis& one) { return predict(one, view) != Prediction::Slow; }))
        return;
    next.groups.push_back(std::move(rest));
    next.gpuHours = gpuHoursOf(next.groups, next.repeats, search.cluster, search.options);
}

std::optional<NextExperiment> choose(const Search& search, std::span<const Hypothesis> alive,
                                     std::span<const Fact> facts)
{
    auto next = best(search, alive, facts, proposals(search.leaves, alive, facts));
    if (!next) {
        constexpr std::size_t kSearched = 64;
        next = best(search, alive.first(std::min(kSearched, alive.size())), facts, searched(search.leaves, alive));
    }
    if (next) {
        addControl(search, alive, facts, *next);
        addRest(search, alive, facts, *next);
    }
    return next;
}

/// The result without which something would explain all others, run again: once, and together with what it shares no
/// node with.
std::optional<NextExperiment> again(const Search& search, std::span<const Fact> facts, int goodGpus)
{
    std::vector<GroupView> views;
    for (const Fact& fact : facts)
        views.emplace_back(fact.nodes, search.leaves);
    std::vector<double> blamed(facts.size(), 0);
    forEachHypothesis(search.cluster, search.leaves, goodGpus, [&](const Hypothesis& one) {
        std::optional<std::size_t> only;
        for (std::size_t i = 0; i < views.size(); ++i) {
            if (agrees(one, views[i], facts[i].slow))
                continue;
            if (only)
                return;
            only = i;
        }
        if (only)
            blamed[*only] += one.kind == Kind::Pair || one.kind == Kind::TwoNodes ? 0.1 : 1;
    });
    std::vector<NodeSet> groups;
    while (groups.size() < 3) {
        const auto worst = std::ranges::max_element(blamed);
        if (worst == blamed.end() || *worst <= 0)
            break;
        const Fact& fact = facts[static_cast<std::size_t>(worst - blamed.begin())];
        *worst = 0;
        const NodeSet rest = restOf(groups, search.cluster.nodes.size());
        const bool once = fact.times == 1 && std::ranges::count(facts, fact.nodes, &Fact::nodes) == 1;
        if (once && std::ranges::includes(rest, fact.nodes))
            groups.push_back(fact.nodes);
        else if (groups.empty())
            break;
    }
    if (groups.empty())
        return std::nullopt;
    NextExperiment next = search.make(Design::Halves, std::move(groups), 2 * search.options.repeats);
    next.repeat = true;
    next.atOdds = true;
    return next;
}

/// The proof of what is left, or the conclusion where it has one.
void prove(const Search& search, BisectionState& state)
{
    const Hypothesis& answer = state.alive.front();
    const std::vector<NodeSet> open = unproved(answer, search.leaves, state.facts);
    const Proposal proof{Design::Proof, open};
    if (open.empty() && isStillThere(search.history))
        state.diagnosis = diagnosisOf(answer.kind);
    else if (open.empty())
        state.next = search.still(smallestSlow(state.facts, search.cluster.nodes.size()));
    else if (auto repeat = repeatOf(search, state.alive, state.facts))
        state.next = std::move(repeat);
    else if (!search.exhausted(proof)) {
        state.next = search.make(Design::Proof, open, search.options.repeats);
        addControl(search, state.alive, state.facts, *state.next);
    }
    state.undecided = state.diagnosis == Diagnosis::Open && !state.next;
}

}  // namespace

BisectionState bisect(const Cluster& cluster, std::span<const ExperimentResult> history,
                      const BisectionOptions& options)
{
    const Constancy constancy = constancyOf(history, cluster.nodes.size());
    const Search search{cluster, leavesOf(cluster), history.subspan(constancy.since), options};
    BisectionState state;
    state.facts = factsOf(search.history);
    if (constancy.gone || constancy.changed) {
        state.diagnosis = constancy.gone ? Diagnosis::Gone : Diagnosis::Unsteady;
        state.next = constancy.gone ? std::nullopt : search.wholeAgain();
        return state;
    }
    state.goodSetAside = std::ranges::any_of(state.facts, [&](const Fact& fact) {
        return fact.slow && static_cast<int>(fact.nodes.size()) * cluster.gpusPerNode <= options.goodGpus;
    });
    int goodGpus = state.goodSetAside ? 0 : options.goodGpus;
    state.alive = agreeing(search, state.facts, goodGpus);
    if (state.alive.empty() && goodGpus > 0) {  // somebody's word weighs less than what was measured
        state.alive = agreeing(search, state.facts, 0);
        state.goodSetAside = !state.alive.empty();
        goodGpus = 0;
    }
    if (state.alive.empty()) {
        state.diagnosis = Diagnosis::Contradiction;
        state.next = again(search, state.facts, goodGpus);
        if (!state.next && !constancy.wholeSlow)
            state.next = search.wholeAgain();
        return state;
    }
    if (state.alive.size() == 1) {
        prove(search, state);
        return state;
    }
    state.next = choose(search, state.alive, state.facts);
    if (!state.next) {  // no group tells them apart: one fault before two
        const auto isTwo = [](const Hypothesis& one) { return one.kind == Kind::TwoNodes; };
        if (!std::ranges::all_of(state.alive, isTwo))
            std::erase_if(state.alive, isTwo);
        if (state.alive.size() == 1)
            prove(search, state);
        return state;
    }
    if (auto repeat = repeatOf(search, state.alive, state.facts);
        repeat && repeat->information >= kRepeatAtLeast * state.next->information)
        state.next = std::move(repeat);
    return state;
}

}  // namespace headwater::scale
