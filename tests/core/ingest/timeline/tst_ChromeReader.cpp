// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/RunAnalysis.h"
#include "core/ingest/ChromeReader.h"
#include "core/ingest/LoadRun.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

std::string op(const char* name, int dp, int tid, double ts, double dur, const char* args)
{
    return json(fmt::format("{{'name':'{}','cat':'{}','pid':{},'tid':{},'ts':{},'dur':{},'ph':'X','args':{{{}}}}}",
                            name, name, dp, tid, ts, dur, args));
}

std::string threadName(int dp, int tid, const char* name)
{
    return json(
        fmt::format("{{'name':'thread_name','pid':{},'tid':{},'ph':'M','args':{{'name':'{}'}}}}", dp, tid, name));
}

/// Two data-parallel replicas of a pipeline of two; names of threads stand at the end, as the study writes them.
std::string timeline()
{
    std::vector<std::string> events;
    const char* const args = "'step':7,'model_chunk':0,'mb_id':1,'seq_id':3";
    for (int dp = 0; dp < 2; ++dp) {
        const double late = dp * 10;
        events.push_back(op("forward-compute", dp, 0, 100 + late, 50, args));
        events.push_back(op("forward-send", dp, 1, 150 + late, 5, "'step':7,'mb_id':-1,'seq_id':0"));
        events.push_back(op("forward-recv", dp, 11, 150 + late, 5, "'step':7,'mb_id':-1,'seq_id':0"));
        events.push_back(op("forward-compute", dp, 10, 160 + late, 60, args));
        events.push_back(op("grads-reduce-scatter", dp, 3, 300 + late, 40 - late, "'step':7,'mb_id':-1,'seq_id':0"));
        events.push_back(op("grads-reduce-scatter", dp, 13, 300 + late, 20 - late, "'step':7,'mb_id':null,'seq_id':0"));
        events.push_back(op("gc", dp, 10, 290, 0, "'step':7"));
        events.push_back(op("forward-compute", dp, 10, 1000, 30, "'step':9,'mb_id':0"));
        events.push_back(op("forward-compute", dp, 0, 1000, 30, "'step':9,'mb_id':0"));
    }
    for (int dp = 0; dp < 2; ++dp) {
        events.push_back(threadName(dp, 0, "PP rank 0, TP rank 0, compute"));
        events.push_back(threadName(dp, 1, "PP rank 0, TP rank 0, pp-comm"));
        events.push_back(threadName(dp, 3, "PP rank 0, TP rank 0, dp-comm"));
        events.push_back(threadName(dp, 10, "PP rank 1, TP rank 0, compute"));
        events.push_back(threadName(dp, 11, "PP rank 1, TP rank 0, pp-comm"));
        events.push_back(threadName(dp, 13, "PP rank 1, TP rank 0, dp-comm"));
    }
    return "[" + joined(events) + "]";
}

bool has(const Problems& problems, std::string_view code)
{
    return std::ranges::any_of(problems, [&](const Problem& p) { return p.code == code; });
}

Row rowOf(const Trace& trace, std::string_view name)
{
    for (Row row = 0; row < trace.device.size(); ++row)
        if (trace.activityName(row) == name)
            return row;
    return kNoRow;
}

}  // namespace

class tst_ChromeReader : public QObject {
    Q_OBJECT
    Folder m_folder;

private slots:
    void studyTimeline()
    {
        const auto content = readChromeTrace(m_folder.write("t.json", timeline()), stragglerStudyRules(), {});
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        QCOMPARE(content->events, std::uint64_t(18 + 12));
        QCOMPARE(content->traces.size(), std::size_t(4));
        QVERIFY(content->problems.empty());
        const Trace& trace = content->traces[2];  // pipeline 1, data 0
        QCOMPARE(trace.rank, std::optional(2));
        QCOMPARE(trace.worldSize, std::optional(4));
        QCOMPARE(trace.metadata.at("rank.pipeline") + trace.metadata.at("rank.data"), std::string("10"));
        QCOMPARE(trace.metadata.at("rank.role"), std::string("pipeline stage 1"));
        QCOMPARE(trace.metadata.at("pipeline_parallel"), std::string("2"));
        QCOMPARE(trace.device.size(), std::size_t(5));
        QCOMPARE(std::string(trace.activityName(0)), std::string("forward-recv"));
        QCOMPARE(trace.device.activity[0], ActivityClass::Comm);
        QCOMPARE(trace.tracks[static_cast<std::size_t>(trace.device.track[0])].thread, std::string("pp-comm"));
        const Row compute = rowOf(trace, "forward-compute");
        QCOMPARE(trace.device.activity[compute], ActivityClass::Compute);
        QCOMPARE(trace.device.start[compute], Ns(160'000));
        const ScheduleSlot& slot = trace.device.slot[compute];
        QCOMPARE(slot.step, std::int64_t(7));
        QCOMPARE(slot.microBatch, 1);
        QCOMPARE(slot.modelChunk, 0);
        QCOMPARE(slot.sequence, 3);
        QCOMPARE(trace.device.slot[0].microBatch, -1);
        // Its annotation begins where the operation before it ended: it waited for its input.
        QCOMPARE(trace.host.start[trace.device.launch[compute]], Ns(155'000));
    }

    void groupsAreMatched()
    {
        const auto path = m_folder.write("match/t.json", timeline());
        const auto run = loadRun(std::span(&path, 1), {}, {});
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(4));
        QCOMPARE((*run)->ranks[3].role, std::string("pipeline stage 1"));
        QVERIFY(!(*run)->manifest.contains("rank.role"));
        QCOMPARE((*run)->manifest.at("data_parallel").value, std::string("2"));
        QVERIFY(!has((*run)->problems, "ranks-disagree"));
        const auto analysis = analyzeRun(*run, {}, {});
        QVERIFY(analysis);
        // Reduce-scatter of each pipeline stage: its two replicas, not all four ranks.
        QCOMPARE((*analysis)->collectives.matched, std::uint64_t(2));
        QCOMPARE((*analysis)->collectives.groups.size(), std::size_t(2));
        QCOMPARE((*analysis)->collectives.groups[0].ranks, (std::vector<int>{0, 1}));
        QCOMPARE((*analysis)->collectives.byRank[0].wait, Ns(10'000));
        QCOMPARE((*analysis)->collectives.byRank[1].wait, Ns(0));
        QCOMPARE((*analysis)->stageSource, std::string("annotations"));
        QCOMPARE((*analysis)->cube.steps(), (std::vector<std::int64_t>{7, 9}));
        QCOMPARE((*analysis)->cube.duration(0, 0), Ns(240'000));
        QCOMPARE((*analysis)->cube.duration(2, 1), Ns(30'000));
    }

    void consecutiveStepsEndWhereTheirOperationsEnd()
    {
        const auto path =
            m_folder.write("steps/t.json", "[" +
                                               joined({op("forward-compute", 0, 0, 0, 10, "'step':1,'mb_id':0"),
                                                       op("forward-compute", 0, 0, 100, 10, "'step':2,'mb_id':0"),
                                                       threadName(0, 0, "PP rank 0, TP rank 0, compute")}) +
                                               "]");
        const auto analysis = analyzeRun(*loadRun(std::span(&path, 1), {}, {}), {}, {});
        QCOMPARE((*analysis)->cube.duration(0, 0), Ns(10'000));
    }

    void ruleFileOfTheUser()
    {
        const std::string rules = json(
            "{'schema':'headwater.trace-rules/1','name':'ours','ranks':[{'name':'rank','field':'args.rank'}],"
            "'step':{'field':'args.it'},'events':[{'pattern':'^mm','kind':'compute'},{'pattern':'^cp','kind':'memcpy'},"
            "{'pattern':'^skip','kind':'ignore'}]}");
        const auto trace = m_folder.write(
            "user/t.json",
            json("{'traceEvents':[") +
                joined({op("mm 1", 0, 0, 0, 10, "'rank':5,'it':1"), op("cp", 0, 0, 10, 10, "'rank':5,'it':1"),
                        op("skip", 0, 0, 10, 10, "'rank':5"), op("other", 0, 0, 10, 5, "'rank':'5'"),
                        op("mm 2", 0, 0, 10, 5, "'it':1"), json("{'ph':'B','name':'mm B','pid':0,'tid':0,'ts':30}"),
                        json("{'ph':'E','pid':0,'tid':0,'ts':40,'args':{'rank':6,'it':1}}"),
                        json("{'ph':'E','pid':0,'tid':0,'ts':50}")}) +
                "]}");
        LoadOptions options;
        options.ruleFile = m_folder.write("user/rules.json", rules).string();
        const auto run = loadRun(std::span(&trace, 1), options, {});
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QCOMPARE((*run)->ranks[0].rank, 5);
        QCOMPARE((*run)->worldSize, 0);
        const Trace& five = *(*run)->ranks[0].trace;
        QCOMPARE(five.device.size(), std::size_t(2));
        QCOMPARE(five.device.activity[1], ActivityClass::Memcpy);
        QCOMPARE((*run)->ranks[1].trace->device.start[0], Ns(30'000));
        QVERIFY(has((*run)->problems, "event-without-rank") && has((*run)->problems, "event-without-rule"));
        QVERIFY(has((*run)->problems, "unpaired-event"));
        QCOMPARE((*run)->sources[0].variant, std::string("ours"));
        QVERIFY(!has((*run)->problems, "merged-processes"));
        QCOMPARE(findSteps(five).source, std::string("rule file"));
    }

    void processesMergedWithoutRules()
    {
        const auto trace = m_folder.write(
            "merged/t.json",
            json("{'traceEvents':[{'ph':'X','pid':0,'tid':0,'name':'forward','ts':0,'dur':300,'args':{'step':0}},"
                 "{'ph':'X','pid':1,'tid':0,'name':'forward','ts':0,'dur':310,'args':{'step':0}}]}"));
        const auto run = loadRun(std::span(&trace, 1), {}, {});
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE((*run)->ranks.size(), std::size_t(1));
        QVERIFY(has((*run)->problems, "merged-processes"));
    }

    void wrongRuleFileIsNamed()
    {
        const auto trace = m_folder.write("bad/t.json", json("{'traceEvents':[") + op("x", 0, 0, 0, 1, "") + "]}");
        LoadOptions options;
        options.ruleFile = m_folder.write("bad-rules.json", "{}").string();
        const auto run = loadRun(std::span(&trace, 1), options, {});
        QVERIFY(!run);
        QVERIFY(run.error().file.find("bad-rules.json") != std::string::npos);
    }

    void nothingHasARank()
    {
        const auto content = readChromeTrace(m_folder.write("none.json", "[" + op("x", 0, 0, 0, 1, "'step':1") + "]"),
                                             stragglerStudyRules(), {});
        QVERIFY(!content);
        QCOMPARE(content.error().code, ErrorCode::NothingUsable);
    }

    void oneRankForManyIsRefused()
    {
        const auto path = m_folder.write("many/t.json", timeline());
        LoadOptions options;
        options.overrides[path.string()].rank = 3;
        const auto run = loadRun(std::span(&path, 1), options, {});
        QCOMPARE((*run)->ranks.size(), std::size_t(4));
        QVERIFY(has((*run)->problems, "rank-ignored"));
    }

    void badTimes()
    {
        const auto content = readChromeTrace(
            m_folder.write("times.json",
                           "[" +
                               joined({op("gc", 0, 0, 1e300, 1, "'step':1"), op("gc", 0, 0, 5, -1, "'step':1"),
                                       json("{'ph':'X','name':'gc','pid':0,'tid':0,'ts':'nan'}"),
                                       threadName(0, 0, "PP rank 0, TP rank 0, compute")}) +
                               "]"),
            stragglerStudyRules(), {});
        QVERIFY(content);
        QCOMPARE(content->traces[0].device.size(), std::size_t(1));
        QVERIFY(has(content->problems, "bad-time") && has(content->problems, "negative-duration"));
    }

    void truncatedAnywhere()
    {
        const std::string whole = timeline();
        for (std::size_t size = 0; size < whole.size(); size += 37) {
            const auto content = readChromeTrace(m_folder.write("cut.json", std::string_view(whole).substr(0, size)),
                                                 stragglerStudyRules(), {});
            QVERIFY(content ? has(content->problems, "truncated") : !content.error().what.empty());
        }
    }

    /// The names that say the ranks stand at the end: without them, threads that compute are ranks, and that is said.
    void cutBeforeTheNames()
    {
        const std::string whole = timeline();
        const std::size_t names = whole.find(json("{'name':'thread_name'"));
        const auto all = readChromeTrace(m_folder.write("whole.json", whole), stragglerStudyRules(), {});
        const auto assumed = readChromeTrace(m_folder.write("cut.json", std::string_view(whole).substr(0, names)),
                                             stragglerStudyRules(), {});
        QVERIFY(assumed);
        QCOMPARE(assumed->traces.size(), all->traces.size());
        for (std::size_t i = 0; i < assumed->traces.size(); ++i) {
            QCOMPARE(assumed->traces[i].rank, all->traces[i].rank);
            QVERIFY(assumed->traces[i].rankSource.find("assumed") != std::string::npos);
            QVERIFY(!assumed->traces[i].worldSize);
            QVERIFY(assumed->traces[i].device.size() > 0);
        }
        const auto said = std::ranges::find(assumed->problems, "assumed-ranks", &Problem::code);
        QVERIFY(said != assumed->problems.end());
        QCOMPARE(said->position, fmt::format("byte {}", names));
        QVERIFY(has(assumed->problems, "truncated"));

        const std::size_t second = whole.find("\n", names);
        const auto some = readChromeTrace(m_folder.write("cut.json", std::string_view(whole).substr(0, second)),
                                          stragglerStudyRules(), {});
        QVERIFY(some);
        QCOMPARE(some->traces.size(), std::size_t(1));
        QVERIFY(!some->traces[0].worldSize);
        const auto unnamed = std::ranges::find(some->problems, "event-without-rank", &Problem::code);
        QVERIFY(unnamed != some->problems.end());
        QVERIFY(unnamed->message.find("stops before the names") != std::string::npos);
    }

    void stopIsHonoured()
    {
        std::stop_source source;
        source.request_stop();
        Job job;
        job.stop = source.get_token();
        const auto content = readChromeTrace(m_folder.write("stop.json", timeline()), stragglerStudyRules(), job);
        QCOMPARE(content.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(tst_ChromeReader)
#include "tst_ChromeReader.moc"
