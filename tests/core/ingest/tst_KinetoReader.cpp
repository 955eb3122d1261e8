// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/KinetoReader.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/Gzip.h"

using namespace headwater;
using namespace headwater::test;

namespace {

bool hasProblem(const Trace& trace, std::string_view code)
{
    return std::ranges::any_of(trace.problems, [&](const Problem& p) { return p.code == code; });
}

}  // namespace

class tst_KinetoReader : public QObject {
    Q_OBJECT
    Folder m_folder;

    Result<Trace> read(std::string_view content, const std::string& name = "t.json")
    {
        return readKineto(m_folder.write(name, content), {});
    }

private slots:
    void newAndOldNamesGiveTheSame()
    {
        const std::string modern = json(
            "{'ph':'X','cat':'cpu_op','name':'aten::add','pid':5,'tid':6,'ts':10,'dur':5,'args':{}},"
            "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':5,'tid':6,'ts':11,'dur':1,'args':{'"
            "correlation':1}},"
            "{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':20,'dur':5,'args':{'correlation':1}},"
            "{'ph':'X','cat':'gpu_memcpy','name':'Memcpy HtoD','pid':0,'tid':7,'ts':30,'dur':5,'args':{}},"
            "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#1','pid':5,'tid':6,'ts':9,'dur':50,'args':{}}");
        const std::string old =
            json("{'ph':'X','cat':'Operator','name':'aten::add','pid':5,'tid':'6','ts':10,'dur':5,'args':{}},"
                 "{'ph':'X','cat':'Runtime','name':'cudaLaunchKernel','pid':5,'tid':'6','ts':11,'dur':1,'args':{'"
                 "correlation':1}},"
                 "{'ph':'X','cat':'Kernel','name':'gemm','pid':0,'tid':'7','ts':20,'dur':5,'args':{'correlation':1}},"
                 "{'ph':'X','cat':'Memcpy','name':'Memcpy HtoD','pid':0,'tid':'7','ts':30,'dur':5,'args':{}},"
                 "{'ph':'X','cat':'Operator','name':'ProfilerStep#1','pid':5,'tid':'6','ts':9,'dur':50,'args':{}}");
        const auto a = read("{\"traceEvents\":[" + modern + "]}");
        const auto b = read("{\"traceEvents\":[" + old + "]}");
        QVERIFY(a && b);
        for (const Trace* trace : {&*a, &*b}) {
            QCOMPARE(trace->host.size(), std::size_t(3));
            QCOMPARE(trace->hostName(0), std::string_view("ProfilerStep#1"));
            QCOMPARE(trace->host.kind[0], HostKind::Annotation);
            QCOMPARE(trace->device.size(), std::size_t(2));
            QCOMPARE(trace->device.launch[0], Row(2));
            QCOMPARE(trace->device.launch[1], kNoRow);
            QCOMPARE(trace->device.activity[1], ActivityClass::Memcpy);
            QCOMPARE(trace->tracks[static_cast<std::size_t>(trace->host.track[0])].thread, std::string("6"));
        }
    }

    void nanosecondsAndBaseTimeBeforeAndAfterTheEvents()
    {
        const std::string e = traceEvent("kernel", "k", "7", 0.001, 1.234);
        for (const std::string& text :
             {json("{'baseTimeNanoseconds':1700000000000000000,'traceEvents':[") + e + "]}",
              json("{'traceEvents':[") + e + json("],'baseTimeNanoseconds':1700000000000000000}")}) {
            const auto trace = read(text);
            QVERIFY(trace);
            QCOMPARE(trace->device.start[0], Ns(1700000000000000001));
            QCOMPARE(trace->device.end[0], Ns(1700000000000001235));
        }
        const auto epoch =
            read(json("[{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':1712195495502094.123,'dur':0.001}]"));
        QCOMPARE(epoch->device.start[0], Ns(1712195495502094123));
        QCOMPARE(epoch->device.end[0] - epoch->device.start[0], Ns(1));
    }

    void overlappingKernelsOnOneStreamAreKept()
    {
        const auto trace = read(kineto({traceEvent("kernel", "a", "7", 0, 10), traceEvent("kernel", "b", "7", 5, 10)}));
        QCOMPARE(trace->device.size(), std::size_t(2));
    }

    void beginAndEndEventsPair()
    {
        const auto trace = read(
            json("[{'ph':'B','name':'batch','pid':0,'tid':1,'ts':10},"
                 "{'ph':'B','name':'inner','pid':0,'tid':1,'ts':12},{'ph':'E','name':'inner','pid':0,'tid':1,'ts':15},"
                 "{'ph':'E','name':'batch','pid':0,'tid':1,'ts':20},{'ph':'E','name':'x','pid':0,'tid':2,'ts':20},"
                 "{'ph':'B','name':'open','pid':0,'tid':1,'ts':30}]"));
        QVERIFY(trace);
        QCOMPARE(trace->host.size(), std::size_t(2));
        QCOMPARE(trace->hostName(0), std::string_view("batch"));
        QCOMPARE(trace->host.end[1], Ns(15000));
        QVERIFY(hasProblem(*trace, "unpaired-event"));
    }

    void legacyProfiler()
    {
        const auto trace =
            read(json("[{'name':'aten::add','ph':'X','ts':129.565,'dur':2.926000000000016,'tid':1,'pid':'CPU "
                      "functions','args':{}},"
                      "{'name':'gemm','ph':'X','ts':140,'dur':2,'tid':1,'pid':'CUDA functions','args':{}}]"));
        QVERIFY(trace);
        QCOMPARE(trace->host.size(), std::size_t(1));
        QCOMPARE(trace->device.size(), std::size_t(1));
        QCOMPARE(trace->host.end[0], Ns(132491));
    }

    void rankFromFileThenFromName()
    {
        const std::vector<std::string> e = {traceEvent("kernel", "a", "7", 0, 1)};
        const auto both = read(kineto(e, 3, 8), "worker5_step_1.1.pt.trace.json");
        QCOMPARE(*both->rank, 3);
        QCOMPARE(*both->worldSize, 8);
        QVERIFY(hasProblem(*both, "rank-conflict"));
        const auto name = read("{\"traceEvents\":[" + joined(e) + "]}", "worker5_step_1.1.pt.trace.json");
        QCOMPARE(*name->rank, 5);
        QCOMPARE(name->rankSource, std::string("file name"));
        QVERIFY(!read("{\"traceEvents\":[" + joined(e) + "]}")->rank);
    }

    void oddValuesAreCountedNotTrusted()
    {
        const auto trace =
            read(kineto({traceEvent("kernel", "a", "7", 0, -1), traceEvent("kernel", "lost", "7", 0, 0),
                         json("{'ph':'X','cat':'kernel','name':'t','pid':0,'tid':7,'ts':'x','dur':1}"),
                         json("{'ph':'X','cat':'kernel','name':'far','pid':0,'tid':7,'ts':9e15,'dur':9e15}"),
                         json("{'ph':'X','cat':'gpu_memcpy','name':'m','pid':0,'tid':7,'ts':5,'dur':0,'args':{'memory "
                              "bandwidth (GB/s)':inf,'x':N/A}}"),
                         traceEvent("kernel", "good", "7", 3, 1)}));
        QVERIFY(trace);
        QVERIFY(hasProblem(*trace, "negative-duration") && hasProblem(*trace, "bad-time"));
        QVERIFY(hasProblem(*trace, "lost-activity"));
        QCOMPARE(trace->device.size(), std::size_t(2));
    }

    /// One by one as long as they are few; the rest is counted. Never both for one event.
    void malformedEventsAreToldOnce()
    {
        for (const std::size_t bad : {1, 3, 5}) {
            std::vector<std::string> events(bad, json("{'ph':'X','cat':'kernel','name':bad word}"));
            events.push_back(traceEvent("kernel", "good", "7", 3, 1));
            const auto trace = read(kineto(events));
            QVERIFY(trace);
            const auto count = [&](std::string_view code) {
                return static_cast<std::size_t>(std::ranges::count(trace->problems, code, &Problem::code));
            };
            QCOMPARE(count("malformed-event"), std::min<std::size_t>(bad, 3));
            QCOMPARE(count("malformed-events"), std::size_t(bad > 3 ? 1 : 0));
            if (bad > 3)
                QVERIFY(std::ranges::find(trace->problems, "malformed-events", &Problem::code)
                            ->message.starts_with("2 more events"));
            QVERIFY(!hasProblem(*trace, "truncated"));
        }
    }

    void ranksAreToldAsTheyStand()
    {
        std::string text = kineto({traceEvent("kernel", "k", "7", 0, 1)}, 99, 4);
        text.replace(text.find(":99,"), 4, ":99999999999999999999 ,");
        const auto trace = read(text);
        const auto bad = std::ranges::find(trace->problems, "bad-rank", &Problem::code);
        QVERIFY(bad != trace->problems.end());
        QVERIFY2(bad->message.find("rank 99999999999999999999,") != std::string::npos, bad->message.c_str());
    }

    void unescapedQuotesLoseOneEventOnly()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 50; ++i)
            events.push_back(traceEvent("kernel", "k" + std::to_string(i), "7", i, 1));
        events[20] = json("{'ph':'X','cat':'cpu_op','name':'bad ' quote','pid':1,'tid':2,'ts':5,'dur':1,'args':{}}");
        const auto trace = read(kineto(events));
        QVERIFY(trace);
        QVERIFY(hasProblem(*trace, "unclosed-event"));
        QVERIFY(!hasProblem(*trace, "truncated"));
        QCOMPARE(trace->device.size(), std::size_t(49));
    }

    void everyTruncationIsSurvivedAndNamed()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 20; ++i)
            events.push_back(traceEvent("kernel", "k", "7", 10 * i, 5));
        const std::string whole = kineto(events, 1, 2);
        const std::string packed = gzip(whole);
        for (std::size_t cut = 1; cut < whole.size(); cut += 3) {
            const auto trace = read(whole.substr(0, cut));
            if (!trace) {
                QVERIFY(trace.error().code == ErrorCode::NothingUsable);
                continue;
            }
            QVERIFY(hasProblem(*trace, "truncated"));
            QVERIFY(trace->device.size() <= 20);
        }
        for (std::size_t cut = 1; cut < packed.size(); cut += 2) {
            const auto trace = read(packed.substr(0, cut));
            if (trace)
                QVERIFY(hasProblem(*trace, "truncated"));
        }
    }

    void whatIsNoTraceIsRefusedInOneLine()
    {
        for (const char* text :
             {"", "{}", "[]", "hello", "{\"traceEvents\":[]}", "{\"traceEvents\":[1,2,[3]]}", "\x1f\x8b\x08garbage"}) {
            const auto trace = read(text);
            QVERIFY2(!trace, text);
            QCOMPARE(QString::fromStdString(describe(trace.error())).count(QLatin1Char('\n')), 0);
        }
    }

    void cancelKeepsNothing()
    {
        std::vector<std::string> events(60'000, traceEvent("kernel", "k", "7", 1, 5));
        const auto path = m_folder.write("long.json", kineto(events));
        std::stop_source stop;
        Job job;
        job.stop = stop.get_token();
        job.progress = [&](double, std::string_view) { stop.request_stop(); };
        const auto trace = readKineto(path, job);
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, ErrorCode::Cancelled);
    }

    void cutInsideItsFirstEvent()
    {
        const std::string text = json("{'schemaVersion':1,'traceEvents':[{'ph':'X','cat':'cpu_op','na");
        const auto trace = read(text);
        QVERIFY(!trace);
        QVERIFY2(trace.error().what.starts_with("truncated: "), trace.error().what.c_str());
        QCOMPARE(trace.error().where, "byte " + std::to_string(text.size()));
    }

    void metadataBecomesTheManifest()
    {
        const auto trace = read(
            json("{'deviceProperties':[{'name':'GPU X'},{'name':'GPU X'}],'cuda_runtime_version':12090,"
                 "'distributedInfo':{'backend':'nccl','rank':1,'world_size':4,'nccl_version':'2.18.1'},'with_stack':1,"
                 "'traceEvents':[") +
            traceEvent("user_annotation", "Optimizer.step#SGD.step", "1", 0, 1) + "," +
            traceEvent("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "1", 2, 1) +
            "]}");
        QVERIFY(trace);
        const auto& m = trace->metadata;
        QCOMPARE(m.at("gpu"), std::string("GPU X"));
        QCOMPARE(m.at("gpus_on_host"), std::string("2"));
        QCOMPARE(m.at("cuda_runtime"), std::string("12.9"));
        QCOMPARE(m.at("nccl_version"), std::string("2.18.1"));
        QCOMPARE(m.at("optimizer"), std::string("SGD"));
        QCOMPARE(m.at("dataloader"), std::string("in the training process"));
        QCOMPARE(m.at("profiler.with_stack"), std::string("1"));
    }
};

QTEST_GUILESS_MAIN(tst_KinetoReader)
#include "tst_KinetoReader.moc"
