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
        // Seconds apart, or counted from the boot of each host: nothing to say.
        folder.write("near/0.json", of(1.7e15, 0));
        folder.write("near/1.json", of(1.7e15 + 9e6, 1));
        QVERIFY(!hasProblem((*load(folder.root() / "near"))->problems, "clocks-apart"));
        folder.write("boot/0.json", of(1e12, 0));
        folder.write("boot/1.json", of(1.7e15, 1));
        QVERIFY(!hasProblem((*load(folder.root() / "boot"))->problems, "clocks-apart"));
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
