// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/LoadRun.h"
#include "core/ingest/Probe.h"
#include "core/ingest/ReadFile.h"
#include "tests/core/ingest/others/Samples.h"

using namespace headwater;
using namespace headwater::test;

/// Which file is what, through the table of all formats: names and extensions say nothing.
class tst_OtherFormats : public QObject {
    Q_OBJECT
    Folder m_folder;

    FileContent read(const std::string& text, const std::string& name = "file.dat", const ReadOptions& options = {})
    {
        return readFile(m_folder.write(name, text), options, {});
    }

private slots:
    void recognised_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<bool>("used");
        const auto row = [](const char* name, const std::string& text, const char* format, bool used) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(format) << used;
        };
        row("nccl-tests", ncclTestsText(), "nccl-tests", true);
        row("nccl-tests tagged", "0: # size count type algbw busbw time\n", "nccl-tests", false);
        row("nccl-tests JSON", ncclTestsJson(), "nccl-tests", true);
        row("flight recorder", flightRecorder(), "flight-recorder-json", true);
        row("pickle", pickledDump(), "flight-recorder-json", false);
        row("other pickle", std::string("\x80\x04\x95"), "unknown", false);
        row("collect_env", collectEnv(), "collect-env", true);
        row("manifest", manifest(), "manifest", true);
        row("rank summary", rankSummary(), "rank-summary", false);
        row("investigation", investigation(), "headwater", false);
        row("verdict", json("{'schema':'headwater.verdict/1'}"), "unknown", false);
        row("trace", kineto({traceEvent("kernel", "k", "7", 0, 1)}), "kineto", true);
        row("metrics", "stage,duration_ms\nforward,3\nbackward,4\n", "stage-metrics-csv", true);
        row("schema in a value", json("{'a':'\\\\'schema\\\\':headwater.manifest/1'}"), "unknown", false);
    }

    void recognised()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, format);
        QFETCH(bool, used);
        const FileContent content = read(text.toStdString());
        QCOMPARE(content.source.format, format.toStdString());
        QCOMPARE(content.source.used, used);
        QVERIFY(used || !content.source.problems.empty());
        for (const Problem& problem : content.source.problems)
            QVERIFY(problem.message.find('\n') == std::string::npos);
    }

    void pickleIsNamedAndNeverRead()
    {
        const FileContent content = read(pickledDump());
        QVERIFY(content.error.has_value());
        QVERIFY(content.error->what.find("pickle") != std::string::npos);
        QVERIFY(content.error->advice.find("JSON") != std::string::npos);
        QVERIFY(content.flightRecords.empty());
    }

    void rankSummaryIsRefusedInOneLine()
    {
        const FileContent content = read(rankSummary());
        QCOMPARE(content.source.problems.size(), std::size_t(1));
        QVERIFY(content.source.problems[0].message.find("rank summary") != std::string::npos);
    }

    void investigationIsNoError()
    {
        const FileContent content = read(investigation());
        QVERIFY(!content.error);
        QCOMPARE(content.source.problems[0].severity, Severity::Info);
    }

    void collectiveOfTheFileName()
    {
        std::string text = ncclTestsText();
        text.erase(0, text.find("# nThread"));
        const FileContent named = read(text, "nccl_alltoall.log");
        QCOMPARE(named.ncclTests[0].collective, std::string("alltoall"));
        QVERIFY(named.ncclTests[0].collectiveFromName);
        const FileContent unnamed = read(text, "out.log");
        QVERIFY(unnamed.ncclTests[0].collective.empty());
        QCOMPARE(unnamed.source.problems[0].code, std::string("collective-unknown"));
        QCOMPARE(unnamed.source.events, std::uint64_t(4));
    }

    void secretsOfTheEnvironmentStayOut()
    {
        const FileContent content = read(ncclTestsJson());
        for (const auto& [key, value] : content.manifest)
            QVERIFY(value.value.find("abc") == std::string::npos);
        QVERIFY(content.manifest.empty());
    }

    void userNamesTheRankOfADump()
    {
        ReadOptions options;
        options.rank = 5;
        const FileContent content = read(flightRecorder(), "dump.json", options);
        QCOMPARE(content.flightRecords[0].rank, 5);
        QCOMPARE(content.source.ranks, std::vector<int>{5});
    }

    void aRunTakesThemAll()
    {
        const Folder folder;
        folder.write("run/rank0.json", kineto({traceEvent("kernel", "k", "7", 0, 1)}));
        folder.write("run/all_reduce.txt", ncclTestsText());
        folder.write("run/nccl_trace_rank_0", flightRecorder());
        folder.write("run/env.txt", collectEnv());
        folder.write("run/manifest.json", manifest());
        folder.write("run/a.headwater", investigation());
        const auto root = folder.root() / "run";
        const auto run = loadRun(std::span(&root, 1), {}, {});
        QVERIFY(run);
        QCOMPARE((*run)->ncclTests.size(), std::size_t(1));
        QCOMPARE((*run)->flightRecords.size(), std::size_t(1));
        QCOMPARE((*run)->manifest.at("model").value, std::string("gpt-7b"));
        QCOMPARE((*run)->manifest.at("pytorch").value, std::string("2.4.0+cu121"));
    }
};

QTEST_GUILESS_MAIN(tst_OtherFormats)
#include "tst_OtherFormats.moc"
