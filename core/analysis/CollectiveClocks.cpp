// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CollectiveClocks.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace headwater {

namespace {

constexpr std::size_t kMostDriftPoints = 200;  ///< Theil–Sen looks at all pairs
constexpr std::size_t kFewestDriftPoints = 10;

struct Difference {
    Ns at = 0;  ///< end on the known clock
    Ns ahead = 0;
};

double driftPpm(const std::vector<Difference>& differences)
{
    if (differences.size() < kFewestDriftPoints)
        return 0;
    std::vector<double> t;
    std::vector<double> value;
    const std::size_t stride = (differences.size() + kMostDriftPoints - 1) / kMostDriftPoints;
    for (std::size_t i = 0; i < differences.size(); i += stride) {
        t.push_back(static_cast<double>(differences[i].at - differences.front().at));
        value.push_back(static_cast<double>(differences[i].ahead));
    }
    return theilSen(t, value).slope * 1e6;
}

class Aligner {
public:
    Aligner(const std::vector<RankSteps>& ranks, const CollectiveMatch& match)
        : m_ranks(ranks)
        , m_match(match)
        , m_shared(ranks.size())
        , m_done(match.collectives.size(), false)
        , m_clocks(ranks.size())
    {
        for (std::size_t i = 0; i < match.collectives.size(); ++i)
            if (match.collectives[i].kind == CollectiveKind::Synchronous)
                for (const CollectiveMember& member : match.collectives[i].members)
                    m_shared[member.rank].push_back(i);
    }

    std::vector<CollectiveSummary::Clock> run()
    {
        const auto first = std::ranges::find_if(m_shared, [](const auto& list) { return !list.empty(); });
        if (first == m_shared.end())
            return {};
        const auto reference = static_cast<std::uint32_t>(first - m_shared.begin());
        m_clocks[reference] = CollectiveSummary::Clock{m_ranks[reference].rank, 0, 0, 0, 0, false};
        std::deque<std::uint32_t> known{reference};
        while (!known.empty()) {
            const std::uint32_t from = known.front();
            known.pop_front();
            for (const auto& [rank, differences] : differencesFrom(from)) {
                m_clocks[rank] = clockOf(rank, reference, *m_clocks[from], differences);
                known.push_back(rank);
            }
        }
        std::vector<CollectiveSummary::Clock> list;
        for (const auto& clock : m_clocks)
            if (clock)
                list.push_back(*clock);
        return list;
    }

private:
    /// Differences of ends of the ranks without a clock to `from`. All members of a collective that was looked at have
    /// a clock from then on: it is not looked at again, or thousands of ranks would look at each other.
    [[nodiscard]] std::map<std::uint32_t, std::vector<Difference>> differencesFrom(std::uint32_t from)
    {
        std::map<std::uint32_t, std::vector<Difference>> found;
        for (const std::size_t i : m_shared[from]) {
            if (m_done[i])
                continue;
            m_done[i] = true;
            const MatchedCollective& collective = m_match.collectives[i];
            Ns base = 0;
            for (const CollectiveMember& member : collective.members)
                if (member.rank == from)
                    base = endOf(member);
            for (const CollectiveMember& member : collective.members)
                if (!m_clocks[member.rank])
                    found[member.rank].push_back({base, endOf(member) - base});
        }
        return found;
    }

    [[nodiscard]] Ns endOf(const CollectiveMember& member) const
    {
        return m_ranks[member.rank].trace->device.end[member.row];
    }

    [[nodiscard]] CollectiveSummary::Clock clockOf(std::uint32_t rank, std::uint32_t reference,
                                                   const CollectiveSummary::Clock& from,
                                                   std::vector<Difference> differences) const
    {
        std::ranges::sort(differences, {}, &Difference::at);
        std::vector<Ns> ahead;
        ahead.reserve(differences.size());
        for (const Difference& difference : differences)
            ahead.push_back(difference.ahead);
        const ClockOffset offset = clockOffset(std::move(ahead));
        const bool oneHost = !m_ranks[rank].host.empty() && m_ranks[rank].host == m_ranks[reference].host;
        return {m_ranks[rank].rank, from.offset + offset.offset,           from.residual + offset.residual,
                offset.n,           from.driftPpm + driftPpm(differences), !oneHost};
    }

    const std::vector<RankSteps>& m_ranks;
    const CollectiveMatch& m_match;
    std::vector<std::vector<std::size_t>> m_shared;  ///< synchronous collectives per rank
    std::vector<bool> m_done;                        ///< collectives whose members all have a clock
    std::vector<std::optional<CollectiveSummary::Clock>> m_clocks;
};

}  // namespace

std::vector<CollectiveSummary::Clock> collectiveClocks(const std::vector<RankSteps>& ranks,
                                                       const CollectiveMatch& match)
{
    return Aligner(ranks, match).run();
}

}  // namespace headwater
