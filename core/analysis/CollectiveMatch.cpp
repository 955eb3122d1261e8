// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/CollectiveMatch.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "core/analysis/DeviceBreakdown.h"
#include "core/analysis/GroupNames.h"

namespace headwater {

namespace {

/// Where collectives can be matched: one (group, sequence number), or one (group, step) with an order inside.
struct BucketKey {
    NameId group;
    bool bySequence;
    std::int64_t number;  ///< sequence number, or step

    friend bool operator==(const BucketKey&, const BucketKey&) = default;
    friend auto operator<=>(const BucketKey& a, const BucketKey& b)
    {
        return std::tuple(a.group, a.bySequence, a.number) <=> std::tuple(b.group, b.bySequence, b.number);
    }
};

/// Rows of one bucket, by rank and in order of start. Ten thousand ranks have ten million: one behind the other.
struct Bucket {
    std::vector<CollectiveMember> members;
    std::vector<std::uint32_t> signatures;  ///< parallel: equal where the metadata is, see Matcher::signatureOf()
};

/// Where the rows of one rank lie in a bucket.
struct RankRows {
    std::uint32_t rank = 0;
    std::span<const CollectiveMember> rows;
    std::span<const std::uint32_t> signatures;
};

std::vector<RankRows> byRank(const Bucket& bucket)
{
    std::vector<RankRows> out;
    const std::vector<CollectiveMember>& members = bucket.members;
    for (auto first = members.begin(); first != members.end();) {
        const auto last = std::find_if(first, members.end(), [&](const auto& one) { return one.rank != first->rank; });
        out.push_back(
            {first->rank,
             {first, last},
             std::span(bucket.signatures)
                 .subspan(static_cast<std::size_t>(first - members.begin()), static_cast<std::size_t>(last - first))});
        first = last;
    }
    return out;
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
    Matcher(const std::vector<RankSteps>& ranks, bool linkedOnly)
        : m_ranks(ranks)
        , m_linkedOnly(linkedOnly)
        , m_names(ranks)
    {}

    CollectiveMatch run()
    {
        for (std::uint32_t r = 0; r < m_ranks.size(); ++r) {
            collect(r);
            std::vector<std::int64_t>& numbers = m_steps.emplace_back();
            for (const StepWindow& step : m_ranks[r].steps->steps)
                numbers.push_back(step.step);
            std::ranges::sort(numbers);
        }
        for (const auto& [key, bucket] : m_buckets)
            match(key, bucket);
        for (CollectiveGroup& group : m_out.groups)
            std::ranges::sort(group.ranks);
        report();
        return std::move(m_out);
    }

private:
    void collect(std::uint32_t r)
    {
        const Trace& trace = *m_ranks[r].trace;
        m_known.clear();
        m_detailsOfRank.clear();
        m_kinds.clear();
        auto next = m_buckets.begin();
        for (Row row = 0; row < trace.device.size(); ++row) {
            if (trace.device.activity[row] != ActivityClass::Comm || !isCounted(trace, row, m_linkedOnly))
                continue;
            const auto key = keyOf(r, row);
            if (!key) {
                ++m_out.unmatched;
                continue;
            }
            // Ranks go through the same collectives in the same order.
            if (next == m_buckets.end() || next->first != *key)
                next = m_buckets.try_emplace(*key).first;
            next->second.members.push_back({r, row});
            next->second.signatures.push_back(signatureOf(r, row));
            ++next;
        }
    }

    [[nodiscard]] const CollectiveInfo* infoOf(std::uint32_t r, Row row) const
    {
        const Trace& trace = *m_ranks[r].trace;
        const Row details = trace.device.collective[row];
        return details == kNoRow ? nullptr : &trace.collectives[details];
    }

    /// The same while the rows of one rank are gone through.
    [[nodiscard]] bool isPointToPointOfRank(std::uint32_t r, const CollectiveInfo& info)
    {
        const auto [known, isNew] = m_kinds.try_emplace(info.operation, false);
        if (isNew)
            known->second = isPointToPoint(r, info);
        return known->second;
    }

    [[nodiscard]] bool isPointToPoint(std::uint32_t r, const CollectiveInfo& info) const
    {
        return collectiveKind(m_ranks[r].trace->names[info.operation]) == CollectiveKind::PointToPoint;
    }

    /// Sends and receives are counted apart from the collectives of the group.
    [[nodiscard]] static std::string plainKey(std::string_view name, bool peers)
    {
        return std::string(name) + (peers ? " send and recv" : "");
    }

    /// A name can list thousands of ranks: it is put together once for each group that a rank knows.
    NameId groupKey(std::uint32_t r, const CollectiveInfo& info, bool peers)
    {
        const std::tuple known(info.group, info.groupName, peers);
        if (const auto found = m_known.find(known); found != m_known.end())
            return found->second;
        const Trace& trace = *m_ranks[r].trace;
        const NameId key =
            m_keys.intern(plainKey(m_names(r, trace.names[info.group], trace.names[info.groupName]), peers));
        m_known.emplace(known, key);
        return key;
    }

    std::optional<BucketKey> keyOf(std::uint32_t r, Row row)
    {
        const Trace& trace = *m_ranks[r].trace;
        const CollectiveInfo* info = infoOf(r, row);
        const bool peers = info != nullptr && isPointToPointOfRank(r, *info);
        // In a group of two the k-th of one is the k-th of the other; in a larger one nobody says who the peer is.
        constexpr int kPair = 2;
        if (peers && (info->groupSize != kPair || info->sequence < 0))
            return std::nullopt;
        const bool hasGroup = info != nullptr && !trace.names[info->group].empty();
        const NameId group =
            hasGroup ? groupKey(r, *info, peers) : m_keys.intern(plainKey(trace.activityName(row), peers));
        if (hasGroup && info->sequence >= 0)
            return BucketKey{group, true, info->sequence};
        const std::int64_t step = stepOf(m_ranks[r], row);
        return step < 0 ? std::nullopt : std::optional(BucketKey{group, false, step});
    }

    /// Ranks that took part in this step at all; with a sequence number, those that have the collective.
    [[nodiscard]] std::size_t expected(const BucketKey& key, std::size_t present, const CollectiveGroup& group) const
    {
        if (key.bySequence)
            return present;
        std::size_t count = 0;
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            count += std::ranges::binary_search(group.ranks, m_ranks[r].rank) &&
                     std::ranges::binary_search(m_steps[r], key.number);
        return count;
    }

    /// What one sends the other receives: with both sending at once, numbers do not tell which belong together.
    [[nodiscard]] bool isExchange(const std::vector<RankRows>& ranks) const
    {
        std::set<std::string_view> sides;
        for (const RankRows& one : ranks) {
            const CollectiveInfo* info = infoOf(one.rank, one.rows.front().row);
            if (info == nullptr || !isPointToPoint(one.rank, *info))
                return true;
            sides.insert(m_ranks[one.rank].trace->names[info->operation]);
        }
        return sides.size() == ranks.size();
    }

    /// The group of a bucket; its ranks are all that ever take part in it.
    std::uint32_t groupOf(NameId key)
    {
        const auto [found, isNew] = m_groups.try_emplace(key, static_cast<std::uint32_t>(m_out.groups.size()));
        if (!isNew)
            return found->second;
        CollectiveGroup group;
        group.name = std::string(m_keys[key]);
        std::vector<bool> takesPart(m_ranks.size(), false);
        for (auto it = m_buckets.lower_bound({key, false, std::numeric_limits<std::int64_t>::min()});
             it != m_buckets.end() && it->first.group == key; ++it)
            for (const CollectiveMember& member : it->second.members)
                takesPart[member.rank] = true;
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            if (takesPart[r])
                group.ranks.push_back(m_ranks[r].rank);
        std::ranges::sort(group.ranks);
        m_out.groups.push_back(std::move(group));
        return found->second;
    }

    void match(const BucketKey& key, const Bucket& bucket)
    {
        const std::uint32_t group = groupOf(key.group);
        const std::vector<RankRows> ranks = byRank(bucket);
        const std::size_t count = ranks.front().rows.size();
        const bool equal = std::ranges::all_of(ranks, [&](const RankRows& rank) { return rank.rows.size() == count; });
        const bool complete = ranks.size() >= 2 && equal && isExchange(ranks) && !m_stopped.contains(key.group) &&
                              ranks.size() == expected(key, ranks.size(), m_out.groups[group]);
        std::size_t matched = 0;
        while (complete && matched < count && agree(ranks, matched))
            add(group, ranks, matched++);
        if (complete && matched < count) {
            noteStop(key, ranks, matched);
            if (!key.bySequence)
                m_stopped.insert(key.group);
        }
        const std::size_t left = bucket.members.size() - matched * ranks.size();
        m_out.groups[group].matched += matched;
        m_out.groups[group].unmatched += left;
        m_out.unmatched += left;
    }

    /// What must be the same on all ranks. All-to-all with uneven splits differs in elements by design.
    [[nodiscard]] auto metadataOf(std::uint32_t r, Row row) const
    {
        const CollectiveInfo* info = infoOf(r, row);
        const StringPool& names = m_ranks[r].trace->names;
        if (info == nullptr)
            return std::tuple(std::string_view(), std::string_view(), -1, std::int64_t(-1), std::int64_t(-1));
        const bool sized = collectiveKind(names[info->operation]) == CollectiveKind::Synchronous;
        const std::string_view operation = isPointToPoint(r, *info) ? "send and recv" : names[info->operation];
        return std::tuple(operation, names[info->dtype], info->groupSize, sized ? info->inElements : std::int64_t(-1),
                          sized ? info->outElements : std::int64_t(-1));
    }

    /// A number for each metadata: names are looked at once for all collectives of a rank that have the same.
    std::uint32_t signatureOf(std::uint32_t r, Row row)
    {
        const CollectiveInfo* info = infoOf(r, row);
        const Details details = info == nullptr ? Details{NameId{}, NameId{}, -1, -1, -1}
                                                : Details{info->operation, info->dtype, info->groupSize,
                                                          info->inElements, info->outElements};
        const auto [known, isNew] = m_detailsOfRank.try_emplace(std::pair(info != nullptr, details), 0);
        if (isNew) {
            const auto [operation, dtype, size, in, out] = metadataOf(r, row);
            const auto number = static_cast<std::uint32_t>(m_signatures.size());
            known->second =
                m_signatures.try_emplace(std::tuple(std::string(operation), std::string(dtype), size, in, out), number)
                    .first->second;
        }
        return known->second;
    }

    [[nodiscard]] bool agree(const std::vector<RankRows>& ranks, std::size_t i) const
    {
        const std::uint32_t first = ranks.front().signatures[i];
        return std::ranges::all_of(ranks, [&](const RankRows& entry) { return entry.signatures[i] == first; });
    }

    void add(std::uint32_t group, const std::vector<RankRows>& ranks, std::size_t i)
    {
        MatchedCollective collective;
        collective.group = group;
        const CollectiveMember& member = ranks.front().rows[i];
        const CollectiveInfo* info = infoOf(member.rank, member.row);
        const Trace& trace = *m_ranks[member.rank].trace;
        collective.kind =
            collectiveKind(info != nullptr ? trace.names[info->operation] : trace.activityName(member.row));
        collective.members.reserve(ranks.size());
        for (const RankRows& one : ranks)
            collective.members.push_back(one.rows[i]);
        m_out.collectives.push_back(std::move(collective));
    }

    void noteStop(const BucketKey& key, const std::vector<RankRows>& ranks, std::size_t i)
    {
        constexpr std::size_t kNamed = 5;
        if (++m_stops > kNamed)
            return;
        std::string seen;
        std::set<std::string> distinct;
        for (const RankRows& one : ranks) {
            const auto [operation, dtype, size, in, out] = metadataOf(one.rank, one.rows[i].row);
            std::string text = fmt::format("{} of {} {}, {} ranks", operation, in, dtype, size);
            if (distinct.insert(text).second)
                seen += fmt::format("{}{} on rank {}", seen.empty() ? "" : "; ", text, m_ranks[one.rank].rank);
        }
        m_out.problems.push_back(
            {Severity::Warning,
             "collectives-differ",
             key.bySequence
                 ? fmt::format("collective {} of group {} is not the same on all ranks ({}); it is not matched",
                               key.number, m_keys[key.group], seen)
                 : fmt::format(
                       "collective {} of group {} in step {} is not the same on all ranks ({}); from there on that "
                       "group is not matched",
                       i + 1, m_keys[key.group], key.number, seen),
             {},
             {}});
    }

    void report()
    {
        if (m_ranks.size() < 2 || m_out.unmatched == 0)
            return;
        const std::string stops =
            m_stops == 0 ? "" : fmt::format("; {} times because ranks differ in what they call", m_stops);
        m_out.problems.push_back(
            {Severity::Info,
             "unmatched-collectives",
             fmt::format("{} communication kernels have no partner on the other ranks; their waiting is unknown and "
                         "counts as transfer ({} collectives matched{})",
                         m_out.unmatched, m_out.collectives.size(), stops),
             {},
             {}});
    }

    const std::vector<RankSteps>& m_ranks;
    bool m_linkedOnly;
    GroupNames m_names;
    StringPool m_keys;  ///< names common to all ranks
    std::map<BucketKey, Bucket> m_buckets;
    std::map<NameId, std::uint32_t> m_groups;
    std::map<std::tuple<NameId, NameId, bool>, NameId> m_known;  ///< of the rank being collected
    std::vector<std::vector<std::int64_t>> m_steps;              ///< numbers of each rank's steps, ascending
    using Details = std::tuple<NameId, NameId, int, std::int64_t, std::int64_t>;
    std::map<std::pair<bool, Details>, std::uint32_t> m_detailsOfRank;
    std::map<NameId, bool> m_kinds;  ///< of the same rank: whether an operation is from one to one
    std::map<std::tuple<std::string, std::string, int, std::int64_t, std::int64_t>, std::uint32_t> m_signatures;
    std::size_t m_stops = 0;
    std::set<NameId> m_stopped;  ///< groups whose order differed
    CollectiveMatch m_out;
};

}  // namespace

CollectiveMatch matchCollectives(const std::vector<RankSteps>& ranks, bool linkedOnly)
{
    return Matcher(ranks, linkedOnly).run();
}

CollectiveTimes timesOf(const std::vector<RankSteps>& ranks, const MatchedCollective& collective)
{
    CollectiveTimes times;
    for (const CollectiveMember& member : collective.members) {
        const ActivityTable& device = ranks[member.rank].trace->device;
        times.start.push_back(device.start[member.row]);
        times.end.push_back(device.end[member.row]);
    }
    return times;
}

}  // namespace headwater
