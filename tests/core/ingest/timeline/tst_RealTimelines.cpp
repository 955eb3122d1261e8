// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/ChromeReader.h"
#include "core/ingest/LoadRun.h"
#include "core/ingest/PipelineSchedule.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

const std::filesystem::path kData = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";

/// Number and summed length of the activities of a class.
std::pair<std::size_t, Ns> sumOf(const Trace& trace, ActivityClass activity)
{
    std::pair<std::size_t, Ns> sum{0, 0};
    for (Row row = 0; row < trace.device.size(); ++row)
        if (trace.device.activity[row] == activity) {
            ++sum.first;
            sum.second += trace.device.end[row] - trace.device.start[row];
        }
    return sum;
}

}  // namespace

/// Real timelines, where they are present; the figures come from scripts made apart from this program.
class tst_RealTimelines : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real traces is absent");
    }

    void straggler_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QList<qint64>>("compute");
        QTest::addColumn<QList<qint64>>("comm");
        QTest::addColumn<qint64>("lastEnd");
        QTest::newRow("measured") << QByteArray("timeline-ST.json.gz")
                                  << QList<qint64>{28356682412, 28103213962, 28139195097, 28191337711,
                                                   28299078696, 28236942640, 45159166129, 45423422189}
                                  << QList<qint64>{3916610130, 3927718760, 2930709274, 2929918126,
                                                   2989864852, 2992501203, 3935594255, 3950541315}
                                  << qint64(2381652117);
        QTest::newRow("ideal") << QByteArray("ideal-timeline-ST.json.gz") << QList<qint64>(8, 32488629856)
                               << QList<qint64>{3051914848, 3051914848, 2870011040, 2870011040,
                                                2870011040, 2870011040, 3060114528, 3060114528}
                               << qint64(1843295825);
    }

    void straggler()
    {
        QFETCH(QByteArray, file);
        QFETCH(QList<qint64>, compute);
        QFETCH(QList<qint64>, comm);
        QFETCH(qint64, lastEnd);
        const auto content =
            readChromeTrace(kData / "straggler-analysis" / file.toStdString(), stragglerStudyRules(), {});
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        QCOMPARE(content->events, std::uint64_t(6866));
        QVERIFY(content->problems.empty());
        QCOMPARE(content->traces.size(), std::size_t(8));
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const Trace& trace = content->traces[rank];
            QCOMPARE(trace.rank, std::optional(static_cast<int>(rank)));
            const bool inner = rank >= 2 && rank < 6;
            QCOMPARE(sumOf(trace, ActivityClass::Compute),
                     (std::pair<std::size_t, Ns>(320, compute[static_cast<qsizetype>(rank)])));
            QCOMPARE(sumOf(trace, ActivityClass::Comm),
                     (std::pair<std::size_t, Ns>(inner ? 640 : 416, comm[static_cast<qsizetype>(rank)])));
            QCOMPARE(trace.metadata.at("rank.pipeline"), std::to_string(rank / 2));
            QCOMPARE(trace.metadata.at("rank.data"), std::to_string(rank % 2));
        }
        const Trace& last = content->traces[7];
        Ns end = 0;
        for (Row row = 0; row < last.device.size(); ++row)
            if (last.device.slot[row].step == 23)
                end = std::max(end, last.device.end[row]);
        QCOMPARE(end, Ns(lastEnd));
    }

    void stragglerIsARun()
    {
        const auto path = kData / "straggler-analysis/timeline-ST.json.gz";
        const auto run = loadRun(std::span(&path, 1), {}, {});
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE((*run)->worldSize, 8);
        QCOMPARE((*run)->sources[0].format, std::string("chrome-trace"));
        QCOMPARE((*run)->sources[0].steps.size(), std::size_t(32));
        QCOMPARE((*run)->sources[0].steps.front(), std::int64_t(23));
        QCOMPARE((*run)->sources[0].steps.back(), std::int64_t(1048));
        const auto analysis = analyzeRun(*run, {}, {});
        QVERIFY(analysis);
        QCOMPARE((*analysis)->stageSource, std::string("annotations"));
        // The study's own step time runs from 0 to the last worker's end; a worker's step from its first operation.
        QCOMPARE((*analysis)->cube.duration(7, 0), Ns(2'381'652'117 - 5'311'834));
        QCOMPARE((*analysis)->cube.duration(0, 31), Ns(77'727'294'683 - 75'519'010'706));
        // Four groups of two and one of eight in each step, and the embedding's two: all find their partners.
        QCOMPARE((*analysis)->collectives.matched, std::uint64_t(32 * (2 * 4 + 1 + 2)));
    }

    void primus()
    {
        const std::array<Ns, 8> second = {3193613770, 3108257568, 3039246338, 2965100830,
                                          2895673340, 2825735107, 2755847168, 2686575684};
        const std::array<Ns, 8> forward = {20441238992, 18831694950, 19030033318, 19729258148,
                                           19405032990, 19600654175, 19096327057, 22857924988};
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const auto trace =
                readPipelineSchedule(kData / "primus-pp8-schedule" / ("pp_rank_" + std::to_string(rank) + ".json"), {});
            QVERIFY(trace);
            QCOMPARE(trace->rank, std::optional(static_cast<int>(rank)));
            QCOMPARE(trace->device.size(), std::size_t(640));
            Ns sum = 0;
            for (Row row = 0; row < trace->device.size(); ++row)
                if (trace->activityName(row) == "forward")
                    sum += trace->device.end[row] - trace->device.start[row];
            QVERIFY(std::abs(sum - forward[rank]) <= 640);  // each of 320 passes is rounded to a nanosecond
            for (Row row = 0; row < trace->host.size(); ++row)
                if (trace->hostName(row) == "ProfilerStep#2")
                    QCOMPARE(trace->host.end[row] - trace->host.start[row], second[rank]);
        }
        const auto folder = kData / "primus-pp8-schedule";
        const auto run = loadRun(std::span(&folder, 1), {}, {});
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(8));
        QCOMPARE((*run)->ranks[5].role, std::string("pipeline stage 5"));
    }
};

QTEST_GUILESS_MAIN(tst_RealTimelines)
#include "tst_RealTimelines.moc"
