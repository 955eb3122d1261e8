// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/Paths.h"
#include "tests/core/ingest/RunFolder.h"

using namespace headwater;
using namespace headwater::test;

namespace {

/// A minute of nvidia-smi, a row a second and GPU, from HH:MM of one day.
std::string smi(int hour, int minute, int gpus = 1)
{
    std::string text = "timestamp, index, utilization.gpu [%]\n";
    for (int second = 0; second < 60; ++second)
        for (int gpu = 0; gpu < gpus; ++gpu)
            text += fmt::format("2025/02/18 {:02}:{:02}:{:02}.500, {}, 38 %\n", hour, minute, second, gpu);
    return text;
}

/// A log of forty steps of a second from HH:MM:10 of the same day, without a zone.
std::string log(int hour, int minute)
{
    std::string text;
    for (int step = 1; step <= 40; ++step)
        text +=
            fmt::format(fmt::runtime(json(
                            "{{'data': {{'epoch': 0.0, 'step': {}, 'timestamp': '2025-02-18T{:02}:{:02}:{:02}.684762', "
                            "'value': 1.6}}, 'name': 'training_loss'}}\n")),
                        step, hour, minute, 9 + step);
    return text;
}

/// A trace on `host` with `gpus` GPUs, ten seconds from the second `start` since 1970.
std::string traceOn(const std::string& host, int gpus, double start = 1.7e9)
{
    std::string devices;
    for (int gpu = 0; gpu < gpus; ++gpu)
        devices += fmt::format(fmt::runtime(json("{}{{'id':{},'name':'Test GPU'}}")), gpu == 0 ? "" : ",", gpu);
    return fmt::format(
        fmt::runtime(json("{{'hostname':'{}','deviceProperties':[{}],'distributedInfo':{{'rank':0,'world_size':1}},"
                          "'traceEvents':[{}]}}")),
        host, devices,
        traceEvent("user_annotation", "ProfilerStep#1", "1", start * 1e6, 5e6) + "," +
            traceEvent("user_annotation", "ProfilerStep#2", "1", (start + 5) * 1e6, 5e6));
}

/// A scrape a second of a GPU of `host` over a minute around the second `start` since 1970.
std::string scrapes(const std::string& host, long start = 1'700'000'000)
{
    std::string text;
    for (long second = -20; second < 40; ++second)
        text += fmt::format("DCGM_FI_DEV_GPU_UTIL{{gpu=\"0\",Hostname=\"{}\"}} 50 {}000\n", host, start + second);
    return text;
}

std::vector<Problem> conflicts(const Folder& folder, const std::string& run)
{
    const auto loaded = load(folder.root() / run);
    if (!loaded)
        qFatal("%s", describe(loaded.error()).c_str());
    std::vector<Problem> found;
    std::ranges::copy_if((*loaded)->problems, std::back_inserter(found),
                         [](const Problem& problem) { return problem.code == "telemetry-conflict"; });
    return found;
}

}  // namespace

/// Telemetry that is hardly of the run it lies beside is told, with its place, and what is of it is not.
class tst_RunTelemetry : public QObject {
    Q_OBJECT

private slots:
    void anotherTimeIsAnotherRun()
    {
        const Folder folder;
        folder.write("own/train.jsonl", log(18, 57));
        folder.write("own/smi.csv", smi(18, 57));
        QCOMPARE(conflicts(folder, "own").size(), std::size_t(0));
        // Half an hour, a quarter, eight minutes: no two zones are that far apart.
        for (const int later : {8, 15, 30, 45}) {
            const std::string run = fmt::format("both{}", later);
            folder.write(run + "/train.jsonl", log(18, 10));
            folder.write(run + "/a.csv", smi(18, 10));
            folder.write(run + "/b.csv", smi(18, 10 + later));
            const auto found = conflicts(folder, run);
            QCOMPARE(found.size(), std::size_t(1));
            QVERIFY(found[0].file.ends_with("b.csv"));
            QCOMPARE(found[0].position, std::string("line 2"));
            QVERIFY2(found[0].message.find("hardly of this run") != std::string::npos, found[0].message.c_str());
            QCOMPARE(found[0].severity, Severity::Warning);
        }
    }

    /// The file's row of the inputs page shows it as well.
    void theFileShowsIt()
    {
        const Folder folder;
        folder.write("train.jsonl", log(18, 10));
        folder.write("z.csv", smi(18, 30));
        const auto run = load(folder.root());
        QVERIFY(run);
        const auto source =
            std::ranges::find_if((*run)->sources, [](const SourceFile& file) { return file.path.ends_with("z.csv"); });
        QVERIFY(hasProblem(source->problems, "telemetry-conflict"));
    }

    void anotherZoneThanTheOthersIsTold()
    {
        const Folder folder;
        folder.write("r/train.jsonl", log(18, 10));
        folder.write("r/a.csv", smi(18, 10));
        folder.write("r/b.csv", smi(20, 10));
        const auto found = conflicts(folder, "r");
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].file.ends_with("b.csv") && found[0].message.find("a.csv") != std::string::npos);
    }

    void snapshotsAndKernelLogsMayLieOutside()
    {
        const Folder folder;
        folder.write("r/train.jsonl", log(18, 10));
        folder.write("r/snapshot.csv", "timestamp, index, utilization.gpu [%]\n2025/02/18 17:00:00.000, 0, 3 %\n");
        QCOMPARE(conflicts(folder, "r").size(), std::size_t(0));
    }

    void utcTimesOfAnotherDay()
    {
        const Folder folder;
        folder.write("own/t.json", traceOn("node-1", 1));
        folder.write("own/m.prom", scrapes("node-1"));
        QCOMPARE(conflicts(folder, "own").size(), std::size_t(0));
        folder.write("day/t.json", traceOn("node-1", 1));
        folder.write("day/m.prom", scrapes("node-1", 1'700'000'000 - 86'400));
        const auto found = conflicts(folder, "day");
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(!found[0].position.empty());
    }

    void hostsThatTheRunDoesNotHave()
    {
        const Folder folder;
        folder.write("same/t.json", traceOn("node-1", 1));
        folder.write("same/m.prom", scrapes("NODE-1.cluster.local:9400"));
        QCOMPARE(conflicts(folder, "same").size(), std::size_t(0));
        folder.write("address/t.json", traceOn("node-1", 1));
        folder.write("address/m.prom", scrapes("10.0.0.7:9400"));
        QCOMPARE(conflicts(folder, "address").size(), std::size_t(0));
        folder.write("other/t.json", traceOn("node-1", 1));
        folder.write("other/m.prom", scrapes("node-7"));
        const auto found = conflicts(folder, "other");
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].message.find("node-7") != std::string::npos &&
                found[0].message.find("node-1") != std::string::npos);
    }

    void fewerGpusThanTheHostHas()
    {
        const Folder folder;
        for (const auto& [name, gpus] : {std::pair("all", 4), std::pair("two", 2)}) {
            folder.write(std::string(name) + "/t.json", traceOn("node-1", 4, 1739905200));  // 2025-02-18 19:00 UTC
            folder.write(std::string(name) + "/smi.csv", smi(19, 0, gpus));
        }
        QCOMPARE(conflicts(folder, "all").size(), std::size_t(0));
        const auto found = conflicts(folder, "two");
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY2(found[0].message.find("2 GPUs") != std::string::npos, found[0].message.c_str());
    }

    /// Two runs of one evening, eight minutes apart, by their own files.
    void twoRealRuns()
    {
        const std::filesystem::path data = std::filesystem::path(HEADWATER_SHARED_DATA) / "telemetry/fms-moe-4gpu";
        if (!std::filesystem::exists(data))
            QSKIP("the shared folder with real files is absent");
        const auto foreign = [&](const char* training, const char* telemetry) {
            const Folder folder;
            for (const char* name : {training, telemetry})
                std::filesystem::copy_file(data / name, folder.root() / name);
            return conflicts(folder, "").size();
        };
        QCOMPARE(foreign("exp_0_training_logs.jsonl", "exp_0_gpu_memory_logs.csv"), std::size_t(0));
        QCOMPARE(foreign("exp_3_training_logs.jsonl", "exp_3_gpu_memory_logs.csv"), std::size_t(0));
        QCOMPARE(foreign("exp_0_training_logs.jsonl", "exp_3_gpu_memory_logs.csv"), std::size_t(1));
        QCOMPARE(foreign("exp_3_training_logs.jsonl", "exp_0_gpu_memory_logs.csv"), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(tst_RunTelemetry)
#include "tst_RunTelemetry.moc"
