// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/KinetoReader.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "core/ingest/JsonSplitter.h"
#include "core/ingest/KinetoEvent.h"
#include "core/ingest/KinetoMetadata.h"
#include "core/ingest/KinetoRepairs.h"
#include "core/ingest/RankName.h"
#include "core/trace/TraceBuilder.h"

namespace headwater {

namespace {

/// What to do with a complete event of a category.
enum class Target { Host, Kernel, Memcpy, Memset, GpuAnnotation, Other };

struct Category {
    std::string_view name;
    Target target;
    HostKind kind = HostKind::Other;
};

/// Categories of every age, FORMATS A5; what is not listed counts as `other`.
constexpr std::array<Category, 22> kCategories = {{
    {"cpu_op", Target::Host, HostKind::Op},
    {"Operator", Target::Host, HostKind::Op},
    {"cuda_runtime", Target::Host, HostKind::Runtime},
    {"Runtime", Target::Host, HostKind::Runtime},
    {"cuda_driver", Target::Host, HostKind::Driver},
    {"kernel", Target::Kernel},
    {"Kernel", Target::Kernel},
    {"python_function", Target::Host, HostKind::Python},
    {"user_annotation", Target::Host, HostKind::Annotation},
    {"gpu_memcpy", Target::Memcpy},
    {"Memcpy", Target::Memcpy},
    {"gpu_memset", Target::Memset},
    {"Memset", Target::Memset},
    {"gpu_user_annotation", Target::GpuAnnotation},
    {"cuda_sync", Target::Other},
    {"overhead", Target::Host, HostKind::Overhead},
    {"xpu_runtime", Target::Host, HostKind::Runtime},
    {"xpu_driver", Target::Host, HostKind::Driver},
    {"mtia_runtime", Target::Host, HostKind::Runtime},
    {"privateuse1_runtime", Target::Host, HostKind::Runtime},
    {"privateuse1_driver", Target::Host, HostKind::Driver},
    {"Trace", Target::Other},
}};

Category categoryOf(const KinetoEvent& event)
{
    for (const Category& known : kCategories)
        if (event.category == known.name)
            return known;
    // The legacy profiler has no categories; it tells host and device apart by the process' name.
    if (event.category.empty())
        return event.pid == "CUDA functions" ? Category{{}, Target::Kernel} : Category{{}, Target::Host, HostKind::Op};
    return {{}, Target::Other};
}

/// Traces of 2021 write annotations as operators.
bool isAnnotationByName(std::string_view name)
{
    return name.starts_with("ProfilerStep#") || name.starts_with("enumerate(Data") || name.starts_with("Optimizer.") ||
           name.starts_with("## ");
}

class Reader {
public:
    Reader(const std::filesystem::path& path, const Job& job, TimeUnit unit) : m_job(job), m_parser(unit)
    {
        m_builder.trace().file = path.string();
        m_hints = hintsFromName(path.filename().string());
    }

    Result<Trace> read(ByteSource& source);

private:
    void accept(const JsonSplitter::Item& item, JsonSplitter& splitter);
    void complete(const KinetoEvent& event);
    void addDevice(const KinetoEvent& event, Target target, Interval time);
    void addHost(const KinetoEvent& event, HostKind kind, Interval time);
    void addStreamRecord(const KinetoEvent& event, Interval time);
    Row addCollective(const KinetoEvent& event);
    void beginOrEnd(const KinetoEvent& event);
    void noteBadTime();
    void threadName(const KinetoEvent& event);
    void labelTracks();
    void countRepairs(const JsonSplitter& splitter, const ByteSource& source);
    void takeRank(const JsonSplitter::Item& item);
    void settleRank();
    void note(Severity severity, std::string code, std::string message, std::string position = {});

    const Job& m_job;
    NameHints m_hints;
    std::string m_rankPosition;  ///< where the file says its rank
    TraceBuilder m_builder;
    KinetoMetadata m_metadata;
    KinetoEventParser m_parser;
    struct Open {
        Ns start;
        NameId name;
    };
    std::unordered_map<std::uint32_t, std::vector<Open>> m_open;          ///< begin events without their end, per track
    std::map<std::pair<std::string, std::string>, std::string> m_labels;  ///< thread names by (pid, tid)
    std::uint64_t m_offset = 0;                                           ///< bytes before the event that is being read
    KinetoRepairs m_repairs;
};

void Reader::note(Severity severity, std::string code, std::string message, std::string position)
{
    Trace& trace = m_builder.trace();
    trace.problems.push_back({severity, std::move(code), std::move(message), std::move(position), trace.file});
}

void Reader::accept(const JsonSplitter::Item& item, JsonSplitter& splitter)
{
    EventCounts& counts = m_builder.trace().counts;
    ++counts.total;
    m_offset = item.offset;
    KinetoEvent event;
    if (!m_parser.parse(item.text, event)) {
        if (++counts.malformed <= kNamedEvents)
            note(Severity::Warning, "malformed-event", "an event is not valid JSON and was skipped",
                 fmt::format("byte {}", item.offset));
        splitter.resynchronise();
        return;
    }
    switch (event.phase) {
    case 'X': complete(event); break;
    case 'B':
    case 'E': beginOrEnd(event); break;
    case 's':
    case 't':
    case 'f': ++counts.flow; break;
    case 'C': ++counts.counter; break;
    case 'i':
    case 'I':
    case 'R': ++counts.instant; break;
    case 'M':
        ++counts.metadata;
        threadName(event);
        break;
    default: ++counts.other; break;
    }
}

void Reader::noteBadTime()
{
    m_repairs.firstBadTime = m_repairs.badTimes++ == 0 ? m_offset : m_repairs.firstBadTime;
}

void Reader::complete(const KinetoEvent& event)
{
    EventCounts& counts = m_builder.trace().counts;
    if (event.badTime || !event.timestamp) {
        noteBadTime();
        return;
    }
    Ns length = event.duration.value_or(0);
    if (length < 0) {
        ++m_repairs.negative;
        length = 0;
    }
    Ns end = 0;
    if (__builtin_add_overflow(*event.timestamp, length, &end)) {
        noteBadTime();
        return;
    }
    const Category category = categoryOf(event);
    switch (category.target) {
    case Target::Host:
        addHost(event, category.kind, {*event.timestamp, end});
        if (category.kind == HostKind::Op)  // runtime calls name the stream that they use
            addStreamRecord(event, {*event.timestamp, end});
        break;
    case Target::Kernel:
    case Target::Memcpy:
    case Target::Memset: addDevice(event, category.target, {*event.timestamp, end}); break;
    case Target::GpuAnnotation: ++counts.gpuAnnotation; break;
    case Target::Other:
        ++counts.other;
        if (event.category == "cuda_sync")
            addStreamRecord(event, {*event.timestamp, end});
        break;
    }
}

void Reader::addStreamRecord(const KinetoEvent& event, Interval time)
{
    if (event.stream >= 0)
        m_builder.add(TraceBuilder::StreamRecord{time, m_builder.intern(event.name), event.correlation});
}

void Reader::addHost(const KinetoEvent& event, HostKind kind, Interval time)
{
    if (kind == HostKind::Op && isAnnotationByName(event.name))
        kind = HostKind::Annotation;
    const bool launches = kind == HostKind::Runtime || kind == HostKind::Driver;
    m_builder.add(TraceBuilder::HostEvent{time, m_builder.intern(event.name),
                                          m_builder.track(event.pid, event.tid, false), kind,
                                          launches ? event.correlation : TraceBuilder::kNoCorrelation});
}

void Reader::addDevice(const KinetoEvent& event, Target target, Interval time)
{
    // Times of zero come from a profiler that lost the record (kineto issue 109): absence, not an activity.
    if (time.start == 0 && time.length() == 0) {
        ++m_repairs.zeroTimes;
        return;
    }
    TraceBuilder::DeviceEvent device;
    device.time = time;
    device.name = m_builder.intern(event.name);
    device.track = m_builder.track(event.pid, event.tid, true);
    device.kernel = target == Target::Kernel;
    device.activity = target == Target::Memcpy   ? ActivityClass::Memcpy
                      : target == Target::Memset ? ActivityClass::Memset
                                                 : ActivityClass::Compute;
    device.correlation = event.correlation;
    device.collective = addCollective(event);
    m_builder.add(device);
}

Row Reader::addCollective(const KinetoEvent& event)
{
    if (event.collective.empty())
        return kNoRow;
    CollectiveInfo info;
    info.operation = m_builder.intern(event.collective);
    info.group = m_builder.intern(event.groupRanks.empty() ? event.groupName : event.groupRanks);
    info.groupName = m_builder.intern(event.groupName);
    info.dtype = m_builder.intern(event.dtype);
    info.sequence = event.sequence;
    info.inElements = event.inElements;
    info.outElements = event.outElements;
    info.groupSize = static_cast<int>(event.groupSize);
    return m_builder.add(info);
}

void Reader::beginOrEnd(const KinetoEvent& event)
{
    if (event.badTime || !event.timestamp) {
        noteBadTime();
        return;
    }
    const TrackId track = m_builder.track(event.pid, event.tid, false);
    std::vector<Open>& open = m_open[static_cast<std::uint32_t>(track)];
    if (event.phase == 'B') {
        open.push_back({*event.timestamp, m_builder.intern(event.name)});
    } else if (open.empty() || open.back().start > *event.timestamp) {
        ++m_repairs.unpaired;
    } else {
        m_builder.add(TraceBuilder::HostEvent{{open.back().start, *event.timestamp},
                                              open.back().name,
                                              track,
                                              HostKind::Annotation,
                                              TraceBuilder::kNoCorrelation});
        open.pop_back();
    }
}

void Reader::threadName(const KinetoEvent& event)
{
    constexpr std::size_t kMostLabels = 10'000;
    if (event.name == "thread_name" && !event.metadataName.empty() && m_labels.size() < kMostLabels)
        m_labels.try_emplace(std::pair(std::string(event.pid), std::string(event.tid)), event.metadataName);
}

void Reader::labelTracks()
{
    for (Track& track : m_builder.trace().tracks)
        if (const auto found = m_labels.find({track.process, track.thread}); found != m_labels.end())
            track.label = found->second;
}

void Reader::countRepairs(const JsonSplitter& splitter, const ByteSource& source)
{
    keepRemarks(source, m_builder.trace().problems);
    for (const auto& [track, open] : m_open)
        m_repairs.unpaired += open.size();
    m_repairs.repairedText = m_parser.repaired();
    noteRepairs(m_builder.trace(), m_repairs, splitter, source);
}

/// A rank that is none, or lies outside the world it names, is said: the file must not pass for another rank's.
void Reader::takeRank(const JsonSplitter::Item& item)
{
    m_rankPosition = fmt::format("byte {}", item.offset);
    const Trace& trace = m_builder.trace();
    if (const std::string bad = KinetoMetadata::badRank(item.text); !bad.empty())
        note(Severity::Warning, "bad-rank", fmt::format("distributedInfo says rank {}, which is no rank", bad),
             m_rankPosition);
    else if (trace.rank && trace.worldSize && *trace.rank >= *trace.worldSize)
        note(Severity::Warning, "rank-beyond-world",
             fmt::format("the file says rank {} of {}; ranks count from 0", *trace.rank, *trace.worldSize),
             m_rankPosition);
}

void Reader::settleRank()
{
    Trace& trace = m_builder.trace();
    if (!trace.rank && m_hints.rank) {
        trace.rank = m_hints.rank;
        trace.rankSource = "file name";
    } else if (trace.rank && m_hints.rank && *trace.rank != *m_hints.rank) {
        note(Severity::Warning, "rank-conflict",
             fmt::format("the file says rank {}, its name says rank {}; the file is believed", *trace.rank,
                         *m_hints.rank),
             m_rankPosition);
    }
    if (!m_hints.host.empty())
        trace.metadata["hostname"] = m_hints.host;
}

Result<Trace> Reader::read(ByteSource& source)
{
    const std::string file = m_builder.trace().file;
    JsonSplitter splitter(source);
    std::uint64_t nextReport = 0;
    while (true) {
        const auto item = splitter.next();
        if (!item) {
            Error error = item.error();
            error.file = file;
            return tl::unexpected(error);
        }
        if (item->kind == JsonSplitter::Kind::End)
            break;
        if (item->kind == JsonSplitter::Kind::Member) {
            m_metadata.member(item->key, item->text, m_builder.trace());
            if (item->key == "distributedInfo")
                takeRank(*item);
            continue;
        }
        accept(*item, splitter);
        if (source.position() >= nextReport) {
            nextReport = source.position() + (std::uint64_t(1) << 20U);
            if (m_job.stopped())
                return cancelled();
            const auto size = static_cast<double>(std::max<std::uint64_t>(source.fileSize(), 1));
            m_job.report(static_cast<double>(source.filePosition()) / size, "reading events");
        }
    }
    if (const auto rest = splitter.trailing(); rest && *rest)
        note(Severity::Warning, "trailing-data", "something follows the end of the trace; it is not used",
             fmt::format("byte {}", **rest));
    countRepairs(splitter, source);
    settleRank();
    labelTracks();
    manifestFromNames(m_builder.trace());
    if (m_builder.trace().host.size() + m_builder.trace().device.size() == 0)
        return fail(ErrorCode::NothingUsable,
                    fmt::format("none of its {} events is of a kind that a PyTorch Profiler writes",
                                m_builder.trace().counts.total),
                    file, {}, "other Chrome traces are not read by this version");
    m_builder.trace().bytesDecompressed = source.position();
    return m_builder.finish(Taxonomy::builtIn(), m_metadata.baseTime());
}

}  // namespace

Result<Trace> readKineto(const std::filesystem::path& path, const Job& job, InflateLimits limits, TimeUnit unit)
{
    auto source = ByteSource::open(path, limits);
    if (!source)
        return tl::unexpected(source.error());
    return Reader(path, job, unit).read(*source);
}

}  // namespace headwater
