// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/ScheduleGraph.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace headwater::whatif {

namespace {

constexpr std::array<std::string_view, 2> kDirections{"forward", "backward"};
constexpr std::string_view kSeparateAllReduce = "separate-grads-all-reduce";
constexpr std::string_view kReduceScatter = "grads-reduce-scatter";
constexpr std::string_view kAllGather = "params-all-gather";
constexpr std::string_view kEmbedding = "embedding-grads-all-reduce";
constexpr std::string_view kClip = "optimizer-clip-main-grad";
constexpr std::string_view kOptimizer = "optimizer";

using Items = std::vector<const ScheduleItem*>;

class Builder {
public:
    explicit Builder(const std::vector<std::vector<ScheduleItem>>& stages) : m_stages(stages.size())
    {
        for (std::size_t s = 0; s < stages.size(); ++s) {
            std::map<std::string, Items> byType;
            for (const ScheduleItem& item : stages[s])
                byType[typeOf(item.type)].push_back(&item);
            for (auto& [type, items] : byType) {
                std::ranges::stable_sort(items, {}, [](const ScheduleItem* item) { return item->start; });
                addAll(s, type, items);
            }
        }
    }

    ScheduleGraph run()
    {
        for (Stage& stage : m_stages) {
            orderComputes(stage);
            for (std::size_t d = 0; d < kDirections.size(); ++d)
                linkCommunication(stage, kDirections[d]);
            delayFirstBackward(stage);
            gatherParameters(stage);
            linkTail(stage);
        }
        linkNeighbours();
        groupReplicas();
        for (const Stage& stage : m_stages)
            for (const OpIndex op : of(stage, kOptimizer))
                m_out.finish.push_back(op);
        if (m_out.finish.empty())
            for (OpIndex op = 0; op < m_out.ops.size(); ++op)
                m_out.finish.push_back(op);
        return std::move(m_out);
    }

private:
    struct Stage {
        std::map<std::string, std::vector<OpIndex>, std::less<>> byType;
        std::vector<OpIndex> computes;  ///< forward and backward, in recorded order
    };

    /// Schedules that know computes only call them by their direction.
    static std::string typeOf(const std::string& type)
    {
        return type == "forward" || type == "backward" ? type + "-compute" : type;
    }

    void addAll(std::size_t stage, const std::string& type, const Items& items)
    {
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            const OpIndex op = m_out.graph.add();
            m_out.ops.push_back({static_cast<std::uint32_t>(stage), items[i]->type, i});
            m_items.push_back(items[i]);
            m_stages[stage].byType[type].push_back(op);
        }
    }

    static const std::vector<OpIndex>& of(const Stage& stage, std::string_view type)
    {
        static const std::vector<OpIndex> kNone;
        const auto found = stage.byType.find(type);
        return found == stage.byType.end() ? kNone : found->second;
    }
    static const std::vector<OpIndex>& of(const Stage& stage, std::string_view direction, std::string_view what)
    {
        return of(stage, std::string(direction) + std::string(what));
    }

    void chain(const std::vector<OpIndex>& ops)
    {
        for (std::size_t i = 1; i < ops.size(); ++i)
            m_out.graph.depend(ops[i], ops[i - 1]);
    }

    void orderComputes(Stage& stage)
    {
        for (const std::string_view direction : kDirections)
            for (const OpIndex op : of(stage, direction, "-compute"))
                stage.computes.push_back(op);
        std::ranges::stable_sort(stage.computes, {}, [&](OpIndex op) { return m_items[op]->start; });
        chain(stage.computes);
    }

    /// The first forwards of the pipeline's first rank have no recv, the last ones of its last rank no send: matching
    /// starts so far in as counts differ.
    void linkCommunication(const Stage& stage, std::string_view direction)
    {
        const auto& computes = of(stage, direction, "-compute");
        const auto& recvs = of(stage, direction, "-recv");
        const auto& sends = of(stage, direction, "-send");
        chain(recvs);
        chain(sends);
        const std::size_t skipped = computes.size() - std::min(recvs.size(), computes.size());
        for (std::size_t i = 0; i < recvs.size() && i + skipped < computes.size(); ++i) {
            m_out.graph.depend(computes[i + skipped], recvs[i]);
            if (i + skipped > 0)
                m_out.graph.depend(recvs[i], computes[i + skipped - 1]);
        }
        for (std::size_t i = 0; i < sends.size() && i < computes.size(); ++i)
            m_out.graph.depend(sends[i], computes[i]);
    }

    /// Backward communication is posted with the forward before the first backward, not earlier.
    void delayFirstBackward(const Stage& stage)
    {
        const auto& backwards = of(stage, "backward", "-compute");
        if (backwards.empty())
            return;
        const auto place = std::ranges::find(stage.computes, backwards.front()) - stage.computes.begin();
        if (place < 2)
            return;
        for (const std::string_view what : {"-recv", "-send"})
            if (const auto& ops = of(stage, "backward", what); !ops.empty())
                m_out.graph.depend(ops.front(), stage.computes[static_cast<std::size_t>(place) - 2]);
    }

    void gatherParameters(const Stage& stage)
    {
        const auto& gathers = of(stage, kAllGather);
        chain(gathers);
        for (const OpIndex gather : gathers)
            for (const OpIndex forward : of(stage, "forward", "-compute"))
                if (m_items[forward]->chunk == m_items[gather]->chunk || gathers.size() == 1) {
                    m_out.graph.depend(forward, gather);
                    break;
                }
    }

    void linkTail(const Stage& stage)
    {
        const bool overlapped = !of(stage, kSeparateAllReduce).empty();
        std::vector<OpIndex> tail;
        if (!stage.computes.empty())
            tail.push_back(stage.computes.back());
        for (const std::string_view type :
             {std::string_view("gc"), std::string_view("layernorm-grads-all-reduce"), kEmbedding,
              overlapped ? kSeparateAllReduce : kReduceScatter, kClip, kOptimizer})
            tail.insert(tail.end(), of(stage, type).begin(), of(stage, type).end());
        chain(tail);
        if (!overlapped)
            return;
        // Each chunk's gradients are reduced once its last backward is done, and before they are clipped.
        const auto& scatters = of(stage, kReduceScatter);
        chain(scatters);
        const auto& backwards = of(stage, "backward", "-compute");
        for (const OpIndex scatter : scatters) {
            for (std::size_t i = backwards.size(); i-- > 0;)
                if (m_items[backwards[i]]->chunk == m_items[scatter]->chunk || scatters.size() == 1) {
                    m_out.graph.depend(scatter, backwards[i]);
                    break;
                }
            if (const auto& clips = of(stage, kClip); !clips.empty())
                m_out.graph.depend(clips.front(), scatter);
        }
    }

    /// The i-th send of a direction ends with the i-th recv of the neighbour it goes to. Without any, the computes wait
    /// for each other.
    void linkNeighbours()
    {
        for (std::size_t s = 0; s + 1 < m_stages.size(); ++s)
            for (const bool forward : {true, false}) {
                const std::string_view direction = forward ? "forward" : "backward";
                const Stage& from = m_stages[forward ? s : s + 1];
                const Stage& to = m_stages[forward ? s + 1 : s];
                const auto& sends = of(from, direction, "-send");
                const auto& recvs = of(to, direction, "-recv");
                for (std::size_t i = 0; i < sends.size() && i < recvs.size(); ++i)
                    m_out.graph.groups.push_back({sends[i], recvs[i]});
                if (!sends.empty() || !recvs.empty())
                    continue;
                const auto& before = of(from, direction, "-compute");
                const auto& after = of(to, direction, "-compute");
                for (std::size_t i = 0; i < before.size() && i < after.size(); ++i)
                    m_out.graph.depend(after[i], before[i]);
            }
        if (m_stages.size() < 2)
            return;
        const auto& first = of(m_stages.front(), kEmbedding);
        const auto& last = of(m_stages.back(), kEmbedding);
        for (std::size_t i = 0; i < first.size() && i < last.size(); ++i)
            m_out.graph.groups.push_back({first[i], last[i]});
    }

    void groupReplicas()
    {
        std::vector<std::vector<OpIndex>> clips;
        for (const Stage& stage : m_stages) {
            for (const std::string_view type : {kAllGather, kReduceScatter, kSeparateAllReduce})
                for (const OpIndex op : of(stage, type))
                    m_out.replicaGroups.push_back({op});
            const auto& all = of(stage, kClip);
            clips.resize(std::max(clips.size(), all.size()));
            for (std::size_t i = 0; i < all.size(); ++i)
                clips[i].push_back(all[i]);
        }
        m_out.replicaGroups.insert(m_out.replicaGroups.end(), clips.begin(), clips.end());
    }

    std::vector<Stage> m_stages;
    Items m_items;  ///< per op
    ScheduleGraph m_out;
};

}  // namespace

ScheduleGraph scheduleGraph(const std::vector<std::vector<ScheduleItem>>& stages)
{
    return Builder(stages).run();
}

}  // namespace headwater::whatif
