// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/LaunchOrder.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headwater::whatif {

LaunchOrder::LaunchOrder(const Trace& trace)
{
    const ActivityTable& device = trace.device;
    for (Row row = 0; row < device.size(); ++row)
        if (device.activity[row] == ActivityClass::Compute && device.launch[row] != kNoRow)
            m_compute.push_back({trace.host.start[device.launch[row]], device.start[row], device.end[row]});
    std::ranges::sort(m_compute, {}, [](const Kernel& kernel) { return std::pair(kernel.launch, kernel.start); });
    Ns latest = std::numeric_limits<Ns>::min();
    for (Kernel& kernel : m_compute)
        kernel.end = latest = std::max(latest, kernel.end);
}

std::optional<Ns> LaunchOrder::endBefore(Ns launch) const
{
    const auto at = std::ranges::lower_bound(m_compute, launch, {}, &Kernel::launch);
    return at == m_compute.begin() ? std::nullopt : std::optional((at - 1)->end);
}

std::optional<Ns> LaunchOrder::firstAfter(Ns launch, Ns end) const
{
    auto at = std::ranges::upper_bound(m_compute, launch, {}, &Kernel::launch);
    while (at != m_compute.end() && at->start < end)
        ++at;
    return at == m_compute.end() ? std::nullopt : std::optional(at->start);
}

}  // namespace headwater::whatif
