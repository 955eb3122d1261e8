// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QtTest>

#include "core/analysis/CallStats.h"
#include "core/analysis/InnerRanges.h"
#include "core/analysis/Partition.h"
#include "core/ingest/LoadRun.h"
#include "tests/Paths.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::test;

namespace {

RunPtr load(const Folder& folder)
{
    const std::vector<std::filesystem::path> paths{folder.root()};
    auto run = loadRun(paths, {}, {});
    return run ? *run : nullptr;
}

RunAnalysisPtr analysed(const RunPtr& run, StageMode mode)
{
    AnalysisOptions options;
    options.stages.mode = mode;
    if (mode == StageMode::Canonical)
        options.stages.rules = canonicalStageRules();
    auto analysis = analyzeRun(run, options, {});
    return analysis ? *analysis : nullptr;
}

/// Steps of random nested annotations and operators with kernels launched from anywhere in them, on two threads.
std::string randomTrace(unsigned seed)
{
    std::mt19937 engine(seed);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(engine); };
    std::vector<std::string> events;
    int id = 1;
    for (int step = 0; step < 3; ++step) {
        const double t0 = step * 1000.0;
        events.push_back(traceEvent("user_annotation", "ProfilerStep#" + std::to_string(step), "1", t0, 1000));
        for (const auto& [stage, from] : {std::pair("forward", 0), std::pair("backward", 500)}) {
            events.push_back(traceEvent("user_annotation", stage, "1", t0 + from, 450));
            int at = from;
            while (at < from + 400) {
                const int length = pick(10, 90);
                const std::string thread = pick(0, 3) == 0 ? "2" : "1";
                const bool mark = pick(0, 1) == 0;
                events.push_back(traceEvent(mark ? "user_annotation" : "cpu_op", "part" + std::to_string(pick(0, 4)),
                                            thread, t0 + at, std::min(length, from + 450 - at)));
                for (auto& event : launched(id++, "k" + std::to_string(pick(0, 3)), thread, t0 + at + 1,
                                            t0 + at + pick(2, 300), pick(1, 60)))
                    events.push_back(std::move(event));
                at += length + pick(0, 20);
            }
        }
    }
    return kineto(events);
}

/// The parts of a stage and its rest are the stage, in every step and quantity but host time.
void partsAddUp(const RunAnalysis& run)
{
    const PartitionBasis& basis = *run.basis;
    const std::size_t stages = run.cube.stages().size() - 1;
    for (std::size_t r = 0; r < basis.steps.size(); ++r)
        for (StageIndex parent = 0; parent < stages; ++parent)
            for (const InnerKind kind : {InnerKind::Annotations, InnerKind::Modules, InnerKind::Operators}) {
                const Trace& trace = *run.run->ranks[r].trace;
                StageNames names;
                const InnerRanges inner = innerRanges(trace, basis.steps[r], basis.ranges[r], parent, kind, names);
                QVERIFY(inner.covered <= inner.total);
                const StageRanges finer = refined(basis.ranges[r], inner.ranges, static_cast<StageIndex>(stages));
                const auto whole =
                    partitionSteps({trace, basis.steps[r], basis.ranges[r], stages, basis.linkedOnly, basis.waits[r]});
                const auto parts = partitionSteps(
                    {trace, basis.steps[r], finer, stages + names.names().size(), basis.linkedOnly, basis.waits[r]});
                for (std::size_t step = 0; step < whole.size(); ++step)
                    for (std::size_t q = 0; q < kQuantities; ++q) {
                        if (static_cast<Quantity>(q) == Quantity::Host)
                            continue;
                        Ns sum = parts[step].stages[parent][q];
                        for (std::size_t k = 0; k < names.names().size(); ++k)
                            sum += parts[step].stages[stages + k][q];
                        QCOMPARE(sum, whole[step].stages[parent][q]);
                        QCOMPARE(parts[step].stages.back()[q], whole[step].stages.back()[q]);
                    }
            }
}

}  // namespace

/// What is inside a stage.
class tst_InnerRanges : public QObject {
    Q_OBJECT
private slots:
    void outermostInsideTheStageOnly()
    {
        const Folder folder;
        folder.write(
            "rank0.json",
            kineto({traceEvent("user_annotation", "ProfilerStep#0", "1", 0, 100),
                    traceEvent("user_annotation", "## forward ##", "1", 0, 60),
                    traceEvent("user_annotation", "## dense ##", "1", 5, 20),
                    traceEvent("user_annotation", "inner", "1", 10, 5), traceEvent("cpu_op", "aten::mm", "1", 6, 10),
                    traceEvent("cpu_op", "aten::mv", "1", 7, 2), traceEvent("user_annotation", "late", "1", 50, 30),
                    traceEvent("user_annotation", "other", "2", 5, 20),
                    traceEvent("user_annotation", "backward", "1", 60, 40)}));
        const RunAnalysisPtr run = analysed(load(folder), StageMode::Annotations);
        QVERIFY(run && run->basis);
        QCOMPARE(run->cube.stages().front(), std::string("forward"));
        const Trace& trace = *run->run->ranks[0].trace;
        StageNames names;
        InnerRanges inner =
            innerRanges(trace, run->basis->steps[0], run->basis->ranges[0], 0, InnerKind::Annotations, names);
        QCOMPARE(names.names(), (std::vector<std::string>{"dense", "late"}));
        QCOMPARE(inner.covered, Ns(30'000));  // late is cut where forward ends
        QCOMPARE(inner.total, Ns(60'000));
        StageNames operators;
        inner = innerRanges(trace, run->basis->steps[0], run->basis->ranges[0], 0, InnerKind::Operators, operators);
        QCOMPARE(operators.names(), (std::vector<std::string>{"aten::mm"}));
    }

    /// Durations that were rounded let a stage end when the next has begun: no stage is lost for it, nor a part of one.
    void neighboursThatOverlapALittle()
    {
        const auto traceWith = [](double more) {
            const Folder folder;
            folder.write("rank0.json", kineto({traceEvent("user_annotation", "ProfilerStep#0", "1", 0, 100),
                                               traceEvent("user_annotation", "forward", "1", 0, 60 + more),
                                               traceEvent("user_annotation", "dense", "1", 5, 20 + more),
                                               traceEvent("user_annotation", "norm", "1", 25, 30),
                                               traceEvent("user_annotation", "backward", "1", 60, 40)}));
            return analysed(load(folder), StageMode::Annotations);
        };
        for (const double more : {0.0, 0.001, 1.0}) {
            const RunAnalysisPtr run = traceWith(more);
            QVERIFY(run && run->basis);
            QCOMPARE(run->cube.stages(), (std::vector<std::string>{"forward", "backward", "(outside stages)"}));
            QCOMPARE(run->cube.at(Quantity::Span, 0, 0, 0), Ns(60'000));
            QCOMPARE(run->cube.at(Quantity::Span, 1, 0, 0), Ns(40'000));
            QCOMPARE(run->cube.at(Quantity::Span, 2, 0, 0), Ns(0));
            StageNames names;
            const InnerRanges inner = innerRanges(*run->run->ranks[0].trace, run->basis->steps[0],
                                                  run->basis->ranges[0], 0, InnerKind::Annotations, names);
            QCOMPARE(names.names(), (std::vector<std::string>{"dense", "norm"}));
            QCOMPARE(inner.covered, Ns(50'000));
        }
        // What reaches far into the next stage is inside the first, as ever.
        QCOMPARE(traceWith(10).get()->cube.stages().size(), std::size_t(2));
    }

    void partsAddUpOnRandomTraces()
    {
        for (unsigned seed = 1; seed <= 40; ++seed) {
            const Folder folder;
            folder.write("rank0.json", randomTrace(seed));
            const RunAnalysisPtr run = analysed(load(folder), StageMode::Annotations);
            QVERIFY(run && run->basis);
            partsAddUp(*run);
        }
    }

    void partsAddUpOnRealTraces()
    {
        const std::filesystem::path data = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";
        if (!std::filesystem::exists(data))
            QSKIP("../shared/data is not here");
        for (const char* name : {"hta-pair-trace-diff", "kineto-pair-dataloader/num_workers_0", "torchrec-4rank-sleep"})
            for (const StageMode mode : {StageMode::Annotations, StageMode::Canonical}) {
                const std::vector<std::filesystem::path> paths{data / name};
                const auto run = loadRun(paths, {}, {});
                QVERIFY(run);
                partsAddUp(*analysed(*run, mode));
            }
    }

    void callsThatChangedAgainstEachOtherAreSeen()
    {
        // The sum of the name is the same; by order, one call got longer and another shorter.
        const CallTable before{{"mm", {2, 200, 0, {100, 100}}}, {"add", {4, 400, 1, {100, 100, 100, 100}}}};
        const CallTable after{{"mm", {2, 200, 0, {140, 60}}}, {"add", {4, 480, 1, {100, 180, 100, 100}}}};
        const auto changes = callChanges(before, after, 5, 10);
        QCOMPARE(changes.size(), std::size_t(3));
        QCOMPARE(changes[0].name, std::string("add"));
        QCOMPARE(changes[0].call, std::size_t(2));
        QCOMPARE(changes[0].delta(), 80.0);
        QVERIFY(changes[1].name == "mm" && changes[2].name == "mm");
        QCOMPARE(changes[1].delta() + changes[2].delta(), 0.0);
        // Counts that do not agree are not matched by order.
        const CallTable more{{"mm", {3, 300, 0, {100, 100, 100}}}};
        QCOMPARE(callChanges({{"mm", {2, 200, 0, {100, 100}}}}, more, 5, 10).front().call, std::size_t(0));
    }

    void aChangeIsSplitIntoCallsAndLength()
    {
        const CallTable before{
            {"gone", {2, 200, 0}}, {"slow", {4, 400, 1}}, {"often", {2, 100, 2}}, {"same", {1, 10, 3}}};
        const CallTable after{
            {"new", {1, 500, 0}}, {"slow", {4, 700, 1}}, {"often", {6, 310, 2}}, {"same", {1, 11, 3}}};
        const auto changes = callChanges(before, after, 5, 10);
        const auto kindOf = [&](const char* name) { return std::ranges::find(changes, name, &CallChange::name)->kind; };
        QCOMPARE(changes.size(), std::size_t(4));  // "same" changed by 1 ns
        QCOMPARE(changes.front().name, std::string("new"));
        QVERIFY(kindOf("new") == CallChangeKind::Appeared);
        QVERIFY(kindOf("gone") == CallChangeKind::Vanished);
        QVERIFY(kindOf("slow") == CallChangeKind::Slower);
        QVERIFY(kindOf("often") == CallChangeKind::MoreCalls);
        QCOMPARE(callChanges(before, after, 5, 2).size(), std::size_t(2));
        const auto back = callChanges(after, before, 5, 10);
        QVERIFY(std::ranges::find(back, "slow", &CallChange::name)->kind == CallChangeKind::Faster);
        QVERIFY(std::ranges::find(back, "often", &CallChange::name)->kind == CallChangeKind::FewerCalls);
    }
};

QTEST_APPLESS_MAIN(tst_InnerRanges)
#include "tst_InnerRanges.moc"
