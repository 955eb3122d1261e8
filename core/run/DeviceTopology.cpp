// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/DeviceTopology.h"

#include <algorithm>
#include <numeric>

namespace headwater {

std::size_t DeviceTopology::gpus() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(devices, [](const std::string& name) { return name.starts_with("GPU"); }));
}

std::vector<int> pcieGroups(const DeviceTopology& topology)
{
    const std::size_t count = topology.devices.size();
    std::vector<std::size_t> group(count);
    std::iota(group.begin(), group.end(), std::size_t(0));
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b)
            if (topology.links[a][b] == "PIX" || topology.links[a][b] == "PXB")
                std::ranges::replace(group, std::size_t(group[b]), std::size_t(group[a]));
    std::vector<int> out;
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < count; ++i) {
        if (!topology.devices[i].starts_with("GPU"))
            continue;
        const auto at = std::ranges::find(known, group[i]);
        out.push_back(static_cast<int>(at - known.begin()));
        if (at == known.end())
            known.push_back(group[i]);
    }
    return out;
}

}  // namespace headwater
