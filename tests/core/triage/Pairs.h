// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/stats/Random.h"
#include "core/triage/Decide.h"

/// Hand-made runs for the tests of the decision.
namespace pairs {

using namespace headwater;

constexpr Ns kMs = 1'000'000;

inline Ns ms(double value)
{
    return static_cast<Ns>(std::llround(value * 1e6));
}

/// Normal noise, repeatable.
class Noise {
public:
    explicit Noise(std::uint64_t seed) : m_random(seed) {}
    double operator()()
    {
        const double u = 1 - m_random.unit();
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * m_random.unit());
    }

private:
    stats::SplitMix64 m_random;
};

inline std::vector<int> ranks(int n)
{
    std::vector<int> all;
    for (int i = 0; i < n; ++i)
        all.push_back(i);
    return all;
}

inline std::vector<std::int64_t> steps(int n)
{
    std::vector<std::int64_t> all;
    for (int i = 0; i < n; ++i)
        all.push_back(i);
    return all;
}

/// A cube with every step Ok whose spans come from value(stage, rank, step) in ms; durations are the sums.
template <class Value>
StageCube cube(std::vector<std::string> stages, int rankCount, int stepCount, const Value& value)
{
    StageCube result(std::move(stages), ranks(rankCount), steps(stepCount));
    for (std::size_t r = 0; r < result.ranks().size(); ++r) {
        for (std::size_t t = 0; t < result.steps().size(); ++t) {
            Ns sum = 0;
            for (std::size_t k = 0; k < result.stages().size(); ++k) {
                const Ns span = ms(value(k, r, t));
                result.set(Quantity::Span, k, r, t, span);
                sum += span;
            }
            result.setDuration(r, t, sum);
            result.setStatus(r, t, StepStatus::Ok);
        }
    }
    return result;
}

/// One value a stage in ms, as the two-column form of the stage metrics gives.
inline StageCube vectorOf(const std::vector<double>& values)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < values.size(); ++i)
        names.push_back("S" + std::to_string(i));
    StageCube result = cube(names, 1, 1, [&](std::size_t k, std::size_t, std::size_t) { return values[k]; });
    result.plainVector = true;
    return result;
}

inline RunAnalysisPtr run(StageCube cube, Manifest manifest = {})
{
    auto loaded = std::make_shared<Run>();
    loaded->name = "run";
    loaded->manifest = std::move(manifest);
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = loaded;
    analysis->stageSource = "hand-made";
    analysis->cube = std::move(cube);
    for (const int rank : analysis->cube.ranks()) {
        RankAnalysis one;
        one.rank = rank;
        one.host = "host" + std::to_string(rank / 4);
        analysis->ranks.push_back(std::move(one));
    }
    return analysis;
}

inline DecisionBasisPtr basisOf(StageCube baseline, StageCube current, const Policy& policy = {})
{
    auto basis = prepareDecision({run(std::move(baseline)), run(std::move(current))}, policy, {});
    return basis ? *basis : nullptr;
}

inline Verdict verdictOf(StageCube baseline, StageCube current, const Policy& policy = {})
{
    return decide(*basisOf(std::move(baseline), std::move(current), policy), policy);
}

}  // namespace pairs
