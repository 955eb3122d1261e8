// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/PcieLink.h"

#include <array>
#include <cmath>

namespace headwater {

namespace {

struct Generation {
    double gigaTransfers = 0;
    double coding = 1;
};
constexpr std::array kGenerations{
    Generation{2.5, 0.8},        Generation{5, 0.8},          Generation{8, 128.0 / 130},
    Generation{16, 128.0 / 130}, Generation{32, 128.0 / 130}, Generation{64, 1},
};

std::optional<Generation> find(int generation, int lanes)
{
    if (generation < 1 || generation > static_cast<int>(kGenerations.size()) || lanes < 1)
        return std::nullopt;
    return kGenerations[static_cast<std::size_t>(generation - 1)];
}

}  // namespace

std::optional<double> pcieGigabytesPerSecond(int generation, int lanes)
{
    const auto found = find(generation, lanes);
    return found ? std::optional(found->gigaTransfers * found->coding * lanes / 8) : std::nullopt;
}

std::optional<int> pcieReplaysPerMinute(int generation, int lanes)
{
    const auto found = find(generation, lanes);
    // 1e-9: so that 15.360000000000001 stays what it is and 16.000000000000004 does not become 17.
    return found ? std::optional(static_cast<int>(std::ceil(found->gigaTransfers * 60 * lanes / 1000 - 1e-9)))
                 : std::nullopt;
}

}  // namespace headwater
