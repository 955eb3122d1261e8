// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/RunFolder.h"
using namespace headwater;
using namespace headwater::test;

/// What conflicts or is missing between the files of a run is told, with its place.
class tst_RunProblems : public QObject {
    Q_OBJECT

private slots:
    /// What concerns one rank or step says which, and which file.
    void problemsHavePositions()
    {
        const Folder folder;
        folder.write("1.json", trace(0, 3));
        folder.write("2.json", trace(1, 4));
        folder.write("rank_9.json", trace(2, 3));
        folder.write("3.json", trace(0, 3));
        const Problems problems = (*load(folder.root()))->problems;
        const auto found = [&](std::string_view code) {
            const auto problem = std::ranges::find(problems, code, &Problem::code);
            return problem == problems.end() ? Problem() : *problem;
        };
        QCOMPARE(found("duplicate-rank").position, std::string("rank 0"));
        QCOMPARE(found("ranks-disagree").position, std::string("rank 1"));
        QVERIFY(found("ranks-disagree").file.ends_with("2.json"));
        QCOMPARE(found("missing-rank-files").position, std::string("rank 3"));
        QVERIFY(found("rank-conflict").position.starts_with("byte "));
    }

    /// Values that conflict are told with the place of the one that does not count.
    void conflictsHavePositions()
    {
        const auto positionOf = [](const std::string& name, const std::string& content, std::string_view code,
                                   std::string_view rest = {}) {
            const Folder folder;
            folder.write(name, content);
            folder.write("a.json", json("{'schema':'headwater.manifest/1','values':{'seed':1,'gpu':'other',"
                                        "'global_batch_size':7,'pytorch':'1.0','micro_batch_size':99}}"));
            folder.write("r0.csv", rest.empty() ? std::string("rank,step,stage,duration_ms\n0,0,f,1\n0,1,f,2\n")
                                                : std::string(rest));
            const auto run = load(folder.root());
            if (!run)
                return describe(run.error());
            const auto& problems = (*run)->problems;
            const auto found = std::ranges::find_if(
                problems, [&](const Problem& problem) { return problem.code == code && problem.file.ends_with(name); });
            return found == problems.end() ? std::string("none") : found->position;
        };
        const std::string log =
            " iteration        1/ 100 | elapsed time per iteration (ms): 1000.0 | global batch size:"
            " 8 | lm loss: 2.0E+00 | number of nan iterations: 0 |\n";
        QCOMPARE(
            positionOf("b.json", json("{'schema':'headwater.manifest/1','values':{'seed':2}}"), "manifest-conflict"),
            std::string("/values/seed"));
        QCOMPARE(positionOf("train.log", "hello\n" + log, "manifest-conflict"), std::string("line 2"));
        QCOMPARE(positionOf("env.txt",
                            "Collecting environment information...\nPyTorch version: 2.4.0\n"
                            "Is debug build: False\nCUDA used to build PyTorch: 12.1\n",
                            "manifest-conflict"),
                 std::string("line 2"));
        QCOMPARE(positionOf("smi.csv",
                            "timestamp, index, name, utilization.gpu [%]\n2025/02/18 18:56:35.571, 0, H100, 38 %\n",
                            "manifest-conflict"),
                 std::string("line 2"));
        QCOMPARE(positionOf("trainer_state.json",
                            json("{'train_batch_size':4,'global_step':1,'max_steps':9,'log_history':[{'step':1,'loss':"
                                 "1.0,'epoch':0.1}]}"),
                            "manifest-conflict"),
                 std::string("/train_batch_size"));
    }

    void oddTimesHavePositions()
    {
        const auto bad = [](const std::string& name, const std::string& content) {
            const Folder folder;
            folder.write(name, content);
            const auto run = load(folder.root());
            if (!run)
                return describe(run.error());
            const auto found = std::ranges::find((*run)->problems, "bad-time", &Problem::code);
            return found == (*run)->problems.end() ? std::string("none") : found->position;
        };
        const std::string good = traceEvent("kernel", "k", "7", 0, 1) + ",\n";
        const std::string document = "{\"distributedInfo\":{\"rank\":0,\"world_size\":1},\n\"traceEvents\":[\n" + good;
        QCOMPARE(
            bad("t.json", document + json("{'ph':'X','cat':'kernel','name':'k','pid':1,'tid':7,'ts':NaN,'dur':1}]}")),
            fmt::format("byte {}", document.size()));
        const std::string pass = json("{'total':100,'fwd_start':[0],'fwd_end':[10],'bwd_start':[20],'bwd_end':[40]}");
        const std::string odd = json("{'total':-5,'fwd_start':[0],'fwd_end':[10],'bwd_start':[20],'bwd_end':[40]}");
        QCOMPARE(bad("pp_rank_0.json", "{\"1\":" + pass + ",\"2\":" + odd + ",\"3\":" + pass + "}"), std::string("/2"));
    }

    void logsWhoseTimesGoBackSayWhere()
    {
        const auto at = [](std::initializer_list<int> minutes) {
            std::string text;
            int step = 0;
            for (const int minute : minutes)
                text += fmt::format("[2024-05-01 10:{:02}:00] iteration {:8}/ 100 | elapsed time per iteration (ms): "
                                    "1000.0 | lm loss: 2.0E+00 | number of nan iterations: 0 |\n",
                                    minute, ++step);
            return text;
        };
        const Folder folder;
        const auto run = load(folder.write("back.log", at({5, 6, 2, 8})));
        const auto found = std::ranges::find((*run)->problems, "times-not-ascending", &Problem::code);
        QVERIFY(found != (*run)->problems.end());
        QCOMPARE(found->position, std::string("line 3"));
        QVERIFY(!hasProblem((*load(folder.write("on.log", at({5, 6, 7, 8}))))->problems, "times-not-ascending"));
    }

    void logsOfTwoRunsSayWhere()
    {
        const auto log = [](int time, const std::string& before) {
            std::string text = before;
            for (int step = 1; step <= 4; ++step)
                text += fmt::format(" iteration {:8}/ 100 | elapsed time per iteration (ms): {}.0 | lm loss: 2.0E+00 | "
                                    "number of nan iterations: 0 |\n",
                                    step, time);
            return text;
        };
        const Folder folder;
        folder.write("a.log", log(1000, ""));
        folder.write("b.log", log(3000, "first\nsecond\n"));
        const auto run = load(folder.root());
        const auto found = std::ranges::find((*run)->problems, "log-conflict", &Problem::code);
        QVERIFY(found != (*run)->problems.end());
        QCOMPARE(found->position, std::string("line 3"));
    }

    void impossibleRanksAreReported()
    {
        const Folder folder;
        folder.write("a.json", kineto({traceEvent("kernel", "k", "7", 0, 1)}, 2'000'000'000, 2));
        folder.write("b.json", trace(7, 2));
        const auto run = load(folder.root());
        const auto bad = std::ranges::find((*run)->problems, "bad-rank", &Problem::code);
        QVERIFY(bad != (*run)->problems.end());
        QVERIFY(bad->message.find("2000000000") != std::string::npos && bad->position.starts_with("byte "));
        const auto beyond = std::ranges::find((*run)->problems, "rank-beyond-world", &Problem::code);
        QVERIFY(beyond != (*run)->problems.end() && beyond->message.find("rank 7 of 2") != std::string::npos);
        QVERIFY(!hasProblem((*load(folder.write("good/c.json", trace(1, 2))))->problems, "rank-beyond-world"));
    }

    void clocksOfOtherYearsAreReported()
    {
        const auto of = [](double time, int rank) {
            return kineto({traceEvent("user_annotation", "ProfilerStep#1", "1", time, 50)}, rank, 2);
        };
        const Folder folder;
        folder.write("apart/0.json", of(1.7e15, 0));
        folder.write("apart/1.json", of(0.7e15, 1));
        const Problems problems = (*load(folder.root() / "apart"))->problems;
        const auto apart = std::ranges::find(problems, "clocks-apart", &Problem::code);
        QVERIFY(apart != problems.end());
        QVERIFY(apart->file.ends_with("1.json"));
        QCOMPARE(apart->position, std::string("rank 1"));
        // The same step five minutes apart is no step of one run; another step may be.
        folder.write("minutes/0.json", of(1.7e15, 0));
        folder.write("minutes/1.json", of(1.7e15 + 300e6, 1));
        const Problems minutes = (*load(folder.root() / "minutes"))->problems;
        const auto near = std::ranges::find(minutes, "clocks-apart", &Problem::code);
        QVERIFY(near != minutes.end() && near->message.find("5 min") != std::string::npos);
        // Seconds apart, or counted from the boot of each host: nothing to say.
        folder.write("near/0.json", of(1.7e15, 0));
        folder.write("near/1.json", of(1.7e15 + 9e6, 1));
        QVERIFY(!hasProblem((*load(folder.root() / "near"))->problems, "clocks-apart"));
        folder.write("boot/0.json", of(1e12, 0));
        folder.write("boot/1.json", of(1.7e15, 1));
        const Problems boot = (*load(folder.root() / "boot"))->problems;
        QVERIFY(!hasProblem(boot, "clocks-apart"));
        // Nothing can be said of which was first, and that is said.
        const auto mixed = std::ranges::find(boot, "clocks-mixed", &Problem::code);
        QVERIFY(mixed != boot.end() && mixed->file.ends_with("0.json"));
        QCOMPARE(mixed->position, std::string("rank 0"));
        folder.write("boots/0.json", of(1e12, 0));
        folder.write("boots/1.json", of(5e12, 1));
        QVERIFY(!hasProblem((*load(folder.root() / "boots"))->problems, "clocks-mixed"));
    }

    void stepsThatOtherRanksHaveAreReported()
    {
        const auto of = [](int first, int last, int rank) {
            std::vector<std::string> events;
            for (int step = first; step <= last; ++step)
                events.push_back(
                    traceEvent("user_annotation", fmt::format("ProfilerStep#{}", step), "1", step * 100.0, 90));
            return kineto(events, rank, 3);
        };
        const Folder folder;
        folder.write("0.json", of(1, 6, 0));
        folder.write("1.json", of(1, 6, 1));
        folder.write("2.json", of(3, 5, 2));
        const Problems problems = (*load(folder.root()))->problems;
        QCOMPARE(std::ranges::count(problems, "missing-step", &Problem::code), std::ptrdiff_t(1));
        const auto lacking = std::ranges::find(problems, "missing-step", &Problem::code);
        QCOMPARE(lacking->message, std::string("rank 2 lacks 3 of the 6 steps that other ranks have"));
        QCOMPARE(lacking->position, std::string("step 1"));
        QVERIFY(lacking->file.ends_with("2.json"));
    }

    void aSecondDocumentInAFileIsNamed()
    {
        const Folder folder;
        const std::string first = trace(0, 1) + "\n";
        const auto run = load(folder.write("two.json", first + trace(1, 2)));
        QVERIFY(run);
        const auto rest = std::ranges::find((*run)->problems, "trailing-data", &Problem::code);
        QVERIFY(rest != (*run)->problems.end());
        QCOMPARE(rest->position, fmt::format("byte {}", first.size()));
        QVERIFY(!hasProblem((*load(folder.write("one.json", first + " \n")))->problems, "trailing-data"));
    }

    void telemetryAloneHasNoSteps()
    {
        const Folder folder;
        folder.write("smi.csv", "timestamp, index, utilization.gpu [%]\n2025/02/18 18:56:35.571, 0, 38 %\n");
        const auto run = load(folder.root());
        QVERIFY(!run);
        QVERIFY(run.error().what.find("no training step") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(tst_RunProblems)
#include "tst_RunProblems.moc"
