// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Stragglers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/analysis/SlowPlaces.h"
#include "core/stats/LeaveOneOut.h"
#include "core/stats/OrderInterval.h"
#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"
#include "core/stats/SlowestCount.h"

namespace headwater {

namespace {

using Members = std::vector<std::size_t>;  ///< indices into StragglerSeries::ranks

double medianOfFinite(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    return stats::medianInPlace(values);  // NaN where nothing is left
}

double medianBetween(const std::vector<double>& series, std::size_t first, std::size_t last)
{
    return medianOfFinite(
        {series.begin() + static_cast<std::ptrdiff_t>(first), series.begin() + static_cast<std::ptrdiff_t>(last)});
}

bool isHigh(const PeerStanding& standing, std::size_t peers, const StragglerRule& rule)
{
    if (peers >= rule.peersForZ)
        return standing.ratio >= rule.ratio && standing.modifiedZ > stats::modifiedZCut(peers);
    return peers >= 2 && standing.ratio >= rule.ratioFewPeers;
}

/// Standings of values against each other.
std::vector<PeerStanding> standingsOf(const std::vector<double>& values, const StragglerRule& rule)
{
    const double median = stats::median(values);
    const std::vector<double> z = stats::sampleZ(values);
    const std::vector<double> robust = stats::modifiedZ(values);
    const std::vector<double> t = stats::leaveOneOutT(values);
    std::vector<PeerStanding> standings;
    for (std::size_t i = 0; i < values.size(); ++i) {
        PeerStanding standing{values[i], median, median > 0 ? values[i] / median : 1, z[i], robust[i], t[i], false};
        standing.high = isHigh(standing, values.size(), rule);
        standings.push_back(standing);
    }
    return standings;
}

class Judge {
public:
    Judge(const StragglerSeries& series, const StragglerRule& rule) : m_in(series), m_rule(rule)
    {
        m_out.rule = rule;
        m_out.metric = series.metric;
        m_steps = series.ranks.empty() ? 0 : series.ranks.front().local.size();
    }

    StragglerReport run()
    {
        std::map<std::string, Members> roles;
        m_local.resize(m_in.ranks.size());
        m_ranks.resize(m_in.ranks.size());
        for (std::size_t r = 0; r < m_in.ranks.size(); ++r) {
            m_local[r] = medianBetween(m_in.ranks[r].local, 0, m_steps);
            m_ranks[r].rank = m_in.ranks[r].rank;
            m_ranks[r].host = m_in.ranks[r].host;
            m_ranks[r].role = m_in.ranks[r].role;
            m_ranks[r].score = m_in.ranks[r].score;
            if (std::isfinite(m_local[r]))
                roles[m_in.ranks[r].role].push_back(r);
        }
        for (const auto& [role, members] : roles)
            addGroup(role, members);
        findPlaces(roles);
        for (const auto& [role, members] : roles)
            judge(members);
        findRotating(roles);
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            if (std::isfinite(m_local[r]))
                m_out.ranks.push_back(std::move(m_ranks[r]));
        return std::move(m_out);
    }

private:
    void addGroup(const std::string& role, const Members& members)
    {
        StragglerGroup group;
        group.role = role;
        std::vector<double> values;
        for (const std::size_t r : members) {
            group.ranks.push_back(m_ranks[r].rank);
            values.push_back(m_local[r]);
        }
        const std::vector<PeerStanding> standings = standingsOf(values, m_rule);
        for (std::size_t i = 0; i < members.size(); ++i) {
            m_ranks[members[i]].local = standings[i];
            m_ranks[members[i]].peers = members.size();
            constexpr double kSigmas = 3;
            if (standings[i].z > kSigmas)
                group.threeSigma.push_back(m_ranks[members[i]].rank);
        }
        group.cutIsRatio = members.size() < m_rule.peersForZ;
        group.cut = group.cutIsRatio ? m_rule.ratioFewPeers : stats::modifiedZCut(members.size());
        group.largestZ = stats::largestPossibleZ(members.size());
        group.leaveOneOutCut = stats::leaveOneOutCut(members.size(), m_rule.alpha);
        group.steps = m_steps;
        m_out.groups.push_back(std::move(group));
    }

    void findPlaces(const std::map<std::string, Members>& roles)
    {
        std::vector<PlacedRank> placed;
        for (const auto& [role, members] : roles)
            for (const std::size_t r : members)
                placed.push_back({m_ranks[r].rank, m_ranks[r].local.ratio, m_in.ranks[r].host, m_in.ranks[r].rack});
        m_out.places = slowPlaces(placed, m_rule);
    }

    [[nodiscard]] bool isPlaced(std::size_t r) const
    {
        return std::ranges::any_of(m_out.places, [&](const SlowPlace& place) {
            return std::ranges::find(place.ranks, m_ranks[r].rank) != place.ranks.end();
        });
    }

    /// The ranks outside slow places against each other, those inside against the ones outside.
    void judge(const Members& members)
    {
        Members peers;
        Members placed;
        for (const std::size_t r : members)
            (isPlaced(r) ? placed : peers).push_back(r);
        if (peers.size() >= 2)
            judgePeers(peers);
        for (const std::size_t r : placed) {
            RankStraggler& rank = m_ranks[r];
            rank.peers = peers.size() + 1;
            rank.local = against(rank.local, m_local[r], peers, &RankSeries::local);
            if (!m_in.ranks[r].pure.empty())
                rank.pure = against({}, medianBetween(m_in.ranks[r].pure, 0, m_steps), peers, &RankSeries::pure);
            rank.local.high = true;
            rank.flagged = true;
            rank.cls = StragglerClass::Group;
            rank.side = sideOf(rank);
        }
    }

    [[nodiscard]] PeerStanding against(PeerStanding standing, double value, const Members& peers,
                                       std::vector<double> RankSeries::*series) const
    {
        std::vector<double> values;
        for (const std::size_t r : peers)
            values.push_back(medianBetween(m_in.ranks[r].*series, 0, (m_in.ranks[r].*series).size()));
        const double median = medianOfFinite(values);
        standing.value = value;
        if (median > 0) {
            standing.peers = median;
            standing.ratio = value / median;
        }
        return standing;
    }

    void judgePeers(const Members& peers)
    {
        const std::vector<PeerStanding> local = standings(peers, &RankSeries::local, 0, m_steps);
        const std::vector<PeerStanding> pure = pureStandings(peers, 0, m_steps);
        for (std::size_t i = 0; i < peers.size(); ++i) {
            m_ranks[peers[i]].peers = peers.size();
            m_ranks[peers[i]].local = local[i];
            if (!pure.empty())
                m_ranks[peers[i]].pure = pure[i];
        }
        countWindows(peers);
        countSlowest(peers);
        for (const std::size_t r : peers)
            settle(m_ranks[r]);
    }

    [[nodiscard]] std::vector<PeerStanding> standings(const Members& peers, std::vector<double> RankSeries::*series,
                                                      std::size_t first, std::size_t last) const
    {
        std::vector<double> values;
        for (const std::size_t r : peers)
            values.push_back(medianBetween(m_in.ranks[r].*series, first, last));
        // A rank without a value in this stretch stands where its peers do.
        const double median = medianOfFinite(values);
        for (double& value : values)
            if (!std::isfinite(value))
                value = median;
        return std::isfinite(median) ? standingsOf(values, m_rule) : std::vector<PeerStanding>(peers.size());
    }

    /// Empty where a peer's compute was not measured.
    [[nodiscard]] std::vector<PeerStanding> pureStandings(const Members& peers, std::size_t first,
                                                          std::size_t last) const
    {
        const bool all = std::ranges::all_of(peers, [&](std::size_t r) { return !m_in.ranks[r].pure.empty(); });
        return all ? standings(peers, &RankSeries::pure, first, last) : std::vector<PeerStanding>();
    }

    void countWindows(const Members& peers)
    {
        const std::size_t length =
            std::clamp<std::size_t>(m_steps / std::max<std::size_t>(m_rule.windows, 1), 1, m_rule.window);
        const std::size_t count = std::min(m_rule.windows, m_steps / length);
        std::vector<std::size_t> high(peers.size(), 0);
        for (std::size_t w = 0; w < count; ++w) {
            const std::size_t last = m_steps - w * length;
            const std::vector<PeerStanding> local = standings(peers, &RankSeries::local, last - length, last);
            const std::vector<PeerStanding> pure = pureStandings(peers, last - length, last);
            for (std::size_t i = 0; i < peers.size(); ++i)
                high[i] += local[i].high || (!pure.empty() && pure[i].high);
        }
        for (std::size_t i = 0; i < peers.size(); ++i)
            m_ranks[peers[i]].persistence = count > 0 ? static_cast<double>(high[i]) / static_cast<double>(count) : 0;
    }

    void countSlowest(const Members& peers)
    {
        std::size_t counted = 0;
        for (std::size_t step = 0; step < m_steps; ++step) {
            const auto at = [&](std::size_t r) {
                const double value = m_in.ranks[r].local[step];
                return std::isfinite(value) ? value : -1;
            };
            const auto slowest = std::ranges::max_element(peers, {}, at);
            const bool all = std::ranges::all_of(peers, [&](std::size_t r) { return at(r) >= 0; });
            if (!all)
                continue;
            ++counted;
            ++m_ranks[*slowest].timesSlowest;
        }
        for (const std::size_t r : peers)
            m_ranks[r].slowestP = stats::slowestCountP(peers.size(), counted, m_ranks[r].timesSlowest);
    }

    void settle(RankStraggler& rank) const
    {
        const bool high = rank.local.high || (rank.pure && rank.pure->high);
        const bool often = rank.slowestP <= m_rule.alpha;
        const bool persistent = rank.persistence >= m_rule.persistentShare;
        // Being slowest too often for chance makes up for a single window's weakness, but not for a slowness that
        // would not matter.
        const bool counted = rank.peers >= m_rule.peersForZ && rank.local.ratio >= m_rule.ratio && often;
        rank.flagged = (high && (persistent || often)) || counted;
        if (!rank.flagged)
            return;
        rank.cls = StragglerClass::Fixed;
        rank.side = sideOf(rank);
    }

    static StragglerSide sideOf(const RankStraggler& rank)
    {
        if (!rank.pure)
            return StragglerSide::Unknown;
        const double local = rank.local.value - rank.local.peers;
        const double pure = rank.pure->value - rank.pure->peers;
        return rank.pure->high || pure >= local / 2 ? StragglerSide::Device : StragglerSide::Host;
    }

    void findRotating(const std::map<std::string, Members>& roles)
    {
        RotatingStragglers rotating;
        rotating.steps = m_steps;
        std::size_t hitSteps = 0;
        for (std::size_t step = 0; step < m_steps; ++step) {
            const std::size_t before = rotating.events.size();
            for (const auto& [role, members] : roles)
                addSlow(members, step, rotating.events);
            hitSteps += rotating.events.size() > before;
        }
        std::map<int, std::size_t> hits;
        for (const SlowStep& one : rotating.events)
            ++hits[one.rank];
        std::size_t most = 0;
        for (const auto& [rank, count] : hits) {
            most = std::max(most, count);
            rotating.ranks.push_back(rank);
        }
        constexpr std::size_t kFewest = 3;
        constexpr double kByChance = 0.01;  // what the cut allows in each step
        const double chance = 1 - stats::binomialCdf(static_cast<std::ptrdiff_t>(hitSteps) - 1, m_steps, kByChance);
        const bool spread =
            hits.size() >= 2 &&
            static_cast<double>(most) <= m_rule.persistentShare * static_cast<double>(rotating.events.size());
        if (hitSteps < kFewest || chance > m_rule.alpha || !spread)
            return;
        std::ranges::stable_sort(rotating.ranks, std::greater(), [&](int rank) { return hits[rank]; });
        m_out.rotating = std::move(rotating);
    }

    /// Ranks not flagged for good that stand out in one step.
    void addSlow(const Members& members, std::size_t step, std::vector<SlowStep>& hits) const
    {
        std::vector<double> values;
        Members present;
        for (const std::size_t r : members)
            if (const double value = m_in.ranks[r].local[step]; std::isfinite(value) && !m_ranks[r].flagged) {
                values.push_back(value);
                present.push_back(r);
            }
        constexpr std::size_t kFewestPeers = 3;
        if (present.size() < kFewestPeers || std::ranges::max(values) < m_rule.ratio * stats::median(values))
            return;
        const double median = stats::median(values);
        const std::vector<double> robust = stats::modifiedZ(values);
        for (std::size_t i = 0; i < present.size(); ++i) {
            const PeerStanding standing{values[i], median, values[i] / median, 0, robust[i], 0, false};
            if (isHigh(standing, present.size(), m_rule))
                hits.push_back({m_ranks[present[i]].rank, step, values[i], median});
        }
    }

    const StragglerSeries& m_in;
    StragglerRule m_rule;
    std::size_t m_steps = 0;
    std::vector<double> m_local;  ///< per rank, median over steps; NaN: no whole step
    std::vector<RankStraggler> m_ranks;
    StragglerReport m_out;
};

}  // namespace

std::vector<int> StragglerReport::flagged() const
{
    std::vector<int> list;
    for (const RankStraggler& rank : ranks)
        if (rank.flagged)
            list.push_back(rank.rank);
    return list;
}

StragglerReport findStragglers(const StragglerSeries& series, const StragglerRule& rule)
{
    return Judge(series, rule).run();
}

std::string describe(const StragglerRule& rule)
{
    return fmt::format(
        "at least {:.2f}x the peers' median and a modified z beyond what chance gives one time in a hundred (2 to {} "
        "peers: {:.1f}x the median), in at least {:.0f} % of up to {} windows of up to {} steps, or slowest more often "
        "than chance allows (p <= {}); hosts and racks before ranks",
        rule.ratio, rule.peersForZ - 1, rule.ratioFewPeers, 100 * rule.persistentShare, rule.windows, rule.window,
        rule.alpha);
}

std::string_view nameOf(StragglerClass cls)
{
    switch (cls) {
    case StragglerClass::Fixed: return "fixed";
    case StragglerClass::Group: return "group";
    case StragglerClass::Self: return "self";
    case StragglerClass::None: break;
    }
    return "";
}

std::string_view nameOf(StragglerSide side)
{
    switch (side) {
    case StragglerSide::Device: return "device";
    case StragglerSide::Host: return "host";
    case StragglerSide::Unknown: break;
    }
    return "";
}

}  // namespace headwater
