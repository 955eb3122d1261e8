// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/nsys/NsysReader.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "core/ingest/nsys/NsysDatabase.h"
#include "core/ingest/nsys/NsysIdentity.h"
#include "core/ingest/nsys/NsysNames.h"
#include "core/ingest/nsys/NsysProcesses.h"

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

class Reader {
public:
    Reader(const std::filesystem::path& path, const Job& job, NsysDatabase& database)
        : m_path(path)
        , m_job(job)
        , m_database(database)
        , m_processes(path)
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
                           NameId (Reader::*nameOf)(NsysProcess&, const NsysRow&), ActivityClass activity, bool kernel);
    NameId kernelName(NsysProcess& process, const NsysRow& row);
    NameId copyNameOf(NsysProcess& process, const NsysRow& row);
    NameId memsetNameOf(NsysProcess& process, const NsysRow& row);
    NameId graphName(NsysProcess& process, const NsysRow& row);

    void beginTable(std::string_view table);
    std::optional<Interval> interval(NsysProcess& process, const NsysRow& row);
    void countRow(NsysProcess& process);
    void note(Severity severity, const char* code, std::string message);

    const std::filesystem::path& m_path;
    const Job& m_job;
    NsysDatabase& m_database;
    NsysIdentity m_identity;
    NsysContent m_out;
    NsysProcesses m_processes;
    std::map<std::pair<ProcessNumber, std::int64_t>, std::string> m_domains;
    ProcessNumber m_onlyProcess = 0;  ///< of activities that name none
    Ns m_shift = 0;
    std::uint64_t m_rowsAbout = 0;
    std::string m_table;      ///< that is being read
    std::uint64_t m_row = 0;  ///< in it, from 1
};

void Reader::note(Severity severity, const char* code, std::string message)
{
    m_out.problems.push_back({severity, code, std::move(message), {}, m_path.string()});
}

/// Columns 0 and 1 are start and end. Nothing for times that cannot be times.
std::optional<Interval> Reader::interval(NsysProcess& process, const NsysRow& row)
{
    const Ns start = row.integer(0);
    Ns end = row.integer(1);
    if (row.isNull(0) || std::abs(start / 2) > kLargestTime / 2 || std::abs(end / 2) > kLargestTime / 2) {
        if (process.badTimes++ == 0)
            process.firstBadTime = fmt::format("row {} of {}", m_row, m_table);
        return std::nullopt;
    }
    if (end < start) {
        ++process.negative;
        end = start;
    }
    return Interval{start, end};
}

void Reader::beginTable(std::string_view table)
{
    m_table = table;
    m_row = 0;
}

void Reader::countRow(NsysProcess& process)
{
    ++process.builder.trace().counts.total;
    ++m_row;
    constexpr std::uint64_t kRowsPerReport = 65'536;
    if (++m_out.rows % kRowsPerReport == 0)
        m_job.report(std::min(1.0, static_cast<double>(m_out.rows) /
                                       static_cast<double>(std::max<std::uint64_t>(m_rowsAbout, 1))),
                     "reading events");
}

Status Reader::readStrings()
{
    return m_database.forEachRow("StringIds", {"id", "value"},
                                 [&](const NsysRow& row) { m_processes.addText(row.integer(0), row.text(1)); });
}

Status Reader::readThreads()
{
    return m_database.forEachRow("ThreadNames", {"globalTid", "nameId"}, [&](const NsysRow& row) {
        m_processes.nameThread(row.integer(0), m_processes.text(row.integer(1)), false);
    });
}

Status Reader::readHostTable(std::string_view table)
{
    const bool overhead = table == kOverhead;
    beginTable(table);
    const auto take = [&](const NsysRow& row) {
        NsysProcess& owner = m_processes.of(processOf(row.integer(2)));
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
        const std::string_view name = m_processes.text(row.integer(4));
        event.name = owner.builder.intern(withoutApiVersion(name));
        event.track = m_processes.thread(owner, row.integer(2));
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
        const std::string text(row.isNull(3) ? m_processes.text(row.integer(4)) : row.text(3));
        if (type == Nvtx::Domain)
            m_domains.try_emplace({processOf(row.integer(1)), row.integer(2)}, text);
        else
            m_processes.nameThread(row.integer(1), text, true);
    };
    return m_database.forEachRow(kNvtx, {"eventType", "globalTid", "domainId", "text", "textId"}, take);
}

Status Reader::readNvtx()
{
    beginTable(kNvtx);
    const auto take = [&](const NsysRow& row) {
        NsysProcess& owner = m_processes.of(processOf(row.integer(2)));
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
        const std::string_view text = row.isNull(5) ? m_processes.text(row.integer(6)) : row.text(5);
        const NvtxMeaning meaning =
            nvtxMeaning(text, domain == m_domains.end() ? std::string_view() : std::string_view(domain->second));
        owner.builder.add(TraceBuilder::HostEvent{*time, owner.builder.intern(meaning.name),
                                                  m_processes.thread(owner, row.integer(2)), meaning.kind,
                                                  TraceBuilder::kNoCorrelation});
    };
    return m_database.forEachRow(kNvtx, {"start", "end", "globalTid", "eventType", "domainId", "text", "textId"}, take);
}

/// Columns 0…5 are start, end, globalPid, deviceId, streamId, correlationId; the rest is for the name.
Status Reader::readDeviceTable(std::string_view table, const std::vector<std::string_view>& columns,
                               NameId (Reader::*nameOf)(NsysProcess&, const NsysRow&), ActivityClass activity,
                               bool kernel)
{
    beginTable(table);
    std::vector<std::string_view> all = {"start", "end", "globalPid", "deviceId", "streamId", "correlationId"};
    all.insert(all.end(), columns.begin(), columns.end());
    return m_database.forEachRow(table, all, [&](const NsysRow& row) {
        NsysProcess& owner = m_processes.of(row.isNull(2) ? m_onlyProcess : processOf(row.integer(2)));
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

NameId Reader::kernelName(NsysProcess& process, const NsysRow& row)
{
    for (const int column : {6, 7, 8})
        if (const auto id = row.optionalInteger(column); id && m_processes.hasText(*id))
            return m_processes.string(process, *id);
    return m_processes.string(process, -1);
}

NameId Reader::copyNameOf(NsysProcess& process, const NsysRow& row)
{
    return process.builder.intern(
        copyName(row.integer(6), row.optionalInteger(7).value_or(-1), row.optionalInteger(8).value_or(-1)));
}

NameId Reader::memsetNameOf(NsysProcess& process, const NsysRow& row)
{
    return process.builder.intern(memsetName(row.optionalInteger(6).value_or(-1)));
}

NameId Reader::graphName(NsysProcess& process, const NsysRow& row)
{
    return process.builder.intern(fmt::format("CUDA graph {}", row.integer(6)));
}

Status Reader::readDevice()
{
    m_onlyProcess = m_processes.only();
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
    m_processes.dropSideProcesses(m_out.problems);
    if (m_processes.empty())
        return fail(ErrorCode::NothingUsable, "the export holds neither device activities nor NVTX ranges",
                    m_path.string(), {}, "profile with nsys profile --trace=cuda,nvtx");
    if (m_identity.sessionStart && *m_identity.sessionStart >= 0 && *m_identity.sessionStart <= kLargestTime)
        m_shift = *m_identity.sessionStart;
    else
        note(Severity::Info, "no-session-start",
             "the export does not say when its session began; times count from then");
    m_processes.settleRanks(m_identity, m_out.problems);
    m_out.traces = m_processes.finish(m_shift);
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
