// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/Probe.h"
#include "core/ingest/nsys/NsysReader.h"
#include "tests/Paths.h"
#include "tests/core/ingest/nsys/NsysInput.h"

using namespace headwater;

namespace {

const std::filesystem::path kData = std::filesystem::path(HEADWATER_SHARED_DATA) / "nsys";

Ns activityTime(const Trace& trace, ActivityClass activity, bool kernelsOnly = false)
{
    Ns sum = 0;
    for (Row row = 0; row < trace.device.size(); ++row)
        if (trace.device.activity[row] == activity && !(kernelsOnly && trace.activityName(row).starts_with("Mem")))
            sum += trace.device.end[row] - trace.device.start[row];
    return sum;
}

std::size_t linked(const Trace& trace)
{
    return trace.device.size() - static_cast<std::size_t>(std::ranges::count(trace.device.launch, kNoRow));
}

std::size_t ofKind(const Trace& trace, HostKind kind)
{
    return static_cast<std::size_t>(std::ranges::count(trace.host.kind, kind));
}

}  // namespace

/// Real exports, where they are present; the figures come from SQL queries made apart from this program.
class tst_RealNsys : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real exports is absent");
    }

    void twoGpus2026()
    {
        const auto content = readNsys(kData / "nsysai-h100-2gpu/h100_2gpu_1s.sqlite", {});
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        QCOMPARE(content->schema, std::string("3.25.0"));
        QCOMPARE(content->rows, std::uint64_t(3442 + 904 + 22 + 5796 + 198 + 16782));
        QCOMPARE(content->traces.size(), std::size_t(2));
        const std::array<Ns, 2> kernels = {22'385'163, 22'444'359};
        const std::array<Ns, 2> copies = {940'490'300, 940'351'914};
        const std::array<Ns, 2> memsets = {14'784, 14'432};
        for (std::size_t i = 0; i < 2; ++i) {
            const Trace& trace = content->traces[i];
            QVERIFY(!trace.rank);  // nothing in the file says it
            QCOMPARE(trace.device.size(), std::size_t(1721 + 452 + 11));
            QCOMPARE(linked(trace), std::size_t(816 + 219 + 11));
            QCOMPARE(activityTime(trace, ActivityClass::Compute), kernels[i]);
            QCOMPARE(activityTime(trace, ActivityClass::Memcpy), copies[i]);
            QCOMPARE(activityTime(trace, ActivityClass::Memset), memsets[i]);
            QCOMPARE(ofKind(trace, HostKind::Runtime), std::size_t(2898));
            QCOMPARE(ofKind(trace, HostKind::Overhead), std::size_t(99));
            QCOMPARE(ofKind(trace, HostKind::Annotation), std::size_t(118));  // FSDP's; the rest are operators
            QCOMPARE(ofKind(trace, HostKind::Op), std::size_t(8391 - 118));
            QCOMPARE(trace.metadata.at("hostname"), std::string("node-a"));
            QCOMPARE(trace.metadata.at("driver"), std::string("580.95.05"));
            QCOMPARE(trace.metadata.at("cuda_driver"), std::string("13.0"));
            QVERIFY(!trace.metadata.contains("gpu"));  // the table is not in this slice
        }
        const Trace& first = content->traces[0];
        const auto kernel =
            std::ranges::find(first.device.activity, ActivityClass::Compute) - first.device.activity.begin();
        QCOMPARE(first.device.start[static_cast<std::size_t>(kernel)], Ns(1'779'630'014'975'716'426 + 155'360'295'935));
    }

    void twoGpusKeepNoSecrets()
    {
        const auto content = readNsys(kData / "nsysai-h100-2gpu/h100_2gpu_1s.sqlite", {});
        for (const Trace& trace : content->traces)
            for (const auto& [key, value] : trace.metadata)
                QVERIFY2(value.find("NV_LIBNCCL") == std::string::npos && value.find("redacted") == std::string::npos,
                         key.c_str());
    }

    void fewTables_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("kernels");
        QTest::addColumn<qint64>("time");
        QTest::addColumn<qint64>("end");
        QTest::newRow("healthy") << QByteArray("healthy_1pct.sqlite") << 400 << qint64(400'000'000)
                                 << qint64(403'990'000);
        QTest::newRow("judged") << QByteArray("healthy_judged_1pct.sqlite") << 20 << qint64(4'000'000'000)
                                << qint64(4'038'000'000);
    }

    void fewTables()
    {
        QFETCH(QByteArray, file);
        QFETCH(int, kernels);
        QFETCH(qint64, time);
        QFETCH(qint64, end);
        const auto content = readNsys(kData / "nsysai-small" / file.toStdString(), {});
        QVERIFY(content);
        QCOMPARE(content->schema, std::string("3.24.14"));
        const Trace& trace = content->traces.at(0);
        QCOMPARE(trace.device.size(), static_cast<std::size_t>(kernels));
        QCOMPARE(linked(trace), static_cast<std::size_t>(kernels));
        QCOMPARE(activityTime(trace, ActivityClass::Compute), Ns(time));
        QCOMPARE(trace.extent, (Interval{-3000, end}));
        QCOMPARE(trace.metadata.at("gpu"), std::string("NVIDIA H100 80GB HBM3"));
    }

    void mpiRank2022()
    {
        const auto path = kData / "pipit-saxpy-mpi/saxpy-mpi-cuda_nsys_perlmutter0.sqlite";
        const auto content = readNsys(path, {});
        QVERIFY(content);
        QCOMPARE(content->schema, std::string("2.9.1"));
        const Trace& trace = content->traces.at(0);
        QCOMPARE(trace.rank, std::optional(0));
        QCOMPARE(trace.rankSource, std::string("MPI thread name"));
        QCOMPARE(activityTime(trace, ActivityClass::Compute), Ns(88'573'480));
        QCOMPARE(activityTime(trace, ActivityClass::Memcpy), Ns(284'699'600));
        QCOMPARE(linked(trace), std::size_t(20));
        QCOMPARE(ofKind(trace, HostKind::Runtime) + ofKind(trace, HostKind::Driver), std::size_t(57));
        QCOMPARE(trace.counts.other, std::uint64_t(38));
        QCOMPARE(ofKind(trace, HostKind::Other), std::size_t(17));
        QCOMPARE(ofKind(trace, HostKind::Annotation), std::size_t(5));
        QCOMPARE(trace.metadata.at("gpu"), std::string("NVIDIA A100-SXM4-40GB"));
        QCOMPARE(std::string(trace.activityName(0)), std::string("Memcpy HtoD (Pageable -> Device)"));
        QVERIFY(std::ranges::any_of(trace.tracks, [](const Track& track) { return track.label == "MPI Rank 0"; }));
    }

    void bytesStayAsTheyAre()
    {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(kData)) {
            if (!entry.is_regular_file())
                continue;
            const std::string before = test::bytesOf(entry.path());
            QVERIFY(readNsys(entry.path(), {}));
            QVERIFY(test::bytesOf(entry.path()) == before);
        }
    }

    void probed()
    {
        const auto files = probe(std::span(&kData, 1), {});
        QCOMPARE(files->size(), std::size_t(4));
        for (const SourceFile& file : *files) {
            QCOMPARE(file.format, std::string("nsys-sqlite"));
            QVERIFY2(file.used, file.path.c_str());
            QVERIFY(file.variant.starts_with("schema "));
        }
    }
};

QTEST_GUILESS_MAIN(tst_RealNsys)
#include "tst_RealNsys.moc"
