// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/LoadRun.h"
#include "core/ingest/nsys/NsysNames.h"
#include "core/ingest/nsys/NsysReader.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/nsys/NsysInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

bool has(const Problems& problems, std::string_view code)
{
    return std::ranges::any_of(problems, [&](const Problem& p) { return p.code == code; });
}

std::size_t hostRows(const Trace& trace, HostKind kind)
{
    return static_cast<std::size_t>(std::ranges::count(trace.host.kind, kind));
}

}  // namespace

class tst_NsysReader : public QObject {
    Q_OBJECT
    Folder m_folder;

    Result<NsysContent> read(const NsysInput& input, const std::string& name = "a.sqlite")
    {
        std::filesystem::remove(m_folder.root() / name);
        return readNsys(input.write(m_folder.root() / name), {});
    }

private slots:
    void oneProcess()
    {
        NsysInput input;
        input.session(1'000'000'000'000).system("Hostname", "node-7").system("CudaDriverVersion", "12090");
        input.sql("INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA H100')")
            .sql("INSERT INTO TARGET_INFO_GPU VALUES (1, 'NVIDIA H100')");
        input.call(5, 100, 120, 1, "cudaLaunchKernel_v7000").kernel(5, 150, 250, 1, "gemm_kernel");
        input.call(5, 130, 140, 2, "cuMemcpyAsync", 1);
        input.sql(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (300, 400, 0, 8, 2, {}, 64, 1, 1, 2)",
                              NsysInput::global(5)));
        input.sql(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (410, 420, 0, 8, 3, {}, 2)",
                              NsysInput::global(5)));
        input.range(5, 90, 500, "forward").range(5, 95, 99, "aten::add, op_id = 7, seq = 3");
        const auto content = read(input);
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        QCOMPARE(content->schema, std::string("3.24.14"));
        QCOMPARE(content->traces.size(), std::size_t(1));
        const Trace& trace = content->traces.front();
        QCOMPARE(trace.device.size(), std::size_t(3));
        QCOMPARE(trace.device.start[0], Ns(1'000'000'000'150));
        QCOMPARE(std::string(trace.activityName(0)), std::string("gemm_kernel"));
        QCOMPARE(std::string(trace.hostName(trace.device.launch[0])), std::string("cudaLaunchKernel"));
        QCOMPARE(std::string(trace.activityName(1)), std::string("Memcpy HtoD (Pinned -> Device)"));
        QCOMPARE(trace.host.kind[trace.device.launch[1]], HostKind::Driver);
        QCOMPARE(trace.device.activity[1], ActivityClass::Memcpy);
        QCOMPARE(std::string(trace.activityName(2)), std::string("Memset (Device)"));
        QCOMPARE(trace.device.launch[2], kNoRow);
        QCOMPARE(std::string(trace.hostName(0)), std::string("forward"));
        QCOMPARE(trace.host.kind[0], HostKind::Annotation);
        QCOMPARE(std::string(trace.hostName(1)), std::string("aten::add"));
        QCOMPARE(trace.host.kind[1], HostKind::Op);
        QCOMPARE(trace.metadata.at("gpu"), std::string("NVIDIA H100"));
        QCOMPARE(trace.metadata.at("gpus_on_host"), std::string("2"));
        QCOMPARE(trace.metadata.at("hostname"), std::string("node-7"));
        QCOMPARE(trace.metadata.at("cuda_driver"), std::string("12.9"));
        const Track& stream = trace.tracks[static_cast<std::size_t>(trace.device.track[0])];
        QCOMPARE(stream.process + "/" + stream.thread, std::string("0/7"));
        QCOMPARE(content->rows, std::uint64_t(7));
    }

    void processesAreRanks()
    {
        NsysInput input;
        // The same correlation id in both processes: links must not cross.
        input.call(9, 10, 20, 1, "cudaLaunchKernel").kernel(9, 30, 40, 1, "b", 1);
        input.call(4, 11, 21, 1, "cudaLaunchKernel").kernel(4, 31, 41, 1, "a", 0);
        input.range(6, 1, 2, "data loader worker");
        const auto content = read(input);
        QVERIFY(content);
        QCOMPARE(content->traces.size(), std::size_t(2));
        QCOMPARE(std::string(content->traces[0].activityName(0)), std::string("a"));
        QCOMPARE(content->traces[0].host.start[content->traces[0].device.launch[0]], Ns(11));
        QCOMPARE(content->traces[1].host.start[content->traces[1].device.launch[0]], Ns(10));
        QVERIFY(!content->traces[0].rank);
        QVERIFY(has(content->problems, "rank-unknown") && has(content->problems, "processes-without-device"));

        const std::filesystem::path path = m_folder.root() / "a.sqlite";
        const auto run = loadRun(std::span(&path, 1), {}, {});
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QVERIFY((*run)->ranks[0].rankAssumed && (*run)->ranks[1].rankAssumed);
        QCOMPARE(std::string((*run)->ranks[1].trace->activityName(0)), std::string("b"));
        QCOMPARE((*run)->sources[0].format, std::string("nsys-sqlite"));
        QVERIFY((*run)->sources[0].used);
    }

    void rankInOrderOfTrust()
    {
        NsysInput input;
        input.kernel(4, 1, 2, 1, "k");
        QVERIFY(!read(input)->traces[0].rank);
        QCOMPARE(read(input, "report_rank3.sqlite")->traces[0].rankSource, std::string("file name"));
        input.range(4, 1, -1, "MPI Rank 6", 0, 39);
        QCOMPARE(read(input)->traces[0].rank, std::optional(6));
        input.system("DeviceEnvironment", "HF_TOKEN=secret-1;SLURM_PROCID=11;SLURM_NTASKS=16");
        QCOMPARE(read(input)->traces[0].rank, std::optional(11));
        input.environment("AWS_SECRET_ACCESS_KEY=secret-2").environment("RANK=12").environment("WORLD_SIZE=16");
        const auto content = read(input, "rank_3.sqlite");
        const Trace& trace = content->traces[0];
        QCOMPARE(trace.rank, std::optional(12));
        QCOMPARE(trace.rankSource, std::string("RANK"));
        QCOMPARE(trace.worldSize, std::optional(16));
        QVERIFY(has(content->problems, "rank-conflict"));
        for (const auto& [key, value] : trace.metadata)
            QVERIFY2(value.find("secret") == std::string::npos, key.c_str());
        for (std::size_t i = 0; i < trace.names.size(); ++i)
            QVERIFY(trace.names[static_cast<NameId>(i)].find("secret") == std::string_view::npos);
    }

    void oneEnvironmentIsNotTheRankOfSeveralProcesses()
    {
        NsysInput input;
        input.kernel(4, 1, 2, 1, "k").kernel(5, 1, 2, 1, "k").environment("RANK=3");
        input.range(4, 1, -1, "MPI Rank 1", 0, 39).range(5, 1, -1, "MPI Rank 0", 0, 39);
        const auto content = read(input, "rank7.sqlite");
        QCOMPARE(content->traces[0].rank, std::optional(1));
        QCOMPARE(content->traces[1].rank, std::optional(0));
    }

    void localRankIsTakenWithAWarning()
    {
        NsysInput input;
        input.kernel(4, 1, 2, 1, "k").environment("LOCAL_RANK=2");
        const auto content = read(input);
        QCOMPARE(content->traces[0].rank, std::optional(2));
        QVERIFY(has(content->problems, "local-rank"));
    }

    void fewTablesAndColumns()
    {
        const auto path = m_folder.root() / "few.sqlite";
        makeDatabase(path,
                     {"CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)",
                      "INSERT INTO StringIds VALUES (1, 'short')",
                      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, \"end\" INTEGER, shortName INTEGER)",
                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 15, 1)",
                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (20, 25, 99)"});
        const auto content = readNsys(path, {});
        QVERIFY(content);
        const Trace& trace = content->traces.at(0);
        QCOMPARE(std::string(trace.activityName(0)), std::string("short"));
        QCOMPARE(std::string(trace.activityName(1)), std::string("(unnamed)"));
        QVERIFY(has(content->problems, "no-session-start"));
        QCOMPARE(trace.extent, (Interval{5, 25}));
    }

    void domainsAndTypes()
    {
        NsysInput input;
        input.kernel(4, 1, 2, 1, "k");
        input.range(4, 0, -1, "NCCL", 3, 75).range(4, 0, -1, "my app", 4, 75);
        const int registered = input.string("ncclAllReduce");
        input.sql(fmt::format("INSERT INTO NVTX_EVENTS VALUES (10, 20, 59, NULL, {}, {}, 3)", NsysInput::global(4, 4),
                              registered));
        input.range(4, 30, 40, "phase", 4)
            .range(4, 50, 60, "started", 0, 60)
            .range(4, 70, -1, "open")
            .range(4, 75, -1, "mark", 0, 34);
        const auto content = read(input);
        const Trace& trace = content->traces.at(0);
        QCOMPARE(trace.host.size(), std::size_t(3));
        QCOMPARE(std::string(trace.hostName(0)), std::string("ncclAllReduce"));
        QCOMPARE(trace.host.kind[0], HostKind::Other);
        QCOMPARE(hostRows(trace, HostKind::Annotation), std::size_t(2));
        QVERIFY(has(trace.problems, "unfinished-range"));
        QCOMPARE(trace.counts.instant, std::uint64_t(1));
    }

    void repeatedCallsOfOtherClassesAreLeftOut()
    {
        NsysInput input;
        input.call(4, 10, 20, 1, "cudaMemcpy", 67).call(4, 11, 19, 1, "cudaMemcpy_v3020", 0).kernel(4, 30, 40, 1, "k");
        const auto content = read(input);
        QCOMPARE(content->traces.at(0).host.size(), std::size_t(1));
        QCOMPARE(content->traces.at(0).counts.other, std::uint64_t(1));
        QCOMPARE(content->traces.at(0).device.launch[0], Row(0));
    }

    void names()
    {
        QCOMPARE(std::string(withoutApiVersion("cudaMemcpyAsync_ptsz_v7000")), std::string("cudaMemcpyAsync"));
        QCOMPARE(std::string(withoutApiVersion("cuLaunchKernelEx")), std::string("cuLaunchKernelEx"));
        QCOMPARE(std::string(withoutApiVersion("my_v2x")), std::string("my_v2x"));
        QCOMPARE(nvtxMeaning("Optimizer.step#SGD.step, op_id = 3", "").kind, HostKind::Annotation);
        QCOMPARE(nvtxMeaning("FSDP::pre_forward (layers.0), op_id = 3", "").kind, HostKind::Annotation);
        QCOMPARE(nvtxMeaning("AddmmBackward0, seq = 3, sizes = []", "").kind, HostKind::Op);
        QCOMPARE(nvtxMeaning("MPI_Send", "MPI").kind, HostKind::Other);
        QCOMPARE(copyName(77, -1, 2), std::string("Memcpy Unknown (Unknown -> Device)"));
    }

    void nothingIsChangedOrLeftBeside()
    {
        NsysInput input;
        input.kernel(4, 1, 2, 1, "k");
        const auto folder = m_folder.root() / "odd % name?#";
        const auto path = input.write(folder / "r 1%20?#.sqlite");
        const std::string before = bytesOf(path);
        const auto time = std::filesystem::last_write_time(path);
        std::filesystem::permissions(path, std::filesystem::perms::owner_read);
        QVERIFY(readNsys(path, {}));
        QCOMPARE(bytesOf(path), before);
        QCOMPARE(std::filesystem::last_write_time(path), time);
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()), 1);
    }

    void badTimesAreSkipped()
    {
        NsysInput input;
        input.session(std::numeric_limits<std::int64_t>::max());
        input.kernel(4, 1, 2, 1, "k").kernel(4, 100, 50, 2, "k");
        input.kernel(4, std::numeric_limits<std::int64_t>::max() - 1, std::numeric_limits<std::int64_t>::max(), 3, "k");
        input.sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (NULL, 4, 0, 7, 1, NULL, 'x', 'y')");
        const auto content = read(input);
        QVERIFY(content);
        const Trace& trace = content->traces.at(0);
        QCOMPARE(trace.device.size(), std::size_t(2));
        QVERIFY(has(trace.problems, "bad-time") && has(trace.problems, "negative-duration"));
        QVERIFY(has(content->problems, "no-session-start"));
    }

    void stopIsHonoured()
    {
        NsysInput input;
        input.kernel(4, 1, 2, 1, "k");
        const auto path = input.write(m_folder.root() / "stop.sqlite");
        std::stop_source source;
        source.request_stop();
        Job job;
        job.stop = source.get_token();
        const auto content = readNsys(path, job);
        QVERIFY(!content);
        QCOMPARE(content.error().code, ErrorCode::Cancelled);
    }

    void emptyExport()
    {
        const auto content = read(NsysInput());
        QVERIFY(!content);
        QCOMPARE(content.error().code, ErrorCode::NothingUsable);
    }
};

QTEST_GUILESS_MAIN(tst_NsysReader)
#include "tst_NsysReader.moc"
