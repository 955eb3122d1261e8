// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/triage/Pairs.h"

namespace pairs {

const std::vector<std::string> kStages{"data", "forward", "backward", "optimizer"};
const std::vector<double> kTypical{5, 25, 45, 3};

/// Steps with a little noise; `factor` by stage.
inline StageCube noisy(int n, std::vector<double> factor, std::uint64_t seed, double cv = 0.01)
{
    auto noise = std::make_shared<Noise>(seed);
    return cube(kStages, 1, n, [=](std::size_t k, std::size_t, std::size_t) {
        return kTypical[k] * factor[k] * (1 + cv * (*noise)());
    });
}

inline std::vector<double> none()
{
    return {1, 1, 1, 1};
}

inline Policy fast()
{
    Policy policy;
    policy.resamples = 2000;
    return policy;
}

inline bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
inline bool has(const Text& text, const std::string& part)
{
    return has(text.english(), part);
}

}  // namespace pairs
