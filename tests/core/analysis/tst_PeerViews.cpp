// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <nlohmann/json.hpp>

#include "tests/Paths.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace {

const std::filesystem::path kData = HEADWATER_SHARED_DATA;

bool near(Ns value, const nlohmann::json& us, Ns tolerance)
{
    return std::abs(value - std::llround(us.get<double>() * 1000)) <= tolerance;
}

}  // namespace

class tst_PeerViews : public QObject {
    Q_OBJECT
    nlohmann::json m_expected;

    static PeerViews viewsOf(const std::filesystem::path& path, bool linkedOnly = false)
    {
        const auto run = loadRun(std::span(&path, 1), {}, {});
        return run ? peerViews(*(*run)->ranks[0].trace, linkedOnly) : PeerViews();
    }
    /// Time before the kernels of a stream that no call in the trace launches.
    static Ns gapsBeforeUnlinked(const std::filesystem::path& path, const std::string& stream)
    {
        const auto run = loadRun(std::span(&path, 1), {}, {});
        const Trace& trace = *(*run)->ranks[0].trace;
        std::optional<Ns> end;
        Ns sum = 0;
        for (Row row = 0; row < trace.device.size(); ++row) {  // by start
            const std::string& thread = trace.tracks[static_cast<std::size_t>(trace.device.track[row])].thread;
            if (thread != stream && thread != "stream " + stream)
                continue;
            if (end && trace.device.launch[row] == kNoRow)
                sum += trace.device.start[row] - *end;
            end = trace.device.end[row];
        }
        return sum;
    }
    void files()
    {
        QTest::addColumn<QByteArray>("file");
        std::ifstream in(kData / "expected/peers.json");
        if (!in)
            QSKIP("the shared folder with real traces is absent");
        m_expected = nlohmann::json::parse(in);
        for (const auto& [file, values] : m_expected["files"].items())
            QTest::addRow("%s", file.c_str()) << QByteArray::fromStdString(file);
    }

private slots:
    void traceLensWithinOneMicrosecond_data() { files(); }
    void traceLensWithinOneMicrosecond()
    {
        QFETCH(QByteArray, file);
        const auto& values = m_expected["files"][file.toStdString()];
        if (!values.contains("tracelens"))
            QSKIP("no values of this tool for the file");
        const auto& expected = values["tracelens"];
        const auto view = viewsOf(kData / file.toStdString()).traceLens;
        QVERIFY(view);
        constexpr Ns kTolerance = 1000;
        QVERIFY(near(view->computation, expected["computation_time"], kTolerance));
        QVERIFY(near(view->exposedComm, expected["exposed_comm_time"], kTolerance));
        QVERIFY(near(view->exposedMemcpy, expected["exposed_memcpy_time"], kTolerance));
        QVERIFY(near(view->busy, expected["busy_time"], kTolerance));
        QVERIFY(near(view->idle, expected["idle_time"], kTolerance));
        QVERIFY(near(view->total, expected["total_time"], kTolerance));
        QCOMPARE(view->busy + view->idle, view->total);
    }

    void traceLensWithoutUnlinked_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QList<double>>("expected");
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real traces is absent");
        // µs, from an independent script over the same files without the activities that no call launches.
        QTest::newRow("worker1_step_12") << QByteArray(
                                                "param-dlrm-8rank/worker1_step_12.1694128201556.pt.trace.json.gz")
                                         << QList<double>{1043, 11056, 19, 6349};
        QTest::newRow("worker3_step_12") << QByteArray(
                                                "param-dlrm-8rank/worker3_step_12.1694128201557.pt.trace.json.gz")
                                         << QList<double>{1074, 9440, 18, 6979};
        QTest::newRow("test") << QByteArray("hta-pair-trace-diff/test.json.gz")
                              << QList<double>{516609, 70011, 106202, 51692};
    }
    void traceLensWithoutUnlinked()
    {
        QFETCH(QByteArray, file);
        QFETCH(QList<double>, expected);
        const auto view = viewsOf(kData / "kineto" / file.toStdString(), true).traceLens;
        QVERIFY(view);
        QVERIFY(near(view->computation, expected[0], 1000));
        QVERIFY(near(view->exposedComm, expected[1], 1000));
        QVERIFY(near(view->exposedMemcpy, expected[2], 1000));
        QVERIFY(near(view->idle, expected[3], 1000));
    }

    void htaWithinItsRounding_data() { files(); }
    void htaWithinItsRounding()
    {
        QFETCH(QByteArray, file);
        const auto& values = m_expected["files"][file.toStdString()];
        if (!values.contains("hta"))
            QSKIP("no values of this tool for the file");
        const auto& expected = values["hta"]["temporal_us"];
        const auto view = viewsOf(kData / file.toStdString()).hta;
        QVERIFY(view);
        constexpr Ns kTolerance = 2000;
        QVERIFY(near(view->idle, expected["idle_time(us)"], kTolerance));
        QVERIFY(near(view->compute, expected["compute_time(us)"], kTolerance));
        QVERIFY(near(view->nonCompute, expected["non_compute_time(us)"], kTolerance));
        QVERIFY(near(view->kernel, expected["kernel_time(us)"], kTolerance));
        std::map<std::string, std::map<std::string, double>> gaps;
        for (const auto& row : values["hta"]["idle_by_stream_us"])
            gaps[std::to_string(row[0].get<int>())][row[1].get<std::string>()] = row[2].get<double>();
        QCOMPARE(view->streams.size(), gaps.size());
        for (const HtaView::Stream& stream : view->streams) {
            auto& row = gaps[stream.stream];
            // Kernels without a launch: the tool compares them with the first event of its file, and these two files
            // begin with one that is later than all of them. The difference is the gaps before them and nothing else.
            const bool unlinked = file.contains("worker1_") || file.contains("worker3_");
            const Ns moved = unlinked ? gapsBeforeUnlinked(kData / file.toStdString(), stream.stream) : 0;
            QVERIFY2(near(stream.hostWait + moved, row["host_wait"], kTolerance), stream.stream.c_str());
            QVERIFY2(near(stream.kernelWait - moved, row["kernel_wait"], kTolerance), stream.stream.c_str());
            QVERIFY(near(stream.hostWait + stream.kernelWait, row["host_wait"] + row["kernel_wait"], kTolerance));
            QVERIFY(near(stream.other, row["other"], kTolerance));
        }
    }

    void whatNamesAStreamCountsForHtaOnly()
    {
        const Folder folder;
        std::vector<std::string> events = {
            traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200),
            traceEvent("cuda_runtime", "cudaStreamSynchronize", "1", 130, 30, "\"correlation\":9"),
            traceEvent("cuda_sync", "Stream Sync", "7", 132, 20, "\"correlation\":9,\"stream\":7"),
            traceEvent("cuda_sync", "Context Sync", "-1", 160, 20, "\"correlation\":10,\"stream\":-1")};
        for (const std::string& event : launched(1, "ncclDevKernel_X", "1", 5, 10, 90))
            events.push_back(event);
        for (const std::string& event : launched(2, "gemm", "1", 50, 80, 40, 8))
            events.push_back(event);
        const PeerViews views = viewsOf(folder.write("t.json", kineto(events)));
        QCOMPARE(views.traceLens->total, Ns(110'000));
        QCOMPARE(views.traceLens->exposedComm, Ns(70'000));
        QCOMPARE(views.hta->kernel, Ns(142'000));
        QCOMPARE(views.hta->compute, Ns(40'000));
        QCOMPARE(views.hta->nonCompute, Ns(90'000));  // 70 of communication, 20 of the record
        QCOMPARE(views.hta->idle, Ns(12'000));
    }

    void nothingWithoutADevice()
    {
        const Folder folder;
        const PeerViews views =
            viewsOf(folder.write("t.json", kineto({traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 200)})));
        QVERIFY(!views.traceLens && !views.hta);
    }
};

QTEST_GUILESS_MAIN(tst_PeerViews)
#include "tst_PeerViews.moc"
