// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/Probe.h"
#include "core/ingest/ReadFile.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

const std::filesystem::path kData = std::filesystem::path(HEADWATER_SHARED_DATA) / "nccl-tests";

}  // namespace

/// Real outputs, where they are present; the figures come from a script made apart from this program.
class tst_RealNcclTests : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real outputs is absent");
    }

    void sums_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("sizes");
        QTest::addColumn<int>("devices");
        QTest::addColumn<double>("average");
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<qint64>("outOfPlace");
        QTest::addColumn<qint64>("inPlace");
        QTest::addColumn<double>("busBandwidth");
        QTest::addColumn<QByteArray>("collective");
        const auto row = [](const char* file, int sizes, int devices, double average, quint64 bytes, qint64 outOfPlace,
                            qint64 inPlace, double busBandwidth, const char* collective) {
            QTest::newRow(file) << QByteArray(file) << sizes << devices << average << bytes << outOfPlace << inPlace
                                << busBandwidth << QByteArray(collective);
        };
        row("readme-samples/NVIDIA_nccl_0.txt", 32, 8, 159.151, 34359738360, 126728260, 126653530, 5086.7, "");
        row("readme-samples/aws-samples_nccl-tests_0.txt", 29, 0, -1, 4294967288, 112899900, 112865200, 537.27, "");
        row("readme-samples/coreweave_root_0.txt", 5, 0, 373.187, 16642998272, 86116600, 86728900, 1872.43, "");
        row("readme-samples/coreweave_root_1.txt", 5, 1, 745.53, 16642998272, 40897600, 40382200, 3698.74, "");
        row("superbench/nccl_allgather.log", 34, 8, 58.2651, 17179869152, 69848830, 67703430, 1946.83, "all_gather");
        row("superbench/nccl_allreduce.log", 34, 8, 68.4048, 17179869180, 130193500, 130230340, 2324.13, "all_reduce");
        row("superbench/nccl_alltoall.log", 34, 8, 58.6481, 17179869152, 69778620, 69073480, 1981.0, "alltoall");
        row("superbench/nccl_reduce.log", 34, 8, 65.018, 17179869180, 76430050, 76392100, 2211.99, "reduce");
        row("superbench/nccl_reducescatter.log", 34, 8, 60.168, 17179869152, 67218070, 67255410, 2048.23,
            "reduce_scatter");
    }

    void sums()
    {
        QFETCH(QByteArray, file);
        QFETCH(int, sizes);
        QFETCH(int, devices);
        QFETCH(double, average);
        QFETCH(quint64, bytes);
        QFETCH(qint64, outOfPlace);
        QFETCH(qint64, inPlace);
        QFETCH(double, busBandwidth);
        QFETCH(QByteArray, collective);
        const FileContent content = readFile(kData / file.toStdString(), {}, {});
        QCOMPARE(content.source.format, std::string("nccl-tests"));
        QVERIFY(content.source.used);
        QCOMPARE(content.ncclTests.size(), std::size_t(1));
        const NcclTest& test = content.ncclTests[0];
        QCOMPARE(test.rows.size(), static_cast<std::size_t>(2 * sizes));
        QCOMPARE(test.devices.size(), static_cast<std::size_t>(devices));
        QCOMPARE(test.collective, collective.toStdString());
        QVERIFY(std::abs(test.averageBusBandwidth.value_or(-1e9) - average * 1e9) < 1);
        QCOMPARE(test.outOfBounds, average < 0 ? std::nullopt : std::optional<std::int64_t>(0));
        quint64 sumOfBytes = 0;
        qint64 out = 0;
        qint64 in = 0;
        double bus = 0;
        for (const NcclTestRow& row : test.rows) {
            (row.inPlace ? in : out) += row.time.value_or(0);
            sumOfBytes += row.inPlace ? 0 : row.bytes;
            bus += row.inPlace ? 0.0 : row.busBandwidth.value_or(0) / 1e9;
        }
        QCOMPARE(sumOfBytes, bytes);
        QCOMPARE(out, outOfPlace);
        QCOMPARE(in, inPlace);
        QVERIFY2(std::abs(bus - busBandwidth) < 0.006, std::to_string(bus).c_str());
    }

    void everyFileIsCovered()
    {
        const auto files = probe(std::span(&kData, 1), {});
        QCOMPARE(files->size(), std::size_t(9));
        for (const SourceFile& file : *files)
            QCOMPARE(file.format, std::string("nccl-tests"));
    }
};

QTEST_GUILESS_MAIN(tst_RealNcclTests)
#include "tst_RealNcclTests.moc"
