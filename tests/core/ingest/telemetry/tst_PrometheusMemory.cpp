// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <fstream>

#include <sys/resource.h>

#include "core/ingest/ReadFile.h"
#include "tests/core/TraceText.h"

using namespace headwater;

namespace {

/// Bytes that this program has held at most so far.
std::int64_t peak()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

class tst_PrometheusMemory : public QObject {
    Q_OBJECT

private slots:
    /// A program of its own, since the peak never falls.
    void aScrapeOfManySeriesIsBounded()
    {
        constexpr int kHosts = 4'000;
        constexpr int kGpus = 8;
        constexpr std::array kMetrics = {"DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_SM_CLOCK", "DCGM_FI_DEV_POWER_USAGE",
                                         "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_FB_USED"};
        const test::Folder folder;
        const auto path = folder.root() / "metrics.prom";
        {
            std::ofstream file(path);
            for (int i = 0; i < kHosts * kGpus; ++i)
                for (const char* metric : kMetrics)
                    file << metric << "{gpu=\"" << i % kGpus << "\",UUID=\"GPU-" << 10'000'000 + i
                         << "-1234-5678-9abc-0123456789ab\",device=\"nvidia" << i % kGpus
                         << "\",modelName=\"NVIDIA H100 80GB HBM3\",Hostname=\"node-" << 10'000 + i / kGpus << "\"} "
                         << i % 100 << "\n";
        }
        const std::int64_t before = peak();
        const FileContent content = readFile(path, {}, {});
        const std::int64_t used = peak() - before;
        QCOMPARE(content.telemetry.series.size(), std::size_t(kHosts) * kGpus * kMetrics.size());
        QCOMPARE(content.source.events, std::uint64_t(kHosts) * kGpus * kMetrics.size());
        const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
        // A little more than what is kept at the end: the list of series is copied when it grows.
        QVERIFY2(used <= 5 * size, qPrintable(QString("%1 bytes for %2").arg(used).arg(size)));
    }
};

QTEST_GUILESS_MAIN(tst_PrometheusMemory)
#include "tst_PrometheusMemory.moc"
