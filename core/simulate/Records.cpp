// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Records.h"

#include <algorithm>

namespace headwater {

namespace {

Tally between(const Tally& a, const Tally& b, double share)
{
    const auto part = [&](std::int64_t Tally::*member) {
        return a.*member + static_cast<std::int64_t>(static_cast<double>(b.*member - a.*member) * share);
    };
    Tally out;
    for (const auto member : kTallyMembers)
        out.*member = part(member);
    return out;
}

}  // namespace

SampleGrid SampleGrid::over(Ns duration)
{
    constexpr Ns kPeriod = 500'000'000;
    constexpr Ns kMost = 240;
    SampleGrid grid;
    grid.period = std::max(kPeriod, duration / kMost / 1'000'000 * 1'000'000);
    grid.count = static_cast<std::size_t>(duration / grid.period) + 1;
    return grid;
}

void RankSamples::add(Ns now, const Tally& total)
{
    while (m_totals.size() < m_grid.count && m_grid.at(m_totals.size()) <= now) {
        const Ns at = m_grid.at(m_totals.size());
        const double share =
            static_cast<double>(at - m_lastTime) / static_cast<double>(std::max<Ns>(1, now - m_lastTime));
        m_totals.push_back(between(m_last, total, share));
    }
    m_last = total;
    m_lastTime = now;
}

const std::vector<Tally>& RankSamples::totals()
{
    m_totals.resize(m_grid.count, m_last);
    return m_totals;
}

}  // namespace headwater
