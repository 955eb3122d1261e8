// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/PipelineModel.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/analysis/whatif/ScheduleGraph.h"

namespace headwater::whatif {

namespace {

/// Rows of one rank's step by type, in order of start.
using RankStep = std::map<std::string, std::vector<Row>>;

/// Place of a rank: replica and stage of the pipeline.
struct Place {
    int replica = 0;
    int stage = 0;
    const Trace* trace = nullptr;
    std::map<std::int64_t, RankStep> steps;
};

int coordinate(const Trace& trace, const char* name)
{
    const auto found = trace.metadata.find(name);
    return found == trace.metadata.end() ? 0 : std::atoi(found->second.c_str());
}

std::map<std::int64_t, RankStep> stepsOf(const Trace& trace)
{
    std::map<std::int64_t, RankStep> steps;
    for (Row row = 0; row < trace.device.size(); ++row)  // sorted by start
        if (const std::int64_t step = trace.device.slot[row].step; step >= 0)
            steps[step][std::string(trace.activityName(row))].push_back(row);
    return steps;
}

/// Send and recv of a direction are one type to the reader.
std::string shownType(const std::string& type)
{
    for (const char* direction : {"forward", "backward"})
        if (type == std::string(direction) + "-send" || type == std::string(direction) + "-recv")
            return std::string(direction) + "-pp-comm";
    return type;
}

class Builder {
public:
    explicit Builder(const Run& run)
    {
        std::set<int> replicas;
        std::set<int> stages;
        for (const RankData& rank : run.ranks) {
            const int tensor = coordinate(*rank.trace, "rank.tensor");
            m_otherTensorRanks += tensor > 0;
            if (tensor > 0)
                continue;
            m_places.push_back({coordinate(*rank.trace, "rank.data"), coordinate(*rank.trace, "rank.pipeline"),
                                rank.trace.get(), stepsOf(*rank.trace)});
            replicas.insert(m_places.back().replica);
            stages.insert(m_places.back().stage);
        }
        m_replicas.assign(replicas.begin(), replicas.end());
        m_stages.assign(stages.begin(), stages.end());
    }

    Result<ReplayModel> run()
    {
        m_grid.assign(m_replicas.size() * m_stages.size(), nullptr);
        for (Place& place : m_places)
            m_grid[indexIn(m_replicas, place.replica) * m_stages.size() + indexIn(m_stages, place.stage)] = &place;
        if (m_grid.empty() || std::ranges::find(m_grid, nullptr) != m_grid.end())
            return fail(ErrorCode::NothingUsable, "ranks are missing from the grid of replicas and pipeline stages", {},
                        {}, "give the files of all ranks");
        if (const Status status = chooseSteps(); !status)
            return tl::unexpected(status.error());
        nameThings();
        for (std::size_t t = 0; t < m_steps.size(); ++t)
            addStep(t);
        auto plan = planReplay(m_graph);
        if (!plan)
            return fail(ErrorCode::Malformed,
                        "the schedule's operations wait for each other: " + describe(plan.error()));
        m_out.plan = std::move(*plan);
        m_out.pipeline = true;
        m_out.source = "pipeline schedule";
        return std::move(m_out);
    }

private:
    static std::size_t indexIn(const std::vector<int>& values, int value)
    {
        return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
    }
    [[nodiscard]] const Place& at(std::size_t replica, std::size_t stage) const
    {
        return *m_grid[replica * m_stages.size() + stage];
    }

    static std::map<std::string, std::size_t> countsOf(const RankStep& step)
    {
        std::map<std::string, std::size_t> counts;
        for (const auto& [type, rows] : step)
            counts[type] = rows.size();
        return counts;
    }

    /// The first step that every rank has gives the graph; steps that differ from it cannot be replayed with it.
    Status chooseSteps()
    {
        std::size_t left = 0;
        for (const auto& [step, reference] : m_places.front().steps) {
            const bool everywhere =
                std::ranges::all_of(m_places, [s = step](const Place& place) { return place.steps.contains(s); });
            if (!everywhere) {
                ++left;
                continue;
            }
            if (m_steps.empty()) {
                m_steps.push_back(step);
                m_schedule = scheduleOf(step);
                continue;
            }
            const bool same = std::ranges::all_of(m_places, [&, s = step](const Place& place) {
                const Place& first = at(0, indexIn(m_stages, place.stage));
                return countsOf(place.steps.at(s)) == countsOf(first.steps.at(m_steps.front()));
            });
            if (same)
                m_steps.push_back(step);
            else
                ++left;
        }
        if (m_steps.empty())
            return fail(ErrorCode::NothingUsable, "no step is there on all ranks of the pipeline");
        if (left > 0)
            warn("uneven-schedule",
                 fmt::format("{} steps differ from the first in their operations and are left out", left));
        if (m_otherTensorRanks > 0)
            warn("tensor-ranks", fmt::format("{} tensor-parallel ranks beside the first are left out of the replay",
                                             m_otherTensorRanks));
        return {};
    }

    void warn(const char* code, std::string message)
    {
        m_out.problems.push_back({Severity::Warning, code, std::move(message), {}, {}});
    }

    [[nodiscard]] ScheduleGraph scheduleOf(std::int64_t step) const
    {
        std::vector<std::vector<ScheduleItem>> stages;
        for (std::size_t s = 0; s < m_stages.size(); ++s) {
            const Place& place = at(0, s);
            std::vector<ScheduleItem>& items = stages.emplace_back();
            for (const auto& [type, rows] : place.steps.at(step))
                for (const Row row : rows)
                    items.push_back({type, place.trace->device.start[row], place.trace->device.slot[row].modelChunk});
        }
        return scheduleGraph(stages);
    }

    void nameThings()
    {
        for (const int stage : m_stages)
            m_out.stages.push_back(std::to_string(stage));
        for (const int replica : m_replicas)
            m_out.workers.push_back(std::to_string(replica));
        std::set<std::string> shown;
        for (const ScheduleKey& key : m_schedule.ops)
            shown.insert(shownType(key.type));
        m_out.types.assign(shown.begin(), shown.end());
        for (const ScheduleKey& key : m_schedule.ops) {
            const auto [pool, isNew] = m_pools.emplace(key.type, static_cast<std::uint32_t>(m_pools.size()));
            if (!isNew)
                continue;
            const Place& place = at(0, key.stage);
            const Row row = place.steps.at(m_steps.front()).at(key.type)[key.index];
            m_out.medianPool.push_back(place.trace->device.activity[row] == ActivityClass::Comm);
        }
    }

    /// One copy of the graph a replica, the groups across replicas, and an operation that ends with the last optimizer.
    void addStep(std::size_t t)
    {
        const auto first = static_cast<OpIndex>(m_graph.ops);
        const auto perReplica = static_cast<OpIndex>(m_schedule.ops.size());
        const OpIndex finish = first + static_cast<OpIndex>(m_replicas.size()) * perReplica;
        m_graph.ops = finish + 1;
        const std::size_t groupsBefore = m_graph.groups.size();
        for (std::size_t r = 0; r < m_replicas.size(); ++r)
            addReplica(first + static_cast<OpIndex>(r) * perReplica, finish);
        for (const std::vector<OpIndex>& group : m_schedule.replicaGroups) {
            std::vector<OpIndex>& members = m_graph.groups.emplace_back();
            for (OpIndex r = 0; r < m_replicas.size(); ++r)
                for (const OpIndex op : group)
                    members.push_back(first + r * perReplica + op);
        }
        measure(t, first, groupsBefore);
        m_out.steps.push_back({{kNoOp, finish}});
        m_out.stepNumbers.push_back(m_steps[t]);
    }

    void addReplica(OpIndex first, OpIndex finish)
    {
        for (const auto& [before, after] : m_schedule.graph.edges)
            m_graph.depend(first + after, first + before);
        for (const std::vector<OpIndex>& group : m_schedule.graph.groups) {
            std::vector<OpIndex>& members = m_graph.groups.emplace_back();
            for (const OpIndex op : group)
                members.push_back(first + op);
        }
        for (const OpIndex op : m_schedule.finish)
            m_graph.depend(finish, first + op);
    }

    /// Durations: a compute's own length; of a group's member its transfer, from the group's latest start to its end.
    void measure(std::size_t t, OpIndex first, std::size_t groupsBefore)
    {
        std::vector<Interval> times;
        for (std::size_t r = 0; r < m_replicas.size(); ++r)
            for (const ScheduleKey& key : m_schedule.ops)
                times.push_back(timeOf(t, r, key));
        std::vector<Ns> own;
        own.reserve(times.size());
        for (const Interval& time : times)
            own.push_back(time.length());
        for (std::size_t g = groupsBefore; g < m_graph.groups.size(); ++g) {
            Ns latest = times[m_graph.groups[g].front() - first].start;
            for (const OpIndex op : m_graph.groups[g])
                latest = std::max(latest, times[op - first].start);
            for (const OpIndex op : m_graph.groups[g])
                own[op - first] = std::max<Ns>(0, times[op - first].end - latest);
        }
        for (std::size_t i = 0; i < own.size(); ++i) {
            const ScheduleKey& key = m_schedule.ops[i % m_schedule.ops.size()];
            const auto type = static_cast<std::uint32_t>(std::ranges::lower_bound(m_out.types, shownType(key.type)) -
                                                         m_out.types.begin());
            m_out.cellOf.push_back(static_cast<std::uint32_t>(m_out.cells.size()));
            m_out.cells.push_back(
                {static_cast<std::uint32_t>(t), key.stage, static_cast<std::uint32_t>(i / m_schedule.ops.size()), type,
                 m_pools.at(key.type) * kMostAlike + key.index, m_pools.at(key.type), own[i], own[i]});
            m_out.duration.push_back(own[i]);
        }
        m_out.cellOf.push_back(kNoKey);  // the step's end
        m_out.duration.push_back(0);
        m_out.measured.push_back(measuredTime(times));
    }

    [[nodiscard]] Interval timeOf(std::size_t t, std::size_t replica, const ScheduleKey& key) const
    {
        const Place& place = at(replica, key.stage);
        const Row row = place.steps.at(m_steps[t]).at(key.type)[key.index];
        return {place.trace->device.start[row], place.trace->device.end[row]};
    }

    [[nodiscard]] Ns measuredTime(const std::vector<Interval>& times) const
    {
        Interval span = times.front();
        for (const Interval& time : times)
            span.start = std::min(span.start, time.start);
        for (std::size_t i = 0; i < times.size(); ++i)
            if (std::ranges::find(m_schedule.finish, i % m_schedule.ops.size()) != m_schedule.finish.end())
                span.end = std::max(span.end, times[i].end);
        return span.length();
    }

    /// "forward-recv 1 of stage 0 (step 3) → …", the first few.
    [[nodiscard]] std::string describe(const std::vector<OpIndex>& cycle) const
    {
        constexpr std::size_t kShown = 6;
        const std::size_t perStep = m_replicas.size() * m_schedule.ops.size() + 1;
        std::string out;
        for (std::size_t i = 0; i < std::min(cycle.size(), kShown); ++i) {
            const std::size_t inStep = cycle[i] % perStep;
            const ScheduleKey& key = m_schedule.ops[inStep % m_schedule.ops.size()];
            out += fmt::format("{}{} {} of stage {}", i == 0 ? "" : " → ", key.type, key.index, m_stages[key.stage]);
        }
        return out + (cycle.size() > kShown ? " → …" : "");
    }

    static constexpr std::uint32_t kMostAlike = 1U << 20U;  ///< operations of one type on one rank in one step

    std::vector<Place> m_places;
    std::size_t m_otherTensorRanks = 0;
    std::vector<int> m_replicas;  ///< sorted coordinates
    std::vector<int> m_stages;
    std::vector<const Place*> m_grid;  ///< [replica · stages + stage]
    std::vector<std::int64_t> m_steps;
    ScheduleGraph m_schedule;
    std::map<std::string, std::uint32_t> m_pools;
    DependencyGraph m_graph;
    ReplayModel m_out;
};

}  // namespace

bool isPipelineTimeline(const Run& run)
{
    return !run.metrics && !run.ranks.empty() && std::ranges::all_of(run.ranks, [](const RankData& rank) {
        return rank.trace && !rank.trace->device.slot.empty() && rank.trace->metadata.contains("rank.pipeline");
    });
}

Result<ReplayModel> pipelineModel(const Run& run)
{
    return Builder(run).run();
}

}  // namespace headwater::whatif
