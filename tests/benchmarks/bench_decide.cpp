// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/triage/Decide.h"
#include "tests/benchmarks/Measure.h"
#include "tests/benchmarks/SyntheticCube.h"

// How long a new tolerance takes to give a new verdict; see README.md.

int main(int count, char** arguments)
{
    using namespace headwater;
    bench::CubeSize size;
    const bool quick = count > 1 && std::string_view(arguments[1]) == "--quick";
    if (count > 1 && !quick) {
        fmt::print(stderr, "usage: bench_decide [--quick]\n");
        return 2;
    }
    if (quick)
        size = {64, 200, 8};

    const PairAnalysis pair = bench::syntheticPair(size);
    Policy policy;
    double start = bench::now();
    const auto basis = prepareDecision(pair, policy, {});
    if (!basis) {
        fmt::print(stderr, "bench_decide: {}\n", describe(basis.error()));
        return 1;
    }
    fmt::print("{} ranks x {} steps x {} stages, {} resamples\n", size.ranks, size.steps, size.stages,
               policy.resamples);
    fmt::print("  prepareDecision, once a pair {:10.1f} ms\n", (bench::now() - start) * 1e3);

    std::vector<double> times;
    int regressed = 0;
    for (std::int64_t ppm = 0; ppm <= 200'000; ppm += 5'000) {
        policy.epsilonPpm = ppm;
        start = bench::now();
        const Verdict verdict = decide(**basis, policy);
        times.push_back((bench::now() - start) * 1e3);
        regressed += verdict.firstRegressed.has_value();
    }
    std::sort(times.begin(), times.end());
    fmt::print("  decide, per tolerance        {:10.2f} ms median, {:.2f} ms slowest of {} (regressed in {})\n",
               times[times.size() / 2], times.back(), times.size(), regressed);
    return 0;
}
