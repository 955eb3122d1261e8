// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/run/SummaryCheck.h"
#include "core/run/SummaryCodec.h"
#include "core/run/SummaryColumns.h"

namespace headwater {

namespace {

using Json = nlohmann::ordered_json;

Json problemsJson(const Problems& problems)
{
    Json list = Json::array();
    for (const Problem& problem : problems)
        list.push_back({{"severity", static_cast<int>(problem.severity)},
                        {"code", problem.code},
                        {"message", problem.message},
                        {"position", problem.position}});
    return list;
}

Json deviceJson(const DeviceWindow& w)
{
    return {{"window_ns", w.window},
            {"busy_ns", w.busy},
            {"compute_ns", w.compute},
            {"exposed_comm_ns", w.exposedComm},
            {"exposed_memcpy_ns", w.exposedMemcpy},
            {"exposed_memset_ns", w.exposedMemset},
            {"idle_ns", w.idle},
            {"comm_ns", w.comm},
            {"memcpy_ns", w.memcpy},
            {"activities", w.activities},
            {"linked", w.linked},
            {"unlinked", w.unlinked},
            {"unclassified_ns", w.unclassified}};
}

Json peersJson(const PeerViews& views)
{
    Json json = Json::object();
    if (const auto& v = views.traceLens)
        json["tracelens"] = {v->computation, v->exposedComm, v->exposedMemcpy, v->busy, v->idle, v->total};
    if (const auto& v = views.hta) {
        Json streams = Json::array();
        for (const HtaView::Stream& s : v->streams)
            streams.push_back({s.stream, s.hostWait, s.kernelWait, s.other});
        json["hta"] = {{"times", {v->idle, v->compute, v->nonCompute, v->kernel}}, {"streams", std::move(streams)}};
    }
    return json;
}

Json usesJson(const std::map<std::string, KernelUse>& uses)
{
    Json json = Json::object();
    for (const auto& [kind, use] : uses)
        json[kind] = {use.time, use.launches, use.kernel, use.kernelTime};
    return json;
}

Json kernelsJson(const KernelProfile& profile)
{
    Json operators = Json::object();
    for (const auto& [name, op] : profile.operators)
        operators[name] = {op.time, op.launches, usesJson(op.byDtype), usesJson(op.byFamily)};
    return {{"compute_ns", profile.computeTime}, {"outside_ns", profile.outside}, {"operators", std::move(operators)}};
}

/// Writes what has a name into the header and the numbers into columns.
class Encoder {
public:
    Encoder(const SummarizedRank& rank, const CarriedManifest& manifest)
        : m_trace(rank.trace)
        , m_in(rank.summary)
        , m_manifest(manifest)
    {}

    std::string run(std::string_view version)
    {
        m_header["schema"] = kSummarySchema;
        m_header["generator"] = {{"name", "headwater"}, {"version", version}};
        describeTrace();
        describeSummary();
        stepColumns();
        stageColumns();
        commColumns();
        pieceColumns();
        std::string bytes;
        Json list = Json::array();
        for (const auto& [name, column] : m_columns) {
            list.push_back({name, column.size()});
            appendColumn(bytes, column);
        }
        m_header["columns"] = std::move(list);
        m_header["checked"] = true;
        bytes = m_header.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + bytes;
        return bytes + summaryChecksum(bytes);
    }

private:
    void describeTrace()
    {
        m_header["rank"] = m_trace.rank ? Json(*m_trace.rank) : Json(nullptr);
        m_header["rank_source"] = m_trace.rankSource;
        m_header["world_size"] = m_trace.worldSize ? Json(*m_trace.worldSize) : Json(nullptr);
        m_header["source"] = {{"path", m_in.source}, {"bytes", m_in.sourceBytes}, {"fingerprint", m_in.fingerprint}};
        m_header["events"] = m_trace.counts.total;
        m_header["bytes_decompressed"] = m_trace.bytesDecompressed;
        m_header["base_time_ns"] = m_trace.baseTime;
        m_header["extent_ns"] = {m_trace.extent.start, m_trace.extent.end};
        m_header["exact_steps"] = m_trace.exactSteps;
        m_header["metadata"] = m_trace.metadata;
        if (m_manifest) {
            Json& manifest = m_header["manifest"] = Json::object();
            for (const auto& [key, value] : *m_manifest)
                manifest[key] = {value.value, value.source, value.position};
        }
        m_header["problems"] = problemsJson(m_trace.problems);
        Json tracks = Json::array();
        for (const Track& track : m_trace.tracks)
            tracks.push_back({track.process, track.thread, track.label, track.device});
        m_header["tracks"] = std::move(tracks);
    }

    void describeSummary()
    {
        m_header["activities"] = m_in.activities;
        m_header["has_host"] = m_in.hasHost;
        m_header["steps"] = {{"source", m_in.stepSource}, {"problems", problemsJson(m_in.stepProblems)}};
        Json names = Json::array();
        for (const NameId name : m_trace.host.name)
            names.push_back(m_trace.names[name]);
        m_header["steps"]["names"] = std::move(names);
        m_header["annotations"] = {{"share", m_in.annotated}, {"names", m_in.annotationNames}};
        Json stages = Json::array();
        for (const SummaryStages& one : m_in.stages)
            stages.push_back({{"mode", one.mode}, {"order", one.order}, {"stages", one.stages}});
        m_header["stages"] = std::move(stages);
        m_header["device"] = deviceJson(m_in.device);
        m_header["peer_views"] = peersJson(m_in.peers);
        m_header["kernels"] = kernelsJson(m_in.kernels);
        Json work = Json::array();
        for (const KernelWork& one : m_in.work)
            work.push_back({one.name, one.median, one.total});
        m_header["work"] = std::move(work);
    }

    template <class T, class Value>
    void column(const std::string& name, const std::vector<T>& rows, Value value)
    {
        Column& column = m_columns[name];
        column.reserve(rows.size());
        for (const T& row : rows)
            column.push_back(static_cast<std::int64_t>(value(row)));
    }

    void stepColumns()
    {
        column("step.number", m_in.steps, [](const SummaryStep& s) { return s.step; });
        column("step.start", m_in.steps, [](const SummaryStep& s) { return s.window.start; });
        column("step.length", m_in.steps, [](const SummaryStep& s) { return s.window.length(); });
        column("step.launches", m_in.steps, [](const SummaryStep& s) { return s.launches; });
        column("step.lost", m_in.steps, [](const SummaryStep& s) { return s.launchesLost; });
        column("step.silence", m_in.steps, [](const SummaryStep& s) { return s.silence; });
        column("step.collected", m_in.steps, [](const SummaryStep& s) { return s.collected; });
        for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
            column(fmt::format("bubble.{}", nameOf(static_cast<BubbleCause>(cause))), m_in.steps,
                   [cause](const SummaryStep& s) { return s.bubbles.byCause[cause]; });
        column("bubble.launch_latency", m_in.steps, [](const SummaryStep& s) { return s.bubbles.launchLatency; });
        column("bubble.periodic", m_in.steps, [](const SummaryStep& s) { return s.bubbles.periodic; });
        column("bubble.other_copies", m_in.steps, [](const SummaryStep& s) { return s.bubbles.otherCopies; });
    }

    /// Stage by stage, so that neighbours are alike.
    void stageColumns()
    {
        for (std::size_t v = 0; v < m_in.stages.size(); ++v) {
            const SummaryStages& one = m_in.stages[v];
            const std::size_t width = one.stages.size() + 1;
            for (std::size_t part = 0; part < kSummaryParts; ++part) {
                Column& column = m_columns[fmt::format("stages.{}.{}", v, part)];
                for (std::size_t stage = 0; stage < width; ++stage)
                    for (std::size_t step = 0; step < m_in.steps.size(); ++step)
                        column.push_back(one.cells[step * width + stage][part]);
            }
            column(fmt::format("stages.{}.comm", v), one.stageOfComm, [](std::uint32_t stage) { return stage; });
        }
    }

    void commColumns()
    {
        const ActivityTable& device = m_trace.device;
        Column& length = m_columns["comm.length"];
        for (Row row = 0; row < device.size(); ++row)
            length.push_back(device.end[row] - device.start[row]);
        column("comm.start", device.start, [](Ns start) { return start; });
        column("comm.track", device.track, [](TrackId track) { return static_cast<Row>(track); });
        // 0: none, else the step that launched it.
        column("comm.step", device.launch, [](Row launch) { return launch == kNoRow ? 0 : std::int64_t(launch) + 1; });
        std::map<NameId, std::int64_t> names;
        Json list = Json::array();
        column("comm.name", device.name, [&](NameId name) {
            const auto [at, added] = names.try_emplace(name, static_cast<std::int64_t>(names.size()));
            if (added)
                list.push_back(m_trace.names[name]);
            return at->second;
        });
        m_header["names"] = std::move(list);
        details();
    }

    /// What the profiler said of the collectives; what differs in the sequence number alone is written once.
    void details()
    {
        using Key = std::tuple<NameId, NameId, NameId, NameId, std::int64_t, std::int64_t, int>;
        std::map<Key, std::int64_t> known;
        Json list = Json::array();
        Column& kind = m_columns["collective.kind"];
        for (const CollectiveInfo& info : m_trace.collectives) {
            const Key key{info.operation,  info.group,       info.groupName, info.dtype,
                          info.inElements, info.outElements, info.groupSize};
            const auto [at, added] = known.try_emplace(key, static_cast<std::int64_t>(known.size()));
            if (added)
                list.push_back({m_trace.names[info.operation], m_trace.names[info.group], m_trace.names[info.groupName],
                                m_trace.names[info.dtype], info.inElements, info.outElements, info.groupSize});
            kind.push_back(at->second);
        }
        column("collective.sequence", m_trace.collectives, [](const CollectiveInfo& info) { return info.sequence; });
        column("comm.collective", m_trace.device.collective,
               [](Row row) { return row == kNoRow ? 0 : std::int64_t(row) + 1; });
        m_header["collectives"] = std::move(list);
    }

    /// Against the kernel's own times: most are bare from end to end.
    void pieceColumns()
    {
        const ActivityTable& device = m_trace.device;
        column("exposed.comm", m_in.exposed, [](const ExposedPiece& p) { return p.comm; });
        column("exposed.step", m_in.exposed, [](const ExposedPiece& p) { return p.step; });
        column("exposed.after", m_in.exposed,
               [&](const ExposedPiece& p) { return p.time.start - device.start[p.comm]; });
        column("exposed.before", m_in.exposed, [&](const ExposedPiece& p) { return device.end[p.comm] - p.time.end; });
    }

    const Trace& m_trace;
    const RankSummary& m_in;
    const CarriedManifest& m_manifest;
    Json m_header = Json::object();
    Columns m_columns;
};

}  // namespace

std::string encodeSummary(const SummarizedRank& rank, std::string_view version, const CarriedManifest& manifest)
{
    return Encoder(rank, manifest).run(version);
}

}  // namespace headwater
