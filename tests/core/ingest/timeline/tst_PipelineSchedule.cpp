// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/PipelineSchedule.h"
#include "core/ingest/Probe.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

class tst_PipelineSchedule : public QObject {
    Q_OBJECT
    Folder m_folder;

    Result<Trace> read(const std::string& text, const std::string& name = "pp_rank_3.json")
    {
        return readPipelineSchedule(m_folder.write(name, json(text)), {});
    }

private slots:
    void iterationsLieEndToEnd()
    {
        const auto trace =
            read("{'2':{'total':10.5,'memory':1.5,'fwd_start':[1],'fwd_end':[3],'bwd_start':[4],'bwd_end':[9]},"
                 "'1':{'total':20,'fwd_start':[0.5,2],'fwd_end':[1,3.25],'bwd_start':[],'bwd_end':[]}}");
        QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
        QCOMPARE(trace->rank, std::optional(3));
        QCOMPARE(trace->metadata.at("rank.role"), std::string("pipeline stage 3"));
        QCOMPARE(trace->device.size(), std::size_t(4));
        QCOMPARE(trace->device.start, (std::vector<Ns>{500'000, 2'000'000, 21'000'000, 24'000'000}));
        QCOMPARE(trace->device.end[1], Ns(3'250'000));
        QCOMPARE(std::string(trace->activityName(3)), std::string("backward"));
        QCOMPARE(trace->device.slot[1].microBatch, 1);
        QCOMPARE(trace->device.slot[3].step, std::int64_t(2));
        QCOMPARE(std::string(trace->hostName(0)), std::string("ProfilerStep#1"));
        QCOMPARE(trace->host.end[0], Ns(20'000'000));
        QVERIFY(trace->exactSteps && trace->problems.empty());
    }

    void oddValues()
    {
        const auto trace =
            read("{'1':{'total':-4,'fwd_start':[1],'fwd_end':[3],'bwd_start':[4],'bwd_end':[9]},'x':{},'7':3,"
                 "'2':{'total':9,'fwd_start':[1,'a',5,6],'fwd_end':[3,4,4],'bwd_start':7,'bwd_end':[9]}}");
        QVERIFY(trace);
        QCOMPARE(trace->device.size(), std::size_t(1));
        QCOMPARE(trace->problems.size(), std::size_t(1));
        QVERIFY(trace->problems[0].message.starts_with("5 "));
    }

    void refused()
    {
        for (const char* text : {"", "{", "[]", "{'1':{'total':1}}", "{'1':{'total':1,'fwd_start':[],'fwd_end':[]}}"})
            QVERIFY(!read(text));
        QCOMPARE(read("{}").error().code, ErrorCode::NothingUsable);
        const std::string whole = "{'1':{'total':20,'fwd_start':[0],'fwd_end':[1],'bwd_start':[2],'bwd_end':[3]}}";
        for (std::size_t size = 0; size < whole.size() - 1; ++size)
            QVERIFY(!read(whole.substr(0, size)));
        const Error cut = read(whole.substr(0, 40)).error();
        QCOMPARE(cut.where, std::string("byte 40"));
        QVERIFY(cut.what.find("stops before its first iteration") != std::string::npos);
        QVERIFY(read(whole));
        QVERIFY(!read(whole, "schedule.json")->rank);
    }

    /// Complete iterations are used wherever the file stops.
    void truncatedAnywhere()
    {
        const std::string one = "{'1':{'total':20,'fwd_start':[0],'fwd_end':[1],'bwd_start':[2],'bwd_end':[3]}";
        const std::string two = one + ", '2':{'total':30,'fwd_start':[0],'fwd_end':[1],'bwd_start':[2],'bwd_end':[3]}}";
        for (std::size_t size = one.size(); size < two.size(); ++size) {
            const auto trace = read(two.substr(0, size));
            QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
            QCOMPARE(trace->device.size(), size < two.size() - 1 ? std::size_t(2) : std::size_t(4));
            QCOMPARE(trace->problems.size(), std::size_t(1));
            QCOMPARE(trace->problems[0].code, std::string("truncated"));
            QCOMPARE(trace->problems[0].position, fmt::format("byte {}", size));
        }
        QVERIFY(read(two)->problems.empty());
    }

    void recognised()
    {
        const auto path =
            m_folder.write("probe/pp_rank_0.json",
                           json("{'1':{'total':2,'fwd_start':[0],'fwd_end':[1],'bwd_start':[1],'bwd_end':[2]}}"));
        const auto files = probe(std::span(&path, 1), {});
        QCOMPARE(files->front().format, std::string("chrome-trace"));
        QCOMPARE(files->front().variant, std::string("pipeline schedule"));
        QCOMPARE(files->front().ranks, std::vector<int>{0});
        QCOMPARE(files->front().steps, std::vector<std::int64_t>{1});
        QCOMPARE(files->front().events, std::uint64_t(2));
    }
};

QTEST_GUILESS_MAIN(tst_PipelineSchedule)
#include "tst_PipelineSchedule.moc"
