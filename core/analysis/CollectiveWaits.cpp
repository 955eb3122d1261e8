// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CollectiveWaits.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/analysis/CollectiveClocks.h"
#include "core/run/StageCube.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

Ns medianOf(std::vector<double>& values)
{
    return values.empty() ? 0 : static_cast<Ns>(std::llround(stats::medianInPlace(values)));
}

class Waits {
public:
    Waits(const std::vector<RankSteps>& ranks, bool linkedOnly)
        : m_ranks(ranks)
        , m_match(matchCollectives(ranks, linkedOnly))
        , m_shift(ranks.size(), 0)
        , m_blame(ranks.size(), 0)
        , m_inside(ranks.size())
    {
        for (const RankSteps& rank : ranks) {
            m_out.wait.emplace_back(rank.trace->device.size(), kMissing);
            m_out.blocked.emplace_back();
            m_out.summary.byRank.push_back({rank.rank, 0, 0, 0, 0});
        }
    }

    CollectiveWaits run()
    {
        CollectiveSummary& summary = m_out.summary;
        summary.matched = m_match.collectives.size();
        summary.unmatched = m_match.unmatched;
        summary.clocks = collectiveClocks(m_ranks, m_match);
        std::map<int, Ns> shifts;
        for (const CollectiveSummary::Clock& clock : summary.clocks)
            if (clock.applied)
                shifts[clock.rank] = clock.offset;
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            if (const auto shift = shifts.find(m_ranks[r].rank); shift != shifts.end())
                m_shift[r] = shift->second;
        for (const MatchedCollective& collective : m_match.collectives)
            split(collective);
        blockReceivers();
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            summary.byRank[r].blame = static_cast<Ns>(std::llround(m_blame[r]));
            m_out.synchronised.push_back(unionOf(std::move(m_inside[r])));
        }
        summary.clockClosure = medianOf(m_spreads);
        addGroups();
        m_out.problems = std::move(m_match.problems);
        return std::move(m_out);
    }

private:
    /// What is known of one operation of a group.
    struct Samples {
        std::vector<double> transfer;
        std::vector<double> bytes;
        std::vector<double> bandwidth;
    };

    [[nodiscard]] bool isSend(const CollectiveMember& member) const
    {
        const Trace& trace = *m_ranks[member.rank].trace;
        const Row details = trace.device.collective[member.row];
        return details != kNoRow &&
               trace.names[trace.collectives[details].operation].find("send") != std::string_view::npos;
    }

    /// Whether times of two ranks can be compared once m_shift is taken off.
    [[nodiscard]] bool onOneClock(std::uint32_t a, std::uint32_t b) const
    {
        const auto known = [&](std::uint32_t r) {
            return std::ranges::find(m_out.summary.clocks, m_ranks[r].rank, &CollectiveSummary::Clock::rank) !=
                   m_out.summary.clocks.end();
        };
        return (known(a) && known(b)) || (!m_ranks[a].host.empty() && m_ranks[a].host == m_ranks[b].host);
    }

    [[nodiscard]] CollectiveSplit splitPair(const MatchedCollective& pair, CollectiveTimes times) const
    {
        for (std::size_t i = 0; i < times.start.size(); ++i) {
            times.start[i] -= m_shift[pair.members[i].rank];
            times.end[i] -= m_shift[pair.members[i].rank];
        }
        const bool swapped = !isSend(pair.members.front());
        if (swapped) {
            std::ranges::reverse(times.start);
            std::ranges::reverse(times.end);
        }
        CollectiveSplit split = splitTransfer(times, onOneClock(pair.members.front().rank, pair.members.back().rank));
        if (swapped) {
            std::ranges::reverse(split.wait);
            std::ranges::reverse(split.transfer);
        }
        return split;
    }

    /// What partition and bubbles go by: see CollectiveWaits::blocked.
    void blockReceivers()
    {
        for (const MatchedCollective& collective : m_match.collectives) {
            if (collective.kind != CollectiveKind::PointToPoint)
                continue;
            for (const CollectiveMember& member : collective.members) {
                if (isSend(member))
                    continue;
                std::vector<Ns>& blocked = m_out.blocked[member.rank];
                if (blocked.empty())
                    blocked = m_out.wait[member.rank];
                const ActivityTable& device = m_ranks[member.rank].trace->device;
                blocked[member.row] = device.end[member.row] - device.start[member.row];
            }
        }
    }

    void split(const MatchedCollective& collective)
    {
        const CollectiveTimes times = timesOf(m_ranks, collective);
        const CollectiveSplit byDuration =
            collective.kind == CollectiveKind::PointToPoint ? splitPair(collective, times) : splitByDuration(times);
        sample(collective, std::ranges::min(byDuration.transfer));
        if (collective.kind == CollectiveKind::Rooted)
            return;
        const auto shortest = std::ranges::min_element(byDuration.wait) - byDuration.wait.begin();
        ++m_out.summary.byRank[collective.members[static_cast<std::size_t>(shortest)].rank].timesLast;
        for (std::size_t i = 0; i < collective.members.size(); ++i) {
            const CollectiveMember& member = collective.members[i];
            m_out.wait[member.rank][member.row] = byDuration.wait[i];
            m_out.summary.byRank[member.rank].wait += byDuration.wait[i];
            m_out.summary.byRank[member.rank].transfer += byDuration.transfer[i];
            m_inside[member.rank].push_back({times.start[i], times.end[i]});
        }
        charge(collective, byDuration);
        if (collective.kind == CollectiveKind::Synchronous)
            compare(collective, times, byDuration);
    }

    /// Who waits most came first: arrivals follow from the waiting, whatever the clocks.
    void charge(const MatchedCollective& collective, const CollectiveSplit& byDuration)
    {
        std::vector<Ns> arrivals;
        arrivals.reserve(byDuration.wait.size());
        for (const Ns wait : byDuration.wait)
            arrivals.push_back(-wait);
        const std::vector<double> shares = blame(arrivals);
        for (std::size_t i = 0; i < shares.size(); ++i)
            m_blame[collective.members[i].rank] += shares[i];
    }

    void compare(const MatchedCollective& collective, CollectiveTimes times, const CollectiveSplit& byDuration)
    {
        constexpr Ns kTolerance = 50'000;
        constexpr Ns kTwentieth = 20;
        for (std::size_t i = 0; i < times.start.size(); ++i) {
            times.start[i] -= m_shift[collective.members[i].rank];
            times.end[i] -= m_shift[collective.members[i].rank];
        }
        m_spreads.push_back(static_cast<double>(endSkew(times)));
        CollectiveSummary::Methods& methods = m_out.summary.methods;
        if (!clocksAgree(times)) {
            ++methods.untrusted;
            return;
        }
        const CollectiveSplit byClock = splitByClock(times);
        for (std::size_t i = 0; i < times.start.size(); ++i) {
            const Ns tolerance = std::max(kTolerance, (times.end[i] - times.start[i]) / kTwentieth);
            ++methods.compared;
            methods.agree += std::abs(byClock.wait[i] - byDuration.wait[i]) <= tolerance;
            methods.waitByDuration += byDuration.wait[i];
            methods.waitByClock += byClock.wait[i];
        }
    }

    void sample(const MatchedCollective& collective, Ns transfer)
    {
        const CollectiveMember& member = collective.members.front();
        const Trace& trace = *m_ranks[member.rank].trace;
        const Row details = trace.device.collective[member.row];
        if (details == kNoRow) {
            m_samples[{collective.group, std::string(trace.activityName(member.row))}].transfer.push_back(
                static_cast<double>(transfer));
            return;
        }
        const CollectiveInfo& info = trace.collectives[details];
        const std::string operation(trace.names[info.operation]);
        Samples& samples = m_samples[{collective.group, operation}];
        samples.transfer.push_back(static_cast<double>(transfer));
        const std::int64_t elements = std::max(info.inElements, info.outElements);
        const auto size = dtypeBytes(trace.names[info.dtype]);
        if (!size || elements <= 0)
            return;
        const auto ranks = static_cast<std::size_t>(std::max(info.groupSize, 0));
        samples.bytes.push_back(static_cast<double>(elements) * *size);
        if (ranks >= 2 && transfer > 0)
            samples.bandwidth.push_back(samples.bytes.back() / static_cast<double>(transfer) *
                                        busFactor(operation, ranks));
    }

    void addGroups()
    {
        for (const CollectiveGroup& group : m_match.groups)
            m_out.summary.groups.push_back({group.name, group.ranks, group.matched, group.unmatched});
        for (auto& [key, samples] : m_samples) {
            CollectiveSummary::Operation operation;
            operation.name = key.second;
            operation.count = samples.transfer.size();
            operation.transfer = medianOf(samples.transfer);
            if (!samples.bytes.empty())
                operation.bytes = medianOf(samples.bytes);
            if (!samples.bandwidth.empty())
                operation.busBandwidth = stats::medianInPlace(samples.bandwidth);
            m_out.summary.groups[key.first].operations.push_back(std::move(operation));
        }
        std::ranges::sort(m_out.summary.groups, {}, &CollectiveSummary::Group::name);
    }

    const std::vector<RankSteps>& m_ranks;
    CollectiveMatch m_match;
    std::vector<Ns> m_shift;        ///< to take off a rank's times
    std::vector<double> m_blame;    ///< rank-ns
    std::vector<double> m_spreads;  ///< of aligned ends
    std::vector<std::vector<Interval>> m_inside;
    std::map<std::pair<std::uint32_t, std::string>, Samples> m_samples;
    CollectiveWaits m_out;
};

}  // namespace

std::vector<std::vector<Ns>> takeBlocked(CollectiveWaits&& waits)
{
    for (std::size_t r = 0; r < waits.wait.size(); ++r)
        if (!waits.blocked[r].empty())
            waits.wait[r] = std::move(waits.blocked[r]);
    return std::move(waits.wait);
}

CollectiveWaits collectiveWaits(const std::vector<RankSteps>& ranks, bool linkedOnly, bool receivesAreOwn)
{
    CollectiveWaits waits = Waits(ranks, linkedOnly).run();
    if (receivesAreOwn)
        waits.blocked.assign(ranks.size(), {});
    return waits;
}

}  // namespace headwater
