// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/nsys/NsysReader.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "core/ingest/RankName.h"
#include "core/ingest/nsys/NsysDatabase.h"
#include "core/ingest/nsys/NsysIdentity.h"
#include "core/ingest/nsys/NsysNames.h"
#include "core/trace/TraceBuilder.h"

namespace headwater {

namespace {

constexpr Ns kLargestTime = 4'000'000'000'000'000'000;  ///< two of them still add up

constexpr std::string_view kKernels = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr std::string_view kCopies = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr std::string_view kMemsets = "CUPTI_ACTIVITY_KIND_MEMSET";
constexpr std::string_view kGraphs = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
constexpr std::string_view kRuntime = "CUPTI_ACTIVITY_KIND_RUNTIME";
constexpr std::string_view kOverhead = "CUPTI_ACTIVITY_KIND_OVERHEAD";
constexpr std::string_view kNvtx = "NVTX_EVENTS";

using ProcessNumber = std::uint32_t;

/// globalTid and globalPid hold host and machine bits above, process in the middle, thread below.
ProcessNumber processOf(std::int64_t global)
{
    return static_cast<ProcessNumber>((static_cast<std::uint64_t>(global) >> 24U) & 0xFFFFFFU);
}

std::string threadOf(std::int64_t global)
{
    return std::to_string(static_cast<std::uint64_t>(global) & 0xFFFFFFU);
}

/// What is collected of one process.
struct Process {
    TraceBuilder builder;
    std::unordered_map<std::int64_t, NameId> names;            ///< by id in StringIds
    std::unordered_map<std::int64_t, TrackId> threads;         ///< by globalTid
    std::optional<int> mpiRank;
    std::uint64_t badTimes = 0;
    std::uint64_t negative = 0;
    std::uint64_t unfinished = 0;
};

class Reader {
public:
    Reader(const std::filesystem::path& path, const Job& job, NsysDatabase& database)
        : m_path(path)
        , m_job(job)
        , m_database(database)
    {
        for (const std::string_view table : {kKernels, kCopies, kMemsets, kGraphs, kRuntime, kOverhead, kNvtx})
            m_rowsAbout += database.rowsAbout(table);
    }

    Result<NsysContent> read();

private:
    Status readStrings();
    Status readThreads();
    Status readHostTable(std::string_view table);
    Status readNvtx();
    Status readNvtxNames();
    Status readDevice();
    Status readDeviceTable(std::string_view table, const std::vector<std::string_view>& columns,
                           NameId (Reader::*nameOf)(Process&, const NsysRow&), ActivityClass activity, bool kernel);
    NameId kernelName(Process& process, const NsysRow& row);
    NameId copyNameOf(Process& process, const NsysRow& row);
    NameId memsetNameOf(Process& process, const NsysRow& row);
    NameId graphName(Process& process, const NsysRow& row);

    Process& process(ProcessNumber number);
    TrackId thread(Process& process, std::int64_t globalTid);
    NameId string(Process& process, std::int64_t id);
    [[nodiscard]] std::string_view textOf(std::int64_t id) const;
    std::optional<Interval> interval(Process& process, const NsysRow& row);
    void countRow(Process& process);
    void dropSideProcesses();
    void settleRanks();
    void settleRank(ProcessNumber number, Process& process);
    void finish(Process& process);
    void note(Severity severity, const char* code, std::string message);

    const std::filesystem::path& m_path;
    const Job& m_job;
    NsysDatabase& m_database;
    NsysIdentity m_identity;
    NsysContent m_out;
    std::unordered_map<std::int64_t, std::string> m_strings;
    std::map<ProcessNumber, Process> m_processes;
    std::map<std::pair<ProcessNumber, std::int64_t>, std::string> m_domains;
    std::map<std::int64_t, std::string> m_threadNames;  ///< by globalTid
    ProcessNumber m_onlyProcess = 0;  ///< of activities that name none
    Ns m_shift = 0;
    std::uint64_t m_rowsAbout = 0;
};

void Reader::note(Severity severity, const char* code, std::string message)
{
    m_out.problems.push_back({severity, code, std::move(message), {}, m_path.string()});
}

Process& Reader::process(ProcessNumber number)
{
    const auto [found, isNew] = m_processes.try_emplace(number);
    if (isNew)
        found->second.builder.trace().file = m_path.string();
    return found->second;
}

TrackId Reader::thread(Process& process, std::int64_t globalTid)
{
    const auto [found, isNew] = process.threads.try_emplace(globalTid);
    if (isNew) {
        found->second = process.builder.track(std::to_string(processOf(globalTid)), threadOf(globalTid), false);
        if (const auto name = m_threadNames.find(globalTid); name != m_threadNames.end())
            process.builder.trace().tracks[static_cast<std::size_t>(found->second)].label = name->second;
    }
    return found->second;
}

std::string_view Reader::textOf(std::int64_t id) const
{
    const auto found = m_strings.find(id);
    return found == m_strings.end() ? std::string_view("(unnamed)") : std::string_view(found->second);
}

NameId Reader::string(Process& process, std::int64_t id)
{
    const auto [found, isNew] = process.names.try_emplace(id);
    if (isNew)
        found->second = process.builder.intern(textOf(id));
    return found->second;
}

/// Columns 0 and 1 are start and end. Nothing for times that cannot be times.
std::optional<Interval> Reader::interval(Process& process, const NsysRow& row)
{
    const Ns start = row.integer(0);
    Ns end = row.integer(1);
    if (row.isNull(0) || std::abs(start / 2) > kLargestTime / 2 || std::abs(end / 2) > kLargestTime / 2) {
        ++process.badTimes;
        return std::nullopt;
    }
    if (end < start) {
        ++process.negative;
        end = start;
    }
    return Interval{start, end};
}

void Reader::countRow(Process& process)
{
    ++process.builder.trace().counts.total;
    constexpr std::uint64_t kRowsPerReport = 65'536;
    if (++m_out.rows % kRowsPerReport == 0)
        m_job.report(std::min(1.0, static_cast<double>(m_out.rows) / static_cast<double>(std::max<std::uint64_t>(m_rowsAbout, 1))),
                     "reading events");
}

Status Reader::readStrings()
{
    return m_database.forEachRow("StringIds", {"id", "value"}, [&](const NsysRow& row) {
        m_strings.try_emplace(row.integer(0), row.text(1));
    });
}

Status Reader::readThreads()
{
    return m_database.forEachRow("ThreadNames", {"globalTid", "nameId"}, [&](const NsysRow& row) {
        m_threadNames.try_emplace(row.integer(0), textOf(row.integer(1)));
    });
}

Status Reader::readHostTable(std::string_view table)
{
    const bool overhead = table == kOverhead;
    const auto take = [&](const NsysRow& row) {
        Process& owner = process(processOf(row.integer(2)));
        countRow(owner);
        const auto time = interval(owner, row);
        const auto eventClass = row.optionalInteger(5).value_or(0);
        // Other classes repeat calls that are there already, such as 67, the call's stack trace.
        if (!time || (!overhead && eventClass > 1)) {
            owner.builder.trace().counts.other += time.has_value();
            return;
        }
        TraceBuilder::HostEvent event;
        event.time = *time;
        const std::string_view name = textOf(row.integer(4));
        event.name = owner.builder.intern(withoutApiVersion(name));
        event.track = thread(owner, row.integer(2));
        const bool driver = eventClass == 1 || (name.starts_with("cu") && !name.starts_with("cuda"));
        event.kind = overhead ? HostKind::Overhead : driver ? HostKind::Driver : HostKind::Runtime;
        if (!overhead)
            event.correlation = row.optionalInteger(3).value_or(TraceBuilder::kNoCorrelation);
        owner.builder.add(event);
    };
    return m_database.forEachRow(table, {"start", "end", "globalTid", "correlationId", "nameId", "eventClass"}, take);
}

enum class Nvtx { Mark, Range, ThreadName, Domain, Other };

Nvtx nvtxType(std::int64_t type)
{
    switch (type) {
    case 34:
    case 65: return Nvtx::Mark;
    case 59:
    case 60:
    case 70:
    case 71: return Nvtx::Range;
    case 39:
    case 72: return Nvtx::ThreadName;
    case 75: return Nvtx::Domain;
    default: return Nvtx::Other;
    }
}

/// Names of domains and threads stand among the events, in no sure order: they are read first.
Status Reader::readNvtxNames()
{
    const auto take = [&](const NsysRow& row) {
        const Nvtx type = nvtxType(row.integer(0));
        if (type != Nvtx::Domain && type != Nvtx::ThreadName)
            return;
        const std::string text(row.isNull(3) ? textOf(row.integer(4)) : row.text(3));
        if (type == Nvtx::Domain)
            m_domains.try_emplace({processOf(row.integer(1)), row.integer(2)}, text);
        else
            m_threadNames.insert_or_assign(row.integer(1), text);
    };
    return m_database.forEachRow(kNvtx, {"eventType", "globalTid", "domainId", "text", "textId"}, take);
}

Status Reader::readNvtx()
{
    const auto take = [&](const NsysRow& row) {
        Process& owner = process(processOf(row.integer(2)));
        EventCounts& counts = owner.builder.trace().counts;
        countRow(owner);
        const Nvtx type = nvtxType(row.integer(3));
        if (type != Nvtx::Range) {
            ++(type == Nvtx::Mark ? counts.instant : type == Nvtx::Other ? counts.other : counts.metadata);
            return;
        }
        if (row.isNull(1)) {
            ++owner.unfinished;
            return;
        }
        const auto time = interval(owner, row);
        if (!time)
            return;
        const auto domain = m_domains.find({processOf(row.integer(2)), row.integer(4)});
        const std::string_view text = row.isNull(5) ? textOf(row.integer(6)) : row.text(5);
        const NvtxMeaning meaning =
            nvtxMeaning(text, domain == m_domains.end() ? std::string_view() : std::string_view(domain->second));
        owner.builder.add(TraceBuilder::HostEvent{*time, owner.builder.intern(meaning.name),
                                                  thread(owner, row.integer(2)), meaning.kind,
                                                  TraceBuilder::kNoCorrelation});
    };
    return m_database.forEachRow(kNvtx, {"start", "end", "globalTid", "eventType", "domainId", "text", "textId"}, take);
}

/// Columns 0…5 are start, end, globalPid, deviceId, streamId, correlationId; the rest is for the name.
Status Reader::readDeviceTable(std::string_view table, const std::vector<std::string_view>& columns,
                               NameId (Reader::*nameOf)(Process&, const NsysRow&), ActivityClass activity, bool kernel)
{
    std::vector<std::string_view> all = {"start", "end", "globalPid", "deviceId", "streamId", "correlationId"};
    all.insert(all.end(), columns.begin(), columns.end());
    return m_database.forEachRow(table, all, [&](const NsysRow& row) {
        Process& owner = process(row.isNull(2) ? m_onlyProcess : processOf(row.integer(2)));
        countRow(owner);
        const auto time = interval(owner, row);
        if (!time)
            return;
        TraceBuilder::DeviceEvent event;
        event.time = *time;
        event.name = (this->*nameOf)(owner, row);
        event.track = owner.builder.track(std::to_string(row.integer(3)), std::to_string(row.integer(4)), true);
        event.activity = activity;
        event.kernel = kernel;
        event.correlation = row.optionalInteger(5).value_or(TraceBuilder::kNoCorrelation);
        owner.builder.add(event);
    });
}

NameId Reader::kernelName(Process& process, const NsysRow& row)
{
    for (const int column : {6, 7, 8})
        if (const auto id = row.optionalInteger(column); id && m_strings.contains(*id))
            return string(process, *id);
    return string(process, -1);
}

NameId Reader::copyNameOf(Process& process, const NsysRow& row)
{
    return process.builder.intern(
        copyName(row.integer(6), row.optionalInteger(7).value_or(-1), row.optionalInteger(8).value_or(-1)));
}

NameId Reader::memsetNameOf(Process& process, const NsysRow& row)
{
    return process.builder.intern(memsetName(row.optionalInteger(6).value_or(-1)));
}

NameId Reader::graphName(Process& process, const NsysRow& row)
{
    return process.builder.intern(fmt::format("CUDA graph {}", row.integer(6)));
}

Status Reader::readDevice()
{
    if (m_processes.size() == 1)
        m_onlyProcess = m_processes.begin()->first;
    Status done = readDeviceTable(kKernels, {"demangledName", "shortName", "mangledName"}, &Reader::kernelName,
                                  ActivityClass::Compute, true);
    if (done)
        done = readDeviceTable(kCopies, {"copyKind", "srcKind", "dstKind"}, &Reader::copyNameOf, ActivityClass::Memcpy,
                               false);
    if (done)
        done = readDeviceTable(kMemsets, {"memKind"}, &Reader::memsetNameOf, ActivityClass::Memset, false);
    if (done)
        done = readDeviceTable(kGraphs, {"graphId"}, &Reader::graphName, ActivityClass::Compute, true);
    return done;
}

/// Data loader workers, the profiler's own processes and launchers call CUDA at most in passing.
void Reader::dropSideProcesses()
{
    const auto drop = [&](auto unwanted) {
        std::size_t dropped = 0;
        for (auto one = m_processes.begin(); one != m_processes.end();) {
            const bool out = unwanted(one->second.builder.trace());
            dropped += out;
            one = out ? m_processes.erase(one) : std::next(one);
        }
        return dropped;
    };
    drop([](const Trace& trace) { return trace.device.size() + trace.host.size() == 0; });
    const bool anyDevice = std::ranges::any_of(
        m_processes, [](auto& entry) { return entry.second.builder.trace().device.size() > 0; });
    const std::size_t dropped = anyDevice ? drop([](const Trace& trace) { return trace.device.size() == 0; }) : 0;
    if (dropped > 0)
        note(Severity::Info, "processes-without-device",
             fmt::format("{} processes did no work on a device and are left out", dropped));
}

void Reader::settleRank(ProcessNumber number, Process& process)
{
    Trace& trace = process.builder.trace();
    const bool alone = m_processes.size() == 1;
    const std::optional<int> named = hintsFromName(m_path.filename().string()).rank;
    if (alone && m_identity.rank) {
        trace.rank = m_identity.rank;
        trace.rankSource = m_identity.rankVariable;
    } else if (process.mpiRank) {
        trace.rank = process.mpiRank;
        trace.rankSource = "MPI thread name";
    } else if (alone && named) {
        trace.rank = named;
        trace.rankSource = "file name";
    }
    trace.worldSize = trace.rank ? m_identity.worldSize : std::nullopt;
    trace.metadata = m_identity.metadata;
    if (trace.worldSize)
        trace.metadata["world_size"] = std::to_string(*trace.worldSize);
    if (alone && named && trace.rank && *named != *trace.rank)
        note(Severity::Warning, "rank-conflict",
             fmt::format("{} says rank {}, the file's name says rank {}; the former is believed", trace.rankSource,
                         *trace.rank, *named));
    if (alone && trace.rank && m_identity.rankIsLocal && trace.rankSource == m_identity.rankVariable)
        note(Severity::Warning, "local-rank",
             fmt::format("only LOCAL_RANK is known; {} counts as the rank, which is right on one host only", *trace.rank));
    if (!trace.rank && !alone)
        note(Severity::Info, "rank-unknown",
             fmt::format("process {} does not say its rank; ranks are given out by process number", number));
}

void Reader::settleRanks()
{
    for (const auto& [globalTid, name] : m_threadNames)
        if (const auto found = m_processes.find(processOf(globalTid)); found != m_processes.end())
            if (const auto rank = mpiRank(name))
                found->second.mpiRank = rank;
    for (auto& [number, one] : m_processes)
        settleRank(number, one);
}

void Reader::finish(Process& process)
{
    Trace& trace = process.builder.trace();
    const auto count = [&](std::uint64_t n, Severity severity, const char* code, std::string_view what) {
        if (n > 0)
            trace.problems.push_back({severity, code, fmt::format("{} {}", n, what), {}, trace.file});
    };
    count(process.badTimes, Severity::Warning, "bad-time", "events have no usable time and were skipped");
    count(process.negative, Severity::Info, "negative-duration", "events end before they start, taken as 0 long");
    count(process.unfinished, Severity::Info, "unfinished-range", "NVTX ranges were still open at the end and were skipped");
    m_out.traces.push_back(process.builder.finish(Taxonomy::builtIn(), m_shift));
}

Result<NsysContent> Reader::read()
{
    auto identity = nsysIdentity(m_database);
    if (!identity)
        return tl::unexpected(identity.error());
    m_identity = std::move(*identity);
    m_out.schema = m_identity.schema;
    Status done = readStrings();
    using Part = Status (Reader::*)();
    for (const Part part : {&Reader::readThreads, &Reader::readNvtxNames, &Reader::readNvtx})
        if (done)
            done = (this->*part)();
    for (const std::string_view table : {kRuntime, kOverhead})
        if (done)
            done = readHostTable(table);
    if (done)
        done = readDevice();
    if (!done)
        return tl::unexpected(done.error());
    if (m_job.stopped())
        return cancelled();
    dropSideProcesses();
    if (m_processes.empty())
        return fail(ErrorCode::NothingUsable, "the export holds neither device activities nor NVTX ranges",
                    m_path.string(), {}, "profile with nsys profile --trace=cuda,nvtx");
    if (m_identity.sessionStart && *m_identity.sessionStart >= 0 && *m_identity.sessionStart <= kLargestTime)
        m_shift = *m_identity.sessionStart;
    else
        note(Severity::Info, "no-session-start", "the export does not say when its session began; times count from then");
    settleRanks();
    for (auto& [number, one] : m_processes)
        finish(one);
    return std::move(m_out);
}

}  // namespace

Result<NsysContent> readNsys(const std::filesystem::path& path, const Job& job)
{
    auto database = NsysDatabase::open(path, job);
    if (!database)
        return tl::unexpected(database.error());
    return Reader(path, job, *database).read();
}

}  // namespace headwater
