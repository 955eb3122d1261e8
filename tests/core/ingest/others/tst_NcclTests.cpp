// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/others/NcclTestTable.h"
#include "core/ingest/others/NcclTests.h"
#include "tests/core/ingest/others/Samples.h"

using namespace headwater;
using namespace headwater::others;
using namespace headwater::test;

namespace {

bool has(const Problems& problems, std::string_view code)
{
    return std::ranges::any_of(problems, [&](const Problem& p) { return p.code == code; });
}

}  // namespace

class tst_NcclTests : public QObject {
    Q_OBJECT
    Folder m_folder;

    Result<NcclTestsContent> text(const std::string& content)
    {
        return readNcclTestsText(m_folder.write("t.log", content), {});
    }
    Result<NcclTestsContent> object(const std::string& content)
    {
        return readNcclTestsJson(m_folder.write("t.json", content), {});
    }

private slots:
    /// What was printed before a cut is used, and the cut is named with its place.
    void aCutIsNamed()
    {
        const std::string whole = ncclTestsText();
        const std::size_t rows = whole.find("           8 ");
        QVERIFY(rows != std::string::npos);
        const auto lineOf = [&](std::size_t end) {
            return fmt::format("line {}", std::count(whole.begin(), whole.begin() + static_cast<long>(end), '\n'));
        };
        const auto nothing = text(whole.substr(0, rows));
        QVERIFY(nothing);
        const auto& first = *std::ranges::find(nothing->problems, "truncated", &Problem::code);
        QVERIFY(first.message.find("before the first row of its table is complete") != std::string::npos);
        QCOMPARE(first.position, lineOf(rows));
        const std::size_t end = whole.find('\n', rows) + 1;
        const auto some = text(whole.substr(0, end));
        const auto& second = *std::ranges::find(some->problems, "truncated", &Problem::code);
        QVERIFY(second.message.find("the 2 measurements before the cut") != std::string::npos);
        QCOMPARE(second.position, lineOf(end));
    }

    void newestText()
    {
        const auto content = text(ncclTestsText());
        QVERIFY(content);
        QVERIFY(content->problems.empty());
        QCOMPARE(content->tests.size(), std::size_t(1));
        const NcclTest& test = content->tests[0];
        QCOMPARE(test.version, std::string("2.17.6"));
        QCOMPARE(test.collective, std::string("all_reduce"));
        QCOMPARE(test.devices.size(), std::size_t(2));
        QCOMPARE(test.devices[1].rank, 1);
        QCOMPARE(test.devices[1].host, std::string("node-1"));
        QCOMPARE(test.devices[1].device, std::string("NVIDIA H100 80GB HBM3"));
        QCOMPARE(test.rows.size(), std::size_t(4));
        const NcclTestRow& first = test.rows[0];
        QCOMPARE(first.bytes, std::uint64_t(8));
        QCOMPARE(first.elements, std::uint64_t(2));
        QCOMPARE(first.type + " " + first.operation, std::string("float sum"));
        QVERIFY(!first.inPlace && test.rows[1].inPlace);
        QCOMPARE(first.time, std::optional<Ns>(13'670));
        QCOMPARE(first.algorithmBandwidth, std::optional(0.25e9));
        QCOMPARE(first.busBandwidth, std::optional(0.44e9));
        QCOMPARE(first.wrong, std::optional<std::int64_t>(0));
        QCOMPARE(test.rows[1].wrong, std::optional<std::int64_t>());
        QCOMPARE(test.rows[2].wrong, std::optional<std::int64_t>(3));
        QCOMPARE(test.averageBusBandwidth, std::optional(0.7975e9));
        QCOMPARE(test.outOfBounds, std::optional<std::int64_t>(1));
    }

    void columnsOfAllAges_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<int>("halves");
        QTest::addColumn<qint64>("secondTime");
        QTest::newRow("error, no redop, no root")
            << QByteArray("# size count type time algbw busbw error time algbw busbw error")
            << QByteArray("32 1 float 35.03 0.00 0.00 N/A 34.15 0.00 0.00 4e-07") << QByteArray() << 2
            << qint64(34'150);
        QTest::newRow("redop, no root") << QByteArray(
                                               "# size count type redop time algbw busbw error time algbw busbw error")
                                        << QByteArray("32 1 float sum 35.06 0.0 0.0 N/A 35.14 0.0 0.0 N/A")
                                        << QByteArray("sum") << 2 << qint64(35'140);
        QTest::newRow("redop blank") << QByteArray(
                                            "# size count type redop time algbw busbw error time algbw busbw error")
                                     << QByteArray("32 1 float 35.06 0.0 0.0 N/A 35.14 0.0 0.0 N/A") << QByteArray()
                                     << 2 << qint64(35'140);
        QTest::newRow("redop none, root")
            << QByteArray("# size count type redop root time algbw busbw #wrong time algbw busbw #wrong")
            << QByteArray("32 1 bfloat16 none -1 1 0 0 0 2 0 0 0") << QByteArray() << 2 << qint64(2'000);
        QTest::newRow("redop blank, root")
            << QByteArray("# size count type redop root time algbw busbw #wrong time algbw busbw #wrong")
            << QByteArray("32 1 bfloat16 -1 1 0 0 0 2 0 0 0") << QByteArray() << 2 << qint64(2'000);
        QTest::newRow("out of place only")
            << QByteArray("# size count type redop root time algbw busbw #wrong")
            << QByteArray("32 1 int8 max 0 7.5 0 0 0") << QByteArray("max") << 1 << qint64(7'500);
        QTest::newRow("time of the host")
            << QByteArray("# size count type redop root cputime algbw busbw #wrong")
            << QByteArray("32 1 int8 max 0 7.5 0 0 0") << QByteArray("max") << 1 << qint64(7'500);
        QTest::newRow("time stamp")
            << QByteArray("# size count type redop root time algbw busbw #wrong time algbw busbw #wrong timestamp")
            << QByteArray("32 1 half prod 0 1 0 0 0 3 0 0 0 2026-01-02 03:04:05") << QByteArray("prod") << 2
            << qint64(3'000);
        QTest::newRow("iterations")
            << QByteArray("# size count type redop root time algbw busbw #wrong i_min i_max i_p99 i_cv time "
                          "algbw busbw #wrong i_min i_max i_p99 i_cv")
            << QByteArray("32 1 fp8_e4m3 sum -1 1 0 0 0 1 1 1 0.1 4 0 0 0 1 1 1 0.1") << QByteArray("sum") << 2
            << qint64(4'000);
    }

    void columnsOfAllAges()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, operation);
        QFETCH(int, halves);
        QFETCH(qint64, secondTime);
        const auto content = text("# nThread 1 minBytes 1\n" + header.toStdString() + "\n" + row.toStdString() + "\n");
        QVERIFY(content);
        QVERIFY(!has(content->problems, "odd-row"));
        QCOMPARE(content->tests[0].rows.size(), static_cast<std::size_t>(halves));
        QCOMPARE(content->tests[0].rows[0].bytes, std::uint64_t(32));
        QCOMPARE(content->tests[0].rows[0].operation, operation.toStdString());
        QCOMPARE(content->tests[0].rows.back().time, std::optional<Ns>(secondTime));
        QCOMPARE(has(content->problems, "host-time"), header.contains("cputime"));
    }

    void mixedProcesses()
    {
        const std::string header = "# size count type redop root time algbw busbw #wrong\n";
        std::string mixed;
        for (const char* tag : {"[1,0]<stdout>:", "[1,1]<stdout>: ", "2: ", "node-4: "}) {
            mixed += tag + std::string("# nThread 1 minBytes 8\n");
            mixed += tag + header;
        }
        mixed += "[1,1]<stdout>: 16 4 float sum -1 2 0 0 0\r\n[1,0]<stdout>:8 2 float sum -1 1 0 0 0\n2: 24 6 float "
                 "sum -1 3 0 0 0\n"
                 "node-4: 32 8 float sum -1 4 0 0 0\n[1,0]<stderr>:oops\n";
        const auto content = text(mixed);
        QVERIFY(content);
        QCOMPARE(content->tests.size(), std::size_t(4));
        std::vector<std::uint64_t> bytes;
        for (const NcclTest& test : content->tests)
            for (const NcclTestRow& row : test.rows)
                bytes.push_back(row.bytes);
        std::ranges::sort(bytes);
        QCOMPARE(bytes, (std::vector<std::uint64_t>{8, 16, 24, 32}));
    }

    void severalTestsInOneFile()
    {
        const auto content =
            text("$ ./build/all_gather_perf -b 8\n" + ncclTestsText().substr(ncclTestsText().find("# nThread")) +
                 "$ mpirun reduce_scatter_perf\n" + ncclTestsText().substr(ncclTestsText().find("# nThread")));
        QCOMPARE(content->tests.size(), std::size_t(2));
        QCOMPARE(content->tests[0].collective, std::string("all_gather"));
        QCOMPARE(content->tests[1].collective, std::string("reduce_scatter"));
        QCOMPARE(content->tests[0].rows.size(), content->tests[1].rows.size());
    }

    void oddRows()
    {
        const auto content = text("# size count type redop root time algbw busbw #wrong\n"
                                  "8 2 float sum -1 1 0 0 0\n8 2 float sum -1 1 0 0\n8 2 float sum -1 1 0 x 0\n"
                                  "99999999999999999999999 2 float sum -1 1 0 0 0\n");
        QVERIFY(content);
        QCOMPARE(content->tests[0].rows.size(), std::size_t(1));
        QVERIFY(has(content->problems, "odd-row"));
        QVERIFY(content->problems[0].message.starts_with("2 "));
        QCOMPARE(content->problems[0].position, std::string("line 3"));
        QVERIFY(!text("8 2 float sum -1 1 0 0 0\n"));  // no header: the columns are unknown
        QVERIFY(!text(""));
    }

    void collectiveNames()
    {
        QCOMPARE(collectiveNamedIn("nccl_reducescatter.log"), std::string("reduce_scatter"));
        QCOMPARE(collectiveNamedIn("./build/all_reduce_perf -b 8 -e 8G"), std::string("all_reduce"));
        QCOMPARE(collectiveNamedIn("nccl_reduce.log"), std::string("reduce"));
        QCOMPARE(collectiveNamedIn("AllToAll-8.txt"), std::string("alltoall"));
        QCOMPARE(collectiveNamedIn("results.txt"), std::string());
    }

    void jsonForm()
    {
        const auto content = object(ncclTestsJson());
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        const NcclTest& test = content->tests.at(0);
        QCOMPARE(test.collective, std::string("all_gather"));  // not "reduce", which is a folder
        QCOMPARE(test.version, std::string("22803"));
        QCOMPARE(test.devices[0].device, std::string("NVIDIA B200"));
        QCOMPARE(test.rows.size(), std::size_t(3));
        QCOMPARE(test.rows[0].time, std::optional<Ns>(12'500));
        QVERIFY(!test.rows[0].busBandwidth);
        QVERIFY(test.rows[0].operation.empty());
        QCOMPARE(test.rows[1].time, std::optional<Ns>(13'500));
        QVERIFY(test.rows[1].inPlace && !test.rows[1].wrong);
        QCOMPARE(test.rows[1].busBandwidth, std::optional(4e9));
        QCOMPARE(test.averageBusBandwidth, std::optional(2.5e9));
        QCOMPARE(test.outOfBounds, std::optional<std::int64_t>(0));
    }

    void jsonCutAnywhere()
    {
        const std::string whole = ncclTestsJson();
        bool salvaged = false;
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto content = object(whole.substr(0, size));
            QVERIFY(content ? has(content->problems, "truncated") : !content.error().what.empty());
            salvaged = salvaged || (content && content->tests[0].rows.size() == 2);
        }
        QVERIFY(salvaged);
    }

    void textCutBeforeItsTable()
    {
        const std::string whole = ncclTestsText();
        const auto content = text(whole.substr(0, whole.find("# Using devices")));
        QCOMPARE(content.error().what, std::string("the output stops before its table: no test has a row"));
        QCOMPARE(content.error().where, std::string("line 4"));
    }

    void textCutAmongItsDevices()
    {
        // A device was told, so there is a test, but no table.
        const auto content = text("# nThread 1 nGpus 8 minBytes 1 maxBytes 1024 step: 2(factor) warmup iters: 5\n#\n"
                                  "# Using devices\n#   Rank  0 Pid 11 on node-1 device  0 [0x00] A100-SXM4-40GB\n"
                                  "#   Rank  1 Pid 11 on no");
        QVERIFY2(content, content ? "" : content.error().what.c_str());
        QVERIFY(has(content->problems, "truncated"));
        QVERIFY(content->problems.back().message.find("nothing was measured") != std::string::npos);
        QVERIFY(!content->problems.back().position.empty());
    }

    void jsonCutSaysWhere()
    {
        const std::string whole = ncclTestsJson();
        const std::size_t size = whole.size() - 40;
        const auto content = object(whole.substr(0, size));
        QCOMPARE(content->problems.at(0).position, "byte " + std::to_string(size));
    }

    void textCutAnywhere()
    {
        const std::string whole = ncclTestsText();
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto content = text(whole.substr(0, size));
            QVERIFY(content ? content->tests[0].rows.size() <= 4 : !content.error().what.empty());
        }
    }
};

QTEST_GUILESS_MAIN(tst_NcclTests)
#include "tst_NcclTests.moc"
