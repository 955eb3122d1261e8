// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CollectiveWaits.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/analysis/DeviceBreakdown.h"

namespace headwater {

namespace {

/// Where collectives can be matched: one (group, sequence number), or one (kernel name, step) with an order inside.
struct BucketKey {
    NameId group;
    bool bySequence;
    std::int64_t number;  ///< sequence number, or step

    friend auto operator<=>(const BucketKey& a, const BucketKey& b)
    {
        return std::tuple(a.group, a.bySequence, a.number) <=> std::tuple(b.group, b.bySequence, b.number);
    }
};

/// Rows of one bucket, per rank in order of start.
using Bucket = std::map<std::size_t, std::vector<Row>>;

struct GroupTally {
    std::set<int> ranks;
    std::uint64_t matched = 0;
};

bool isPointToPoint(std::string_view operation)
{
    return operation == "send" || operation == "recv";
}

/// The step during which an activity was launched, or −1. In a trace without host ranges its start has to serve; in
/// one with them an activity without a launch comes from before the capture and would shift the order.
std::int64_t stepOf(const RankSteps& rank, Row row)
{
    const Row launch = rank.trace->device.launch[row];
    if (launch == kNoRow && rank.trace->host.size() > 0)
        return -1;
    const Ns time = launch == kNoRow ? rank.trace->device.start[row] : rank.trace->host.start[launch];
    const auto& steps = rank.steps->steps;
    const auto after = std::ranges::upper_bound(steps, time, {}, [](const StepWindow& s) { return s.window.start; });
    if (after == steps.begin() || time >= (after - 1)->window.end)
        return -1;
    return (after - 1)->step;
}

class Matcher {
public:
    Matcher(const std::vector<RankSteps>& ranks, bool linkedOnly) : m_ranks(ranks), m_linkedOnly(linkedOnly)
    {
        for (const RankSteps& rank : ranks) {
            m_out.wait.emplace_back(rank.trace->device.size(), kMissing);
            m_out.summary.byRank.push_back({rank.rank, 0, 0, 0});
        }
    }

    CollectiveWaits run()
    {
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            collect(r);
        for (const auto& [key, bucket] : m_buckets)
            match(key, bucket);
        for (const auto& [group, tally] : m_tallies)
            m_out.summary.groups.push_back(
                {std::string(m_groups[group]), {tally.ranks.begin(), tally.ranks.end()}, tally.matched});
        report();
        return std::move(m_out);
    }

private:
    void collect(std::size_t r)
    {
        const Trace& trace = *m_ranks[r].trace;
        for (Row row = 0; row < trace.device.size(); ++row) {
            if (trace.device.activity[row] != ActivityClass::Comm || !isCounted(trace, row, m_linkedOnly))
                continue;
            const Row details = trace.device.collective[row];
            const CollectiveInfo* info = details == kNoRow ? nullptr : &trace.collectives[details];
            if (info != nullptr && isPointToPoint(trace.names[info->operation])) {
                ++m_out.summary.unmatched;
                continue;
            }
            BucketKey key{};
            if (info != nullptr && info->sequence >= 0) {
                key = {m_groups.intern(trace.names[info->group]), true, info->sequence};
            } else {
                const std::int64_t step = stepOf(m_ranks[r], row);
                if (step < 0) {
                    ++m_out.summary.unmatched;
                    continue;
                }
                key = {m_groups.intern(trace.activityName(row)), false, step};
            }
            m_buckets[key][r].push_back(row);
        }
    }

    /// Ranks that took part in this step at all; with a sequence number, those that have the collective.
    std::size_t expected(const BucketKey& key, const Bucket& bucket) const
    {
        if (key.bySequence)
            return bucket.size();
        std::size_t count = 0;
        for (const RankSteps& rank : m_ranks)
            count += std::ranges::find(rank.steps->steps, key.number, &StepWindow::step) != rank.steps->steps.end();
        return count;
    }

    void match(const BucketKey& key, const Bucket& bucket)
    {
        const std::size_t count = bucket.begin()->second.size();
        const bool equal = std::ranges::all_of(bucket, [&](const auto& entry) { return entry.second.size() == count; });
        const bool complete = bucket.size() >= 2 && equal && bucket.size() == expected(key, bucket);
        std::size_t matched = 0;
        while (complete && matched < count && sizesAgree(bucket, matched))
            split(bucket, matched++);
        for (const auto& [rank, rows] : bucket)
            m_out.summary.unmatched += rows.size() - matched;
        m_out.summary.matched += matched;
        GroupTally& tally = m_tallies[key.group];
        tally.matched += matched;
        for (const auto& [rank, rows] : bucket)
            tally.ranks.insert(m_ranks[rank].rank);
    }

    bool sizesAgree(const Bucket& bucket, std::size_t i) const
    {
        const auto sizeOf = [&](std::size_t r, Row row) {
            const Trace& trace = *m_ranks[r].trace;
            const Row details = trace.device.collective[row];
            // All-to-all with uneven splits differs in size by design: the group size is what must agree there.
            return details == kNoRow ? std::tuple(-1, std::string_view())
                                     : std::tuple(trace.collectives[details].groupSize,
                                                  trace.names[trace.collectives[details].operation]);
        };
        const auto first = sizeOf(bucket.begin()->first, bucket.begin()->second[i]);
        return std::ranges::all_of(bucket,
                                   [&](const auto& entry) { return sizeOf(entry.first, entry.second[i]) == first; });
    }

    void split(const Bucket& bucket, std::size_t i)
    {
        const auto length = [&](std::size_t r, Row row) {
            return m_ranks[r].trace->device.end[row] - m_ranks[r].trace->device.start[row];
        };
        Ns transfer = std::numeric_limits<Ns>::max();
        std::size_t last = 0;
        for (const auto& [r, rows] : bucket)
            if (length(r, rows[i]) < transfer) {
                transfer = length(r, rows[i]);
                last = r;
            }
        for (const auto& [r, rows] : bucket) {
            const Ns wait = length(r, rows[i]) - transfer;
            m_out.wait[r][rows[i]] = wait;
            m_out.summary.byRank[r].wait += wait;
            m_out.summary.byRank[r].transfer += transfer;
        }
        ++m_out.summary.byRank[last].timesLast;
    }

    void report()
    {
        if (m_ranks.size() < 2 || m_out.summary.unmatched == 0)
            return;
        m_out.problems.push_back(
            {Severity::Info,
             "unmatched-collectives",
             fmt::format("{} communication kernels have no partner on the other ranks; their waiting is unknown and "
                         "counts as transfer ({} collectives matched)",
                         m_out.summary.unmatched, m_out.summary.matched),
             {},
             {}});
    }

    const std::vector<RankSteps>& m_ranks;
    bool m_linkedOnly;
    StringPool m_groups;  ///< names common to all ranks
    std::map<BucketKey, Bucket> m_buckets;
    std::map<NameId, GroupTally> m_tallies;
    CollectiveWaits m_out;
};

}  // namespace

CollectiveWaits matchCollectives(const std::vector<RankSteps>& ranks, bool linkedOnly)
{
    return Matcher(ranks, linkedOnly).run();
}

}  // namespace headwater
