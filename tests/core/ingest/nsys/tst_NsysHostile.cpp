// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/Probe.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/nsys/NsysReader.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/Gzip.h"
#include "tests/core/ingest/nsys/NsysInput.h"

using namespace headwater;
using namespace headwater::test;

/// Files that are broken or made to do harm: one clear error, or what is whole; never a crash or a hang.
class tst_NsysHostile : public QObject {
    Q_OBJECT
    Folder m_folder;

    static NsysInput busy()
    {
        NsysInput input;
        for (int i = 0; i < 200; ++i)
            input.launch(4, 1000 * i, 1000 * i + 100, 1000 * i + 900, "kernel_" + std::to_string(i))
                .range(4, 1000 * i, 1000 * i + 950, "iter " + std::to_string(i));
        return input;
    }

    static void verifyUsable(const Result<NsysContent>& content)
    {
        if (!content) {
            QVERIFY(!content.error().what.empty());
            QVERIFY(onOneLine(describe(content.error())) == describe(content.error()));
            return;
        }
        for (const Trace& trace : content->traces)
            QVERIFY(trace.device.size() + trace.host.size() > 0);
    }

private slots:
    void truncatedAnywhere()
    {
        const std::string whole = bytesOf(busy().write(m_folder.root() / "whole.sqlite"));
        QVERIFY(whole.size() > 20'000);
        for (std::size_t size = 0; size < whole.size(); size += 509)
            verifyUsable(readNsys(m_folder.write("cut.sqlite", std::string_view(whole).substr(0, size)), {}));
        const auto cut =
            readNsys(m_folder.write("cut.sqlite", std::string_view(whole).substr(0, whole.size() / 2)), {});
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Malformed);
        QVERIFY(cut.error().what.find("SQLite") != std::string::npos);
        QVERIFY(!cut.error().advice.empty());
    }

    void damagedAnywhere()
    {
        const std::string whole = bytesOf(busy().write(m_folder.root() / "whole2.sqlite"));
        unsigned seed = 12345;
        for (int round = 0; round < 150; ++round) {
            std::string damaged = whole;
            for (int k = 0; k < 8; ++k) {
                seed = seed * 1664525U + 1013904223U;
                damaged[seed % damaged.size()] = static_cast<char>(seed >> 24U);
            }
            verifyUsable(readNsys(m_folder.write("damaged.sqlite", damaged), {}));
        }
    }

    void viewsAndEndlessQueriesAreNotRun()
    {
        const auto path = m_folder.root() / "view.sqlite";
        makeDatabase(path,
                     {"CREATE TABLE Meta (a)", "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, \"end\")",
                      "CREATE VIEW StringIds AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
                      "SELECT id, 'x' AS value FROM n",
                      "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(start) AS (SELECT 1 UNION ALL SELECT "
                      "start + 1 FROM n) SELECT start, start + 1 AS \"end\" FROM n"});
        const auto content = readNsys(path, {});
        QVERIFY(!content);
        QCOMPARE(content.error().code, ErrorCode::NothingUsable);
    }

    void generatedColumnsAreNotComputed()
    {
        const auto path = m_folder.root() / "generated.sqlite";
        makeDatabase(path, {"CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)",
                            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, \"end\" INTEGER, "
                            "shortName INTEGER AS (length(zeroblob(1000000000))) VIRTUAL)",
                            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2)"});
        const auto content = readNsys(path, {});
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        QCOMPARE(std::string(content->traces[0].activityName(0)), std::string("(unnamed)"));
    }

    void hugeTextsAreRefused()
    {
        const auto path = m_folder.root() / "huge.sqlite";
        makeDatabase(path, {"CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)",
                            "CREATE TABLE NVTX_EVENTS (start INTEGER, \"end\" INTEGER)",
                            "INSERT INTO StringIds VALUES (1, hex(zeroblob(5000000)))"});
        const auto content = readNsys(path, {});
        QVERIFY(!content);
        QCOMPARE(content.error().code, ErrorCode::TooLarge);
    }

    /// Wherever the file ends before its last page does, the cut is named.
    void aCutIsNamed()
    {
        const std::string whole = bytesOf(busy().write(m_folder.root() / "source0.sqlite"));
        for (const std::size_t lost : {std::size_t(1), std::size_t(700), std::size_t(4096)}) {
            const auto path = m_folder.write("cut.sqlite", std::string_view(whole).substr(0, whole.size() - lost));
            const SourceFile file = readFile(path, {}, {}).source;
            QCOMPARE(file.format, std::string("nsys-sqlite"));
            const auto cut = std::ranges::find(file.problems, "truncated", &Problem::code);
            QVERIFY(cut != file.problems.end());
            QCOMPARE(cut->position, fmt::format("byte {}", whole.size() - lost));
        }
        const auto complete = readFile(m_folder.write("whole.sqlite", whole), {}, {}).source.problems;
        QVERIFY(std::ranges::find(complete, "truncated", &Problem::code) == complete.end());
    }

    void compressedDatabasesAreTold()
    {
        const auto file =
            readFile(m_folder.write("k.sqlite.gz", gzip(bytesOf(busy().write(m_folder.root() / "source1.sqlite")))), {},
                     {})
                .source;
        QVERIFY(!file.used);
        QVERIFY(file.problems.front().message.find("gunzip") != std::string::npos);
    }

    /// Rows in a write-ahead log are not read, which is said; where the file holds nothing else, it says so too.
    void writeAheadLogsAreTold()
    {
        const auto path = m_folder.write("wal.sqlite", bytesOf(busy().write(m_folder.root() / "source2.sqlite")));
        m_folder.write("wal.sqlite-wal", std::string("\x37\x7F\x06\x82 and frames"));
        const auto problems = readFile(path, {}, {}).source.problems;
        QVERIFY(std::ranges::find(problems, "write-ahead-log", &Problem::code) != problems.end());

        const auto empty = m_folder.write("new.sqlite", std::string("SQLite format 3\0 and no table", 30));
        m_folder.write("new.sqlite-wal", "frames");
        const auto fresh = readFile(empty, {}, {}).source;
        QCOMPARE(fresh.format, std::string("unknown"));
        QVERIFY(fresh.problems.front().message.find("wal_checkpoint") != std::string::npos);
    }

    void otherDatabasesAreUnknown()
    {
        const auto path = m_folder.root() / "probe/other.sqlite";
        std::filesystem::create_directories(path.parent_path());
        makeDatabase(path, {"CREATE TABLE people (name TEXT)"});
        busy().write(path.parent_path() / "named.json");
        const auto root = path.parent_path();
        const auto files = probe(std::span(&root, 1), {});
        QCOMPARE(files->size(), std::size_t(2));
        QCOMPARE((*files)[0].format, std::string("nsys-sqlite"));
        QCOMPARE((*files)[0].events, std::uint64_t(600));
        QCOMPARE((*files)[1].format, std::string("unknown"));
        QVERIFY((*files)[1].problems[0].message.find("SQLite") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(tst_NsysHostile)
#include "tst_NsysHostile.moc"
