// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/Probe.h"
#include "tests/core/ingest/Gzip.h"
#include "tests/core/ingest/RunFolder.h"

using namespace headwater;
using namespace headwater::test;

class tst_LoadRun : public QObject {
    Q_OBJECT

private slots:
    void folderIsARun()
    {
        const Folder folder;
        folder.write("b/r2.json", trace(2, 4));
        folder.write("a/r0.json", trace(0, 4));
        folder.write("notes.txt", "hello");
        const auto run = load(folder.root());
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QCOMPARE((*run)->ranks[1].rank, 2);
        QCOMPARE((*run)->missingRanks(), (std::vector<int>{1, 3}));
        QVERIFY(hasProblem((*run)->problems, "missing-rank-files"));
        QCOMPARE((*run)->sources.size(), std::size_t(3));
        QCOMPARE((*run)->manifest.at("world_size").value, std::string("4"));
    }

    void duplicateAndUnnamedRanksAreReported()
    {
        const Folder folder;
        folder.write("1.json", trace(0, 2));
        folder.write("2.json", trace(0, 2));
        folder.write("3.json", "{\"traceEvents\":[" + traceEvent("kernel", "k", "7", 0, 1) + "]}");
        const auto run = load(folder.root());
        QVERIFY(run);
        QVERIFY(hasProblem((*run)->problems, "duplicate-rank"));
        QVERIFY(hasProblem((*run)->problems, "missing-rank"));
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QVERIFY((*run)->ranks[1].rankAssumed);
        QVERIFY(!(*run)->sources[1].used);
    }

    void disagreeingRanksAreReported()
    {
        const Folder folder;
        folder.write("1.json", trace(0, 2));
        folder.write("2.json", trace(1, 4));
        QVERIFY(hasProblem((*load(folder.root()))->problems, "ranks-disagree"));
    }

    void conflictingConfigurationsAreReported()
    {
        const Folder folder;
        folder.write("a.json",
                     json("{'schema':'headwater.manifest/1','values':{'seed':'1','hostname':'a','torch':'2.1'}}"));
        folder.write("b.json",
                     json("{'schema':'headwater.manifest/1','values':{'seed':'2','hostname':'b','torch':'2.1'}}"));
        folder.write("r0.csv", "rank,step,stage,duration_ms\n0,0,f,1\n0,1,f,2\n");
        const auto run = load(folder.root());
        QVERIFY(run);
        const auto conflicts = std::ranges::count((*run)->problems, "manifest-conflict", &Problem::code);
        QCOMPARE(conflicts, 1);  // not of the host name
        const auto one = std::ranges::find((*run)->problems, "manifest-conflict", &Problem::code);
        QVERIFY(one->file.ends_with("b.json") && one->message.find("seed is 2 here and 1 in ") == 0);
        QCOMPARE((*run)->manifest.at("seed").value, std::string("1"));
    }

    void logsOfTwoRunsAreReported()
    {
        const auto log = [](int time) {
            std::string text;
            for (int step = 1; step <= 4; ++step)
                text += fmt::format(" iteration {:8}/ 100 | elapsed time per iteration (ms): {}.0 | lm loss: 2.0E+00 | "
                                    "number of nan iterations: 0 |\n",
                                    step, time);
            return text;
        };
        const Folder folder;
        folder.write("a.log", log(1000));
        folder.write("b.log", log(3000) + "Killed\n");
        const auto run = load(folder.root());
        QVERIFY(run);
        QVERIFY(hasProblem((*run)->problems, "log-conflict"));
        QVERIFY((*run)->sources[0].used && !(*run)->sources[1].used);
        QCOMPARE((*run)->logs.size(), std::size_t(1));
        // What it says of itself is still told, once.
        QCOMPARE(std::ranges::count((*run)->problems, "ended-by-signal", &Problem::code), 1);
    }

    void filesAgainstTracesAreReported()
    {
        const Folder folder;
        folder.write("m.json", json("{'schema':'headwater.manifest/1','values':{'world_size':'8'}}"));
        folder.write("1.json", trace(0, 2));
        folder.write("2.json", trace(1, 2));
        const auto run = load(folder.root());
        QVERIFY(hasProblem((*run)->problems, "manifest-conflict"));
        QCOMPARE((*run)->worldSize, 2);
    }

    void stageMetricsOfOneFileARankAreOneRun()
    {
        const Folder folder;
        folder.write("r0.csv", "rank,step,stage,duration_ms\n0,0,f,1\n0,1,f,2\n");
        folder.write("r1.csv", "rank,step,stage,duration_ms\n1,0,f,3\n1,1,f,4\n");
        const auto run = load(folder.root());
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QCOMPARE((*run)->metrics->at(Quantity::Span, 0, 1, 1), Ns(4'000'000));
        QVERIFY((*run)->sources[0].used && (*run)->sources[1].used);
    }

    void chosenRanks()
    {
        const Folder folder;
        for (int rank = 0; rank < 4; ++rank)
            folder.write(std::to_string(rank) + ".json", trace(rank, 4));
        LoadOptions options;
        options.ranks = {1, 3};
        const auto run = load(folder.root(), options);
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QCOMPARE((*run)->ranks[0].rank, 1);
    }

    void ranksThatAreNotThereAreNamed()
    {
        const Folder folder;
        for (int rank = 0; rank < 12; ++rank)
            folder.write(std::to_string(rank) + ".json", trace(rank, 12));
        LoadOptions options;
        options.ranks = {1, 55};
        const auto one = load(folder.root(), options);
        QVERIFY(!one);
        QCOMPARE(one.error().code, ErrorCode::BadUsage);
        QVERIFY(one.error().what.starts_with("rank 55 is not in the run; there are 0, 1, 2"));
        QVERIFY(one.error().what.ends_with("and 4 more"));
        const auto metrics = folder.write("m/m.csv", "rank,step,stage,duration_ms\n3,0,f,1\n");
        options.ranks = {0, 1};
        QCOMPARE(load(metrics, options).error().what, std::string("rank 0, 1 are not in the run; there is 3"));
    }

    void theSameEventsTwiceAreOneRank()
    {
        const Folder folder;
        const std::string text = "{\"traceEvents\":[" + traceEvent("kernel", "k", "7", 0, 1) + "]}";
        folder.write("one.json", text);
        folder.write("two.json", text);
        folder.write("three.json", "{\"traceEvents\":[" + traceEvent("kernel", "k", "7", 0, 2) + "]}");
        const auto run = load(folder.root());
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QVERIFY(hasProblem((*run)->problems, "duplicate-file"));
        QCOMPARE(std::ranges::count((*run)->sources, false, &SourceFile::used), std::ptrdiff_t(1));
    }

    void aSingleFileWithoutRankIsAWarningOfThatFile()
    {
        const Folder folder;
        const auto path = folder.write("x.json", "{\"traceEvents\":[" + traceEvent("kernel", "k", "7", 0, 1) + "]}");
        const auto run = load(path);
        QVERIFY(run);
        const auto said = std::ranges::find((*run)->problems, std::string("missing-rank"), &Problem::code);
        QVERIFY(said != (*run)->problems.end());
        QCOMPARE(said->severity, Severity::Warning);
        QCOMPARE(said->file, path.string());
        QVERIFY(hasProblem((*run)->sources[0].problems, "missing-rank"));
    }

    void whatTheUserSaysBeatsTheFile()
    {
        const Folder folder;
        const auto first = folder.write("a.json", trace(0, 2));
        const auto second = folder.write("b.json", trace(0, 2));
        LoadOptions options;
        options.overrides[overrideKey(second)].rank = 1;
        options.overrides[overrideKey(second)].unit = "ns";
        const auto run = load(folder.root(), options);
        QVERIFY(run);
        QVERIFY(!hasProblem((*run)->problems, "duplicate-rank"));
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QCOMPARE((*run)->ranks[1].rank, 1);
        QCOMPARE((*run)->ranks[1].trace->rankSource, std::string("the user"));
        // The same events, a thousandth as long.
        QVERIFY((*run)->ranks[1].trace->extent.length() > 0);
        QCOMPARE((*run)->ranks[0].trace->extent.length(), (*run)->ranks[1].trace->extent.length() * 1000);
    }

    void whatTheUserSaysOfStageMetrics()
    {
        const Folder folder;
        const auto bare = folder.write("bare.csv", "step,stage,duration\n0,f,1\n1,f,2\n");
        const auto named = folder.write("named.csv", "step,stage,duration_ms\n0,f,1\n1,f,2\n");
        const auto several = folder.write("several.csv", "rank,step,stage,duration_ms\n2,0,f,1\n3,0,f,2\n");
        LoadOptions options;
        options.overrides[overrideKey(bare)] = {4, "s", {}, {}};
        options.overrides[overrideKey(named)] = {5, "us", {}, {}};
        options.overrides[overrideKey(several)].rank = 9;
        const auto run = load(folder.root(), options);
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE((*run)->metrics->ranks(), (std::vector<int>{2, 3, 4, 5}));
        QCOMPARE((*run)->metrics->at(Quantity::Span, 0, 2, 1), Ns(2'000'000'000));
        QCOMPARE((*run)->metrics->at(Quantity::Span, 0, 3, 1), Ns(2'000));
        QVERIFY(hasProblem((*run)->problems, "rank-ignored"));
        QCOMPARE((*run)->sources[0].ranks, std::vector<int>{4});
    }

    void ignoredFilesAreListedAndMovedOnesChangeSides()
    {
        const Folder folder;
        const auto kept = folder.write("base/r0.json", trace(0, 2));
        const auto left = folder.write("base/r1.json", trace(1, 2));
        const auto moved = folder.write("elsewhere/r1.json", trace(1, 2));
        LoadOptions options;
        options.side = Side::Baseline;
        options.overrides[overrideKey(left)].place = FileOverride::Place::Ignored;
        options.overrides[overrideKey(moved)].place = FileOverride::Place::Baseline;
        const auto run = load(folder.root() / "base", options);
        QVERIFY(run);
        QCOMPARE((*run)->name, std::string("base"));
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QCOMPARE((*run)->ranks[1].trace->file, moved.string());
        QCOMPARE((*run)->sources.size(), std::size_t(3));
        const SourceFile& ignored = (*run)->sources.back();
        QCOMPARE(ignored.path, left.string());
        QVERIFY(!ignored.used);
        QCOMPARE(ignored.format, std::string("kineto"));
        QCOMPARE(ignored.problems.at(0).code, std::string("left-out"));
        // The other side does not take what was placed here.
        options.side = Side::Current;
        const auto other = load(folder.root() / "elsewhere", options);
        QCOMPARE(other.error().code, ErrorCode::NothingUsable);
    }

    void gzipBombsAreRefusedAndTheLimitsNamed()
    {
        const Folder folder;
        const std::string spaces(std::size_t(96) << 20U, ' ');
        for (const char* head : {"{\"schemaVersion\":1,\"traceEvents\":[",
                                 " iteration 1/ 9 | elapsed time per iteration (ms): 5.0 | lm loss: 1.0E+00 |\n",
                                 "rank,step,stage,duration_ms\n0,0,f,1\n"}) {
            const auto error = load(folder.write("bomb.gz", gzip(head + spaces))).error();
            QVERIFY2(error.code == ErrorCode::TooLarge && error.file.ends_with("bomb.gz"), head);
            QVERIFY2(error.what.find("200 times its size once past 64 MiB, and 64 GiB in all") != std::string::npos ||
                         error.what.find("a line longer than 1 MiB") != std::string::npos,
                     error.what.c_str());
        }
    }

    void zonesPlaceLocalTimes()
    {
        const Folder folder;
        folder.write("rank-0.json", trace(0, 1));
        folder.write("smi.csv", "timestamp, index, power.draw [W]\n2025/02/18 18:56:35.500, 0, 100 W\n"
                                "2025/02/18 18:56:36.500, 0, 110 W\n");
        LoadOptions options;
        const auto local = load(folder.root(), options);
        QCOMPARE((*local)->telemetry.series.at(0).clock, ClockKind::LocalTime);
        const Ns written = (*local)->telemetry.series[0].time[0];
        constexpr Ns kHour = 3'600'000'000'000;
        options.zone = 2 * kHour;
        const auto placed = load(folder.root(), options);
        QCOMPARE((*placed)->telemetry.series.at(0).clock, ClockKind::Epoch);
        QVERIFY((*placed)->telemetry.series[0].zoneAssumed);
        QCOMPARE((*placed)->telemetry.series[0].time[0], written - 2 * kHour);
        // What is said of the file itself goes before what is said of all.
        options.overrides[overrideKey(folder.root() / "smi.csv")].zone = "-05:00";
        QCOMPARE((*load(folder.root(), options))->telemetry.series.at(0).time[0], written + 5 * kHour);
        options.zone.reset();
        QCOMPARE((*load(folder.root(), options))->telemetry.series.at(0).time[0], written + 5 * kHour);
    }

    /// The broken file may have nothing to do with it: what lacks is a step, and the file is named beside that.
    void telemetryAndABrokenFile()
    {
        const Folder folder;
        folder.write("gpu.csv", "timestamp, index, power.draw [W]\n2024/05/01 10:00:00.000, 0, 300.00 W\n");
        folder.write("trace.json", json("{'schemaVersion':1,'traceEvents':[{'ph':'i'}]}"));
        const auto run = load(folder.root());
        QVERIFY(!run);
        QVERIFY2(run.error().what.starts_with("there is telemetry, but no training step"), run.error().what.c_str());
        QVERIFY(run.error().what.find("trace.json could not be read: none of its 1 events") != std::string::npos);
        QVERIFY(run.error().advice.starts_with("add a PyTorch Profiler trace"));
    }

    /// Once for the trace as a whole, whatever the reader: the remark of the stream stands among the file's problems.
    void damagedGzipIsUsedAndNamed()
    {
        const Folder folder;
        std::string bytes = gzip(trace(0, 1));
        bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1);
        folder.write("0.json.gz", bytes + "rubbish");
        folder.write("log.csv.gz", gzip("stage,duration_ms\na,1\n") + "rubbish");
        const auto run = load(folder.root());
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(1));
        const Problems& problems = (*run)->sources[0].problems;
        QCOMPARE(std::ranges::count(problems, "bad-checksum", &Problem::code), 1);
        QCOMPARE(std::ranges::count(problems, "trailing-data", &Problem::code), 1);
        QVERIFY(hasProblem((*run)->sources[1].problems, "trailing-data"));
    }

    void errorsSayWhatAndWhere()
    {
        const Folder folder;
        QCOMPARE(load(folder.root() / "nowhere").error().code, ErrorCode::NotFound);
        QCOMPARE(load(folder.root()).error().code, ErrorCode::NothingUsable);
        const auto text = folder.write("x.txt", "hello");
        QCOMPARE(load(text).error().code, ErrorCode::NothingUsable);
        const auto broken = folder.write("y.json", "{\"schemaVersion\":1,\"traceEvents\":[]}");
        const auto error = load(broken).error();
        QCOMPARE(error.file, broken.string());
    }

    void oneBrokenRankDoesNotHideTheOthers()
    {
        const Folder folder;
        folder.write("0.json", trace(0, 2));
        folder.write("1.json", "{\"schemaVersion\":1,\"traceEvents\":[");
        const auto run = load(folder.root());
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(1));
        QVERIFY(hasProblem((*run)->problems, "unreadable"));
        QVERIFY(hasProblem((*run)->problems, "missing-rank-files"));
    }

    void threadsDoNotChangeTheResult()
    {
        const Folder folder;
        for (int rank = 0; rank < 9; ++rank)
            folder.write(std::to_string(rank) + ".json", trace(rank, 9));
        const std::filesystem::path path = folder.root();
        std::vector<int> seen;
        for (const int threads : {1, 2, 8}) {
            Job job;
            job.threads = threads;
            const auto run = loadRun(std::span(&path, 1), {}, job);
            for (std::size_t i = 0; i < 9; ++i)
                QCOMPARE((*run)->ranks[i].rank, static_cast<int>(i));
        }
    }

    void progressReachesOneAndStopStops()
    {
        const Folder folder;
        for (int rank = 0; rank < 3; ++rank)
            folder.write(std::to_string(rank) + ".json", trace(rank, 3));
        const std::filesystem::path path = folder.root();
        double last = 0;
        Job job;
        job.progress = [&](double fraction, std::string_view) { last = fraction; };
        QVERIFY(loadRun(std::span(&path, 1), {}, job));
        QVERIFY(qFuzzyCompare(last, 1.0));
        std::stop_source stop;
        stop.request_stop();
        job.stop = stop.get_token();
        QCOMPARE(loadRun(std::span(&path, 1), {}, job).error().code, ErrorCode::Cancelled);
    }

    void probeNamesEveryFile()
    {
        const Folder folder;
        folder.write("a.json", trace(0, 1));
        folder.write("b.csv", "rank,step,stage,duration_ms\n0,0,f,1\n");
        folder.write("c.bin", std::string("\0\1\2", 3));
        folder.write("d.json", "");
        std::filesystem::create_symlink("/does/not/exist", folder.root() / "e.json");
        const std::filesystem::path path = folder.root();
        const auto files = probe(std::span(&path, 1), {});
        QVERIFY(files);
        QCOMPARE(files->size(), std::size_t(5));
        QCOMPARE((*files)[0].format, std::string("kineto"));
        QCOMPARE((*files)[1].format, std::string("stage-metrics-csv"));
        for (std::size_t i = 2; i < 5; ++i) {
            QCOMPARE((*files)[i].format, std::string("unknown"));
            QCOMPARE((*files)[i].problems.size(), std::size_t(1));
        }
    }
};

QTEST_GUILESS_MAIN(tst_LoadRun)
#include "tst_LoadRun.moc"
