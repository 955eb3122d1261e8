// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <sys/stat.h>

#include "core/ingest/Probe.h"
#include "core/ingest/SampleFile.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/Gzip.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr std::uintmax_t kGiB = std::uintmax_t(1) << 30U;

bool has(const Problems& problems, std::string_view code)
{
    return std::ranges::any_of(problems, [&](const Problem& p) { return p.code == code; });
}

/// A file of `size` bytes that takes next to no room: `head`, a hole, `tail`.
std::filesystem::path sparse(const Folder& folder, const std::string& name, std::string_view head,
                             std::string_view tail, std::uintmax_t size)
{
    const auto path = folder.write(name, head);
    std::filesystem::resize_file(path, size - tail.size());
    std::ofstream(path, std::ios::binary | std::ios::app) << tail;
    return path;
}

/// Beginning and end of a large trace of rank 5, steps 10 to 2000.
std::string head()
{
    std::vector<std::string> events = {traceEvent("user_annotation", "ProfilerStep#10", "1", 0, 100)};
    for (int i = 0; i < 1000; ++i)
        events.push_back(traceEvent("cpu_op", "aten::add", "1", i, 1));
    return json(
               "{'schemaVersion':1,'deviceProperties':[],'distributedInfo':{'backend':'nccl','world_size':8,'rank': 5},"
               "'traceEvents':[\n") +
           joined(events) + ",\n";
}

std::string tail()
{
    return traceEvent("user_annotation", "ProfilerStep#2000", "1", 9000, 100) + "\n]}\n";
}

}  // namespace

/// Large files are judged by their ends.
class tst_SampleFile : public QObject {
    Q_OBJECT
    Folder m_folder;

private slots:
    void fiveGigabytesInUnderASecond()
    {
        const auto path = sparse(m_folder, "big/trace.dat", head(), tail(), 5 * kGiB);
        QElapsedTimer timer;
        timer.start();
        const auto files = probe(std::span(&path, 1), {});
        QVERIFY2(timer.elapsed() < 1000, std::to_string(timer.elapsed()).c_str());
        QVERIFY(files);
        const SourceFile& file = files->front();
        QCOMPARE(file.format, std::string("kineto"));
        QCOMPARE(file.bytes, std::uint64_t(5 * kGiB));
        QVERIFY(file.sampled && file.used);
        QCOMPARE(file.ranks, std::vector<int>{5});
        QCOMPARE(file.steps, (std::vector<std::int64_t>{10, 2000}));
        QCOMPARE(file.problems.size(), std::size_t(1));
        QCOMPARE(file.problems[0].code, std::string("sampled"));
        QCOMPARE(file.problems[0].severity, Severity::Info);
        QVERIFY(file.problems[0].message.find("million events") != std::string::npos);
        std::filesystem::remove(path);
    }

    void missingEndIsNamed()
    {
        const auto path = sparse(m_folder, "cut/rank-3.json", head(), "{\"ph\":\"X\",\"ca", kGiB);
        QVERIFY(has(sampleFile(path).problems, "truncated"));
        std::filesystem::remove(path);
    }

    void rankFromTheEndOrTheName()
    {
        const std::string plain = json("{'schemaVersion':1,'traceEvents':[") + traceEvent("cpu_op", "x", "1", 0, 1);
        const auto atEnd = sparse(m_folder, "rank/rank-3.json", plain, json("],'distributedInfo':{'rank':7}}"), kGiB);
        QCOMPARE(sampleFile(atEnd).ranks, std::vector<int>{7});
        const auto named = sparse(m_folder, "rank/rank-4.json", plain, "]}", kGiB);
        QCOMPARE(sampleFile(named).ranks, std::vector<int>{4});
        std::filesystem::remove_all(atEnd.parent_path());
    }

    void otherKinds()
    {
        std::string csv = "rank,step,stage,duration_ms\n";
        while (csv.size() < 80'000)
            csv += "0,1,forward,10\n";
        const auto text = sparse(m_folder, "kinds/metrics.bin", csv, "0,2,forward,10\n", kGiB);
        const SourceFile metrics = sampleFile(text);
        QCOMPARE(metrics.format, std::string("stage-metrics-csv"));
        QVERIFY(metrics.problems[0].message.find("million lines") != std::string::npos);
        const auto zeros = sparse(m_folder, "kinds/zeros.json", "", "", kGiB);
        const SourceFile unknown = sampleFile(zeros);
        QCOMPARE(unknown.format, std::string("unknown"));
        QVERIFY(!unknown.used && has(unknown.problems, "unknown-format"));
        std::filesystem::remove_all(text.parent_path());
    }

    void smallFilesAreCounted()
    {
        const auto path = m_folder.write("small.json", head() + tail());
        const auto files = probe(std::span(&path, 1), {});
        QVERIFY(!files->front().sampled);
        QCOMPARE(files->front().events, std::uint64_t(1002));
    }

    /// What is odd in the gzip form of a large file is told, too, and found at its beginning.
    void paddedGzip()
    {
        const auto path = sparse(m_folder, "padded.json.gz", gzip(head() + tail()), "", 5 * kGiB);
        QElapsedTimer timer;
        timer.start();
        const SourceFile file = sampleFile(path);
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(file.format, std::string("kineto"));
        const std::string small = gzip("rank,step,stage,duration_ms\n0,1,forward,10\n");
        const SourceFile metrics = sampleFile(sparse(m_folder, "padded.csv.gz", small, "", 5 * kGiB));
        QCOMPARE(metrics.format, std::string("stage-metrics-csv"));
        QVERIFY(has(metrics.problems, "trailing-data"));
    }

    void stoppedSampleSaysSo()
    {
        std::stop_source stop;
        stop.request_stop();
        Job job;
        job.stop = stop.get_token();
        QVERIFY(has(sampleFile(m_folder.write("hollow.gz", gzip("")), job).problems, "unreadable"));
    }

    void oneMissingPathAmongSeveral()
    {
        const auto there = m_folder.write("there.csv", "rank,step,stage,duration_ms\n0,1,forward,10\n");
        const auto fifo = m_folder.root() / "fifo";
        QCOMPARE(mkfifo(fifo.c_str(), 0600), 0);
        const std::vector<std::filesystem::path> paths = {there, m_folder.root() / "nothing", fifo};
        const auto files = probe(paths, {});
        QVERIFY(files);
        QCOMPARE(files->size(), std::size_t(3));
        QVERIFY((*files)[1].used && (*files)[1].format == "stage-metrics-csv");
        QCOMPARE((*files)[0].bytes, std::uint64_t(0));  // the FIFO
        QCOMPARE((*files)[2].format, std::string("unknown"));
        QVERIFY(has((*files)[2].problems, "no-such-file"));
        QCOMPARE(probe(std::span(paths).subspan(1, 1), {}).error().code, ErrorCode::NotFound);
        std::filesystem::remove(fifo);
    }

    void absentFile()
    {
        const SourceFile file = sampleFile(m_folder.root() / "none");
        QVERIFY(has(file.problems, "unreadable") && !file.used);
    }

    void stopAndProgress()
    {
        m_folder.write("two/a.json", head() + tail());
        m_folder.write("two/b.json", head() + tail());
        const auto root = m_folder.root() / "two";
        std::stop_source source;
        Job job;
        job.stop = source.get_token();
        std::vector<double> fractions;
        job.progress = [&](double fraction, std::string_view) {
            fractions.push_back(fraction);
            source.request_stop();
        };
        const auto files = probe(std::span(&root, 1), job);
        QVERIFY(!files);
        QCOMPARE(files.error().code, ErrorCode::Cancelled);
        QCOMPARE(fractions, std::vector<double>{0.0});
    }
};

QTEST_GUILESS_MAIN(tst_SampleFile)
#include "tst_SampleFile.moc"
