// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/StageCube.h"

#include <algorithm>
#include <set>

namespace headwater {

namespace {

/// For each of `names` where it stands in `other`, or npos.
template <class T>
std::vector<std::size_t> positions(const std::vector<T>& names, const std::vector<T>& other)
{
    std::vector<std::size_t> out;
    for (const T& name : names) {
        const auto found = std::ranges::find(other, name);
        out.push_back(found == other.end() ? std::string::npos : static_cast<std::size_t>(found - other.begin()));
    }
    return out;
}

/// The same for sorted numbers, which can be many.
template <class T>
std::vector<std::size_t> sortedPositions(const std::vector<T>& numbers, const std::vector<T>& other)
{
    std::vector<std::size_t> out;
    for (const T number : numbers) {
        const auto found = std::ranges::lower_bound(other, number);
        const bool has = found != other.end() && *found == number;
        out.push_back(has ? static_cast<std::size_t>(found - other.begin()) : std::string::npos);
    }
    return out;
}

}  // namespace

StageCube::StageCube(std::vector<std::string> stages, std::vector<int> ranks, std::vector<std::int64_t> steps)
    : m_stages(std::move(stages))
    , m_ranks(std::move(ranks))
    , m_steps(std::move(steps))
    , m_durations(m_ranks.size() * m_steps.size())
    , m_status(m_ranks.size() * m_steps.size(), StepStatus::Absent)
{}

Ns StageCube::at(Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step) const
{
    const std::vector<NarrowColumn>& stages = columns(quantity);
    return stages.empty() ? kMissing : stages[stage].at(cell(rank, step));
}

void StageCube::set(Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step, Ns value)
{
    std::vector<NarrowColumn>& stages = m_columns[static_cast<std::size_t>(quantity)];
    while (stages.size() < m_stages.size())
        stages.emplace_back(m_durations.size());
    stages[stage].set(cell(rank, step), value);
}

void StageCube::fillFrom(const StageCube& other)
{
    const auto stages = positions(other.m_stages, m_stages);
    const auto ranks = sortedPositions(other.m_ranks, m_ranks);
    const auto steps = sortedPositions(other.m_steps, m_steps);
    for (std::size_t r = 0; r < ranks.size(); ++r)
        for (std::size_t t = 0; t < steps.size(); ++t) {
            if (ranks[r] == std::string::npos || steps[t] == std::string::npos)
                continue;
            if (duration(ranks[r], steps[t]) == kMissing)
                setDuration(ranks[r], steps[t], other.duration(r, t));
            if (status(ranks[r], steps[t]) == StepStatus::Absent)
                setStatus(ranks[r], steps[t], other.status(r, t));
            for (std::size_t q = 0; q < kQuantities; ++q)
                for (std::size_t s = 0; s < stages.size() && other.has(static_cast<Quantity>(q)); ++s) {
                    const auto quantity = static_cast<Quantity>(q);
                    const Ns value = other.at(quantity, s, r, t);
                    if (stages[s] != std::string::npos && value != kMissing &&
                        at(quantity, stages[s], ranks[r], steps[t]) == kMissing)
                        set(quantity, stages[s], ranks[r], steps[t], value);
                }
        }
    for (const InvalidDuration& bad : other.invalid)
        if (std::ranges::binary_search(m_ranks, bad.rank) && std::ranges::binary_search(m_steps, bad.step))
            invalid.push_back(bad);
}

StageCube merged(std::span<const StageCube> cubes)
{
    std::vector<std::string> stages;
    std::set<int> ranks;
    std::set<std::int64_t> steps;
    for (const StageCube& cube : cubes) {
        ranks.insert(cube.ranks().begin(), cube.ranks().end());
        steps.insert(cube.steps().begin(), cube.steps().end());
        for (const std::string& stage : cube.stages())
            if (std::ranges::find(stages, stage) == stages.end())
                stages.push_back(stage);
    }
    StageCube out(std::move(stages), {ranks.begin(), ranks.end()}, {steps.begin(), steps.end()});
    for (const StageCube& cube : cubes)
        out.fillFrom(cube);
    out.plainVector = cubes.size() == 1 && cubes.front().plainVector;
    return out;
}

StageCube restricted(const StageCube& cube, const std::vector<int>& ranks, std::optional<std::int64_t> first,
                     std::optional<std::int64_t> last)
{
    std::vector<int> keptRanks;
    for (const int rank : cube.ranks())
        if (ranks.empty() || std::ranges::find(ranks, rank) != ranks.end())
            keptRanks.push_back(rank);
    std::vector<std::int64_t> keptSteps;
    for (const std::int64_t step : cube.steps())
        if ((!first || step >= *first) && (!last || step <= *last))
            keptSteps.push_back(step);
    StageCube out(cube.stages(), std::move(keptRanks), std::move(keptSteps));
    out.fillFrom(cube);
    out.plainVector = cube.plainVector;
    return out;
}

}  // namespace headwater
