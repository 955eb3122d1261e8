// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/run/CollectedCodec.h"
#include "core/run/SummaryCheck.h"

namespace headwater {

namespace {

using Json = nlohmann::ordered_json;  // the name of the format has to come first

Json problemsJson(const Problems& problems)
{
    Json list = Json::array();
    for (const Problem& p : problems)
        list.push_back({static_cast<int>(p.severity), p.code, p.message, p.position, p.file});
    return list;
}

class Encoder {
public:
    explicit Encoder(const CollectedRun& run) : m_run(run) {}

    std::string run(std::string_view version)
    {
        m_header["schema"] = kCollectedSchema;
        m_header["generator"] = {{"name", "headwater"}, {"version", version}};
        m_header["mode"] = m_run.mode;
        m_header["stage_source"] = m_run.stageSource;
        m_header["step_source"] = m_run.stepSource;
        m_header["world_size"] = m_run.worldSize;
        m_header["problems"] = problemsJson(m_run.problems);
        m_header["analysis_problems"] = problemsJson(m_run.analysisProblems);
        Json manifest = Json::object();
        for (const auto& [key, value] : m_run.manifest)
            manifest[key] = {value.value, value.source, value.position};
        m_header["manifest"] = std::move(manifest);
        m_header["names"] = m_run.names;
        describeRanks();
        addCube();
        addSteps();
        addCollectives();
        add("rest.count", m_run.rest.count);
        m_header["rest_bytes"] = m_run.rest.bytes.size();
        m_header["texts"] = std::move(m_texts);
        m_header["columns"] = std::move(m_list);
        m_header["rest_checksum"] = columnChecksum(m_run.rest.bytes);
        m_header["checked"] = true;
        const std::string line = m_header.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        return line + m_bytes + m_run.rest.bytes + summaryChecksum(line);
    }

private:
    void add(const std::string& name, const NarrowColumn& column)
    {
        const auto& bytes = column.bytes();
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        m_list.push_back({name, column.width(), column.size(), columnChecksum(text)});
        m_bytes.append(text);
    }

    template <class Range, class Member>
    void add(const std::string& name, const Range& range, Member member)
    {
        NarrowColumn column(std::size(range));
        std::size_t i = 0;
        for (const auto& one : range)
            column.set(i++, static_cast<Ns>(member(one)));
        add(name, column);
    }

    std::size_t text(const std::string& text)
    {
        const auto [known, isNew] = m_known.try_emplace(text, m_known.size());
        if (isNew)
            m_texts.push_back(text);
        return known->second;
    }

    void describeRanks()
    {
        const auto& ranks = m_run.ranks;
        add("rank.number", ranks, [](const RankData& rank) { return rank.rank; });
        add("rank.assumed", ranks, [](const RankData& rank) { return rank.rankAssumed; });
        add("rank.host", ranks, [&](const RankData& rank) { return text(rank.host); });
        add("rank.device", ranks, [&](const RankData& rank) { return text(rank.device); });
        add("rank.role", ranks, [&](const RankData& rank) { return text(rank.role); });
        add("rank.file", ranks, [&](const RankData& rank) { return text(rank.trace->file); });
        // Most ranks have the same streams: as text they are kept once.
        add("rank.tracks", ranks, [&](const RankData& rank) {
            Json tracks = Json::array();
            for (const Track& t : rank.trace->tracks)
                if (t.device)
                    tracks.push_back({t.process, t.thread});
            return text(tracks.dump(-1, ' ', false, Json::error_handler_t::replace));
        });
    }

    void addCube()
    {
        const StageCube& cube = m_run.cube;
        m_header["stages"] = cube.stages();
        add("step.number", cube.steps(), [](std::int64_t step) { return step; });
        add("duration", cube.durations());
        NarrowColumn status(cube.ranks().size() * cube.steps().size());
        for (std::size_t r = 0, i = 0; r < cube.ranks().size(); ++r)
            for (std::size_t t = 0; t < cube.steps().size(); ++t)
                status.set(i++, static_cast<Ns>(cube.status(r, t)));
        add("status", status);
        for (std::size_t q = 0; q < kQuantities; ++q)
            for (std::size_t s = 0; s < cube.columns(static_cast<Quantity>(q)).size(); ++s)
                add(fmt::format("stage.{}.{}", q, s), cube.columns(static_cast<Quantity>(q))[s]);
    }

    void addSteps()
    {
        const CollectedSteps& steps = m_run.steps;
        m_header["origin_ns"] = steps.origin;
        add("step.start", steps.start);
        add("step.pure", steps.pureCompute);
        add("step.wait", steps.wait);
        add("step.sync_local", steps.syncLocal);
        add("step.silence", steps.silence);
        add("step.collected", steps.collected);
        for (std::size_t i = 0; i < BubbleColumns::kColumns; ++i)
            add(fmt::format("bubble.{}", i), steps.bubbles.columns[i]);
    }

    void addCollectives()
    {
        const CollectiveSummary& in = m_run.collectives;
        Json json = {{"matched", in.matched}, {"unmatched", in.unmatched}, {"clock_closure_ns", in.clockClosure}};
        const CollectiveSummary::Methods& m = in.methods;
        json["methods"] = {m.compared, m.agree, m.untrusted, m.waitByDuration, m.waitByClock};
        Json groups = Json::array();
        for (std::size_t g = 0; g < in.groups.size(); ++g) {
            const CollectiveSummary::Group& group = in.groups[g];
            Json operations = Json::array();
            for (const CollectiveSummary::Operation& op : group.operations)
                operations.push_back({op.name, op.count, op.bytes ? Json(*op.bytes) : Json(nullptr), op.transfer,
                                      op.busBandwidth ? Json(*op.busBandwidth) : Json(nullptr)});
            groups.push_back({group.name, group.matched, group.unmatched, std::move(operations)});
            add(fmt::format("group.{}.ranks", g), group.ranks, [](int rank) { return rank; });
        }
        json["groups"] = std::move(groups);
        m_header["collectives"] = std::move(json);
        using ByRank = CollectiveSummary::ByRank;
        add("by_rank.rank", in.byRank, [](const ByRank& one) { return one.rank; });
        add("by_rank.wait", in.byRank, [](const ByRank& one) { return one.wait; });
        add("by_rank.transfer", in.byRank, [](const ByRank& one) { return one.transfer; });
        add("by_rank.last", in.byRank, [](const ByRank& one) { return one.timesLast; });
        add("by_rank.blame", in.byRank, [](const ByRank& one) { return one.blame; });
        using Clock = CollectiveSummary::Clock;
        add("clock.rank", in.clocks, [](const Clock& one) { return one.rank; });
        add("clock.offset", in.clocks, [](const Clock& one) { return one.offset; });
        add("clock.residual", in.clocks, [](const Clock& one) { return one.residual; });
        add("clock.n", in.clocks, [](const Clock& one) { return one.n; });
        add("clock.drift", in.clocks, [](const Clock& one) { return std::bit_cast<Ns>(one.driftPpm); });
        add("clock.applied", in.clocks, [](const Clock& one) { return one.applied; });
    }

    const CollectedRun& m_run;
    Json m_header;
    Json m_list = Json::array();
    Json m_texts = Json::array();
    std::map<std::string, std::size_t> m_known;
    std::string m_bytes;
};

}  // namespace

std::string encodeCollected(const CollectedRun& run, std::string_view version)
{
    return Encoder(run).run(version);
}

}  // namespace headwater
