// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/run/SummaryCheck.h"
#include "core/run/SummaryCodec.h"
#include "core/run/SummaryColumns.h"
#include "core/run/SummaryManifest.h"

namespace headwater {

namespace {

using Json = nlohmann::json;

/// Inside of this folder only: what is wrong with the bytes; decodeSummary() turns it into an error.
struct Broken {
    std::string what;
};

constexpr Ns kLongest = Ns(1) << 50U;  ///< thirteen days; sums of these stay far from 64 bits
constexpr Ns kLatest = Ns(1) << 62U;

void require(bool good, const char* what)
{
    if (!good)
        throw Broken{what};
}

Ns timeIn(const Json& json)
{
    const Ns value = json.get<Ns>();
    require(value > -kLatest && value < kLatest, "a time that cannot be one");
    return value;
}

Ns lengthIn(const Json& json)
{
    const Ns value = json.get<Ns>();
    require(value > -kLongest * 1024 && value < kLongest * 1024, "a duration that cannot be one");
    return value;
}

Problems problemsIn(const Json& list)
{
    Problems problems;
    for (const Json& one : list) {
        const int severity = std::clamp(one.at("severity").get<int>(), 0, 2);
        problems.push_back({static_cast<Severity>(severity),
                            one.at("code").get<std::string>(),
                            one.at("message").get<std::string>(),
                            one.at("position").get<std::string>(),
                            {}});
    }
    return problems;
}

DeviceWindow deviceIn(const Json& json)
{
    DeviceWindow w;
    w.window = lengthIn(json.at("window_ns"));
    w.busy = lengthIn(json.at("busy_ns"));
    w.compute = lengthIn(json.at("compute_ns"));
    w.exposedComm = lengthIn(json.at("exposed_comm_ns"));
    w.exposedMemcpy = lengthIn(json.at("exposed_memcpy_ns"));
    w.exposedMemset = lengthIn(json.at("exposed_memset_ns"));
    w.idle = lengthIn(json.at("idle_ns"));
    w.comm = lengthIn(json.at("comm_ns"));
    w.memcpy = lengthIn(json.at("memcpy_ns"));
    w.activities = json.at("activities").get<std::uint64_t>();
    w.linked = json.at("linked").get<std::uint64_t>();
    w.unlinked = json.at("unlinked").get<std::uint64_t>();
    w.unclassified = lengthIn(json.at("unclassified_ns"));
    return w;
}

PeerViews peersIn(const Json& json)
{
    PeerViews views;
    if (const auto at = json.find("tracelens"); at != json.end())
        views.traceLens = TraceLensView{lengthIn(at->at(0)), lengthIn(at->at(1)), lengthIn(at->at(2)),
                                        lengthIn(at->at(3)), lengthIn(at->at(4)), lengthIn(at->at(5))};
    if (const auto at = json.find("hta"); at != json.end()) {
        const Json& times = at->at("times");
        views.hta =
            HtaView{lengthIn(times.at(0)), lengthIn(times.at(1)), lengthIn(times.at(2)), lengthIn(times.at(3)), {}};
        for (const Json& s : at->at("streams"))
            views.hta->streams.push_back(
                {s.at(0).get<std::string>(), lengthIn(s.at(1)), lengthIn(s.at(2)), lengthIn(s.at(3))});
    }
    return views;
}

std::map<std::string, KernelUse> usesIn(const Json& json)
{
    std::map<std::string, KernelUse> uses;
    for (const auto& [kind, use] : json.items())
        uses[kind] = {lengthIn(use.at(0)), use.at(1).get<std::uint64_t>(), use.at(2).get<std::string>(),
                      lengthIn(use.at(3))};
    return uses;
}

KernelProfile kernelsIn(const Json& json)
{
    KernelProfile profile;
    profile.computeTime = lengthIn(json.at("compute_ns"));
    profile.outside = lengthIn(json.at("outside_ns"));
    for (const auto& [name, op] : json.at("operators").items())
        profile.operators[name] = {lengthIn(op.at(0)), op.at(1).get<std::uint64_t>(), usesIn(op.at(2)),
                                   usesIn(op.at(3))};
    return profile;
}

class Decoder {
public:
    SummarizedRank run(std::string_view bytes, CarriedManifest* manifest)
    {
        const std::size_t line = bytes.find('\n');
        require(line != std::string_view::npos, "the rank summary ends before its columns do");
        m_header = Json::parse(bytes.substr(0, line));
        require(m_header.at("schema").get<std::string>() == kSummarySchema,
                "a version of the rank summary that is not known here");
        checkEnd(bytes, readColumns(bytes.substr(line + 1)));
        readTrace();
        readSummary();
        readSteps();
        readComm();
        readStages();
        readExposed();
        if (manifest != nullptr)
            *manifest = carriedManifest(m_header);
        return std::move(m_out);
    }

private:
    /// Gives what lies behind them.
    std::string_view readColumns(std::string_view bytes)
    {
        for (const Json& one : m_header.at("columns")) {
            auto column = takeColumn(bytes, one.at(1).get<std::uint64_t>());
            if (!column)
                throw Broken{column.error().what};
            m_columns[one.at(0).get<std::string>()] = std::move(*column);
        }
        return bytes;
    }

    /// The first summaries had no checksum: nothing may follow their columns.
    void checkEnd(std::string_view all, std::string_view rest) const
    {
        if (!m_header.value("checked", false))
            return require(rest.empty(), "there are bytes behind its columns");
        require(rest == summaryChecksum(all.substr(0, all.size() - rest.size())),
                "its checksum is another: the file was damaged or cut");
    }

    const Column& column(const std::string& name, std::size_t rows) const
    {
        const auto found = m_columns.find(name);
        if (found == m_columns.end() || found->second.size() != rows)
            throw Broken{fmt::format("the column {} is missing or has another length than it must have", name)};
        return found->second;
    }

    /// A column of indices below `end`.
    const Column& indices(const std::string& name, std::size_t rows, std::size_t end) const
    {
        const Column& all = column(name, rows);
        require(std::ranges::all_of(all, [&](auto i) { return i >= 0 && static_cast<std::size_t>(i) < end; }),
                "an index points outside its table");
        return all;
    }

    const Column& lengths(const std::string& name, std::size_t rows) const
    {
        const Column& all = column(name, rows);
        require(std::ranges::all_of(all, [](auto v) { return v >= 0 && v < kLongest; }),
                "a duration that cannot be one");
        return all;
    }

    const Column& starts(const std::string& name, std::size_t rows) const
    {
        const Column& all = column(name, rows);
        require(std::ranges::is_sorted(all), "times out of order");
        require(all.empty() || (all.front() > -kLatest && all.back() < kLatest), "a time that cannot be one");
        return all;
    }

    std::size_t rowsOf(const std::string& name) const
    {
        const auto found = m_columns.find(name);
        return found == m_columns.end() ? 0 : found->second.size();
    }

    void readTrace()
    {
        Trace& trace = m_out.trace;
        if (const Json& rank = m_header.at("rank"); !rank.is_null())
            trace.rank = rank.get<int>();
        require(!trace.rank || *trace.rank >= 0, "a negative rank");
        trace.rankSource = m_header.at("rank_source").get<std::string>();
        if (const Json& size = m_header.at("world_size"); !size.is_null())
            trace.worldSize = size.get<int>();
        trace.counts.total = m_header.at("events").get<std::uint64_t>();
        trace.bytesDecompressed = m_header.at("bytes_decompressed").get<std::uint64_t>();
        trace.baseTime = timeIn(m_header.at("base_time_ns"));
        const Json& extent = m_header.at("extent_ns");
        trace.extent = {timeIn(extent.at(0)), timeIn(extent.at(1))};
        require(trace.extent.start <= trace.extent.end, "an extent that ends before it starts");
        trace.exactSteps = m_header.at("exact_steps").get<bool>();
        trace.metadata = m_header.at("metadata").get<std::map<std::string, std::string>>();
        trace.problems = problemsIn(m_header.at("problems"));
        for (const Json& t : m_header.at("tracks"))
            trace.tracks.push_back({t.at(0).get<std::string>(), t.at(1).get<std::string>(), t.at(2).get<std::string>(),
                                    t.at(3).get<bool>()});
    }

    void readSummary()
    {
        RankSummary& out = m_out.summary;
        const Json& source = m_header.at("source");
        out.source = source.at("path").get<std::string>();
        out.sourceBytes = source.at("bytes").get<std::uint64_t>();
        out.fingerprint = source.at("fingerprint").get<std::string>();
        out.activities = m_header.at("activities").get<std::uint64_t>();
        out.hasHost = m_header.at("has_host").get<bool>();
        out.stepSource = m_header.at("steps").at("source").get<std::string>();
        out.stepProblems = problemsIn(m_header.at("steps").at("problems"));
        out.annotated = m_header.at("annotations").at("share").get<double>();
        out.annotationNames = m_header.at("annotations").at("names").get<std::uint64_t>();
        out.device = deviceIn(m_header.at("device"));
        out.peers = peersIn(m_header.at("peer_views"));
        out.kernels = kernelsIn(m_header.at("kernels"));
        for (const Json& one : m_header.at("work"))
            out.work.push_back({one.at(0).get<std::string>(), one.at(1).get<double>(), one.at(2).get<double>()});
    }

    void readSteps()
    {
        const Json& names = m_header.at("steps").at("names");
        const std::size_t n = names.size();
        const Column& number = column("step.number", n);
        const Column& start = starts("step.start", n);
        const Column& length = lengths("step.length", n);
        const Column& launches = lengths("step.launches", n);
        const Column& lost = lengths("step.lost", n);
        const Column& silence = lengths("step.silence", n);
        const Column& collected = lengths("step.collected", n);
        Trace& trace = m_out.trace;
        for (std::size_t i = 0; i < n; ++i) {
            SummaryStep& step = m_out.summary.steps.emplace_back();
            step.step = number[i];
            step.window = {start[i], start[i] + length[i]};
            step.launches = static_cast<std::uint64_t>(launches[i]);
            step.launchesLost = static_cast<std::uint64_t>(lost[i]);
            step.silence = silence[i];
            step.collected = collected[i];
            require(i == 0 || m_out.summary.steps[i - 1].window.end <= step.window.start, "steps that overlap");
            trace.host.start.push_back(step.window.start);
            trace.host.end.push_back(step.window.end);
            trace.host.name.push_back(trace.names.intern(names[i].get<std::string>()));
            trace.host.track.push_back(TrackId{});
            trace.host.kind.push_back(HostKind::Annotation);
        }
        readBubbles(n);
        if (trace.tracks.empty())
            trace.tracks.emplace_back();
    }

    void readBubbles(std::size_t n)
    {
        const auto fill = [&](const std::string& name, auto member) {
            const Column& values = lengths("bubble." + name, n);
            for (std::size_t i = 0; i < n; ++i)
                member(m_out.summary.steps[i].bubbles) = values[i];
        };
        for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
            fill(std::string(nameOf(static_cast<BubbleCause>(cause))),
                 [cause](Bubbles& b) -> Ns& { return b.byCause[cause]; });
        fill("launch_latency", [](Bubbles& b) -> Ns& { return b.launchLatency; });
        fill("periodic", [](Bubbles& b) -> Ns& { return b.periodic; });
        fill("other_copies", [](Bubbles& b) -> Ns& { return b.otherCopies; });
    }

    void readCollectives()
    {
        Trace& trace = m_out.trace;
        std::vector<CollectiveInfo> kinds;
        for (const Json& one : m_header.at("collectives")) {
            const auto name = [&](std::size_t i) { return trace.names.intern(one.at(i).get<std::string>()); };
            CollectiveInfo& info = kinds.emplace_back();
            info.operation = name(0);
            info.group = name(1);
            info.groupName = name(2);
            info.dtype = name(3);
            info.inElements = one.at(4).get<std::int64_t>();
            info.outElements = one.at(5).get<std::int64_t>();
            info.groupSize = one.at(6).get<int>();
        }
        const std::size_t n = rowsOf("collective.kind");
        const Column& kind = indices("collective.kind", n, kinds.size());
        const Column& sequence = column("collective.sequence", n);
        trace.collectives.reserve(n);
        for (std::size_t i = 0; i < n; ++i) {
            trace.collectives.push_back(kinds[static_cast<std::size_t>(kind[i])]);
            trace.collectives.back().sequence = sequence[i];
        }
    }

    void readComm()
    {
        readCollectives();
        Trace& trace = m_out.trace;
        std::vector<NameId> names;
        for (const Json& name : m_header.at("names"))
            names.push_back(trace.names.intern(name.get<std::string>()));
        const std::size_t n = rowsOf("comm.start");
        const Column& start = starts("comm.start", n);
        const Column& length = lengths("comm.length", n);
        const Column& name = indices("comm.name", n, names.size());
        const Column& track = indices("comm.track", n, trace.tracks.size());
        const Column& step = indices("comm.step", n, m_out.summary.steps.size() + 1);
        const Column& details = indices("comm.collective", n, trace.collectives.size() + 1);
        ActivityTable& device = trace.device;
        const auto rowBefore = [](std::int64_t i) { return i == 0 ? kNoRow : static_cast<Row>(i - 1); };
        for (auto* times : {&device.start, &device.end})
            times->reserve(n);  // of thousands of ranks, what vectors keep in hand is gigabytes
        for (std::size_t i = 0; i < n; ++i) {
            device.start.push_back(start[i]);
            device.end.push_back(start[i] + length[i]);
            device.name.push_back(names[static_cast<std::size_t>(name[i])]);
            device.track.push_back(static_cast<TrackId>(track[i]));
            device.launch.push_back(rowBefore(step[i]));
            device.collective.push_back(rowBefore(details[i]));
        }
        device.activity.assign(n, ActivityClass::Comm);
        device.classified.assign(n, true);
    }

    void readStages()
    {
        const std::size_t steps = m_out.summary.steps.size();
        for (const Json& one : m_header.at("stages")) {
            const std::size_t v = m_out.summary.stages.size();
            SummaryStages stages;
            stages.mode = one.at("mode").get<std::string>();
            stages.order = one.at("order").get<std::vector<std::string>>();
            stages.stages = one.at("stages").get<std::vector<std::string>>();
            const std::size_t width = stages.stages.size() + 1;
            for (std::size_t part = 0; part < kSummaryParts; ++part) {
                const Column& values = lengths(fmt::format("stages.{}.{}", v, part), steps * width);
                stages.cells.resize(steps * width);
                for (std::size_t i = 0; i < values.size(); ++i)
                    stages.cells[i % steps * width + i / steps][part] = values[i];
            }
            const Column& owners = indices(fmt::format("stages.{}.comm", v), m_out.trace.device.size(), width);
            stages.stageOfComm.assign(owners.begin(), owners.end());
            m_out.summary.stages.push_back(std::move(stages));
        }
    }

    void readExposed()
    {
        const ActivityTable& device = m_out.trace.device;
        const std::size_t n = rowsOf("exposed.comm");
        const Column& comm = indices("exposed.comm", n, device.size());
        const Column& step = indices("exposed.step", n, m_out.summary.steps.size());
        const Column& after = lengths("exposed.after", n);
        const Column& before = lengths("exposed.before", n);
        for (std::size_t i = 0; i < n; ++i) {
            const auto row = static_cast<std::uint32_t>(comm[i]);
            const Interval time{device.start[row] + after[i], device.end[row] - before[i]};
            require(time.start <= time.end, "a piece that ends before it starts");
            m_out.summary.exposed.push_back({row, static_cast<std::uint32_t>(step[i]), time});
        }
    }

    Json m_header;
    Columns m_columns;
    SummarizedRank m_out;
};

}  // namespace

Result<SummarizedRank> decodeSummary(std::string_view bytes, CarriedManifest* manifest)
{
    try {
        return Decoder().run(bytes, manifest);
    } catch (const Broken& broken) {
        return fail(ErrorCode::Malformed, broken.what);
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::Malformed, "the first line of the rank summary is not what it must be");
    }
}

}  // namespace headwater
