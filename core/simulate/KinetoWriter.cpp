// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/KinetoWriter.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/compile.h>

#include "core/simulate/Hardware.h"
#include "core/simulate/Random.h"

namespace headwater {

namespace {

// Like the profiler: one base for all files of three months, so that times stay short.
constexpr std::int64_t kBaseTime = 1'759'325'046'000'000'000;
constexpr Ns kJobStart = kBaseTime + 2'713'304'118'402'000;
constexpr Ns kOneDay = 86'400'000'000'000;
constexpr int kComputeStream = 7;
constexpr int kCommStream = 17;
constexpr int kPeerStream = 21;
constexpr int kAutogradThread = 611;  // thread id less process id
constexpr std::size_t kFlushAt = 1 << 20;

constexpr std::string_view kDevice = R"(
    {{
      "id": {}, "name": "NVIDIA H100 80GB HBM3", "totalGlobalMem": 85029158912,
      "computeMajor": 9, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 132
    , "regsPerMultiprocessor": 65536, "sharedMemPerBlockOptin": 232448, "sharedMemPerMultiprocessor": 233472
    }})";

constexpr int kMostRanks = 30;  ///< more of them the profiler elides at each collective

std::string rankList(int ranks, int most)
{
    std::string text = "[";
    for (int rank = 0; rank < std::min(ranks, most); ++rank)
        text += fmt::format("{}{}", rank == 0 ? "" : ", ", rank);
    return text + (ranks > most ? ", ...]" : "]");
}

std::string traceId(const ProcessIdentity& process, std::uint64_t seed)
{
    Random random(mixSeed(seed, 0x1DULL, static_cast<std::uint64_t>(process.pid)));
    const std::uint64_t high = random.next();
    return fmt::format("{:016X}{:016X}", high, random.next());
}

}  // namespace

ProcessIdentity processOf(const JobModel& model, int rank, bool current)
{
    ProcessIdentity process;
    const int host = model.hostOf(rank);
    Random clock(mixSeed(model.seed, 0xC10CULL, static_cast<std::uint64_t>(host)));
    process.rank = rank;
    process.device = rank % model.ranksPerHost;
    process.host = hostName(host);
    process.pid = (current ? 73'412 : 41'230) + 137 * process.device + 11 * host;
    process.clockOffset = static_cast<Ns>(clock.normal() * 120'000.0);
    process.start = kJobStart + (current ? kOneDay + 4'111'000'000'000 : 0);
    return process;
}

KinetoWriter::KinetoWriter(const JobModel& model, ProcessIdentity process, OutputFile file)
    : m_model(model)
    , m_process(std::move(process))
    , m_file(std::move(file))
    , m_ranks(rankList(model.ranks, model.ranks))
    , m_fewRanks(rankList(model.ranks, kMostRanks))
{}

std::string KinetoWriter::fileName(const ProcessIdentity& process, bool compress)
{
    Random random(
        mixSeed(0xF11EULL, static_cast<std::uint64_t>(process.rank), static_cast<std::uint64_t>(process.pid)));
    const Ns exported = process.start + 95'000'000'000 + static_cast<Ns>(random.next() % 900'000'000ULL);
    return fmt::format("{}_{}.{}.pt.trace.json{}", process.host, process.pid, exported, compress ? ".gz" : "");
}

std::int64_t KinetoWriter::relative(Ns trueTime) const
{
    return m_process.start + m_process.clockOffset + trueTime - kBaseTime;
}

int KinetoWriter::processOf(SimTrack track) const
{
    return track == SimTrack::Main || track == SimTrack::Autograd ? m_process.pid : m_process.device;
}

int KinetoWriter::threadOf(SimTrack track) const
{
    switch (track) {
    case SimTrack::Main: return m_process.pid;
    case SimTrack::Autograd: return m_process.pid + kAutogradThread;
    case SimTrack::ComputeStream: return kComputeStream;
    case SimTrack::CommStream: return kCommStream;
    case SimTrack::ForwardIn: return kPeerStream;
    case SimTrack::ForwardOut: return kPeerStream + 4;
    case SimTrack::BackwardIn: return kPeerStream + 8;
    case SimTrack::BackwardOut: return kPeerStream + 12;
    }
    return 0;
}

Status KinetoWriter::begin()
{
    auto out = std::back_inserter(m_text);
    fmt::format_to(out, "\n{{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [");
    for (int device = 0; device < m_model.ranksPerHost; ++device) {
        fmt::format_to(out, "{}", device == 0 ? "" : ",");
        fmt::format_to(out, fmt::runtime(kDevice), device);
    }
    fmt::format_to(
        out,
        "\n  ],\n  \"cupti_version\": 24,\n  \"cuda_runtime_version\": {},\n  \"cuda_driver_version\": 12060,\n"
        "  \"distributedInfo\": {{\"backend\": \"nccl\", \"rank\": {}, \"world_size\": {}, \"pg_count\": 1, "
        "\"pg_config\": [{{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", \"backend_config\": \"cuda:nccl\", "
        "\"pg_size\": {}, \"ranks\": {}}}], \"nccl_version\": \"{}\"}},\n"
        "  \"trace_id\": \"{}\",\n  \"displayTimeUnit\": \"ms\",\n  \"baseTimeNanoseconds\": {},\n"
        "  \"traceEvents\": [",
        m_model.cudaRuntime, m_process.rank, m_model.ranks, m_model.ranks, m_ranks, m_model.nccl,
        traceId(m_process, m_model.seed), kBaseTime);
    return flush(false);
}

Status KinetoWriter::writeStep(const StepEvents& events)
{
    for (const SimEvent& event : events) {
        writeEvent(event);
        if (m_text.size() >= kFlushAt) {
            if (auto status = flush(true); !status)
                return status;
        }
        if (m_last == 0)
            m_first = event.start;
        m_first = std::min(m_first, event.start);
        m_last = std::max(m_last, event.end);
    }
    return {};
}

void KinetoWriter::writeEvent(const SimEvent& event)
{
    switch (event.label->kind) {
    case EventKind::Call:
    case EventKind::Launch: writeCall(event); break;
    case EventKind::Kernel:
    case EventKind::CommKernel:
    case EventKind::GpuAnnotation:
    case EventKind::GpuStep: writeDeviceEvent(event); break;
    case EventKind::Memcpy:
    case EventKind::Memset: writeCopy(event); break;
    case EventKind::Python:
        openEvent(event, "python_function");
        fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(", \"Ev Idx\": {}\n    }}\n  }}"), m_index - 1);
        break;
    default: writeHostEvent(event); break;
    }
}

void KinetoWriter::openEvent(const SimEvent& event, std::string_view category)
{
    const std::int64_t start = relative(event.start);
    const std::int64_t duration = event.end - event.start;
    const bool step = event.label->kind == EventKind::Step || event.label->kind == EventKind::GpuStep;
    auto out = std::back_inserter(m_text);
    fmt::format_to(out, FMT_COMPILE("{}\n  {{\n    \"ph\": \"X\", \"cat\": \"{}\", \"name\": \"{}"),
                   m_index == 0 ? "" : ",", category, event.label->name);
    if (step)
        fmt::format_to(out, FMT_COMPILE("{}"), event.number);
    fmt::format_to(out,
                   FMT_COMPILE("\", \"pid\": {}, \"tid\": {},\n    \"ts\": {}.{:03}, \"dur\": {}.{:03},\n"
                               "    \"args\": {{\n      "),
                   processOf(event.track), threadOf(event.track), start / 1000, start % 1000, duration / 1000,
                   duration % 1000);
    if (event.label->kind == EventKind::Python)
        fmt::format_to(out, FMT_COMPILE("\"Python parent id\": null, \"Python id\": {}"), event.externalId);
    else
        fmt::format_to(out, FMT_COMPILE("\"External id\": {}"), event.externalId);
    ++m_index;
}

void KinetoWriter::writeHostEvent(const SimEvent& event)
{
    const EventKind kind = event.label->kind;
    const bool annotation = kind == EventKind::Annotation || kind == EventKind::Step;
    openEvent(event, annotation ? "user_annotation" : "cpu_op");
    auto out = std::back_inserter(m_text);
    fmt::format_to(out, FMT_COMPILE(",\"Record function id\": 0"));
    if (kind == EventKind::ForwardOp)
        fmt::format_to(out, FMT_COMPILE(", \"Sequence number\": {}, \"Fwd thread id\": 0"), event.number);
    else if (kind == EventKind::BackwardOp || kind == EventKind::BackwardNode)
        fmt::format_to(out, FMT_COMPILE(", \"Sequence number\": {}, \"Fwd thread id\": 1"), event.number);
    else if (kind == EventKind::CommOp)
        writeCollectiveArguments(event);
    fmt::format_to(out, FMT_COMPILE(", \"Ev Idx\": {}\n    }}\n  }}"), m_index - 1);
    if (kind == EventKind::ForwardOp)
        writeFlow(event, 's', event.number, "fwdbwd");
    else if (kind == EventKind::BackwardNode)
        writeFlow(event, 'f', event.number, "fwdbwd");
}

void KinetoWriter::writeCall(const SimEvent& event)
{
    openEvent(event, "cuda_runtime");
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",      \"cbid\": {}, \"correlation\": {}\n    }}\n  }}"),
                   event.label->arguments, event.correlation);
    if (event.label->kind == EventKind::Launch)
        writeFlow(event, 's', event.correlation, "ac2g");
}

void KinetoWriter::writeDeviceEvent(const SimEvent& event)
{
    const EventKind kind = event.label->kind;
    const bool kernel = kind == EventKind::Kernel || kind == EventKind::CommKernel;
    openEvent(event, kernel ? "kernel" : "gpu_user_annotation");
    auto out = std::back_inserter(m_text);
    if (!kernel) {
        fmt::format_to(out, FMT_COMPILE("\n    }}\n  }}"));
        return;
    }
    fmt::format_to(out,
                   FMT_COMPILE(",      \"queued\": 0, \"device\": {}, \"context\": 1,      \"stream\": {}, "
                               "\"correlation\": {},      {}"),
                   m_process.device, threadOf(event.track), event.correlation, event.label->arguments);
    if (kind == EventKind::CommKernel)
        writeCollectiveArguments(event);
    fmt::format_to(out, FMT_COMPILE("\n    }}\n  }}"));
    writeFlow(event, 'f', event.correlation, "ac2g");
}

void KinetoWriter::writeCopy(const SimEvent& event)
{
    const bool copy = event.label->kind == EventKind::Memcpy;
    openEvent(event, copy ? "gpu_memcpy" : "gpu_memset");
    // Whole parts per thousand instead of a floating division: the digits must not depend on the machine.
    const std::int64_t bandwidth = event.number * 1000 / std::max<Ns>(1, event.end - event.start);
    fmt::format_to(std::back_inserter(m_text),
                   FMT_COMPILE(",      \"device\": {}, \"context\": 1,      \"stream\": {}, \"correlation\": {},      "
                               "\"bytes\": {}, \"memory bandwidth (GB/s)\": {}.{:03}\n    }}\n  }}"),
                   m_process.device, threadOf(event.track), event.correlation, event.number, bandwidth / 1000,
                   bandwidth % 1000);
    writeFlow(event, 'f', event.correlation, "ac2g");
}

void KinetoWriter::writeFlow(const SimEvent& event, char phase, std::int64_t id, std::string_view category)
{
    const std::int64_t start = relative(event.start);
    fmt::format_to(std::back_inserter(m_text),
                   FMT_COMPILE(",\n  {{\n    \"ph\": \"{}\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": {}.{:03},\n"
                               "    \"cat\": \"{}\", \"name\": \"{}\"{}\n  }}"),
                   phase, id, processOf(event.track), threadOf(event.track), start / 1000, start % 1000, category,
                   category, phase == 'f' ? ", \"bp\": \"e\"" : "");
}

void KinetoWriter::writeCollectiveArguments(const SimEvent& event)
{
    const CommGroup all{"allreduce", "0",           "default_pg",
                        m_fewRanks,  m_model.ranks, m_model.bucketBytes(event.bucket) / 2};
    const CommGroup& group = event.group != nullptr ? *event.group : all;
    fmt::format_to(std::back_inserter(m_text),
                   FMT_COMPILE(", \"Collective name\": \"{}\", \"In msg nelems\": {}, \"Out msg nelems\": {}, "
                               "\"Group size\": {}, \"dtype\": \"BFloat16\", \"In split size\": \"[]\", "
                               "\"Out split size\": \"[]\", \"Process Group Name\": \"{}\", "
                               "\"Process Group Description\": \"{}\", \"Process Group Ranks\": \"{}\", "
                               "\"Rank\": {}, \"Seq\": {}"),
                   group.operation, group.elements, group.elements, group.size, group.name, group.description,
                   group.ranks, m_process.rank, event.number);
}

void KinetoWriter::metadata(std::string_view what, int pid, int tid, std::string_view argument)
{
    const std::int64_t start = relative(m_first);
    fmt::format_to(std::back_inserter(m_text),
                   ",\n  {{\n    \"name\": \"{}\", \"ph\": \"M\", \"ts\": {}.{:03}, \"pid\": {}, \"tid\": {},\n"
                   "    \"args\": {{\n      {}\n    }}\n  }}",
                   what, start / 1000, start % 1000, pid, tid, argument);
}

void KinetoWriter::writeNames()
{
    const int pid = m_process.pid;
    const int autograd = pid + kAutogradThread;
    metadata("process_name", pid, 0, R"("name": "python3.11")");
    metadata("process_labels", pid, 0, R"("labels": "CPU")");
    metadata("process_sort_index", pid, 0, fmt::format(R"("sort_index": {})", pid));
    for (int device = 0; device < m_model.ranksPerHost; ++device) {
        metadata("process_name", device, 0, R"("name": "python3.11")");
        metadata("process_labels", device, 0, fmt::format(R"("labels": "GPU {}")", device));
        metadata("process_sort_index", device, 0, fmt::format(R"("sort_index": {})", 16'777'216 + device));
    }
    std::vector<int> streams{kComputeStream, kCommStream};
    for (int peer = 0; peer < (m_model.pipelineStages > 1 ? 4 : 0); ++peer)
        streams.push_back(kPeerStream + 4 * peer);
    for (const int stream : streams) {
        metadata("thread_name", m_process.device, stream, fmt::format(R"("name": "stream {} ")", stream));
        metadata("thread_sort_index", m_process.device, stream, fmt::format(R"("sort_index": {})", stream));
    }
    metadata("thread_name", pid, pid, fmt::format(R"x("name": "thread {} (python3.11)")x", pid));
    metadata("thread_sort_index", pid, pid, fmt::format(R"("sort_index": {})", pid));
    metadata("thread_name", pid, autograd,
             fmt::format(R"x("name": "thread {} (pt_autograd_{})")x", autograd, m_process.device));
    metadata("thread_sort_index", pid, autograd, fmt::format(R"("sort_index": {})", autograd));
}

Status KinetoWriter::end()
{
    writeNames();
    const std::int64_t start = relative(m_first) - 42'000;
    const std::int64_t finish = relative(m_last) + 180'000;
    fmt::format_to(std::back_inserter(m_text),
                   ",\n  {{\n    \"ph\": \"X\", \"cat\": \"Trace\", \"ts\": {0}.{1:03}, \"dur\": {2}.{3:03},\n"
                   "    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n    \"name\": \"PyTorch Profiler (0)\",\n"
                   "    \"args\": {{\n      \"Op count\": 0\n    }}\n  }},\n"
                   "  {{\n    \"name\": \"Iteration Start: PyTorch Profiler\", \"ph\": \"i\", \"s\": \"g\",\n"
                   "    \"pid\": \"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": {0}.{1:03}\n  }},\n"
                   "  {{\n    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n"
                   "    \"pid\": \"\", \"tid\": \"\", \"ts\": {4}.{5:03}\n  }}\n  ],\n"
                   "  \"traceName\": \"{6}\"\n}}\n",
                   start / 1000, start % 1000, (finish - start) / 1000, (finish - start) % 1000, finish / 1000,
                   finish % 1000, fileName(m_process, false));
    if (auto status = flush(true); !status)
        return status;
    return m_file.finish();
}

Status KinetoWriter::flush(bool all)
{
    if (!all && m_text.size() < kFlushAt)
        return {};
    auto status = m_file.write({m_text.data(), m_text.size()});
    m_text.clear();
    return status;
}

}  // namespace headwater
